/** Runs `proto-gen doctor`. */

import type { ExitCode } from "../../../errors.js";
import { requireRules } from "../../configured.js";
import type { TargetsRun } from "../../define-command.js";
import type { Host } from "../../host.js";
import { createReporter } from "../../reporter.js";
import type { DoctorFlags } from "./command.js";
import { examine } from "./report.js";
import { conclusion, doctorText } from "./text.js";

/** @throws ProtoGenError CONFIG_INVALID for rules that do not exist, which only their commands would say */
export async function runTargets(
  { targets, config }: TargetsRun<DoctorFlags>,
  host: Host,
): Promise<ExitCode> {
  const { json = false, quiet = false, lintRules, diffRules } = targets[0]?.flags ?? {};
  if (lintRules !== undefined)
    requireRules(lintRules, (await import("../../../lint/rules.js")).RULES);
  if (diffRules !== undefined)
    requireRules(diffRules, (await import("../../../diff/rules.js")).RULES);
  const { report, diagnostics } = await examine(targets, config, host);
  const reporter = createReporter(host, { quiet });
  if (json) reporter.json(report);
  else reporter.data(...doctorText(report));
  reporter.diagnostics(diagnostics);
  reporter.note(conclusion(report));
  return report.ok ? 0 : 1;
}
