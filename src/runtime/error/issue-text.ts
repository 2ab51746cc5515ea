/** Issues in one line: for the content of an error, or for a log. */

/** How many a caller is told of: whoever has more wrong starts over anyway. */
export const MAX_ISSUES = 10;

/** Of an `Issue`, what people read. */
interface Told {
  readonly path: string;
  readonly message: string;
}

/** `$.currency is required; $.id must be a string`. */
export function issueText(issues: readonly Told[]): string {
  return issues.map(({ path, message }) => `${path} ${message}`).join("; ");
}
