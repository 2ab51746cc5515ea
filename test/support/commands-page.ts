/** Prints `docs/guide/commands.md` from the `--help` of each command, so that the page cannot miss an option. */

import { format } from "prettier";
import { main } from "../../src/cli/main.js";
import { fakeHost } from "../cli/fake-host.js";

const INTRODUCTION = `# Commands

This page is the output of \`--help\`, which \`proto-gen COMMAND --help\` and \`proto-gen help COMMAND\` print in a terminal.`;

const MESSAGES = `## Messages

An error reads \`CODE: what\`, with the place and the fix below it; a warning reads \`warning: CODE: what\`. Both go to stderr, errors
first: of a run that fails, the first message is the error that stopped it. \`--quiet\` hides warnings. \`proto-gen explain CODE\`
explains either.

With \`--json\`, or \`--format json\`, the member \`diagnostics\` of the report has them in the same order. A run that fails prints them with
\`"ok": false\`:

\`\`\`json
{
  "ok": false,
  "diagnostics": [
    {
      "code": "COMPOSE_UNKNOWN_PARENT",
      "severity": "error",
      "message": "com.example.gift extends dev.proto.shopping.chekout, which no capability declares",
      "file": "profile.json",
      "line": 41,
      "column": 18,
      "pointer": "/proto/capabilities/com.example.gift/0/extends",
      "hint": "did you mean dev.proto.shopping.checkout?"
    }
  ]
}
\`\`\`

\`severity\` is \`error\` or \`warning\`. The place and the hint are left out where there is none; \`related\` lists other places, each with a
\`message\`. Findings of \`lint\` have a \`severity\` as well, which may also be \`note\`; the changes of \`diff\` have a \`level\`. Annotations for
GitHub and SARIF have the words of these formats.`;

const EXIT_CODES = `Every command uses these codes. \`validate\` and \`diff\` say more about them in their help.`;

export async function commandsPage(): Promise<string> {
  const help = await helpOf([]);
  const names = commandNames(help);
  // The help of `generate` is that of the tool without the list of commands.
  const sections = await Promise.all(
    names
      .filter((name) => name !== "generate")
      .map(async (name) => `## ${name}\n\n${textBlock(await helpOf([name]))}`),
  );
  const links = names.map((name) => `[${name}](#${name})`).join(" · ");
  const text = [
    INTRODUCTION,
    links,
    "## generate",
    "`generate` is the default: `proto-gen --profile FILE` and `proto-gen generate --profile FILE` are the same.",
    textBlock(help),
    ...sections,
    MESSAGES,
    "## Exit codes",
    EXIT_CODES,
    exitCodeTable(help),
  ].join("\n\n");
  return format(text, { parser: "markdown", printWidth: 100 });
}

export async function helpOf(command: readonly string[]): Promise<string> {
  const host = fakeHost();
  const code = await main([...command, "--help"], host);
  if (code !== 0) throw new Error(`${command.join(" ")} --help ended with ${code}`);
  return host.out();
}

export function commandNames(help: string): readonly string[] {
  const [, commands = ""] = /\nCommands:\n(.*?)\n\n/s.exec(help) ?? [];
  const names = [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, name = ""]) => name);
  // It prints what `--help` prints, and has no help of its own.
  return names.filter((name) => name !== "help");
}

function textBlock(text: string): string {
  return `\`\`\`text\n${text.trim()}\n\`\`\``;
}

function exitCodeTable(help: string): string {
  const [, table = ""] = /\nExit codes:\n(.*?)\n\n/s.exec(help) ?? [];
  const rows = [...table.matchAll(/^ +(\d+) {2}(.+(?:\n {6}.+)*)$/gm)].map(
    ([, code, meaning]) =>
      `| ${code} | ${meaning?.replace(/\n +/g, " ").replace(/--[\w-]+/g, "`$&`")} |`,
  );
  return ["| exit code | meaning |", "| --- | --- |", ...rows].join("\n");
}
