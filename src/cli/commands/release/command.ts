/** `proto-gen release`. */

import { Argument, Option } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import { jsonOption, messageOptions, quietOption } from "../../shared-options.js";

export interface ReleaseFlags {
  /** `2026-11-20` */
  readonly date: string;
  readonly schemas: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const DEFAULT_SCHEMAS = "schemas";

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
  2  no new release can have the date, or a directory does not exist
  3  the draft cannot be read, or is not the draft of its URLs
`;

export const releaseCommand: CommandDefinition<ReleaseFlags> = {
  name: "release",
  description: "freeze the draft of a protocol's schemas under a date",
  usage: "DATE [options]",
  arguments: [new Argument("<date>", "the date of the release: YYYY-MM-DD")],
  options: [
    {
      heading: "Input:",
      options: [
        new Option("--schemas <dir>", "the directory that holds draft").default(DEFAULT_SCHEMAS),
      ],
    },
    {
      heading: "Output:",
      options: [new Option("--dry-run", "change nothing; print what would be written")],
    },
    messageOptions(jsonOption(), quietOption()),
  ],
  footer: FOOTER,
  parse: ({ schemas = DEFAULT_SCHEMAS, ...flags }, [date = ""]) => ({ ...flags, schemas, date }),
};
