/** Prints the rules of `diff`: `docs/diff-rules.md`, and the table of directions in the decision record. */

import { format } from "prettier";
import type { Level } from "../../../src/diff/change.js";
import { gravest } from "../../../src/diff/change.js";
import type { Levels, Rule } from "../../../src/diff/rule.js";
import { RULES } from "../../../src/diff/rules.js";

const INTRODUCTION = `# The rules of \`proto-gen diff\`

What each rule finds, and how grave that is for who sends the value and for who reads it: a platform sends requests, a
business answers and sends webhooks. Operations, capabilities and files go no way: there the levels are those of the
platform and of the business. \`proto-gen explain RULE\` says why, [diff.md](diff.md) how a project sets levels of its own.
A rule may give a finding another level, where its own does not hold: an open list of values with one value less is safe.
`;

/** A line a rule. */
export async function rulesPage(): Promise<string> {
  const rows = RULES.map(({ id, purpose, levels }) => {
    const [one, other] = "sender" in levels ? [levels.sender, levels.reader] : rolesOf(levels);
    const whose = "sender" in levels ? "sender, reader" : "platform, business";
    return `| \`${id}\` | ${purpose} | ${whose} | ${one} | ${other} |`;
  });
  const table = ["| rule | finds | levels of | | |", "| --- | --- | --- | --- | --- |", ...rows];
  return format([INTRODUCTION, ...table].join("\n"), { parser: "markdown", printWidth: 100 });
}

/** Who meets what, by direction; of a profile each party sends and reads one. */
export async function directionTable(): Promise<string> {
  const rows = RULES.map((rule) => `| \`${rule.id}\` | ${cellsOf(rule).join(" | ")} |`);
  const table = [
    "| rule | request: platform | request: business | response: platform | response: business | profile |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
  return format(table.join("\n"), { parser: "markdown", printWidth: 100 });
}

function cellsOf({ levels }: Rule): readonly Level[] {
  if (!("sender" in levels)) {
    const [platform, business] = rolesOf(levels);
    return [platform, business, platform, business, gravest([platform, business])];
  }
  const { sender, reader } = levels;
  return [sender, reader, reader, sender, gravest([sender, reader])];
}

function rolesOf(levels: Exclude<Levels, { readonly sender: Level }>): [Level, Level] {
  return [levels.platform, levels.business];
}
