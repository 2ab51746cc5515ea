/** `proto-gen release`, but for what it does. In: the program. Out: the program with it. */

import { Option, type Command } from "commander";
import type { ExitCode } from "../errors.js";
import type { Host } from "./host.js";
import { OTHER, rejectArguments } from "./input-options.js";

/** The options as commander gives them. */
export interface ReleaseFlags {
  readonly schemas: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const FOOTER = `
The files of draft become those of a directory that is named after the date. In
$ids, in URLs below the release's own and in the versions of capabilities and
services, draft becomes the date; every other byte stays. A manifest with the hash
of each file goes with them. The draft is linted first, and not released with
errors. What was released never changes again: nothing is written over.

Examples:
  Release schemas/draft as schemas/2026-12-01:
    $ proto-gen release 2026-12-01
  See what would be written:
    $ proto-gen release 2026-12-01 --dry-run

Exit codes:
  0  released
  1  the draft has errors
  2  the date is none that a new release can have, or a directory is not there
  3  the draft cannot be read, or is not the draft of its URLs
`;

export function addRelease(
  program: Command,
  host: Host,
  finish: (exitCode: ExitCode) => void,
): void {
  program
    .command("release")
    .description("freeze the draft of a protocol's schemas under a date")
    .usage("DATE [options]")
    .argument("<date>", "the date of the release: YYYY-MM-DD")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", FOOTER)
    // The action says better what is wrong with them.
    .allowExcessArguments()
    .optionsGroup("Input:")
    .option("--schemas <dir>", "the directory that holds draft", "schemas")
    .optionsGroup("Output:")
    .option("--dry-run", "change nothing; print what would be written")
    .optionsGroup("Messages:")
    .option("--json", "print the result, or the errors, as JSON on stdout")
    .option("--quiet", "print nothing but errors")
    .action(async (date: string, flags: ReleaseFlags, command: Command) => {
      rejectArguments(command.args.slice(1), program);
      const { runRelease } = await import("./release/run-release.js");
      finish(await runRelease(date, flags, host));
    });
}
