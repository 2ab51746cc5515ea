/** Sends one request on a connection of its own. The response's body is left unread. */

import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { DocumentFetchError } from "../document/document-fetch-error.js";
import type { Target } from "./target.js";

export interface Outgoing {
  readonly method: string;
  /** The headers that differ between exchanges. */
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Uint8Array;
}

const HEADER_BYTES = 16_384;

export function exchange(
  socket: Socket,
  { host, path }: Target,
  { method, headers, body }: Outgoing,
  headerBytes: number = HEADER_BYTES,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      createConnection: () => socket,
      // No agent: neither its pooled connections nor a proxy from the environment.
      agent: undefined,
      method,
      path,
      headers: { Host: host, "Accept-Encoding": "identity", Connection: "close", ...headers },
      maxHeaderSize: headerBytes,
      insecureHTTPParser: false,
    });
    outgoing.once("response", resolve);
    outgoing.on("error", (cause) => reject(brokenOff(cause)));
    // A protocol switch (101) closes the request without an error.
    outgoing.once("close", () => reject(brokenOff(undefined)));
    outgoing.end(body);
  });
}

export function brokenOff(cause: unknown): DocumentFetchError {
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  const what = code === "HPE_HEADER_OVERFLOW" ? "HEADERS_TOO_LARGE" : "BROKEN_OFF";
  return new DocumentFetchError(what, { cause });
}
