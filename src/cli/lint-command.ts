/** `proto-gen lint`, but for what it does. In: the program. Out: the program with it. */

import { InvalidArgumentError, Option, type Command } from "commander";
import type { ExitCode } from "../errors.js";
import type { Host } from "./host.js";
import { collect, OTHER } from "./input-options.js";

export type LintFormat = "text" | "json" | "sarif" | "github";
const FORMATS: readonly LintFormat[] = ["text", "json", "sarif", "github"];

const SETTINGS = ["off", "note", "warning", "error"] as const;
export type RuleSettings = Readonly<Record<string, (typeof SETTINGS)[number]>>;

/** The options as commander gives them. */
export interface LintFlags {
  readonly schemas?: readonly string[];
  readonly rule?: RuleSettings;
  readonly fix?: boolean;
  readonly format: LintFormat;
  readonly quiet?: boolean;
}

const FOOTER = `
A directory with draft or dates in it holds releases, and each of them is looked at;
another one is a release itself. What was released is compared with its manifest.
The rules are listed in docs/lint.md; proto-gen explain RULE says what one means.

Examples:
  All releases below ./schemas:
    $ proto-gen lint
  An extension that builds on schemas of others:
    $ proto-gen lint ./schemas --schemas ./vendor=https://vendor.example/schemas
  Without one rule, and with another taken more seriously:
    $ proto-gen lint --rule SERVICE_INLINE_FIELDS=off --rule one-of-overlap=error
  Annotations at the lines of a pull request:
    $ proto-gen lint --format github

Exit codes:
  0  nothing was found, or no error
  1  errors were found
  2  the command line is wrong, or names a directory that is not there
  3  a directory cannot be read, or has no JSON in it
`;

export function addLint(program: Command, host: Host, finish: (exitCode: ExitCode) => void): void {
  program
    .command("lint")
    .description("say what is wrong with the schemas of a release")
    .usage("[DIR...] [options]")
    .argument("[dir...]", "directories of schemas; ./schemas unless told")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", FOOTER)
    .optionsGroup("Input:")
    .option(
      "--schemas <dir>",
      "schemas of others: DIR, found by $id, or DIR=URL-PREFIX (repeatable)",
      collect,
    )
    .option("--rule <id=level>", "take a rule as off, note, warning or error (repeatable)", setting)
    .optionsGroup("Output:")
    .option("--fix", "write the $ids that are missing or wrong")
    .optionsGroup("Messages:")
    .addOption(
      new Option("--format <name>", "how findings are printed").choices(FORMATS).default("text"),
    )
    .option("--quiet", "print errors only")
    .action(async (directories: readonly string[], flags: LintFlags) => {
      const { runLint } = await import("./lint/run-lint.js");
      finish(await runLint(directories, flags, host));
    });
}

function setting(text: string, previous: RuleSettings = {}): RuleSettings {
  const [, id = "", level] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  const found = SETTINGS.find((each) => each === level);
  if (found === undefined)
    throw new InvalidArgumentError(`It is RULE=LEVEL, with one of ${SETTINGS.join(", ")}.`);
  return { ...previous, [id]: found };
}
