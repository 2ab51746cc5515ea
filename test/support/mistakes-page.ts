/** The page of the mistakes that come first, `docs/guide/mistakes.md`. Its texts are in `order.json`, its messages are tested. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { diffLines } from "diff";
import { format } from "prettier";
import { commandOf, filesOf, MISTAKES, readJson, type Side } from "./mistakes.js";

export interface FirstMistake {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export const FIRST = readJson(path.join(MISTAKES, "order.json")) as readonly FirstMistake[];

const INTRODUCTION = `# The ten mistakes that you will make first

Each has the line with the mistake, the line that mends it, and the message. \`proto-gen explain CODE\` says more of a
message, and [docs/codes.md](../codes.md) lists all of them. Where no command is shown, it is

\`\`\`sh
npx proto-gen
\`\`\`

with a [configuration](configuration.md) that names \`profile.json\` and \`schemas=https://example.com/schemas\`.`;

const CONCLUSION = `More mistakes are in [test/mistakes](../../test/mistakes), each with its message and mended.`;

export function mistakesPage(): Promise<string> {
  const sections = FIRST.map((mistake, index) => section(mistake, index + 1));
  const text = [INTRODUCTION, ...sections, CONCLUSION].join("\n\n");
  return format(text, { parser: "markdown", printWidth: 100 });
}

function section({ name, title, text }: FirstMistake, number: number): string {
  return [`## ${number}. ${title}`, text, ...changes(name), messageBlock(name)].join("\n\n");
}

function changes(name: string): string[] {
  const right = filesOf(name, "right");
  const inFiles = [...filesOf(name, "wrong")].map(
    ([file, wrong]) => `In \`${file}\`:\n\n${diffBlock(wrong, right.get(file) ?? "")}`,
  );
  const [wrong, mended] = [commandLine(name, "wrong"), commandLine(name, "right")];
  return wrong === mended ? inFiles : [...inFiles, diffBlock(wrong, mended)];
}

function commandLine(name: string, side: Side): string {
  return `npx proto-gen ${commandOf(name, side).join(" ")}\n`;
}

/** The lines that differ. */
function diffBlock(wrong: string, right: string): string {
  const lines = diffLines(wrong, right).flatMap(({ added, removed, value }) => {
    const sign = added ? "+" : removed ? "-" : undefined;
    return sign === undefined
      ? []
      : value
          .trimEnd()
          .split("\n")
          .map((line) => `${sign}${line}`);
  });
  return fence("diff", lines.join("\n"));
}

function messageBlock(name: string): string {
  const expected = readFileSync(path.join(MISTAKES, name, "expected.txt"), "utf8");
  const [exit = "", ...message] = expected.trimEnd().split("\n");
  return `The message, with ${exit}:\n\n${fence("text", message.join("\n"))}`;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
