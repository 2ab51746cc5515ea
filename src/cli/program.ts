/** The list of commands, and the help that they share. A new command is a folder and a line here. */

import { Command, Help } from "commander";
import { TOOL } from "../write/manifest.js";
import { diffCommand } from "./commands/diff/command.js";
import { explainCommand } from "./commands/explain/command.js";
import { generateCommand } from "./commands/generate/command.js";
import { initCommand } from "./commands/init/command.js";
import { inspectCommand } from "./commands/inspect/command.js";
import { lintCommand } from "./commands/lint/command.js";
import { listCommand } from "./commands/list/command.js";
import { mockCommand } from "./commands/mock/command.js";
import { releaseCommand } from "./commands/release/command.js";
import { resolveCommand } from "./commands/resolve/command.js";
import { scaffoldCommand } from "./commands/scaffold/command.js";
import { validateCommand } from "./commands/validate/command.js";
import { defineCommand } from "./define-command.js";
import type { Host } from "./host.js";
import { helpOption, OTHER } from "./shared-options.js";

/** In the order of the help. The paths stand here so that no command imports what imports it. */
const COMMANDS = [
  defineCommand(generateCommand, () => import("./commands/generate/run.js")),
  defineCommand(listCommand, () => import("./commands/list/run.js")),
  defineCommand(inspectCommand, () => import("./commands/inspect/run.js")),
  defineCommand(resolveCommand, () => import("./commands/resolve/run.js")),
  defineCommand(validateCommand, () => import("./commands/validate/run.js")),
  defineCommand(lintCommand, () => import("./commands/lint/run.js")),
  defineCommand(releaseCommand, () => import("./commands/release/run.js")),
  defineCommand(initCommand, () => import("./commands/init/run.js")),
  defineCommand(scaffoldCommand, () => import("./commands/scaffold/run.js")),
  defineCommand(mockCommand, () => import("./commands/mock/run.js")),
  defineCommand(diffCommand, () => import("./commands/diff/run.js")),
  defineCommand(explainCommand, () => import("./commands/explain/run.js")),
];

export interface Program {
  /** @returns the exit code */
  run(argv: readonly string[]): Promise<number>;
  /** The name of the command that is called by its name; undefined for the default command. */
  commandName(argv: readonly string[]): string | undefined;
}

export function createProgram(host: Host): Program {
  let exitCode = 0;
  const program = buildProgram(host);
  const finish = (code: number): void => void (exitCode = code);
  for (const addCommand of COMMANDS) addCommand({ program, host, finish });
  showDefaultOptions(program);
  return {
    async run(argv) {
      await program.parseAsync([...argv], { from: "user" });
      return exitCode;
    },
    // Options before a command's name are the default command's.
    commandName: ([first]) => program.commands.find((each) => each.name() === first)?.name(),
  };
}

function buildProgram(host: Host): Command {
  const program = new Command(TOOL.name)
    .description("Generates typed, validated TypeScript from a commerce protocol profile.")
    .usage("[command] --profile FILE [options]")
    .addHelpOption(helpOption())
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text),
      // Errors are printed once, by main.
      writeErr: () => undefined,
    })
    .addHelpText("after", generateCommand.footer);
  return program.optionsGroup(OTHER).version(TOOL.version, "-V, --version", "Print the version");
}

/** Options of the default command work without its name, so the program's help shows them, too. */
function showDefaultOptions(program: Command): void {
  const defaults = program.commands.filter((each) => each.name() === generateCommand.name);
  program.configureHelp({
    visibleOptions: (command) => {
      const own = new Help().visibleOptions(command);
      const inherited =
        command === program ? defaults.flatMap((each) => new Help().visibleOptions(each)) : [];
      return [...inherited.filter((option) => option.helpGroupHeading !== OTHER), ...own];
    },
    groupItems: (_all, visible, groupOf) => new Help().groupItems(visible, visible, groupOf),
  });
}
