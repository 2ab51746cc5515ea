/** Runs `proto-gen lint`. */

import type { ExitCode } from "../../../errors.js";
import type { Finding } from "../../../findings/finding.js";
import { toGithub } from "../../../findings/github.js";
import { toSarif } from "../../../findings/sarif.js";
import { lint, type LintReport } from "../../../lint/lint.js";
import { RULES } from "../../../lint/rules.js";
import type { Line } from "../../../text/line.js";
import { parseRoot } from "../../../load/schema-root.js";
import { TOOL } from "../../../write/manifest.js";
import { requireRules } from "../../configured.js";
import type { Host } from "../../host.js";
import type { LintFlags } from "./command.js";
import { findingsInWorkspace } from "../../workspace-files.js";
import { createReporter, type Reporter } from "../../reporter.js";
import { fixReleases } from "./fix-releases.js";
import { lintCommandReport } from "./report.js";
import { lintText } from "./text.js";
import { releaseDirectories } from "./release-directories.js";

/** @throws ProtoGenError CONFIG_INVALID, FILE_NOT_FOUND, RELEASE_UNREADABLE, USAGE, WRITE_FAILED */
export async function run(
  {
    directories: roots,
    schemas = [],
    overlay: overlays,
    fact: facts,
    rule = {},
    rulePlaces,
    fix = false,
    format,
    quiet = false,
  }: LintFlags,
  host: Host,
): Promise<ExitCode> {
  requireRules(rulePlaces, RULES);
  const directories = releaseDirectories(roots);
  const schemaRoots = schemas.map(parseRoot);
  const fixed = fix ? await fixReleases(directories, schemaRoots) : undefined;
  const complete = await lint({ directories, schemas: schemaRoots, overlays, facts, rules: rule });
  const isOk = complete.findings.every(({ severity }) => severity !== "error");
  const report = quiet ? withErrorsOnly(complete) : complete;
  const reporter = createReporter(host, { quiet });
  if (format === "json") reporter.json(lintCommandReport(report, isOk, fixed));
  else if (format === "sarif")
    reporter.json(toSarif(findingsInWorkspace(report.findings, host.env), report.rules, TOOL));
  else if (format === "github")
    printGithub(findingsInWorkspace(report.findings, host.env), reporter);
  else printText(lintText(report, { quiet, fixed, paint: reporter.paint }), reporter);
  return isOk ? 0 : 1;
}

function printGithub(findings: readonly Finding[], reporter: Reporter): void {
  const text = toGithub(findings);
  if (text !== "") reporter.document(text);
}

function printText(lines: readonly Line[], reporter: Reporter): void {
  if (lines.length > 0) reporter.findings(lines);
}

function withErrorsOnly(report: LintReport): LintReport {
  return { ...report, findings: report.findings.filter(({ severity }) => severity === "error") };
}
