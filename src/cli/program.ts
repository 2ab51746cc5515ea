/** The list of commands, and the help that they share. A new command is a folder and a line here. */

import { Command, Help } from "commander";
import { failure } from "../errors.js";
import { didYouMean } from "../text/nearest.js";
import { ownText } from "../text/line.js";
import { TOOL } from "../write/manifest.js";
import { completionCommand } from "./commands/completion/command.js";
import { diffCommand } from "./commands/diff/command.js";
import { doctorCommand } from "./commands/doctor/command.js";
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
import { storageCommand } from "./commands/storage/command.js";
import { tokenizerCommand } from "./commands/tokenizer/command.js";
import { validateCommand } from "./commands/validate/command.js";
import { defineCommand } from "./define-command.js";
import type { Host } from "./host.js";
import { helpOption, OTHER } from "./shared-options.js";
import type { CalledCommand } from "./unknown-option.js";

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
  defineCommand(tokenizerCommand, () => import("./commands/tokenizer/run.js")),
  defineCommand(storageCommand, () => import("./commands/storage/run.js")),
  defineCommand(diffCommand, () => import("./commands/diff/run.js")),
  defineCommand(doctorCommand, () => import("./commands/doctor/run.js")),
  defineCommand(explainCommand, () => import("./commands/explain/run.js")),
  defineCommand(completionCommand, () => import("./commands/completion/run.js")),
];

const HELP = "help";
/** What the scripts of `completion` call; people do not. */
const COMPLETE = "complete";

export interface Program {
  /** @returns the exit code */
  run(argv: readonly string[]): Promise<number>;
  calledCommand(argv: readonly string[]): CalledCommand;
  readonly commands: readonly Command[];
}

export function createProgram(host: Host): Program {
  let exitCode = 0;
  const program = buildProgram(host);
  const finish = (code: number): void => void (exitCode = code);
  for (const addCommand of COMMANDS) addCommand({ program, host, finish });
  showDefaultOptions(program);
  return {
    async run(argv) {
      if (argv[0] === COMPLETE) {
        const { complete } = await import("./completion/complete.js");
        const words = argv.slice(argv[1] === "--" ? 2 : 1);
        await complete(words, { program, fallback: generateCommand.name }, host);
        return 0;
      }
      await program.parseAsync([...withHelpOption(argv, program)], { from: "user" });
      return exitCode;
    },
    calledCommand: (argv) => calledCommand(argv, program),
    commands: program.commands,
  };
}

/** Options before a command's name are the default command's. */
function calledCommand([first]: readonly string[], { commands }: Command): CalledCommand {
  const named = commands.find((each) => each.name() === first);
  const command = named ?? commands.find((each) => each.name() === generateCommand.name);
  const options = command?.options.flatMap(({ long }) => long ?? []) ?? [];
  return { name: named?.name(), options: [...options, "--help"] };
}

/**
 * `help diff` is `diff --help`. Commander would end with 1 for a name that is not a command.
 * @throws ProtoGenError USAGE
 */
function withHelpOption(argv: readonly string[], { commands }: Command): readonly string[] {
  const [first, topic = HELP] = argv;
  if (first !== HELP) return argv;
  if (topic === HELP || topic.startsWith("-")) return ["--help"];
  const names = commands.map((command) => command.name());
  if (names.includes(topic)) return [topic, "--help"];
  throw failure("USAGE", `${topic} is not a command`, { hint: didYouMean(topic, names) });
}

function buildProgram(host: Host): Command {
  const program = new Command(TOOL.name)
    .description("Generates typed, validated TypeScript from a commerce protocol profile.")
    .usage("[command] --profile FILE [options]")
    .addHelpOption(helpOption())
    .helpCommand(`${HELP} [command]`, "Print the help of a command")
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void host.stdout.write(ownText(text)),
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
