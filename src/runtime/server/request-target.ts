/** The request target in origin form (RFC 9112 §3.2): path and query as they were sent. */

import { ProtocolError } from "../error/protocol-error.js";
import type { ServerRequest, Connection } from "./transport.js";

/** @throws ProtocolError `invalid_request` if the target is neither in origin form nor in absolute form */
export function targetOf(request: ServerRequest, { target }: Connection): string {
  if (target === undefined) {
    const { pathname, search } = new URL(request.url);
    return pathname + search;
  }
  if (target.startsWith("/")) return target;
  // Servers must accept the absolute form (RFC 9112 §3.2.2); only the part after the authority is used.
  const origin = /^https?:\/\/[^/?#]+/i.exec(target);
  if (origin !== null) {
    const rest = target.slice(origin[0].length);
    return rest.startsWith("/") ? rest : `/${rest}`;
  }
  throw new ProtocolError("invalid_request", {
    content: "The request target must be a path or an absolute URL.",
  });
}

/** Removes the query. */
export function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end === -1 ? target : target.slice(0, end);
}

/** Normalizes percent-encoding (RFC 3986 §6.2.2), so that equal calls have equal targets. */
export function canonicalTarget(
  target: string,
  template: string,
  identifiers: Readonly<Record<string, string>>,
): string {
  const path = template.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(identifiers[name] ?? ""),
  );
  const query = target.slice(pathOf(target).length);
  return query === "" ? `${path}?` : `${path}?${String(new URLSearchParams(query))}`;
}
