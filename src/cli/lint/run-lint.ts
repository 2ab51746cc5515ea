/** `proto-gen lint`. In: directories and the options. Out: the exit code, after printing what was found. */

import type { ExitCode } from "../../errors.js";
import { toGithub } from "../../findings/github.js";
import { toSarif } from "../../findings/sarif.js";
import { lint, type LintReport } from "../../lint/lint.js";
import { parseRoot } from "../../load/roots.js";
import { TOOL } from "../../write/manifest.js";
import type { Host } from "../host.js";
import type { LintFlags } from "../lint-command.js";
import { createReporter } from "../reporter.js";
import { printable } from "../reporter.js";
import { fixReleases } from "./fix-releases.js";
import { lintCommandReport } from "./lint-report.js";
import { lintText } from "./lint-text.js";
import { releaseDirectories } from "./release-directories.js";

/** @throws ProtoGenError FILE_NOT_FOUND, RELEASE_UNREADABLE, USAGE, WRITE_FAILED */
export async function runLint(
  named: readonly string[],
  { schemas = [], rule = {}, fix = false, format, quiet = false }: LintFlags,
  host: Host,
): Promise<ExitCode> {
  const directories = releaseDirectories(named.length === 0 ? ["schemas"] : named);
  const roots = schemas.map(parseRoot);
  const fixed = fix ? await fixReleases(directories, roots) : undefined;
  const found = await lint({ directories, schemas: roots, rules: rule });
  const isOk = found.findings.every(({ severity }) => severity !== "error");
  const shown = quiet ? errorsOf(found) : found;
  const reporter = createReporter(host, { quiet: false, verbose: false });
  if (format === "json") reporter.json(lintCommandReport(shown, isOk, fixed));
  else if (format === "sarif") reporter.json(toSarif(shown.findings, shown.rules, TOOL));
  else {
    const text = format === "github" ? toGithub(shown.findings) : lintText(shown, { quiet, fixed });
    if (text !== "") host.stdout.write(`${printable(text)}\n`);
  }
  return isOk ? 0 : 1;
}

function errorsOf(report: LintReport): LintReport {
  return { ...report, findings: report.findings.filter(({ severity }) => severity === "error") };
}
