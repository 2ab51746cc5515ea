import { issueText } from "../error/issue-text.js";
import type { Issue } from "../schema/index.js";

/** A handler's answer breaks its schema: the caller learns nothing of it but that there was an error. */
export class InvalidAnswer extends Error {
  override readonly name = "InvalidAnswer";
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    super(`the answer of ${operation} is not valid: ${issueText(issues)}`);
    this.issues = issues;
  }
}
