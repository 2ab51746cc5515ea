/**
 * Calls from pages of other origins (the Fetch standard, CORS): which pages a browser lets read answers, and send what calls have.
 * Without the option no page can. Cookies are none of it: who calls says so in header fields, so `Access-Control-Allow-Credentials` is
 * never sent, and a page calls with nothing of its reader's.
 */

import type { Answer, AnswerHeaders } from "../rest/index.js";
import { errorAnswer } from "../rest/index.js";
import type { Service } from "../service/index.js";
import type { Vocabulary } from "../vocabulary/index.js";
import type { Route, ServerRequest } from "./transport.js";

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly origin: string };
};

export interface CorsOptions {
  /** Of the pages that may call: `https://app.example`; `"*"` for every page. They may call over MCP, too. */
  readonly origins: "*" | readonly string[];
  /** Header fields that pages may send beside those of the protocol, of its operations and of MCP. */
  readonly headers?: readonly string[];
  /** Header fields of answers that pages may read beside those of the protocol and of MCP. */
  readonly exposedHeaders?: readonly string[];
  /** How long browsers may keep what a preflight was told; 600 unless told. */
  readonly maxAgeSeconds?: number;
}

/** §4.8, §5.4 and what MCP has over HTTP. */
const REQUEST_HEADERS = [
  ...["Accept", "Accept-Language", "Authorization", "Content-Digest", "Content-Type"],
  ...["Idempotency-Key", "Request-Id", "Signature", "Signature-Input", "X-API-Key"],
  ...["Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id"],
];
const ANSWER_HEADERS = [
  ...["Allow", "Content-Digest", "ETag", "Retry-After", "Signature", "Signature-Input"],
  ...["WWW-Authenticate", "Mcp-Session-Id"],
];
/** RFC 9110 §5.6.2. */
const TOKEN = /^[\w!#$%&'+.^`|~-]+$/;

/** The same route, whose answers say which pages may read them, and which answers preflights. */
export type ShareRoute = (route: Route, request: ServerRequest) => Route;

/** @throws TypeError for an option that no browser would take */
export function createCors(
  options: CorsOptions | undefined,
  { agentHeader }: Vocabulary,
  services: readonly Service[],
): ShareRoute {
  if (options === undefined) return (route) => route;
  const { maxAgeSeconds = 600 } = options;
  const { origins, headers = [], exposedHeaders = [] } = checked(options);
  const bindings = services.flatMap(({ operations }) =>
    operations.flatMap(({ rest }) => rest ?? []),
  );
  const declared = bindings.flatMap(({ parameters }) =>
    parameters.filter((each) => each.in === "header"),
  );
  const sent = [agentHeader, ...REQUEST_HEADERS, ...declared.map(({ name }) => name), ...headers];
  const methods = ["GET", "HEAD", "POST", ...bindings.map(({ method }) => method)];
  const preflight: AnswerHeaders = [
    ["cache-control", "no-store"],
    ["access-control-allow-methods", list(methods)],
    ["access-control-allow-headers", list(sent)],
    ["access-control-max-age", String(maxAgeSeconds)],
  ];
  const exposed = list([...ANSWER_HEADERS, ...exposedHeaders]);

  function sharing(request: ServerRequest): AnswerHeaders {
    if (origins === "*") return [["access-control-allow-origin", "*"]];
    // Whoever keeps the answer keeps it for this origin alone, also where it is not one of them.
    const vary = ["vary", "Origin"] as const;
    const origin = request.headers.get("origin");
    return origin === null || !origins.includes(origin)
      ? [vary]
      : [["access-control-allow-origin", origin], vary];
  }

  return (route, request) => {
    const shared = sharing(request);
    const isAllowed = shared.some(([name]) => name === "access-control-allow-origin");
    const share = (answer: Answer): Answer => ({
      ...answer,
      headers: [
        ...answer.headers,
        ...shared,
        ...(isAllowed ? [["access-control-expose-headers", exposed] as const] : []),
      ],
    });
    return {
      ...route,
      answer: async (incoming) =>
        isAllowed && isPreflight(request)
          ? { status: 204, headers: [...preflight, ...shared], body: null }
          : share(await route.answer(incoming)),
      error: (error) => share(route.error?.(error) ?? errorAnswer(error)),
    };
  };
}

function isPreflight({ method, headers }: ServerRequest): boolean {
  return (
    method === "OPTIONS" &&
    headers.get("origin") !== null &&
    headers.get("access-control-request-method") !== null
  );
}

function checked(options: CorsOptions): CorsOptions {
  const { origins, headers = [], exposedHeaders = [], maxAgeSeconds = 0 } = options;
  const wrong = origins === "*" ? undefined : origins.find((each) => !isOrigin(each));
  if (wrong !== undefined)
    throw new TypeError(`cors.origins: ${wrong} is no origin, such as https://app.example`);
  const field = [...headers, ...exposedHeaders].find((name) => !TOKEN.test(name));
  if (field !== undefined) throw new TypeError(`cors: ${field} is no name of a header field`);
  if (!Number.isSafeInteger(maxAgeSeconds) || maxAgeSeconds < 0)
    throw new TypeError("cors.maxAgeSeconds: expected a whole number of seconds from 0 on");
  return options;
}

/** Browsers send it as it is serialized: in lower case, without a slash at its end or the port of its scheme. `*` in one is no pattern. */
function isOrigin(text: string): boolean {
  return !text.includes("*") && URL.canParse(text) && new URL(text).origin === text;
}

/** Each once, whatever its case. */
function list(names: readonly string[]): string {
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].sort().join(", ");
}
