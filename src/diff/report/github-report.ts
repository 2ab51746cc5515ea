/** A comparison as workflow commands of GitHub Actions, one line for each change. */

import { toGithub } from "../../findings/github.js";
import { toFinding } from "./findings.js";
import type { ReviewedComparison } from "./reviewed.js";

export function githubReport({ changes }: ReviewedComparison): string {
  return changes.length === 0 ? "" : `${toGithub(changes.map(toFinding))}\n`;
}
