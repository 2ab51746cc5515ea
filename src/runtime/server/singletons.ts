/**
 * Header fields that a request may have once (RFC 9110 §5.3). In: the fields as they were sent. What is
 * joined into one value says to some readers the first, to others the last. Lines of a dictionary or a list are one value (RFC 8941
 * §4.2), so the agent header, Content-Digest and the signature fields are not among them.
 */

import { ProtocolError } from "../error/index.js";

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
 * In: names and values in turn, where they are known.
 * @throws ProtocolError invalid_request that names the header
 */
export type RequireSingletons = (rawHeaders: readonly string[] | undefined) => void;

export function createRequireSingletons(): RequireSingletons {
  // A bit for each: what has been seen is one number.
  const bits = new Map(SINGLE.map((name, index) => [name, 1 << index] as const));
  return (rawHeaders = []) => {
    let seen = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = (rawHeaders[at] as string).toLowerCase();
      const bit = bits.get(name) ?? 0;
      if ((seen & bit) !== 0)
        throw new ProtocolError("invalid_request", {
          content: `The header ${name} is there twice.`,
        });
      seen |= bit;
    }
  };
}
