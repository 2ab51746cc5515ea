/**
 * What must be right in the head of a request before anybody reads it: how its body is framed, and which host it is for. What cannot be read
 * is refused. A guess would let the message through as a request to this machine, or the rest of its body as another request.
 */

import type { IncomingMessage } from "node:http";
import { ProtocolError } from "../error/index.js";
import { readAuthority, type Authority } from "../rest/read-authority.js";

export const ONLY_CHUNKED = "The only Transfer-Encoding that is understood is chunked.";

/** A body whose end nobody knows: the connection ends with the answer, and nothing else on it is a request (RFC 9112 §6.3). */
export class FramingError extends ProtocolError {}

/**
 * RFC 9112 §6.1. Node's parser takes `gzip, chunked` for `chunked`, and passes over a field without a value.
 *
 * @throws FramingError unsupported_request; invalid_request for HTTP/1.0, which has no Transfer-Encoding
 */
export function requireFraming({ httpVersion, rawHeaders }: IncomingMessage): void {
  const codings = valuesOf("transfer-encoding", rawHeaders);
  if (codings.length === 0) return;
  if (httpVersion !== "1.1") {
    const content = "HTTP/1.0 has no Transfer-Encoding.";
    throw new FramingError("invalid_request", { content });
  }
  if (codings.length > 1 || codings[0]?.toLowerCase() !== "chunked") {
    throw new FramingError("unsupported_request", { content: ONLY_CHUNKED });
  }
}

/** RFC 9112 §6: a message has a body where one of two fields says so. */
export function hasBody({ rawHeaders }: IncomingMessage): boolean {
  if (valuesOf("transfer-encoding", rawHeaders).length > 0) return true;
  return valuesOf("content-length", rawHeaders).some((length) => Number(length) !== 0);
}

type Scheme = "https" | "http";

/**
 * The host that a request is for (RFC 9112 §3.3). The client has named it, so it may be any.
 *
 * @param target as it was sent
 * @throws ProtocolError invalid_request for a host that is missing, unreadable or named twice, and for a target that is no path and no URL
 */
export function hostOf(target: string, rawHeaders: readonly string[], scheme: Scheme): Authority {
  const hosts = valuesOf("host", rawHeaders);
  // HTTP/2, where someone else's listener speaks it, has the pseudo-field instead (RFC 9113 §8.3.1).
  const [named, ...others] = [...hosts, ...valuesOf(":authority", rawHeaders)];
  if (named === undefined) throw invalid("The header Host is required.");
  if (hosts.length > 1 || others.some((other) => other !== named))
    throw invalid("The header host is there twice.");
  const authority = rememberedAuthority(named, scheme);
  if (authority === undefined)
    throw invalid("The header Host must be a host, with or without a port.");
  if (!target.startsWith("/") && target !== "*") requireSameHost(target, named);
  return authority;
}

/** @param host the result of `hostOf` for the same target */
export function urlOf(target: string, { host }: Authority, scheme: Scheme): string {
  if (target === "*") return `${scheme}://${host}/`;
  return new URL(target.startsWith("/") ? `${scheme}://${host}${target}` : target).href;
}

/** Clients name one host with every request. */
let last:
  { readonly text: string; readonly scheme: Scheme; readonly authority: Authority } | undefined;

function rememberedAuthority(text: string, scheme: Scheme): Authority | undefined {
  if (last?.text === text && last.scheme === scheme) return last.authority;
  const authority = readAuthority(text, scheme);
  if (authority !== undefined) last = { text, scheme, authority };
  return authority;
}

const ABSOLUTE = /^(https?):\/\/([^/?#]*)/i;

/** RFC 9112 §3.2.2: a client that sends the absolute form names the same host in both places. Of two, the next reader may take either. */
function requireSameHost(target: string, named: string): void {
  const [, written, authority] = ABSOLUTE.exec(target) ?? [];
  if (written === undefined || authority === undefined || !URL.canParse(target))
    throw invalid("The request target is no path.");
  const scheme = written.toLowerCase() === "https" ? "https" : "http";
  const host = readAuthority(authority, scheme)?.host;
  if (host === undefined || host !== readAuthority(named, scheme)?.host)
    throw invalid("The request target and the header Host name different hosts.");
}

function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === name.length && rawHeaders[at]!.toLowerCase() === name)
      values.push(rawHeaders[at + 1]!);
  return values;
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}
