/** Prints one rule. Lines are wrapped at a hundred columns, except for those of its example. */

import type { RuleEntry } from "./rule-entries.js";
import { jsonText } from "../../../text/json-text.js";
import { EMPTY_LINE, indented, line, ownLine, type Line } from "../../../text/line.js";
import { wrap } from "../../../text/wrap.js";
import { section } from "../../table.js";

const LINE_WIDTH = 98;

export function ruleText({ id, command, purpose, text, example }: RuleEntry): Line[] {
  const said = [
    ...wrap(`${id}: ${purpose}`, LINE_WIDTH).map(ownLine),
    EMPTY_LINE,
    ...wrap(text, LINE_WIDTH).map(ownLine),
    EMPTY_LINE,
    line`A rule of proto-gen ${command}.`,
  ];
  if (example === undefined) return said;
  const shown = (side: keyof typeof example): Line[] =>
    jsonText(example[side])
      .trimEnd()
      .split("\n")
      .map((each) => indented(ownLine(each)));
  return [
    ...said,
    ...section(line`Before, a member's schema:`, shown("before")),
    ...section(line`After:`, shown("after")),
  ];
}
