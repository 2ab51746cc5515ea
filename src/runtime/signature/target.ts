/**
 * Derives components from a request's target (RFC 9421 §2.2). Parses the target by hand, as it was sent: the `URL` of
 * the Fetch standard resolves `/../` and rewrites escapes, so no signature would match.
 */

import type { Fields } from "./fields.js";
import type { RequestMessage } from "./message.js";
import { MessageError } from "./message-error.js";

export interface Target {
  readonly scheme: string;
  /** In lower case, without the scheme's default port (§2.2.3). */
  readonly authority: string;
  /** Never empty (§2.2.6). */
  readonly path: string;
  /** Includes the `?`. Undefined if there is none. */
  readonly query: string | undefined;
}

/** RFC 9112 §3.2.2. */
const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/i;
/** RFC 3986 §3.2 without user information, which RFC 9110 §4.2.4 forbids. */
const AUTHORITY = /^([\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::(\d{0,5}))?$/i;
const VISIBLE = /^[\x21-\x7e]+$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { https: "443", http: "80" };

/** @throws MessageError */
export function targetOf(request: RequestMessage, fields: Fields): Target {
  const { target } = request;
  if (!VISIBLE.test(target)) throw new MessageError("The request target is invalid.");
  const absolute = ABSOLUTE.exec(target);
  // Check Host even if it is not used: of two values, another reader might use either.
  const host = fields.single("host");
  if (absolute !== null) {
    const [, scheme, authority, rest] = absolute;
    return parts(scheme!.toLowerCase(), request.authority ?? authority, rest!);
  }
  if (!target.startsWith("/"))
    throw new MessageError("The request target must be a path or an absolute URL.");
  return parts(request.scheme, request.authority ?? host, target);
}

function parts(scheme: string, authority: string | undefined, rest: string): Target {
  const question = rest.indexOf("?");
  const path = question < 0 ? rest : rest.slice(0, question);
  return {
    scheme,
    authority: normalAuthority(scheme, authority),
    path: path === "" ? "/" : path,
    query: question < 0 ? undefined : rest.slice(question),
  };
}

function normalAuthority(scheme: string, authority: string | undefined): string {
  if (authority === undefined) throw new MessageError("The request names no host.");
  const found = AUTHORITY.exec(authority);
  if (found === null) throw new MessageError("The request's host is invalid.");
  const host = found[1]!.toLowerCase();
  const port = found[2] ?? "";
  return port === "" || port === DEFAULT_PORTS[scheme] ? host : `${host}:${port}`;
}
