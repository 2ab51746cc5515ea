/** Runs `proto-gen inspect`. */

import type { ExitCode } from "../../../errors.js";
import type { Host } from "../../host.js";
import { readInput } from "../../read-input.js";
import type { InspectFlags } from "./command.js";
import { inspectReport } from "./report.js";
import { inspectText } from "./text.js";

export async function run(flags: InspectFlags, host: Host): Promise<ExitCode> {
  await readInput(flags, host, (input, reporter) => {
    const report = inspectReport(input, flags.type);
    reporter.diagnostics(input.notices);
    if (flags.json === true) reporter.json(report);
    else reporter.data(...inspectText(report));
  });
  return 0;
}
