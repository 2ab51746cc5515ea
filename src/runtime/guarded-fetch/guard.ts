/** Guards connections to URLs that others choose: they reach only the public internet, and are limited in time. */

import { type Socket, connect as connectTcp, isIP, type LookupFunction } from "node:net";
import { DocumentFetchError } from "../document/document-fetch.js";
import { type Cancellation, withinTime, type EndErrors } from "../time/time.js";
import type { WebSignal } from "../rest/web.js";
import {
  systemResolver,
  vet,
  vettedAddresses,
  type Resolver,
  type Address,
  targetOf,
  type Target,
} from "./resolver.js";
import { connect as connectTls } from "node:tls";
import { once } from "node:events";

export interface GuardOptions {
  /** Allowed ports. Default: 443. */
  readonly ports?: readonly number[] | undefined;
  /** Time limit from name resolution to the end of the response, in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum size of the response's header fields, in bytes. Default: 16,384. */
  readonly headerBytes?: number | undefined;
  readonly ca?: TrustedCertificates | undefined;
  /** For tests: allows http, any port, and this machine. Other private addresses are still refused. */
  readonly development?: boolean | undefined;
  readonly resolve?: Resolver | undefined;
  readonly connect?: Connector | undefined;
}

/** Receives an open connection to a vetted address. */
export type GuardedWork<Result> = (socket: Socket, target: Target) => Promise<Result>;

/** @throws DocumentFetchError */
export type Guard = <Result>(
  url: string,
  caller: WebSignal | undefined,
  work: GuardedWork<Result>,
) => Promise<Result>;

export function createGuard(options: GuardOptions): Guard {
  const {
    ports = [443],
    timeoutMs = 5_000,
    development = false,
    resolve = systemResolver,
    connect = createConnector(options.ca),
  } = options;

  async function connected<Result>(
    url: string,
    signal: Cancellation,
    work: GuardedWork<Result>,
  ): Promise<Result> {
    const target = targetOf(url, { ports, development });
    const addresses = await vettedAddresses(target, resolve, development);
    signal.throwIfAborted();
    const socket = await connect({ ...target, addresses }, signal);
    return withSocket(socket, signal, async () => {
      // Vet again before anything is sent.
      vet(socket.remoteAddress, development);
      return work(socket, target);
    });
  }

  return (url, caller, work) =>
    withinTime(timeoutMs, caller, (signal) => connected(url, signal, work), ERRORS);
}

const ERRORS: EndErrors = {
  timeout: () => new DocumentFetchError("TIMEOUT"),
  aborted: (cause) => new DocumentFetchError("ABORTED", { cause }),
};

/** Closes the connection in any case. */
async function withSocket<Result>(
  socket: Socket,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = (): void => void socket.destroy();
  // Errors before the request or after the response concern nobody, but must not crash the process.
  socket.on("error", end);
  signal.addEventListener("abort", end);
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    throw error instanceof DocumentFetchError
      ? error
      : new DocumentFetchError("BROKEN_OFF", { cause: error });
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** A host whose addresses were vetted. */
export interface ConnectTarget {
  /** For SNI and certificate verification. It is not resolved again. */
  readonly hostname: string;
  readonly addresses: readonly Address[];
  readonly port: number;
  /** False in development only. */
  readonly secure: boolean;
}

/** Opens a connection and verifies its certificate. The remote address is vetted once more afterwards. */
export type Connector = (to: ConnectTarget, signal: AbortSignal) => Promise<Socket>;

/** Trusted certificates in PEM, replacing the system's. */
export type TrustedCertificates = string | readonly string[];

/** §5.7: requires TLS 1.3. */
function createConnector(ca: TrustedCertificates | undefined): Connector {
  return async ({ hostname, addresses, port, secure }, signal) => {
    const where = { host: hostname, port, lookup: lookupIn(addresses) };
    const socket = secure
      ? connectTls({
          ...where,
          // RFC 6066 §3: an IP address is not a server name.
          servername: isIP(hostname) === 0 ? hostname : "",
          ALPNProtocols: ["http/1.1"],
          minVersion: "TLSv1.3",
          // Overrides the environment, which may disable verification.
          rejectUnauthorized: true,
          ca: typeof ca === "object" ? [...ca] : ca,
        })
      : connectTcp(where);
    try {
      await once(socket, secure ? "secureConnect" : "connect", { signal });
      return socket;
    } catch (cause) {
      socket.destroy();
      throw new DocumentFetchError("NOT_CONNECTED", { detail: hostname, cause });
    }
  };
}

/** Resolves to the vetted addresses without a DNS query. */
function lookupIn(addresses: readonly Address[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}
