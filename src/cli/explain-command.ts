/** `proto-gen explain`, but for what it does. In: the program. Out: the program with it. */

import { Option, type Command } from "commander";
import type { ExitCode } from "../errors.js";
import type { Host } from "./host.js";
import { OTHER, rejectArguments } from "./input-options.js";

/** The options as commander gives them. */
export interface ExplainFlags {
  readonly json?: boolean;
}

const FOOTER = `
Every error and warning begins with its code. A rule of diff is named as its reports name it. Without a
code all of them are listed.

Examples:
  What a code means, and an example of it, wrong and right:
    $ proto-gen explain COMPOSE_WEAKENS_BASE
  What a rule of diff finds, and why it matters:
    $ proto-gen explain required-added
  The codes of warnings, for a script:
    $ proto-gen explain --json | jq -r '.codes[] | select(.exit == 0) | .code'
`;

export function addExplain(
  program: Command,
  host: Host,
  finish: (exitCode: ExitCode) => void,
): void {
  program
    .command("explain")
    .description("say what an error, a warning or a rule of diff means")
    .usage("[CODE] [options]")
    .argument("[code]", "the code that a message begins with, or a rule of diff; all unless told")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", FOOTER)
    // The action says better what is wrong with them.
    .allowExcessArguments()
    .optionsGroup("Messages:")
    .option("--json", "print the explanation, or the errors, as JSON on stdout")
    .action(async (code: string | undefined, flags: ExplainFlags, command: Command) => {
      rejectArguments(command.args.slice(1), program);
      const { runExplain } = await import("./explain/run-explain.js");
      finish(runExplain(code, flags, host));
    });
}
