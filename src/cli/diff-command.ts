/** `proto-gen diff`, but for what it does. In: the program. Out: the program with it. */

import { Option, type Command } from "commander";
import { failure, type ExitCode } from "../errors.js";
import { DIFF_FOOTER } from "./diff-footer.js";
import type { Host } from "./host.js";
import { collect, OTHER, rejectArguments } from "./input-options.js";

/** The options as commander gives them. */
export interface DiffFlags {
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

export function addDiff(program: Command, host: Host, finish: (exitCode: ExitCode) => void): void {
  const command = program
    .command("diff")
    .description("say what changed between two releases, and whom it breaks")
    .usage("<old> <new> [options]")
    .argument("[old]", "a release, a directory, git:REF:PATH, or a manifest.json")
    .argument("[new]", "the same")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", DIFF_FOOTER)
    // The action says better what is wrong with them.
    .allowExcessArguments()
    .action(
      async (
        before: string | undefined,
        after: string | undefined,
        flags: DiffFlags,
        { args }: Command,
      ) => {
        rejectArguments(args.slice(2), program);
        if (before === undefined || after === undefined) throw missingSide(before);
        const { runDiff } = await import("./diff/run-diff.js");
        finish(await runDiff(before, after, flags, host));
      },
    );
  addOptions(command);
}

function addOptions(command: Command): void {
  command
    .optionsGroup("Input:")
    .option("--profile <file>", "only the capabilities of this profile")
    .addOption(
      new Option("--role <role>", "only what concerns one").choices(["business", "platform"]),
    )
    .option(
      "--schemas <dir>",
      "more schemas: DIR, found by $id, or DIR=URL-PREFIX (repeatable)",
      collect,
    )
    .optionsGroup("Levels:")
    .addOption(
      new Option(
        "--fail-on <level>",
        "exit with 1 from this level on; breaking unless told",
      ).choices(["breaking", "dangerous", "none"]),
    )
    .option(
      "--level <rule=level>",
      "a rule's level: breaking, dangerous, safe or off (repeatable)",
      collect,
    )
    .option("--ignore <file>", "ignored changes; proto-gen-diff-ignore.json if it is there")
    .option("--write-ignore", "add what fails to that file; needs --reason")
    .option("--reason <text>", "of --write-ignore: why it is ignored")
    .option("--until <date>", "of --write-ignore: the last day; 90 days from now unless told")
    .optionsGroup("Output:")
    .addOption(
      new Option("--format <name>", "how the report is printed; text unless told").choices([
        "text",
        "json",
        "markdown",
        "html",
        "sarif",
        "github",
      ]),
    )
    .option("--out <file>", "write the report to a file")
    .option("--quiet", "print nothing but errors");
}

function missingSide(before: string | undefined): Error {
  const what =
    before === undefined
      ? "both sides are missing"
      : `the side to compare ${before} with is missing`;
  return failure(
    "USAGE",
    what,
    undefined,
    "proto-gen diff <old> <new>, for example 2026-11-20 draft",
  );
}
