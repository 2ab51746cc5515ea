/** `proto-gen release`. */

import { Argument, Option } from "commander";
import type { FactOverrides } from "../../../facts/facts-in-force.js";
import { rulePlaces, type RulePlaces } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import type { MessageFlags } from "../../shared-options.js";
import type { RuleSeverities } from "../lint/command.js";

export interface ReleaseFlags extends MessageFlags {
  /** `2026-11-20` */
  readonly date: string;
  readonly schemas: string;
  readonly dryRun?: boolean;
  /** The configuration's options for linting the draft. */
  readonly linted?: DraftLinting;
}

export interface DraftLinting {
  /** Directories of schemas that the draft refers to. */
  readonly schemas?: readonly string[] | undefined;
  readonly facts?: FactOverrides | undefined;
  readonly rules?: RuleSeverities | undefined;
  readonly rulePlaces?: RulePlaces | undefined;
}

const DEFAULT_SCHEMAS = "schemas";

const FOOTER = `
Copies draft to a directory that is named after the date. In $ids, in URLs within
the release, and in the versions of capabilities and services, draft becomes the
date; every other byte stays the same. A manifest with the hash of each file is
added. The draft is linted first, with the schemas, facts and rules of the
configuration, and a draft with errors is not released. A release never changes:
existing files are never overwritten.

Examples:
  See what a release of schemas/draft would write to schemas/2026-12-01:
    $ proto-gen release 2026-12-01 --dry-run
  Write it:
    $ proto-gen release 2026-12-01

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
  configured: ({ schemas, facts, lint }, { config }) => ({
    linted: {
      schemas,
      facts: facts as FactOverrides | undefined,
      rules: lint?.rules,
      rulePlaces: rulePlaces(["lint", "rules"], lint?.rules, config),
    },
  }),
  parse: ({ schemas = DEFAULT_SCHEMAS, ...flags }, [date = ""]) => ({ ...flags, schemas, date }),
};
