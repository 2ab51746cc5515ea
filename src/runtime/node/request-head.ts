/**
 * Checks a request's head before anything is read: the framing of its body and its host. Invalid requests are
 * rejected, since a guess could route the message to this machine, or treat the rest of its body as another request.
 */

import type { IncomingMessage } from "node:http";
import { ProtocolError } from "../error/protocol-error.js";
import { readAuthority, type Authority } from "../rest/read-authority.js";

export const ONLY_CHUNKED = "The only supported Transfer-Encoding is chunked.";

/**
 * The end of the body is unknown, so the connection ends after the response and no other request is read (RFC 9112
 * §6.3).
 */
export class FramingError extends ProtocolError {}

/**
 * RFC 9112 §6.1. Node's parser treats `gzip, chunked` as `chunked`, and ignores a field without a value.
 * @throws FramingError `unsupported_request`; `invalid_request` for HTTP/1.0, which has no Transfer-Encoding
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

/** RFC 9112 §6: one of two fields announces a body. */
export function hasBody({ rawHeaders }: IncomingMessage): boolean {
  if (valuesOf("transfer-encoding", rawHeaders).length > 0) return true;
  return valuesOf("content-length", rawHeaders).some((length) => Number(length) !== 0);
}

type Scheme = "https" | "http";

/**
 * The host that a request is for (RFC 9112 §3.3), as the client claims.
 * @param target as it was sent
 * @throws ProtocolError `invalid_request` if the host is missing, invalid or ambiguous, or the target is neither a
 * path nor a URL
 */
export function hostOf(target: string, rawHeaders: readonly string[], scheme: Scheme): Authority {
  const hosts = valuesOf("host", rawHeaders);
  // HTTP/2, if another listener supports it, has the pseudo-field instead (RFC 9113 §8.3.1).
  const [named, ...others] = [...hosts, ...valuesOf(":authority", rawHeaders)];
  if (named === undefined) throw invalid("The header Host is required.");
  if (hosts.length > 1 || others.some((other) => other !== named))
    throw invalid("The header host must not be repeated.");
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

/** Clients name the same host with every request, so cache the last one. */
let last:
  { readonly text: string; readonly scheme: Scheme; readonly authority: Authority } | undefined;

function rememberedAuthority(text: string, scheme: Scheme): Authority | undefined {
  if (last?.text === text && last.scheme === scheme) return last.authority;
  const authority = readAuthority(text, scheme);
  if (authority !== undefined) last = { text, scheme, authority };
  return authority;
}

const ABSOLUTE = /^(https?):\/\/([^/?#]*)/i;

/**
 * RFC 9112 §3.2.2: in absolute form, target and Host name the same host. If they differ, the next parser may use
 * either.
 */
function requireSameHost(target: string, named: string): void {
  const [, written, authority] = ABSOLUTE.exec(target) ?? [];
  if (written === undefined || authority === undefined || !URL.canParse(target))
    throw invalid("The request target must be a path or an absolute URL.");
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
