/** A comparison as workflow commands of GitHub Actions, one line for each change. */

import type { Finding } from "../../findings/finding.js";
import { toGithub } from "../../findings/github.js";
import { withLineEnd, type Printable } from "../../text/line.js";

/** @param findings one for each change */
export function githubReport(findings: readonly Finding[]): Printable {
  const lines = toGithub(findings);
  return findings.length === 0 ? lines : withLineEnd(lines);
}
