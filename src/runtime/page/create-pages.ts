/**
 * Pages for people beside the endpoints of a business (§3.3): shown, and with a form that the page itself sends. They are stored by
 * nobody, framed by nobody, and run no scripts. In their markup every value is escaped.
 */

import { ProtocolError } from "../error/protocol-error.js";
import { withoutBody, type Answer, type AnswerHeaders } from "../rest/answer.js";
import { readJsonBody } from "../rest/read-json-body.js";
import { preferredLanguages } from "../server/deadline-context.js";
import type { FindPage, Route, ServerRequest } from "../server/transport.js";
import { decodeUtf8, encodeUtf8 } from "../text/encoding.js";

type Later<Value> = Promise<Value> | Value;

/** The fields of a form by name; of several with one name, the last. */
export type FormFields = Readonly<Record<string, string>>;

export interface Page {
  /** Of the page, for the log. */
  readonly name: string;
  /**
   * Undefined: there is no such page.
   * @param languages those that the browser prefers, best first, for `matchLanguage`
   */
  show(id: string, languages: readonly string[]): Later<Html | undefined>;
  /** Takes what the form sends. Returns a page to show instead, or undefined to show the page anew. */
  submit?(id: string, fields: FormFields, languages: readonly string[]): Later<Html | undefined>;
}

interface PagesOptions {
  /** The origin of the pages, if a proxy changes the host of requests. Default: that of the request. */
  readonly origin?: string | undefined;
}

// The id in a buyer's URL is what opens the session: it is in no `Referer`, in no cache, and in no frame.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HEADERS: AnswerHeaders = [
  ["cache-control", "no-store"],
  ["content-security-policy", POLICY],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["x-robots-tag", "noindex"],
];
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset=utf-8)?$/i;
const FORM_LIMITS = { maxBytes: 32_768, timeoutMs: 10_000 };

/**
 * Creates the option `pages` of a server.
 * @param pages by their paths, each with one id: `/orders/{id}`
 * @example
 * ```ts
 * import { createPages, html } from "@proto-gen/runtime/business";
 *
 * export const pages = createPages({
 *   "/orders/{id}": { name: "order", show: (id) => html`<h1>Order ${id}</h1>` },
 * });
 * ```
 */
export function createPages(
  pages: Readonly<Record<string, Page>>,
  { origin }: PagesOptions = {},
): FindPage {
  const all = Object.entries(pages).map(([path, page]) => {
    const [before = "", after = ""] = path.split("{id}");
    return { before, after, page };
  });
  return (request, { target }) => {
    const path = pathOf(request, target);
    for (const { before, after, page } of all) {
      const id = idIn(path, before, after);
      if (id !== undefined) return routeOf(page, id, origin);
    }
    return undefined;
  };
}

function pathOf({ url }: ServerRequest, target: string | undefined): string {
  const whole = target?.startsWith("/") === true ? target : new URL(url).pathname;
  return whole.split("?", 1)[0] ?? "";
}

function idIn(path: string, before: string, after: string): string | undefined {
  if (path.length <= before.length + after.length) return undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  if (id.includes("/")) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

function routeOf(page: Page, id: string, origin: string | undefined): Route & { page: string } {
  return {
    page: page.name,
    async answer({ request }) {
      if (request.method === "GET" || request.method === "HEAD") {
        const answer = shownAnswer(await page.show(id, languagesOf(request)));
        return request.method === "HEAD" ? withoutBody(answer) : answer;
      }
      if (request.method !== "POST" || page.submit === undefined) return notAllowed(page);
      return submit(page, id, request, origin);
    },
    // For people, who read no JSON.
    error: ({ status, content, headers = {} }) => {
      const more = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const answer = textAnswer(status, "text/plain", `${content}\n`);
      return { ...answer, headers: [...answer.headers, ...(more as [string, string][])] };
    },
  };
}

async function submit(
  page: Page,
  id: string,
  request: ServerRequest,
  origin: string | undefined,
): Promise<Answer> {
  if (!isSameOrigin(request, origin))
    throw new ProtocolError("forbidden", { content: "This form was not sent from its page." });
  if (!FORM_TYPE.test(request.headers.get("content-type") ?? ""))
    throw new ProtocolError("unsupported_media_type", { content: "This is no form." });
  // As a body that no operation takes: read up to the limit, and not taken for JSON.
  const { bytes } = await readJsonBody(request, "none", FORM_LIMITS);
  const next = await page.submit?.(id, fieldsIn(decodeUtf8(bytes)), languagesOf(request));
  if (next !== undefined) return shownAnswer(next);
  // RFC 9110 §15.4.4: the page can be loaded again without sending the form again.
  const location = request.url.slice(new URL(request.url).origin.length);
  return { status: 303, headers: [...HEADERS, ["location", location]], body: null };
}

function languagesOf({ headers }: ServerRequest): readonly string[] {
  return preferredLanguages(undefined, headers);
}

function fieldsIn(text: string): FormFields {
  const fields = new Map<string, string>();
  new URLSearchParams(text).forEach((value, name) => void fields.set(name, value));
  return Object.fromEntries(fields);
}

/**
 * True if a page of this origin sent the request. A browser says so in `Sec-Fetch-Site`. `Origin` counts only without it, since
 * it is `null` for a page without a referrer. A form without both is nobody's.
 */
function isSameOrigin({ headers, url }: ServerRequest, origin: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return headers.get("origin") === (origin ?? new URL(url).origin);
}

function shownAnswer(page: Html | undefined): Answer {
  return page === undefined
    ? textAnswer(404, "text/plain", "There is no such page.\n")
    : textAnswer(200, "text/html", page.text);
}

function notAllowed({ submit: takesForms }: Page): Answer {
  const answer = textAnswer(405, "text/plain", "This page has no such method.\n");
  const allow = takesForms === undefined ? "GET, HEAD" : "GET, HEAD, POST";
  return { ...answer, headers: [...answer.headers, ["allow", allow]] };
}

function textAnswer(status: number, type: string, text: string): Answer {
  const headers: AnswerHeaders = [...HEADERS, ["content-type", `${type}; charset=utf-8`]];
  return { status, headers, body: encodeUtf8(text) };
}

/** What stands in markup as it is: `html` made it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * The tag of markup. Values are escaped, except for markup of this tag; lists are joined; `false` and `undefined` are
 * nothing. Write attribute values in quotes.
 * @example
 * ```ts
 * import { html } from "@proto-gen/runtime/business";
 *
 * const name = "<Ada>";
 * html`<p>${name}</p>`.text; // "<p>&lt;Ada&gt;</p>"
 * ```
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < values.length ? textOf(values[index]) : ""))
      .join(""),
  );
}

function textOf(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
