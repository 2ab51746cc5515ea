/** Runs `proto-gen list`. */

import type { ExitCode } from "../../../errors.js";
import { parseFacts } from "../../../facts/parse-fact.js";
import type { Host } from "../../host.js";
import { readInput } from "../../read-input.js";
import type { InputFlags } from "../../shared-options.js";
import { listReport } from "./report.js";
import { listText } from "./text.js";

export async function run(flags: InputFlags, host: Host): Promise<ExitCode> {
  await readInput(flags, host, (input, reporter) => {
    const report = listReport(input, parseFacts(flags.fact ?? []));
    reporter.diagnostics(input.notices);
    if (flags.json === true) reporter.json(report);
    else reporter.data(...listText(report));
  });
  return 0;
}
