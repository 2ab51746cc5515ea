/**
 * Builds commander's command from a definition, so that adding a command is a folder below `commands/` and one line
 * in `program.ts`. The module that runs a command is loaded when the command is called: `--help` and a run with
 * nothing to do must not pay for the pipeline.
 */

import path from "node:path";
import type { Argument, Command } from "commander";
import { configPlaces } from "../config/find-config.js";
import {
  readConfiguration,
  type ConfigFlags,
  type Configuration,
} from "../config/read-configuration.js";
import type { Settings } from "../config/targets.js";
import { failure, type ExitCode } from "../errors.js";
import { isRecord } from "../config/shape.js";
import { didYouMean } from "../text/nearest.js";
import type { ConfiguredFlags } from "./configured.js";
import type { Host } from "./host.js";
import {
  configOptions,
  helpOption,
  messageOptions,
  type MessageOptions,
  type OptionGroup,
} from "./shared-options.js";
import { settleOrFail } from "./termination.js";

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
  /** What a configuration gives it; the command line wins. Absent for a command that reads none. */
  configured?(settings: Settings, call: CommandCall<Flags>): ConfiguredFlags<Flags>;
  /**
   * Joins options and arguments, and fills in defaults.
   * @throws ProtoGenError USAGE for what is missing
   */
  parse(flags: Partial<Flags>, args: readonly string[]): Flags;
}

/** What the command line gives: options, arguments, and the configuration that they lead to. */
export interface CommandCall<Flags> {
  readonly flags: Partial<Flags>;
  readonly args: readonly string[];
  readonly config: ConfigPlaces;
}

/** The file of a configuration, if there is one, and the places of its members. */
export type ConfigPlaces = Pick<Configuration, "file" | "locate">;

/** A command runs with one target of a configuration, or with all of them. */
export type CommandModule<Flags> =
  | { run(flags: Flags, host: Host): Promise<ExitCode> | ExitCode }
  | { runTargets(run: TargetsRun<Flags>, host: Host): Promise<ExitCode> };

export interface TargetsRun<Flags> {
  /** One for each target. */
  readonly targets: readonly TargetFlags<Flags>[];
  /** The configuration's file, if there is one. */
  readonly config: string | undefined;
  /** The files that decide what the configuration is: those among them that do not exist may appear. */
  configPlaces(): readonly string[];
  /** Reads the configuration again. */
  reload(options?: Pick<ConfigFlags, "checksRoots">): Promise<readonly TargetFlags<Flags>[]>;
}

export interface TargetFlags<Flags> {
  /** Undefined where the configuration has no targets. */
  readonly name: string | undefined;
  readonly flags: Flags;
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
      const call = { command, definition };
      const { file, targets } = await readTargets(call);
      const module = await load();
      if ("runTargets" in module) {
        const run: TargetsRun<Flags> = {
          ...{ targets, config: file },
          configPlaces: () => placesOf(optionsFrom<Flags>(command, "cli")),
          reload: async (options) => (await readTargets(call, options)).targets,
        };
        finish(await module.runTargets(run, host));
        return;
      }
      finish(await module.run(onlyTarget(targets, definition), host));
    });
  };
}

interface DefinedCommand<Flags> {
  readonly command: Command;
  readonly definition: CommandDefinition<Flags>;
}

interface ConfiguredTargets<Flags> {
  readonly file: string | undefined;
  readonly targets: readonly TargetFlags<Flags>[];
}

function placesOf({ config }: ConfigFlags): readonly string[] {
  if (config === false) return [];
  return config === undefined ? configPlaces(".") : [path.resolve(config)];
}

async function readTargets<Flags>(
  { command, definition }: DefinedCommand<Flags>,
  { checksRoots }: Pick<ConfigFlags, "checksRoots"> = {},
): Promise<ConfiguredTargets<Flags>> {
  const { args } = command;
  const { config, target, ...flags } = optionsFrom<Flags>(command, "cli");
  const defaults = optionsFrom<Flags>(command, "default");
  const { configured } = definition;
  const { targets, ...read } = await settleOrFail(
    readConfiguration(
      configured === undefined ? { config: false } : { config, target, checksRoots },
    ),
    () => failure("CONFIG_FAILED", "the configuration waits for a promise that nothing settles"),
  );
  return {
    file: read.file,
    targets: targets.map(({ name, settings }) => {
      const call = { flags: flags as Partial<Flags>, args, config: read };
      const fromConfig = configured?.(settings, call) ?? {};
      return { name, flags: definition.parse(joinFlags([defaults, fromConfig, flags]), args) };
    }),
  };
}

/** Only those that the command line gives, or only those that have their default. */
function optionsFrom<Flags>(
  command: Command,
  source: "cli" | "default",
): Partial<Flags> & ConfigFlags {
  const all = Object.entries(command.opts<Record<string, unknown>>());
  const chosen = all.filter(([name]) => command.getOptionValueSource(name) === source);
  return Object.fromEntries(chosen) as Partial<Flags> & ConfigFlags;
}

/** Later flags win. Of flags that are values by name, such as facts, each value wins by itself. */
function joinFlags<Flags>(layers: readonly object[]): Partial<Flags> {
  const joined: Record<string, unknown> = {};
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    const before = joined[name];
    if (value === undefined) continue;
    joined[name] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
  }
  return joined as Partial<Flags>;
}

/** @throws ProtoGenError USAGE where there are several */
function onlyTarget<Flags>(
  targets: readonly TargetFlags<Flags>[],
  { name: command }: CommandDefinition<Flags>,
): Flags {
  const [first, second] = targets;
  if (first === undefined || second !== undefined)
    throw failure("USAGE", `${command} takes one target, and the configuration has several`, {
      hint: `name one with --target: ${targets.map(({ name }) => name).join(", ")}`,
    });
  return first.flags;
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
  const configuration = definition.configured === undefined ? [] : [configOptions()];
  const groups = [...definition.options, ...configuration, messageOptions(definition.messages)];
  for (const { heading, options } of groups) {
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
