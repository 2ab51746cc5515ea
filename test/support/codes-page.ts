/** The page of all codes, `docs/codes.md`. In: the catalog. Out: its text, as prettier has it. */

import { format } from "prettier";
import { catalog, type Entry } from "../../src/explain/catalog.js";
import { GENERATE, LINT } from "../../src/explain/commands.js";
import { exampleText, placeText } from "../../src/explain/example-text.js";
import type { Example } from "../../src/findings/explanation.js";

const INTRODUCTION = `# Codes

What the messages of \`proto-gen\` mean; \`proto-gen explain CODE\` prints the same. An example changes one place of
[a small release](../test/explain/release): its file and JSON pointer stand above it. But for a few, which need a
port or a server, all are run by a test. Where no command is named it is

\`\`\`sh
${GENERATE}
\`\`\`
`;

export async function codesPage(): Promise<string> {
  const entries = catalog();
  const areas = [...new Set(entries.map(({ area }) => area))];
  const sections = areas.flatMap((area) => [
    `## ${area}`,
    ...entries.filter((entry) => entry.area === area).map((entry) => entryPart(entry)),
  ]);
  const text = [INTRODUCTION, ...sections].join("\n\n");
  return format(text, { parser: "markdown", printWidth: 100 });
}

/** @param kind how grave it is, in sentences */
export function entryPart(entry: Entry, kind: readonly string[] = [kindOf(entry)]): string {
  const { code, summary, text, source, hint } = entry;
  const facts = [
    ...kind,
    ...(source === undefined ? [] : [`Source: ${source}.`]),
    ...(hint === undefined ? [] : [`What to do: ${escaped(hint)}.`]),
  ];
  return [
    `### ${code}`,
    `**${escaped(summary)}**`,
    escaped(text),
    facts.join(" "),
    ...exampleParts(entry),
  ].join("\n\n");
}

function kindOf({ level, exit }: Entry): string {
  return level === "warning" ? "A warning." : `An error; exit code ${exit}.`;
}

function exampleParts({ run, wrong, right, untested = "" }: Entry): string[] {
  if (wrong === undefined || right === undefined) return [`There is no example. ${untested}`];
  const isPlain = run === GENERATE || run === LINT;
  const told = "command" in wrong || isPlain ? [] : ["Said by:", fence("sh", `${run}\n`)];
  return [
    `Wrong${heading(wrong)}:`,
    block(wrong),
    `Right${heading(right)}:`,
    block(right),
    ...told,
  ];
}

function heading(example: Example): string {
  const place = placeText(example).replace(/(?<= at )\S+$|(?<=^in )\S+/g, "`$&`");
  return place === "" ? "" : `, ${place}`;
}

function block(example: Example): string {
  const text = exampleText(example);
  if ("command" in example) return fence("sh", text.replaceAll(" && ", " &&\n  "));
  if ("json" in example) return fence("json", text);
  // What is wrong in it would be mended by whoever formats this page.
  return fence("text", text);
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\``;
}

/** Prose has no markup but what stands between backticks, which stays. */
export function escaped(text: string): string {
  return text.replace(/`[^`]*`|[\\*<>[\]]/g, (part) => (part.startsWith("`") ? part : `\\${part}`));
}
