/** `proto-gen init`. */

import { Argument, Option } from "commander";
import { FRAMEWORKS, STORES, type Framework, type Store } from "../../../starter/options.js";
import { configuredInput } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import {
  inputOptions,
  paymentOption,
  type InputFlags,
  type PaymentFlags,
} from "../../shared-options.js";

export interface InitFlags extends Omit<InputFlags, "profile">, PaymentFlags {
  readonly directory: string;
  /** Default: the sample profile of this package. */
  readonly profile?: string;
  readonly framework?: Framework;
  readonly store?: Store;
  readonly minimal?: boolean;
}

const WORKING_DIRECTORY = ".";

const FOOTER = `
Examples:
  Create a business from your profile in ./shop:
    $ proto-gen init shop --profile ./profile.json
  One for Express, with its data in PostgreSQL:
    $ proto-gen init shop --profile ./profile.json --framework express --store postgres
  One that a vendor's extension belongs to:
    $ proto-gen init shop --profile ./profile.json \\
        --schemas ./schemas=https://example.com/schemas
  One to look around in, from a sample profile, in the working directory:
    $ proto-gen init

The project has the code that its capabilities need, generated types, and tests.
All of it is yours to change. Existing files are never overwritten.

Exit codes: see proto-gen --help.
`;

export const initCommand: CommandDefinition<InitFlags> = {
  name: "init",
  description: "Create a business to start from, for any profile: a project with tests",
  usage: "[DIR] [options]",
  arguments: [
    new Argument("[dir]", "Directory that is empty or does not exist").default(
      WORKING_DIRECTORY,
      "the working directory",
    ),
  ],
  options: [
    inputOptions({ fetched: "and pin them in the project's lock file" }),
    {
      heading: "Project:",
      options: [
        new Option("--framework <name>", "Web framework to listen with (default: node)").choices(
          FRAMEWORKS,
        ),
        new Option(
          "--store <name>",
          "Where data is kept (default: sqlite; memory with workers)",
        ).choices(STORES),
        new Option("--minimal", "Write the business into one file"),
        paymentOption(),
      ],
    },
  ],
  footer: FOOTER,
  configured: configuredInput,
  parse: (flags, [directory = WORKING_DIRECTORY]) => ({ ...flags, directory }),
};
