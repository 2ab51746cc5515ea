/** Formats issues in one line, for errors and logs. */

/** Maximum number of issues to report: with more, the caller has to start over anyway. */
export const MAX_ISSUES = 10;

/** The readable part of an `Issue`. */
interface IssueLine {
  readonly path: string;
  readonly message: string;
}

/** `$.currency is required; $.id must be a string`. */
export function issueText(issues: readonly IssueLine[]): string {
  return issues.map(({ path, message }) => `${path} ${message}`).join("; ");
}
