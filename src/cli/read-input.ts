/** Interprets the profile for the commands that print or serve something other than generated code. */

import type { Interpretation } from "../interpretation.js";
import type { Host } from "./host.js";
import { interpretOptions } from "./interpret-options.js";
import { acceptedLines } from "./report.js";
import { createReporter, type Reporter } from "./reporter.js";
import type { InputFlags, PaymentFlags } from "./shared-options.js";

/** @param use called once the stages are over, so that warnings and output come after their progress */
export async function readInput(
  flags: InputFlags & PaymentFlags,
  host: Host,
  use: (input: Interpretation, reporter: Reporter) => Promise<void> | void,
): Promise<void> {
  const reporter = createReporter(host, { quiet: flags.quiet === true });
  try {
    const interpret = await host.loadInterpret();
    const input = await interpret(await interpretOptions(flags, { host, reporter }));
    reporter.finish();
    await use(input, reporter);
    acceptedLines(input.accepted).forEach(reporter.note);
  } finally {
    reporter.finish();
  }
}
