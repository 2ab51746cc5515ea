/**
 * Against DNS rebinding: a web page whose name was turned to this server's address speaks from its
 * reader's machine, but with its own name. In: an endpoint, and who else may call. Out: a check.
 */

import { validateHostHeader } from "@modelcontextprotocol/server";
import { ProtocolError } from "../error/index.js";
import { readAuthority } from "../rest/read-authority.js";
import type { ServerOptions, ServerRequest } from "../server/index.js";

declare const URL: new (url: string) => {
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
};

/** @throws ProtocolError forbidden */
export type Doorkeeper = (request: ServerRequest) => void;

export function createDoorkeeper(
  endpoint: string,
  { allowedHosts = [], allowedOrigins = [], cors }: ServerOptions,
): Doorkeeper {
  const own = new URL(endpoint);
  // Ports do not matter: a page that was rebound has the wrong name on any of them.
  const hosts = [own.host, ...allowedHosts].map((host) => new URL(`http://${host}`).hostname);
  // Of every page, where the Host still shows one that was rebound.
  const isOpen = cors?.origins === "*";
  // Whole origins, where the library compares names alone: a page over http is another one.
  const origins = new Set([
    own.origin,
    ...allowedOrigins,
    ...(isOpen ? [] : (cors?.origins ?? [])),
  ]);
  return ({ headers, url }) => {
    // HTTP/2 has no Host; whoever carried the request made its URL of the authority.
    const host = headers.get("host") ?? new URL(url).host;
    // The library takes what stands before an `@` for no part of the host, and decodes what is written as `%6c`.
    if (readAuthority(host) === undefined || !validateHostHeader(host, hosts).ok)
      throw forbidden("The Host is not this endpoint's.");
    const origin = headers.get("origin");
    if (origin !== null && !isOpen && !origins.has(origin))
      throw forbidden("The Origin is not one of those allowed.");
  };
}

function forbidden(content: string): ProtocolError {
  return new ProtocolError("forbidden", { content });
}
