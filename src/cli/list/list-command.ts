/** `proto-gen list`. In: the options. Out: the exit code, after printing what the profile offers. */

import type { ExitCode } from "../../errors.js";
import type { Host } from "../host.js";
import { readInput, type InputFlags } from "../read-input.js";
import { listReport } from "./list-report.js";
import { listText } from "./list-text.js";

export async function runList(flags: InputFlags, host: Host): Promise<ExitCode> {
  await readInput(flags, host, (input, reporter) => {
    const report = listReport(input);
    input.notices.forEach(reporter.warning);
    if (flags.json === true) reporter.json(report);
    else reporter.data(listText(report));
  });
  return 0;
}
