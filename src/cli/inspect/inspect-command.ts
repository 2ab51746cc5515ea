/** `proto-gen inspect`. In: a type's name and the options. Out: the exit code, after printing the type. */

import type { ExitCode } from "../../errors.js";
import type { Host } from "../host.js";
import { readInput, type InputFlags } from "../read-input.js";
import { inspectReport } from "./inspect-report.js";
import { inspectText } from "./inspect-text.js";

export async function runInspect(wanted: string, flags: InputFlags, host: Host): Promise<ExitCode> {
  await readInput(flags, host, (input, reporter) => {
    const report = inspectReport(input, wanted);
    input.notices.forEach(reporter.warning);
    if (flags.json === true) reporter.json(report);
    else reporter.data(inspectText(report));
  });
  return 0;
}
