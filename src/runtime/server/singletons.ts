/**
 * Header fields that a request may have once (RFC 9110 §5.3). In: the fields as they were sent. What is
 * joined into one value says to some readers the first, to others the last.
 */

import { ProtocolError } from "../error/index.js";

const SINGLE: readonly string[] = [
  "host",
  "content-type",
  "content-length",
  "content-digest",
  "authorization",
  "x-api-key",
  "idempotency-key",
  "request-id",
];

/**
 * @param rawHeaders names and values in turn, where they are known
 * @param agentHeader in lower case
 * @throws ProtocolError invalid_request that names the header
 */
export function requireSingletons(
  rawHeaders: readonly string[] | undefined,
  agentHeader: string,
): void {
  if (rawHeaders === undefined) return;
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (!SINGLE.includes(name) && name !== agentHeader) continue;
    if (seen.has(name))
      throw new ProtocolError("invalid_request", { content: `The header ${name} is there twice.` });
    seen.add(name);
  }
}
