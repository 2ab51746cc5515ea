/**
 * The commands for who writes schemas: `resolve` and `validate`. In: the program. Out: the program with them.
 * They load the whole pipeline, so each is itself loaded only when it is asked for.
 */

import { Option, type Command } from "commander";
import type { ExitCode } from "../errors.js";
import { RESOLVE_FOOTER, VALIDATE_FOOTER } from "./author-footers.js";
import type { Host } from "./host.js";
import { addInputOptions, OTHER, rejectArguments } from "./input-options.js";
import type { InputFlags } from "./read-input.js";

type Finish = (exitCode: ExitCode) => void;

/** The options as commander gives them. */
export interface ViewFlags extends Omit<InputFlags, "profile"> {
  readonly profile?: string;
  readonly op?: string;
  readonly request?: boolean;
  readonly response?: boolean;
}

export interface ResolveFlags extends ViewFlags {
  readonly bundle?: boolean;
}

export interface ValidateFlags extends ViewFlags {
  readonly type?: string;
  readonly schema?: string;
  readonly def?: string;
}

export function addResolve(program: Command, host: Host, finish: Finish): void {
  const command = authorCommand(program, "resolve", "print a schema or a type as JSON Schema")
    .usage("FILE[#/$defs/NAME] | [<capability>.]<TypeName> [options]")
    .argument("<schema|type>", "a schema's file, or a type of the profile by its name")
    .addHelpText("after", RESOLVE_FOOTER)
    .action(async (wanted: string, flags: ResolveFlags, { args }: Command) => {
      rejectArguments(args.slice(1), program);
      const { runResolve } = await import("./resolve/resolve-command.js");
      finish(await runResolve(wanted, flags, host));
    });
  addInputOptions(command);
  addViewOptions(command);
  command
    .optionsGroup("Output:")
    .option("--bundle", "one document that refers to no other")
    .optionsGroup("Messages:")
    .option("--json", "print errors as JSON on stdout too");
}

export function addValidate(program: Command, host: Host, finish: Finish): void {
  const command = authorCommand(program, "validate", "say every rule that a payload breaks")
    .usage("PAYLOAD [options]")
    .argument("<payload>", "a file of JSON; - reads standard input")
    .addHelpText("after", VALIDATE_FOOTER)
    .action(async (payload: string, flags: ValidateFlags, { args }: Command) => {
      rejectArguments(args.slice(1), program);
      const { runValidate } = await import("./validate/validate-command.js");
      finish(await runValidate(payload, flags, host));
    });
  command
    .optionsGroup("What it is:")
    .addOption(
      new Option("--type <name>", "a type of the profile: [<capability>.]<TypeName>").conflicts(
        "schema",
      ),
    )
    .option("--schema <file>", "a schema's file; FILE#/$defs/NAME for one in it")
    .option("--def <name>", "of --schema: the same as #/$defs/NAME");
  addViewOptions(command);
  addInputOptions(command);
  command
    .optionsGroup("Messages:")
    .option("--json", "print the issues, or the errors, as JSON on stdout");
}

function authorCommand(program: Command, name: string, description: string): Command {
  return (
    program
      .command(name)
      .description(description)
      .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
      // The action says better what is wrong with them.
      .allowExcessArguments()
  );
}

function addViewOptions(command: Command): void {
  command
    .optionsGroup("View:")
    .option("--op <name>", "the operation that sees it: create, update, complete")
    .addOption(new Option("--request", "what is sent").conflicts("response"))
    .option("--response", "what is given; the usual one without --op");
}
