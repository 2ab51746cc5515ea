/** The table of facts in `docs/releases.md`. In: the table of the generator. Out: its text, as prettier has it. */

import { SPECIFICATION_FACTS } from "@proto-gen/runtime/codegen/generator";
import { format } from "prettier";
import { FACT_NAMES, FACTS, type FactName, type FactRow } from "../../src/facts/facts.js";

export const BEGIN =
  "<!-- printed from src/facts/facts.ts: UPDATE_GOLDEN=1 npx vitest run test/facts -->";
export const END = "<!-- the end of what is printed -->";

export async function factsTable(): Promise<string> {
  const table = ["fact | what it decides | value | releases | source", "- | - | - | - | -"];
  const rows = [...table, ...FACT_NAMES.flatMap(rowsOf)].map((row) => `| ${row} |`);
  return format(`${BEGIN}\n\n${rows.join("\n")}\n\n${END}\n`, { parser: "markdown" });
}

function rowsOf(name: FactName): string[] {
  const fact = FACTS[name];
  const own = ["the protocol's own text", fact.section];
  const first = [`\`${name}\``, fact.title, valueOf(name, SPECIFICATION_FACTS[name]), ...own];
  const others = fact.rows.map((row) => [
    "",
    "",
    valueOf(name, row.value),
    rangeOf(row),
    row.source,
  ]);
  return [first, ...others].map((cells) => cells.join(" | "));
}

function valueOf(name: FactName, value: string): string {
  const said = FACTS[name].values[value] ?? "";
  return value === said ? `\`${value}\`` : `\`${value}\`: ${said}`;
}

function rangeOf({ protocol, from, until }: FactRow): string {
  return until === undefined ? `${protocol} from ${from}` : `${protocol} ${from} to ${until}`;
}
