/** Prints one rule. Lines are wrapped at a hundred columns, except for those of its example. */

import type { RuleEntry } from "./rule-entries.js";
import { jsonText } from "../../../text/json-text.js";
import { wrap } from "../../../text/wrap.js";
import { section } from "../../table.js";

const LINE_WIDTH = 98;

export function ruleText({ id, command, purpose, text, example }: RuleEntry): string {
  const said = [
    ...wrap(`${id}: ${purpose}`, LINE_WIDTH),
    "",
    ...wrap(text, LINE_WIDTH),
    "",
    `A rule of proto-gen ${command}.`,
  ];
  if (example === undefined) return said.join("\n");
  const shown = (side: keyof typeof example): string[] =>
    jsonText(example[side]).trimEnd().split("\n");
  return [
    ...said,
    ...section("Before, a member's schema:", shown("before")),
    ...section("After:", shown("after")),
  ].join("\n");
}
