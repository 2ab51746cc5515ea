/**
 * Builds commander's command from a definition, so that adding a command is a folder below `commands/` and one line
 * in `program.ts`. The module that runs a command is loaded when the command is called: `--help` and a run with
 * nothing to do must not pay for the pipeline.
 */

import type { Argument, Command } from "commander";
import { failure, type ExitCode } from "../errors.js";
import { didYouMean } from "../text/nearest.js";
import type { Host } from "./host.js";
import {
  helpOption,
  messageOptions,
  type MessageOptions,
  type OptionGroup,
} from "./shared-options.js";

/** `Flags` is what the command runs with: its options, and its arguments by their names. */
export interface CommandDefinition<Flags> {
  readonly name: string;
  readonly description: string;
  readonly usage: string;
  readonly arguments?: readonly Argument[];
  /** In the order of the help. */
  readonly options: readonly OptionGroup[];
  /** Its own words for `--json` and `--quiet`, which every command has, and its other options of messages. */
  readonly messages?: MessageOptions;
  /** The end of the help: examples, exit codes. */
  readonly footer: string;
  /** It runs when no command is named. */
  readonly isDefault?: boolean;
  /**
   * Joins options and arguments, and fills in defaults.
   * @throws ProtoGenError USAGE for what is missing
   */
  parse(flags: Partial<Flags>, args: readonly string[]): Flags;
}

export interface CommandModule<Flags> {
  run(flags: Flags, host: Host): Promise<ExitCode> | ExitCode;
}

export interface CommandEnvironment {
  readonly program: Command;
  readonly host: Host;
  finish(exitCode: ExitCode): void;
}

/** Adds a command to the program, and returns it. */
export type CommandBuilder = (environment: CommandEnvironment) => Command;

export function defineCommand<Flags>(
  definition: CommandDefinition<Flags>,
  load: () => Promise<CommandModule<Flags>>,
): CommandBuilder {
  return ({ program, host, finish }) => {
    const command = buildCommand(program, definition);
    return command.action(async () => {
      rejectArguments(surplusArguments(command), program);
      const flags = definition.parse(command.opts<Partial<Flags>>(), command.args);
      const { run } = await load();
      finish(await run(flags, host));
    });
  };
}

function buildCommand<Flags>(program: Command, definition: CommandDefinition<Flags>): Command {
  const command = program
    .command(definition.name, { isDefault: definition.isDefault === true })
    .description(definition.description)
    .usage(definition.usage)
    .addHelpOption(helpOption())
    .addHelpText("after", definition.footer)
    // `rejectArguments` has a better message: a surplus argument is most likely a misspelt command.
    .allowExcessArguments();
  for (const argument of definition.arguments ?? []) command.addArgument(argument);
  for (const { heading, options } of [...definition.options, messageOptions(definition.messages)]) {
    command.optionsGroup(heading);
    for (const option of options) command.addOption(option);
  }
  return command;
}

function surplusArguments({ registeredArguments, args }: Command): readonly string[] {
  const takesAny = registeredArguments.some(({ variadic }) => variadic);
  return takesAny ? [] : args.slice(registeredArguments.length);
}

/** @throws ProtoGenError USAGE for a surplus argument */
function rejectArguments([surplus]: readonly string[], program: Command): void {
  if (surplus === undefined) return;
  const commands = program.commands.map((command) => command.name());
  const meant = program.commands.find((command) => command.name() === surplus);
  // Commander takes options before a command's name for those of the default command.
  if (meant !== undefined)
    throw failure("USAGE", `${surplus} must come before the options`, {
      hint: `proto-gen ${surplus} ${meant.usage().replace(/ \[options\]$/, "")}`,
    });
  throw failure("USAGE", `unexpected argument: ${surplus}`, {
    hint: didYouMean(surplus, commands),
  });
}
