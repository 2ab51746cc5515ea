/**
 * `proto-gen generate`. In: the options. Out: the exit code. A build runs this each time, most often with
 * nothing to do; what a full run needs is therefore imported only once there is something to do.
 */

import type { ExitCode } from "../errors.js";
import { parseRoot } from "../load/roots.js";
import { inputBytes } from "../write/input-bytes.js";
import { recordedOptions } from "../write/manifest.js";
import { createRunMemory } from "../write/run-memory.js";
import { isUpToDate } from "../write/up-to-date.js";
import { directoryName } from "./directory-name.js";
import type { Host } from "./host.js";
import { createReporter } from "./reporter.js";

/** The options as commander gives them. */
export interface GenerateFlags {
  readonly profile: string;
  readonly platform?: string;
  readonly capabilities?: readonly string[];
  readonly schemas?: readonly string[];
  readonly fetch?: boolean;
  readonly frozen?: boolean;
  readonly out: string;
  readonly only?: readonly string[];
  readonly force?: boolean;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export async function runGenerate(flags: GenerateFlags, host: Host): Promise<ExitCode> {
  const reporter = createReporter(host, {
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
  });
  const schemas = (flags.schemas ?? []).map(parseRoot);
  if (
    mayStopEarly(flags) &&
    isUpToDate(
      flags.out,
      recordedOptions(flags),
      inputBytes({ ...flags, schemas }),
      createRunMemory(host.env),
    )
  ) {
    reporter.note(`${directoryName(flags.out)} is up to date`);
    return 0;
  }
  const { fullRun } = await import("./full-run.js");
  return fullRun(flags, schemas, host, reporter);
}

/**
 * `--json` promises the active set and the warnings, which only a full run knows; what `--fetch` brings,
 * nobody knows before; `--force` writes whatever stands there.
 */
function mayStopEarly(flags: GenerateFlags): boolean {
  return ![flags.check, flags.dryRun, flags.json, flags.fetch, flags.force].includes(true);
}
