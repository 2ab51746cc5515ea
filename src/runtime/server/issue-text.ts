/** Issues in one line: for the content of an error, or for a log. */

import type { Issue } from "../schema/index.js";

/** How many a caller is told of: whoever has more wrong starts over anyway. */
export const MAX_ISSUES = 10;

/** `$.currency is required; $.id must be a string`. */
export function issueText(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => `${path} ${message}`).join("; ");
}
