/** `proto-gen diff`. */

import { Argument, Option } from "commander";
import { failure } from "../../../errors.js";
import type { CommandDefinition } from "../../define-command.js";
import { appendValue, quietOption, schemasOption } from "../../shared-options.js";

export interface DiffFlags {
  /** The releases to compare, as the command line names them. */
  readonly before: string;
  readonly after: string;
  readonly profile?: string;
  readonly role?: string;
  readonly schemas?: readonly string[];
  readonly format?: string;
  readonly out?: string;
  readonly failOn?: string;
  readonly ignore?: string;
  readonly writeIgnore?: boolean;
  readonly reason?: string;
  readonly until?: string;
  readonly level?: readonly string[];
  readonly quiet?: boolean;
}

const FOOTER = `
Says what changed from one release of schemas to another, and whom it hurts: what
a platform sends and reads, and what a business accepts and answers, operation by
operation. A change is breaking (what worked does not), dangerous (it may not) or
safe (it does).

A side is one of
  2026-11-20, draft     a release below ./schemas, else of the package
  ./schemas             a directory
  git:REF:PATH          a directory as a commit has it: git:main:schemas, git:v1:.
  generated/            what a run has written, by its manifest.json

Examples:
  What the next release breaks:
    $ proto-gen diff 2026-11-20 draft
  The same for those who call, as a page to link to:
    $ proto-gen diff 2026-11-20 draft --role platform --format html \\
        --out changes.html
  In a pull request, fail on what breaks and mark the lines:
    $ proto-gen diff git:origin/main:schemas ./schemas --format github
  Only the capabilities of a profile:
    $ proto-gen diff 2026-11-20 draft --profile ./profile.json
  Accept what breaks now, for 30 days:
    $ proto-gen diff git:v1:schemas ./schemas --write-ignore \\
        --reason "agreed with all platforms" --until 2026-12-20

Ignored changes are listed in proto-gen-diff-ignore.json, or where --ignore says: each
with a reason and a last day. It may also change the levels of rules. docs/diff.md
has its form, and that of the JSON.

Exit codes:
  0  no change at or above --fail-on
  1  there is one
  2  the command line is wrong, or names a file that cannot be used
  3  the sides could not be compared: one does not load or compose
`;

export const diffCommand: CommandDefinition<DiffFlags> = {
  name: "diff",
  description: "report what changed between two releases, and whom it breaks",
  usage: "<old> <new> [options]",
  // Optional for commander: `requireSides` has a better message.
  arguments: [
    new Argument("[old]", "a release, a directory, git:REF:PATH, or a manifest.json"),
    new Argument("[new]", "the same"),
  ],
  options: [
    {
      heading: "Input:",
      options: [
        new Option("--profile <file>", "only the capabilities of this profile"),
        new Option("--role <role>", "only what concerns one").choices(["business", "platform"]),
        schemasOption(),
      ],
    },
    { heading: "Levels:", options: levelOptions() },
    { heading: "Output:", options: outputOptions() },
  ],
  footer: FOOTER,
  parse: (flags, args) => ({ ...flags, ...requireSides(args) }),
};

function levelOptions(): readonly Option[] {
  return [
    new Option("--fail-on <level>", "exit with 1 from this level on; breaking by default").choices([
      "breaking",
      "dangerous",
      "none",
    ]),
    new Option(
      "--level <rule=level>",
      "a rule's level: breaking, dangerous, safe or off (repeatable)",
    ).argParser(appendValue),
    new Option("--ignore <file>", "ignored changes; proto-gen-diff-ignore.json if it exists"),
    new Option("--write-ignore", "add what fails to that file; needs --reason"),
    new Option("--reason <text>", "with --write-ignore: why it is ignored"),
    new Option("--until <date>", "with --write-ignore: the last day; 90 days from now by default"),
  ];
}

function outputOptions(): readonly Option[] {
  return [
    new Option("--format <name>", "how the report is printed; text by default").choices([
      "text",
      "json",
      "markdown",
      "html",
      "sarif",
      "github",
    ]),
    new Option("--out <file>", "write the report to a file"),
    quietOption(),
  ];
}

/** @throws ProtoGenError USAGE */
function requireSides([before, after]: readonly string[]): Pick<DiffFlags, "before" | "after"> {
  if (before !== undefined && after !== undefined) return { before, after };
  const what =
    before === undefined
      ? "both sides are missing"
      : `the side to compare ${before} with is missing`;
  throw failure("USAGE", what, {
    hint: "proto-gen diff <old> <new>, for example 2026-11-20 draft",
  });
}
