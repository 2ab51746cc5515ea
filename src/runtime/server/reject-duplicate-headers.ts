/**
 * Rejects requests that repeat a header field which may occur once (RFC 9110 §5.3), since readers disagree on which
 * value counts. Dictionary and list fields may be split over lines (RFC 8941 §4.2), so the agent header,
 * Content-Digest and the signature fields are not checked.
 */

import { ProtocolError } from "../error/protocol-error.js";

const SINGLE: readonly string[] = [
  "host",
  "content-type",
  "content-length",
  "authorization",
  "x-api-key",
  "idempotency-key",
  "request-id",
];

/**
 * Takes alternating names and values; undefined, if they are unknown, passes.
 * @throws ProtocolError `invalid_request` that names the header
 */
export type RejectDuplicateHeaders = (rawHeaders: readonly string[] | undefined) => void;

export function createRejectDuplicateHeaders(): RejectDuplicateHeaders {
  // One bit per field, so the fields seen so far are one number.
  const bits = new Map(SINGLE.map((name, index) => [name, 1 << index] as const));
  return (rawHeaders = []) => {
    let seen = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = (rawHeaders[at] as string).toLowerCase();
      const bit = bits.get(name) ?? 0;
      if ((seen & bit) !== 0)
        throw new ProtocolError("invalid_request", {
          content: `The header ${name} must not be repeated.`,
        });
      seen |= bit;
    }
  };
}
