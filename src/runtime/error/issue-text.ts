/** Formats issues in one line, for errors and logs. */

/** Maximum number of issues to report: with more, the caller has to start over anyway. */
export const MAX_ISSUES = 10;

/** The readable part of an `Issue`. */
interface Told {
  readonly path: string;
  readonly message: string;
}

/** `$.currency is required; $.id must be a string`. */
export function issueText(issues: readonly Told[]): string {
  return issues.map(({ path, message }) => `${path} ${message}`).join("; ");
}
