/** What all commands but `generate` have in common. In: their options. Out: what the profile means. */

import { parseRoot } from "../load/roots.js";
import type { Interpretation } from "../interpret.js";
import type { Host } from "./host.js";
import { createReporter, type Reporter } from "./reporter.js";

/** The options as commander gives them. */
export interface InputFlags {
  readonly profile: string;
  readonly platform?: string;
  readonly capabilities?: readonly string[];
  readonly schemas?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs a command on what the profile means; warnings come after the stages, before its own output. */
export async function readInput(
  { profile, platform, capabilities, schemas = [], quiet = false }: InputFlags,
  host: Host,
  show: (input: Interpretation, reporter: Reporter) => Promise<void> | void,
): Promise<void> {
  const reporter = createReporter(host, { quiet, verbose: false });
  try {
    const interpret = await host.loadInterpret();
    const input = await interpret({
      profile,
      schemas: schemas.map(parseRoot),
      onStage: reporter.stage,
      ...(platform === undefined ? {} : { platform }),
      ...(capabilities === undefined ? {} : { capabilities }),
    });
    reporter.finish();
    await show(input, reporter);
  } finally {
    reporter.finish();
  }
}
