/** Prints a reviewed comparison in one of the report formats. */

import type { FindingRule } from "../../../findings/finding.js";
import { toFinding } from "../../../diff/report/findings.js";
import { githubReport } from "../../../diff/report/github-report.js";
import { jsonReport } from "../../../diff/report/json-report.js";
import type { ReviewedComparison } from "../../../diff/report/reviewed.js";
import { sarifReport } from "../../../diff/report/sarif-report.js";
import { textReport } from "../../../diff/report/text-report.js";
import type { Printable } from "../../../text/line.js";
import { TOOL } from "../../../write/manifest.js";
import type { Host } from "../../host.js";
import { findingsInWorkspace } from "../../workspace-files.js";
import type { DiffFormat } from "./command.js";

interface PrintOptions {
  readonly rules: readonly FindingRule[];
  readonly env: Host["env"];
}

type Print = (
  comparison: ReviewedComparison,
  options: PrintOptions,
) => Printable | Promise<Printable>;

/** Markdown and HTML need libraries, which are loaded for them only. */
const FORMATS: Readonly<Record<DiffFormat, Print>> = {
  text: textReport,
  json: jsonReport,
  sarif: ({ changes }, { rules, env }) =>
    sarifReport(findingsInWorkspace(changes.map(toFinding), env), rules, TOOL),
  github: ({ changes }, { env }) => githubReport(findingsInWorkspace(changes.map(toFinding), env)),
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
  options: PrintOptions,
): Promise<Printable> {
  return FORMATS[format](comparison, options);
}
