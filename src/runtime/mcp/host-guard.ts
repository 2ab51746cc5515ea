/**
 * Protects against DNS rebinding: a web page whose host name was redirected to this server's address calls from its
 * reader's machine, but with its own name in Host.
 */

import { validateHostHeader } from "@modelcontextprotocol/server";
import { ProtocolError } from "../error/index.js";
import { readAuthority } from "../rest/read-authority.js";
import type { ServerOptions, ServerRequest } from "../server/index.js";

/** @throws ProtocolError `forbidden` */
export type HostGuard = (request: ServerRequest) => void;

export function createHostGuard(
  endpoint: string,
  { allowedHosts = [], allowedOrigins = [], cors }: ServerOptions,
): HostGuard {
  const own = new URL(endpoint);
  // Ports do not matter: a rebound page has the wrong host name on any port.
  const hosts = [own.host, ...allowedHosts].map((host) => new URL(`http://${host}`).hostname);
  // Any origin may call; Host still reveals a rebound page.
  const isOpen = cors?.origins === "*";
  // Compares whole origins, unlike the library, which compares host names only: an http page is another origin.
  const origins = new Set([
    own.origin,
    ...allowedOrigins,
    ...(isOpen ? [] : (cors?.origins ?? [])),
  ]);
  return ({ headers, url }) => {
    // HTTP/2 has no Host; the transport made the URL from the authority.
    const host = headers.get("host") ?? new URL(url).host;
    // The library ignores what precedes an `@`, and decodes escapes such as `%6c`.
    if (readAuthority(host) === undefined || !validateHostHeader(host, hosts).ok)
      throw forbidden("The Host header does not name this endpoint.");
    const origin = headers.get("origin");
    if (origin !== null && !isOpen && !origins.has(origin))
      throw forbidden("The Origin header is not allowed.");
  };
}

function forbidden(content: string): ProtocolError {
  return new ProtocolError("forbidden", { content });
}
