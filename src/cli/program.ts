/** The commands, their options and their help. In: the host. Out: a program to run once. */

import { Command, Help, Option } from "commander";
import { failure, type ExitCode } from "../errors.js";
import { TOOL } from "../write/manifest.js";
import { addResolve, addValidate } from "./author-commands.js";
import { addDiff } from "./diff-command.js";
import { addExplain } from "./explain-command.js";
import { runGenerate, type GenerateFlags } from "./generate-command.js";
import { HELP_FOOTER } from "./help-footer.js";
import type { Host } from "./host.js";
import { addInit } from "./init-command.js";
import { addInputOptions, nameList, OTHER, rejectArguments, withProfile } from "./input-options.js";
import { addLint } from "./lint-command.js";
import { addInspect, addList } from "./look-commands.js";
import { addMock } from "./mock-command.js";
import { addRelease } from "./release-command.js";
import { addScaffold } from "./scaffold-command.js";

export interface Program {
  /** @returns the exit code */
  run(argv: readonly string[]): Promise<number>;
  /** The command that is called by its name; undefined for the default one. */
  commandOf(argv: readonly string[]): string | undefined;
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

  const finish = (code: ExitCode): void => void (exitCode = code);
  addList(program, host, finish);
  addInspect(program, host, finish);
  addResolve(program, host, finish);
  addValidate(program, host, finish);
  addLint(program, host, finish);
  addRelease(program, host, finish);
  addInit(program, host, finish);
  addScaffold(program, host, finish);
  addMock(program, host, finish);
  addDiff(program, host, finish);
  addExplain(program, host, finish);

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
    // Options before a command's name are the default command's.
    commandOf: ([first]) => program.commands.find((each) => each.name() === first)?.name(),
  };
}

const DEFAULT_OUT = "./generated";

function addGenerateOptions(generate: Command): void {
  addInputOptions(generate);
  generate
    .option("--fetch", "fetch over https what no directory holds; keep it in the lock file")
    .option("--frozen", "with --fetch: an error if a document is not as in the lock file")
    .optionsGroup("Output:")
    .option("--out <dir>", "directory to write", DEFAULT_OUT)
    .option(
      "--only <list>",
      "only these parts: types,validators,negotiation,services,openapi,openrpc,mcp-tools,embedded",
      nameList,
    )
    .addOption(
      new Option(
        "--check",
        "change nothing; print what differs, and exit with 1 if anything does",
      ).conflicts("dryRun"),
    )
    .option("--dry-run", "change nothing; print what would be written")
    .addOption(
      new Option(
        "--force",
        "write even what seems up to date, and replace files that no earlier run wrote",
      ).conflicts("check"),
    )
    .optionsGroup("Messages:")
    .option("--json", "print the result, or the errors, as JSON on stdout")
    .addOption(new Option("--quiet", "print nothing but errors").conflicts("verbose"))
    .option("--verbose", "print each stage and each file, and the stack of an internal error");
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
