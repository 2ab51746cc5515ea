/** Runs `proto-gen list`. */

import type { ExitCode } from "../../../errors.js";
import type { Host } from "../../host.js";
import { readInput } from "../../read-input.js";
import { descriptorForm } from "../../descriptor-flags.js";
import type { ListFlags } from "./command.js";
import { listReport } from "./report.js";
import { listText } from "./text.js";

export async function run(flags: ListFlags, host: Host): Promise<ExitCode> {
  await readInput(flags, host, (input, reporter) => {
    const report = listReport(input, { facts: flags.fact, descriptors: descriptorForm(flags) });
    reporter.diagnostics(input.notices);
    if (flags.json === true) reporter.json(report);
    else reporter.data(...listText(report));
  });
  return 0;
}
