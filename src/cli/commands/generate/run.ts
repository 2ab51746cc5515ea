/**
 * Runs `proto-gen generate`. A build calls it each time, most often with nothing to do; so this module loads little,
 * and what a full run needs is imported only once there is something to do.
 */

import type { ExitCode } from "../../../errors.js";
import { findTargetUpToDate } from "../../../target/find-target-up-to-date.js";
import { line } from "../../../text/line.js";
import type { TargetsRun } from "../../define-command.js";
import type { Host } from "../../host.js";
import { createReporter } from "../../reporter.js";
import type { GenerateFlags } from "./command.js";
import { flagsTarget } from "./flags-target.js";
import { upToDateSummary } from "./text.js";

/** One target after the other; the first that fails ends the run. */
export async function runTargets(all: TargetsRun<GenerateFlags>, host: Host): Promise<ExitCode> {
  if (all.targets.some(({ flags }) => flags.watch === true)) {
    const { watchTargets } = await import("./watch.js");
    return watchTargets(all, host);
  }
  let worst: ExitCode = 0;
  for (const { name, flags } of all.targets) {
    if (name !== undefined)
      createReporter(host, { quiet: flags.quiet === true }).note(line`target ${name}:`);
    const code = await run(flags, host);
    if (code > worst) worst = code;
  }
  return worst;
}

export async function run(flags: GenerateFlags, host: Host): Promise<ExitCode> {
  const reporter = createReporter(host, {
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
  });
  const target = flagsTarget(flags);
  const manifest = mayStopEarly(flags) ? await findTargetUpToDate(target, host.env) : undefined;
  if (manifest !== undefined) {
    reporter.note(upToDateSummary(flags.out, manifest));
    return 0;
  }
  const { fullRun } = await import("./full-run.js");
  return fullRun({ flags, target, host, reporter });
}

/**
 * `--json` prints the active set and the warnings, which only a full run knows; what `--fetch` brings is not known
 * beforehand; `--force` writes whatever the directory holds.
 */
function mayStopEarly(flags: GenerateFlags): boolean {
  return ![flags.check, flags.dryRun, flags.json, flags.fetch, flags.force].includes(true);
}
