/** The request target in origin form (RFC 9112 §3.2): the path and the query, as they were sent. */

import { ProtocolError } from "../error/index.js";
import type { Connection } from "./connection.js";
import type { ServerRequest } from "./transport.js";

declare const URLSearchParams: new (query: string) => object;
declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly pathname: string; readonly search: string };
};

/** @throws ProtocolError invalid_request for a target in none of the forms that a server answers */
export function targetOf(request: ServerRequest, { target }: Connection): string {
  if (target === undefined) {
    const { pathname, search } = new URL(request.url);
    return pathname + search;
  }
  if (target.startsWith("/")) return target;
  // The absolute form, which every server must take (RFC 9112 §3.2.2): what stands after the authority.
  const origin = /^https?:\/\/[^/?#]+/i.exec(target);
  if (origin !== null) {
    const rest = target.slice(origin[0].length);
    return rest.startsWith("/") ? rest : `/${rest}`;
  }
  throw new ProtocolError("invalid_request", { content: "The request target is no path." });
}

/** Without the query. */
export function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end === -1 ? target : target.slice(0, end);
}

/** What the target of a call says, however it is percent-encoded (RFC 3986 §6.2.2): its resource, and the query. */
export function canonicalTarget(
  target: string,
  template: string,
  identifiers: Readonly<Record<string, string>>,
): string {
  const path = template.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(identifiers[name] ?? ""),
  );
  return `${path}?${String(new URLSearchParams(target.slice(pathOf(target).length)))}`;
}
