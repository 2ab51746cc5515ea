/** How long Node waits for whom, and how much it reads before there is a request. */

import type { ServerOptions } from "node:http";

export interface ListenerLimits {
  /**
   * Of the request line and all header fields, in bytes; 32 KiB unless told. More than what the server
   * itself takes (16 KiB of fields, 8 KiB of path): its refusals say more.
   */
  readonly maxHeaderBytes?: number | undefined;
  /** From a connection, or the request before, to the end of a head; 15,000 unless told. */
  readonly headersTimeoutMs?: number | undefined;
  /** To the end of a body; 60,000 unless told. The server itself gives up after 30,000, with an answer. */
  readonly requestTimeoutMs?: number | undefined;
  /** Between two requests; 65,000 unless told. Longer than load balancers wait: who hangs up first wins. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** How long a client may read nothing of an answer that waits for it; 30,000 unless told. */
  readonly sendTimeoutMs?: number | undefined;
}

export const DEFAULT_SEND_TIMEOUT_MS = 30_000;

export function listenerLimits({
  maxHeaderBytes = 32_768,
  headersTimeoutMs = 15_000,
  requestTimeoutMs = 60_000,
  keepAliveTimeoutMs = 65_000,
}: ListenerLimits = {}): ServerOptions {
  return {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // How exact the first two are.
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs, requestTimeoutMs),
    // Node would answer what lacks one with an empty body.
    requireHostHeader: false,
  };
}
