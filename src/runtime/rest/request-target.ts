/**
 * Where a request goes. Its target is in origin form (RFC 9112 §3.2): path and query as they were sent. Its authority is the value of the
 * Host header or the authority of a URL (RFC 3986 §3.2): guards compare hosts, so texts that parsers might read differently are rejected.
 */

import { ProtocolError } from "../error/protocol-error.js";
import type { ServerRequest, Connection } from "../server/transport.js";

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

export interface Authority {
  /** In lower case. IPv6 addresses are in brackets. */
  readonly hostname: string;
  /** Includes the port, unless it is the scheme's default. */
  readonly host: string;
}

/**
 * Excludes user information, which RFC 9110 §4.2.4 forbids, and what URL parsers would decode: percent-encoding and
 * non-ASCII letters.
 */
const AUTHORITY = /^(?:[a-z\d._~!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * @returns undefined if the text is not an authority, or URL parsers read another host, as `127.0.0.1` for `127.1`
 */
export function readAuthority(
  text: string,
  scheme: "https" | "http" = "http",
): Authority | undefined {
  const url = `${scheme}://${text}`;
  if (!AUTHORITY.test(text) || !URL.canParse(url)) return undefined;
  const { hostname, host } = new URL(url);
  const written = text.replace(/:\d*$/, "").toLowerCase();
  // IPv6 addresses have several spellings, but each stands for a single address.
  return hostname === written || text.startsWith("[") ? { hostname, host } : undefined;
}
