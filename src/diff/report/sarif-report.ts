/** A comparison as SARIF 2.1.0. */

import type { Finding, FindingRule } from "../../findings/finding.js";
import { toSarif, type SarifTool } from "../../findings/sarif.js";
import { printableJson } from "../../text/json-output.js";
import type { Printable } from "../../text/line.js";
import { jsonText } from "../../text/json-text.js";

/** @param findings one for each change */
export function sarifReport(
  findings: readonly Finding[],
  rules: readonly FindingRule[],
  tool: SarifTool,
): Printable {
  return printableJson(jsonText(toSarif(findings, rules, tool)));
}
