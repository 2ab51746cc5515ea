/** Runs a server on its own listener, with TLS, until it is closed. */

import { createServer, type Server as HttpServer, type ServerOptions } from "node:http";
import { createServer as createHttpsServer, type ServerOptions as HttpsOptions } from "node:https";
import { once } from "node:events";
import { isIPv6, type AddressInfo } from "node:net";
import process from "node:process";
import type { Server } from "../server/create-server.js";
import { createClosing, DEFAULT_CLOSE_MS, type CloseOptions, attach } from "./attach.js";

/** Limits of Node's HTTP parser, which apply before there is a request. */
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

const DEFAULT_SEND_TIMEOUT_MS = 30_000;

function listenerLimits({
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

/** As for `node:https`, except that the versions are fixed (§4.2: at least TLS 1.3). */
export type TlsOptions = Omit<
  HttpsOptions,
  "minVersion" | "maxVersion" | "secureProtocol" | "secureOptions" | "ALPNProtocols"
>;

export interface ServeNodeOptions {
  /** 0 selects any free port. */
  readonly port: number;
  /** In development only a loopback address is allowed. Default: all interfaces, or 127.0.0.1 in development. */
  readonly host?: string | undefined;
  /** `key` and `cert`, and other options of `node:https`, such as `ca` with `requestCert`. */
  readonly tls?: TlsOptions | undefined;
  /** Plain http for this machine only. Never use it where others can call. */
  readonly development?: boolean | undefined;
  readonly limits?: ListenerLimits | undefined;
  /** Process signals on which the server closes: `["SIGTERM", "SIGINT"]`. */
  readonly closeOn?: readonly NodeJS.Signals[] | undefined;
  /** Closes the server when aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface NodeServer {
  /** `https://localhost:8443`: scheme, host and port, without a path. */
  readonly url: string;
  readonly port: number;
  /**
   * Accepts no more connections, lets requests in flight finish, and drops the rest after `timeoutMs` (default
   * 10,000). Repeated calls wait for the same shutdown.
   */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Runs a server on a listener of its own: https with at least TLS 1.3 (§5.7), or plain http in development. Resolves
 * once the server is listening.
 * @throws TypeError without `tls`, unless `development` is true and `host` is a loopback address
 * @throws whatever `listen` emits: EADDRINUSE, EACCES
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { serveNode } from "@proto-gen/runtime/node";
 * import type { BusinessServer } from "@proto-gen/runtime/server";
 *
 * declare const server: BusinessServer;
 * const tls = { key: await readFile("shop.key"), cert: await readFile("shop.crt") };
 * const { url } = await serveNode(server, { port: 8443, tls, closeOn: ["SIGTERM"] });
 * console.log(`listening on ${url}`);
 * ```
 */
export async function serveNode(
  server: Pick<Server, "answer">,
  options: ServeNodeOptions,
): Promise<NodeServer> {
  const { port, tls, development = false, signal } = options;
  const host = options.host ?? (development ? "127.0.0.1" : undefined);
  if (signal?.aborted) throw signal.reason;
  if (tls === undefined && development) requireLoopback(host);
  const listener = listenerFor(tls, development, options.limits);
  const { sendTimeoutMs = DEFAULT_SEND_TIMEOUT_MS } = options.limits ?? {};
  const inFlight = attach(listener, server, sendTimeoutMs);
  const closing = createClosing(listener, inFlight);
  listener.listen({ port, host });
  await once(listener, "listening");

  const close = (how: CloseOptions = {}): Promise<void> => {
    stopWaiting();
    return closing(how.timeoutMs ?? DEFAULT_CLOSE_MS);
  };
  const stopWaiting = closeOn(options.closeOn ?? [], signal, () => void close());
  const address = listener.address() as AddressInfo;
  const scheme = tls === undefined ? "http" : "https";
  return { url: `${scheme}://${authority(host, address.port)}`, port: address.port, close };
}

function listenerFor(
  tls: TlsOptions | undefined,
  development: boolean,
  limits: ListenerLimits | undefined,
): HttpServer {
  const common = listenerLimits(limits);
  if (tls !== undefined) {
    const handshakeTimeout = common.headersTimeout;
    return createHttpsServer({ ...tls, ...common, handshakeTimeout, minVersion: "TLSv1.3" });
  }
  if (development) return createServer(common);
  throw new TypeError(
    "serveNode: `tls` is missing, and the protocol requires https (§4.2)\n" +
      "  give `tls: { key, cert }`; or, on this machine alone, `development: true` for plain http;\n" +
      "  behind a proxy that speaks TLS, use `toNodeHandler` with a `node:http` server of your own",
  );
}

/**
 * A server without TLS must not be reachable from other machines. Any host name other than `localhost` may be the
 * address of another machine.
 */
function requireLoopback(host: string | undefined): void {
  if (host !== undefined && /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i.test(host)) return;
  throw new TypeError(
    `serveNode: ${host} can be reached from other machines, and development is plain http (§4.2)\n` +
      "  leave out `host`, or give `tls: { key, cert }`;\n" +
      "  behind a proxy that speaks TLS, use `toNodeHandler` with a `node:http` server of your own",
  );
}

/** If it listens on all interfaces, this machine's name works. */
function authority(host: string | undefined, port: number): string {
  const name = host === undefined || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/**
 * Closes a server on process signals or an `AbortSignal`. Calls `close` once, on the first of them. Returns a
 * function that removes the listeners.
 */
function closeOn(
  signals: readonly NodeJS.Signals[],
  abort: AbortSignal | undefined,
  close: () => void,
): () => void {
  for (const name of signals) process.once(name, close);
  abort?.addEventListener("abort", close, { once: true });
  return () => {
    for (const name of signals) process.off(name, close);
    abort?.removeEventListener("abort", close);
  };
}
