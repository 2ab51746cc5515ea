import { issueText } from "../error/issue-text.js";
import type { Issue } from "../schema/index.js";

/** A handler's answer breaks its schema. The caller only learns that there was an internal error. */
export class InvalidAnswer extends Error {
  override readonly name = "InvalidAnswer";
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    super(`the answer of ${operation} is not valid: ${issueText(issues)}`);
    this.issues = issues;
  }
}
