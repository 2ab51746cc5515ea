/** A comparison as SARIF 2.1.0. */

import type { FindingRule } from "../../findings/finding.js";
import { toSarif, type SarifTool } from "../../findings/sarif.js";
import { printableJson } from "../../text/json-output.js";
import type { Printable } from "../../text/line.js";
import { jsonText } from "../../text/json-text.js";
import { toFinding } from "./findings.js";
import type { ReviewedComparison } from "./reviewed.js";

export function sarifReport(
  { changes }: ReviewedComparison,
  rules: readonly FindingRule[],
  tool: SarifTool,
): Printable {
  return printableJson(jsonText(toSarif(changes.map(toFinding), rules, tool)));
}
