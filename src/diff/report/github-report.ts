/** A comparison as workflow commands of GitHub Actions, one line for each change. */

import { toGithub } from "../../findings/github.js";
import { withLineEnd, type Printable } from "../../text/line.js";
import { toFinding } from "./findings.js";
import type { ReviewedComparison } from "./reviewed.js";

export function githubReport({ changes }: ReviewedComparison): Printable {
  const lines = toGithub(changes.map(toFinding));
  return changes.length === 0 ? lines : withLineEnd(lines);
}
