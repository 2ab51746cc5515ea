/** Vetted addresses to a connection: a port, and the one over TLS. */

import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { once } from "node:events";
import { DocumentFetchError } from "../document/document-fetch-error.js";
import type { Address } from "./resolver.js";

export interface Destination {
  /** For SNI, and what the certificate must be valid for. It is not looked up again. */
  readonly hostname: string;
  readonly addresses: readonly Address[];
  readonly port: number;
  /** False in development only. */
  readonly secure: boolean;
}

/** A connection that is open, its certificate verified. What it connects to is checked once more. */
export type Connector = (to: Destination, signal: AbortSignal) => Promise<Socket>;

/** Certificates that are trusted: in PEM, in place of the system's. */
export type TrustedCertificates = string | readonly string[];

/** §5.7: TLS 1.3 at least. */
export function createConnector(ca: TrustedCertificates | undefined): Connector {
  return async ({ hostname, addresses, port, secure }, signal) => {
    const where = { host: hostname, port, lookup: lookupIn(addresses) };
    const socket = secure
      ? connectTls({
          ...where,
          // RFC 6066 §3: no address is a name.
          servername: isIP(hostname) === 0 ? hostname : "",
          ALPNProtocols: ["http/1.1"],
          minVersion: "TLSv1.3",
          // Even where the environment says otherwise.
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

/** Gives the addresses that are known. */
function lookupIn(addresses: readonly Address[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}
