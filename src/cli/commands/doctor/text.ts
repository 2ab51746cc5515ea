/** The messages of `proto-gen doctor`. */

import { EMPTY_LINE, indented, line, type Line } from "../../../text/line.js";
import { countText } from "../../../text/count.js";
import { section, table } from "../../table.js";
import type { DoctorReport, TargetReport } from "./report.js";

export function doctorText({ installation, config, targets }: DoctorReport): Line[] {
  const { node, generator, runtime, typescript, problems } = installation;
  const rows = [
    ["proto-gen", generator],
    ["@proto-gen/runtime", runtime ?? "not installed here"],
    ["typescript", typescript ?? "not installed here"],
    ["node", node],
  ];
  return [
    line`Versions`,
    ...table([{ heading: "PACKAGE" }, { heading: "VERSION" }], rows),
    EMPTY_LINE,
    line`Configuration: ${config ?? "none"}`,
    ...targets.flatMap(targetLines),
    ...section(
      line`In the way of the installation: ${problems.length}`,
      problems.flatMap(({ message, hint }) => [
        indented(line`problem: ${message}`),
        indented(line`fix: ${hint}`),
      ]),
    ),
  ];
}

function targetLines({ name, profile, platform, documents, out, output }: TargetReport): Line[] {
  const rows = [
    ["profile", profile],
    ...(platform === undefined ? [] : [["platform", platform]]),
    ...documents.map(({ source, count }) => [
      "schemas",
      `${source}: ${countText(count, "document")}`,
    ]),
    ["output", `${out}: ${output ?? "cannot be generated"}`],
  ];
  const heading = name === undefined ? line`Target` : line`Target ${name}`;
  return section(heading, table([{ heading: "WHAT" }, { heading: "WHERE" }], rows));
}

export function conclusion({ ok }: DoctorReport): Line {
  return ok ? line`nothing is in the way` : line`something is in the way: see above`;
}
