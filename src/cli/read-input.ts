/** Interprets the profile for the commands that print or serve something other than generated code. */

import { parseRoot } from "../load/roots.js";
import type { Interpretation } from "../interpretation.js";
import type { Host } from "./host.js";
import { createReporter, type Reporter } from "./reporter.js";
import type { InputFlags } from "./shared-options.js";

/** @param use called once the stages are over, so that warnings and output come after their progress */
export async function readInput(
  { profile, platform, capabilities, schemas = [], quiet = false }: InputFlags,
  host: Host,
  use: (input: Interpretation, reporter: Reporter) => Promise<void> | void,
): Promise<void> {
  const reporter = createReporter(host, { quiet });
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
    await use(input, reporter);
  } finally {
    reporter.finish();
  }
}
