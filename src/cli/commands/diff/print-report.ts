/** Prints a reviewed comparison in one of the report formats. */

import type { FindingRule } from "../../../findings/finding.js";
import { githubReport } from "../../../diff/report/github-report.js";
import { jsonReport } from "../../../diff/report/json-report.js";
import type { ReviewedComparison } from "../../../diff/report/reviewed.js";
import { sarifReport } from "../../../diff/report/sarif-report.js";
import { textReport } from "../../../diff/report/text-report.js";
import type { Printable } from "../../../text/line.js";
import { TOOL } from "../../../write/manifest.js";
import type { DiffFormat } from "./command.js";

type Print = (
  comparison: ReviewedComparison,
  rules: readonly FindingRule[],
) => Printable | Promise<Printable>;

/** Markdown and HTML need libraries, which are loaded for them only. */
const FORMATS: Readonly<Record<DiffFormat, Print>> = {
  text: textReport,
  json: jsonReport,
  sarif: (comparison, rules) => sarifReport(comparison, rules, TOOL),
  github: githubReport,
  async markdown(comparison) {
    const { markdownReport } = await import("../../../diff/report/markdown-report.js");
    return markdownReport(comparison);
  },
  async html(comparison) {
    const { htmlReport } = await import("../../../diff/report/html/html-report.js");
    return htmlReport(comparison);
  },
};

export async function printReport(
  format: DiffFormat,
  comparison: ReviewedComparison,
  rules: readonly FindingRule[],
): Promise<Printable> {
  return FORMATS[format](comparison, rules);
}
