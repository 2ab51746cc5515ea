/** The commands, their options and their help. In: the host. Out: a program to run once. */

import { Command, Help, InvalidArgumentError, Option } from "commander";
import { failure } from "../errors.js";
import { didYouMean } from "../text/nearest.js";
import { TOOL } from "../write/manifest.js";
import { runGenerate, type GenerateFlags } from "./generate-command.js";
import { HELP_FOOTER } from "./help-footer.js";
import type { Host } from "./host.js";
import { INSPECT_FOOTER, LIST_FOOTER } from "./look-footers.js";
import type { InputFlags } from "./read-input.js";

export interface Program {
  /** @returns the exit code */
  run(argv: readonly string[]): Promise<number>;
}

export function createProgram(host: Host): Program {
  let exitCode = 0;
  const program = new Command(TOOL.name)
    .description("Writes typed, validated TypeScript from a commerce protocol's profile.")
    .usage("[command] --profile FILE [options]")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text),
      // Errors are printed once, by main.
      writeErr: () => undefined,
    })
    .addHelpText("after", HELP_FOOTER);
  program.optionsGroup(OTHER).version(TOOL.version, "-V, --version", "print the version");

  const generate = program
    .command("generate", { isDefault: true })
    .description("write the code (the default)")
    .usage("--profile FILE [options]")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", HELP_FOOTER)
    // A surplus argument is most likely a command misspelt; the action says so better.
    .allowExcessArguments();
  addGenerateOptions(generate);
  generate.action(async (flags: Partial<GenerateFlags>, command: Command) => {
    rejectArguments(command.args, program);
    exitCode = await runGenerate(withOut(withProfile(flags)), host);
  });

  // What looks at a profile loads the pipeline, so it is itself loaded only when asked for.
  lookCommand(program, "list", "show the active set, what was pruned and why, and the operations")
    .addHelpText("after", LIST_FOOTER)
    .allowExcessArguments()
    .action(async (flags: Partial<InputFlags>, command: Command) => {
      rejectArguments(command.args, program);
      const { runList } = await import("./list/list-command.js");
      exitCode = await runList(withProfile(flags), host);
    });
  lookCommand(program, "inspect", "show a type: its members, who contributed each, and its views")
    .usage("[<capability>.]<TypeName> --profile FILE [options]")
    .argument("<type>", "<capability>.<TypeName>, or <TypeName> for what index.ts exports")
    .addHelpText("after", INSPECT_FOOTER)
    .allowExcessArguments()
    .action(async (type: string, flags: Partial<InputFlags>, command: Command) => {
      rejectArguments(command.args.slice(1), program);
      const { runInspect } = await import("./inspect/inspect-command.js");
      exitCode = await runInspect(type, withProfile(flags), host);
    });

  // Options of the default command work without naming it, so its help belongs to the program's.
  program.configureHelp({
    visibleOptions: (command) => {
      const own = new Help().visibleOptions(command);
      const inherited = command === program ? new Help().visibleOptions(generate) : [];
      return [...inherited.filter((option) => option.helpGroupHeading !== OTHER), ...own];
    },
    groupItems: (_all, visible, groupOf) => new Help().groupItems(visible, visible, groupOf),
  });

  return {
    async run(argv) {
      await program.parseAsync([...argv], { from: "user" });
      return exitCode;
    },
  };
}

const OTHER = "Other:";
const DEFAULT_OUT = "./generated";

function lookCommand(program: Command, name: string, description: string): Command {
  const command = program
    .command(name)
    .description(description)
    .usage("--profile FILE [options]")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER));
  addInputOptions(command);
  return command
    .optionsGroup("Messages:")
    .option("--json", "print the result, or the errors, as JSON on stdout");
}

function addInputOptions(command: Command): void {
  command
    .optionsGroup("Input:")
    .option("--profile <file>", "profile to generate for")
    .option("--platform <file>", "the other side's profile; only what both support is generated")
    .option("--capabilities <list>", "only these capabilities: A,B@2026-11-20", nameList)
    .option(
      "--schemas <dir>",
      "more schemas: DIR, found by $id, or DIR=URL-PREFIX (repeatable)",
      collect,
    );
}

function addGenerateOptions(generate: Command): void {
  addInputOptions(generate);
  generate
    .optionsGroup("Output:")
    .option("--out <dir>", "directory to write", DEFAULT_OUT)
    .option("--only <list>", "only these parts: types,validators,negotiation", nameList)
    .addOption(
      new Option(
        "--check",
        "change nothing; print what differs, and exit with 1 if anything does",
      ).conflicts("dryRun"),
    )
    .option("--dry-run", "change nothing; print what would be written")
    .optionsGroup("Messages:")
    .option("--json", "print the result, or the errors, as JSON on stdout")
    .addOption(new Option("--quiet", "print nothing but errors").conflicts("verbose"))
    .option("--verbose", "print each stage and each file, and the stack of an internal error");
}

function nameList(text: string, previous: readonly string[] = []): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes(""))
    throw new InvalidArgumentError("It is a list of names with commas between them.");
  return [...previous, ...names];
}

function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Commander would ask for a required option before it looks at a misspelt one. */
function withProfile<Flags extends { readonly profile?: string }>(
  flags: Flags,
): Flags & { readonly profile: string } {
  const { profile } = flags;
  if (profile === undefined) throw failure("USAGE", "--profile FILE is missing");
  return { ...flags, profile };
}

function withOut({
  out = DEFAULT_OUT,
  ...flags
}: Partial<GenerateFlags> & { readonly profile: string }): GenerateFlags {
  if (out === "")
    throw failure(
      "USAGE",
      "--out is empty",
      undefined,
      "name the directory to write, for example ./generated",
    );
  return { ...flags, out };
}

function rejectArguments([surplus]: readonly string[], program: Command): void {
  if (surplus === undefined) return;
  const commands = program.commands.map((command) => command.name());
  throw failure(
    "USAGE",
    commands.includes(surplus)
      ? `${surplus} must come before the options`
      : `${surplus} is no command, and no option takes it`,
    undefined,
    // Options before a command's name are taken for those of the default one.
    commands.includes(surplus)
      ? `proto-gen ${surplus} --profile FILE`
      : didYouMean(surplus, commands),
  );
}
