/** `proto-gen init`. */

import { Argument } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import type { MessageFlags } from "../../shared-options.js";

export interface InitFlags extends MessageFlags {
  readonly directory: string;
}

const WORKING_DIRECTORY = ".";

const FOOTER = `
Examples:
  Create a business in ./shop:
    $ proto-gen init shop && cd shop && npm install && npm test && npm start
  Create one in the working directory, which must be empty:
    $ proto-gen init

The project has a catalog, carts, checkouts, orders, webhooks and mail. All of its
code is yours to change. Existing files are never overwritten.

Exit codes: see proto-gen --help.
`;

export const initCommand: CommandDefinition<InitFlags> = {
  name: "init",
  description: "Create a complete business to start from: a project with tests",
  usage: "[DIR] [options]",
  arguments: [
    new Argument("[dir]", "Directory that is empty or does not exist").default(
      WORKING_DIRECTORY,
      "the working directory",
    ),
  ],
  options: [],
  footer: FOOTER,
  parse: (flags, [directory = WORKING_DIRECTORY]) => ({ ...flags, directory }),
};
