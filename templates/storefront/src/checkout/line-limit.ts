/** How many lines a request may have (§7): answers, records and pages grow with them. */

import { ProtocolError } from "@proto-gen/runtime/error";

const MOST_LINES = 500;

/** @throws ProtocolError request_too_large */
export function requireFewLines(lines: readonly unknown[]): void {
  if (lines.length <= MOST_LINES) return;
  const content = `$.line_items may have ${MOST_LINES} at most`;
  throw new ProtocolError("request_too_large", { content });
}
