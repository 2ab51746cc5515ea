/** Requests to pages in process, as a browser on this machine sends them. */

import { asProtocolError } from "@proto-gen/runtime/error";
import type { Answer, Connection, Incoming, ServerRequest } from "@proto-gen/runtime/server";
import type { Pages } from "../src/pages/index.js";

export const ORIGIN = "http://127.0.0.1:8080";
const HERE = { remoteAddress: "127.0.0.1" };

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** @throws TypeError where it is not the pages' */
export async function call(
  pages: Pages,
  path: string,
  init: RequestInit = {},
  connection: { readonly remoteAddress?: string } = HERE,
): Promise<Told> {
  const answer = await answerOfPages(pages, new Request(ORIGIN + path, init), connection);
  if (answer === undefined) throw new TypeError(`${path} is not a page`);
  return toldOf(answer);
}

/** As a server answers. Undefined where it is not the pages'. */
export async function answerOfPages(
  pages: Pick<Pages, "find">,
  request: ServerRequest,
  connection: Connection = HERE,
): Promise<Answer | undefined> {
  const route = pages.find(request, connection);
  if (route === undefined) return undefined;
  try {
    // Of what a server knows of a request, they have what they need.
    return await route.answer({} as Incoming);
  } catch (thrown) {
    return route.error?.(asProtocolError(thrown));
  }
}

async function toldOf({ status, headers, body }: Answer): Promise<Told> {
  if (body !== null && !(body instanceof Uint8Array)) throw new TypeError("the answer goes on");
  const text = body === null ? "" : new TextDecoder().decode(body);
  return { status, headers: Object.fromEntries(headers), text };
}

export const FROM_HERE = { "sec-fetch-site": "same-origin" };

export function send(
  pages: Pages,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = FROM_HERE,
): Promise<Told> {
  return call(pages, path, { method: "POST", body: new URLSearchParams(fields), headers });
}

export function tokenIn({ text }: Told): string {
  const [, token] = /name="token"\s+value="([^"]+)"/.exec(text) ?? [];
  if (token === undefined) throw new TypeError("the page has no form");
  return token;
}
