/** Mutual TLS (§5.2). Whoever terminates TLS must have verified the client's certificate. */

import type { PeerCertificate } from "../server/transport.js";
import { type Check, type Found, principalOf, unauthorized } from "./check.js";

/** Returns the owner of a certificate. Undefined if it is valid but belongs to nobody known. */
export type CertificateOwner = (certificate: PeerCertificate) => Found | Promise<Found>;

/**
 * Creates a check of the client's certificate (§5.2). It answers 401 to a valid certificate that belongs to nobody
 * known.
 * @example
 * ```ts
 * import { mtls } from "@proto-gen/runtime/auth";
 *
 * const owners = new Map([["CN=agent.example", { id: "agent.example" }]]);
 * const authentication = mtls(({ subject }) => owners.get(subject));
 * ```
 */
export function mtls(identify: CertificateOwner): Check {
  return {
    // A header cannot request a TLS handshake.
    challenges: [],
    async authenticate({ connection }) {
      const { peerCertificate } = connection;
      if (peerCertificate === undefined) return undefined;
      const identity = await identify(peerCertificate);
      if (!identity) throw unauthorized([]);
      return principalOf("mtls", identity);
    },
  };
}
