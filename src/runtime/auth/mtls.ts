/** Mutual TLS (§5.2): the certificate that the client has shown, and whoever ended TLS has verified. */

import type { PeerCertificate } from "../server/connection.js";
import { unauthorized } from "./challenge.js";
import type { Check } from "./check.js";
import { principalOf, type Found } from "./principal.js";

/** Whose certificate it is; undefined for one that is nobody's here, though an authority has issued it. */
export type CertificateOwner = (certificate: PeerCertificate) => Found | Promise<Found>;

export function mtls(identify: CertificateOwner): Check {
  return {
    // A handshake is not asked for in a header.
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
