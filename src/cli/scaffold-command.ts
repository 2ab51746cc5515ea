/** `proto-gen scaffold`, but for what it does. In: the program. Out: the program with it. */

import { existsSync } from "node:fs";
import { Option, type Command } from "commander";
import { failure, type ExitCode } from "../errors.js";
import type { Host } from "./host.js";
import { addInputOptions, OTHER, rejectArguments, withProfile } from "./input-options.js";
import type { InputFlags } from "./read-input.js";
import { SCAFFOLD_FOOTER } from "./scaffold-footer.js";

/** The options as commander gives them. */
export interface ScaffoldFlags extends InputFlags {
  readonly into: string;
  readonly generated: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
}

/** The first that is there; the first one where none is. */
const USUAL_GENERATED = ["./generated", "./src/generated"];

export function addScaffold(
  program: Command,
  host: Host,
  finish: (exitCode: ExitCode) => void,
): void {
  const command = program
    .command("scaffold")
    .description("write the handlers that a business fills in; later, those that are missing")
    .usage("--into FILE --profile FILE [options]")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", SCAFFOLD_FOOTER)
    // The action says better what is wrong with them.
    .allowExcessArguments();
  addInputOptions(command);
  addOutputOptions(command);
  command.action(async (flags: Partial<ScaffoldFlags>, { args }: Command) => {
    rejectArguments(args, program);
    const { runScaffold } = await import("./scaffold/run-scaffold.js");
    finish(await runScaffold(withInto(withProfile(flags)), host));
  });
}

function addOutputOptions(command: Command): void {
  command
    .optionsGroup("Output:")
    .option("--into <file>", "your module of handlers; made where there is none")
    .option(
      "--generated <dir>",
      "where the generated code is, or will be; unless told ./generated, or ./src/generated where only that is there",
    )
    .addOption(
      new Option("--check", "change nothing; exit with 1 if a handler is missing").conflicts(
        "dryRun",
      ),
    )
    .option("--dry-run", "change nothing; print what would be added")
    .optionsGroup("Messages:")
    .option("--json", "print the result, or the errors, as JSON on stdout")
    .option("--quiet", "print nothing but errors");
}

function usualGenerated(): string {
  return USUAL_GENERATED.find((each) => existsSync(each)) ?? "./generated";
}

function withInto({
  into = "",
  generated = usualGenerated(),
  ...flags
}: Partial<ScaffoldFlags> & { readonly profile: string }): ScaffoldFlags {
  const empty = into === "" ? "--into FILE" : generated === "" ? "--generated DIR" : undefined;
  if (empty !== undefined)
    throw failure("USAGE", `${empty} is missing`, undefined, "for example --into src/business.ts");
  return { ...flags, into, generated };
}
