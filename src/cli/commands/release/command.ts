/** `proto-gen release`. */

import { Argument, Option } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import type { MessageFlags } from "../../shared-options.js";

export interface ReleaseFlags extends MessageFlags {
  /** `2026-11-20` */
  readonly date: string;
  readonly schemas: string;
  readonly dryRun?: boolean;
}

const DEFAULT_SCHEMAS = "schemas";

const FOOTER = `
Copies draft to a directory that is named after the date. In $ids, in URLs within
the release, and in the versions of capabilities and services, draft becomes the
date; every other byte stays the same. A manifest with the hash of each file is
added. The draft is linted first, and a draft with errors is not released. A
release never changes: existing files are never overwritten.

Examples:
  Release schemas/draft as schemas/2026-12-01:
    $ proto-gen release 2026-12-01
  See what would be written:
    $ proto-gen release 2026-12-01 --dry-run

Exit codes:
  0  released
  1  the draft has errors
  2  a new release cannot have this date, or a directory does not exist
  3  the draft cannot be read, or its URLs are not those of the draft
`;

export const releaseCommand: CommandDefinition<ReleaseFlags> = {
  name: "release",
  description: "Release the draft of a protocol's schemas under a date",
  usage: "DATE [options]",
  arguments: [new Argument("<date>", "Date of the release: YYYY-MM-DD")],
  options: [
    {
      heading: "Input:",
      options: [
        new Option("--schemas <dir>", "Directory that contains draft").default(DEFAULT_SCHEMAS),
      ],
    },
    {
      heading: "Output:",
      options: [new Option("--dry-run", "Write nothing; print what would be written")],
    },
  ],
  footer: FOOTER,
  parse: ({ schemas = DEFAULT_SCHEMAS, ...flags }, [date = ""]) => ({ ...flags, schemas, date }),
};
