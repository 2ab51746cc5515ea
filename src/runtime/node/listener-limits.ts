/** Limits of Node's HTTP parser, which apply before there is a request. */

import type { ServerOptions } from "node:http";

export interface ListenerLimits {
  /**
   * Maximum size of the request line and all header fields, in bytes. More than the server itself accepts (16 KiB of
   * fields, 8 KiB of path), because its errors are more specific. Default: 32 KiB.
   */
  readonly maxHeaderBytes?: number | undefined;
  /** Time limit for receiving the head of a request, in milliseconds. Default: 15,000. */
  readonly headersTimeoutMs?: number | undefined;
  /** Time limit for receiving the body, in milliseconds. The server itself responds after 30,000. Default: 60,000. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Time to wait for the next request, in milliseconds. Must exceed the load balancer's, so that the server is not
   * the one to close the connection. Default: 65,000.
   */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Time for which a client may read nothing of a response, in milliseconds. Default: 30,000. */
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
    // The precision of the first two timeouts.
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs, requestTimeoutMs),
    // Node would respond to a missing Host with an empty body.
    requireHostHeader: false,
  };
}
