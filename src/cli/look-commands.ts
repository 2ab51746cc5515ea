/**
 * The commands that look at a profile and write nothing. In: the program. Out: the program with them. They
 * load the whole pipeline, so each is itself loaded only when it is asked for.
 */

import { Option, type Command } from "commander";
import type { ExitCode } from "../errors.js";
import type { Host } from "./host.js";
import { addInputOptions, OTHER, rejectArguments, withProfile } from "./input-options.js";
import { INSPECT_FOOTER, LIST_FOOTER } from "./look-footers.js";
import type { InputFlags } from "./read-input.js";

type Finish = (exitCode: ExitCode) => void;

export function addList(program: Command, host: Host, finish: Finish): void {
  lookCommand(program, "list", "show the active set, what was pruned and why, and the operations")
    .usage("--profile FILE [options]")
    .addHelpText("after", LIST_FOOTER)
    .action(async (flags: Partial<InputFlags>, command: Command) => {
      rejectArguments(command.args, program);
      const { runList } = await import("./list/list-command.js");
      finish(await runList(withProfile(flags), host));
    });
}

export function addInspect(program: Command, host: Host, finish: Finish): void {
  lookCommand(program, "inspect", "show a type: its members, who contributed each, and its views")
    .usage("[<capability>.]<TypeName> --profile FILE [options]")
    .argument("<type>", "<capability>.<TypeName>, or <TypeName> for what index.ts exports")
    .addHelpText("after", INSPECT_FOOTER)
    .action(async (type: string, flags: Partial<InputFlags>, command: Command) => {
      rejectArguments(command.args.slice(1), program);
      const { runInspect } = await import("./inspect/inspect-command.js");
      finish(await runInspect(type, withProfile(flags), host));
    });
}

function lookCommand(program: Command, name: string, description: string): Command {
  const command = program
    .command(name)
    .description(description)
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    // The action says better what is wrong with them.
    .allowExcessArguments();
  addInputOptions(command);
  return command
    .optionsGroup("Messages:")
    .option("--json", "print the result, or the errors, as JSON on stdout");
}
