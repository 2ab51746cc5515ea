/** Connects to vetted addresses: the interface, and its TLS implementation. */

import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { once } from "node:events";
import { DocumentFetchError } from "../document/document-fetch-error.js";
import type { Address } from "./resolver.js";

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
export function createConnector(ca: TrustedCertificates | undefined): Connector {
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
          ...(ca === undefined ? {} : { ca: typeof ca === "string" ? ca : [...ca] }),
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
