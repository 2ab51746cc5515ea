/** `proto-gen init`. */

import { Argument } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import { messageOptions, quietOption } from "../../shared-options.js";

export interface InitFlags {
  readonly directory: string;
  readonly quiet?: boolean;
}

const WORKING_DIRECTORY = ".";

const FOOTER = `
Examples:
  A business in ./shop:
    $ proto-gen init shop && cd shop && npm install && npm test && npm start
  In the working directory, which is empty:
    $ proto-gen init

It has a catalog, carts, checkouts, orders, webhooks and mail, and is yours to change. Existing files
are never overwritten.
`;

export const initCommand: CommandDefinition<InitFlags> = {
  name: "init",
  description: "write a whole business to start from: a project with tests",
  usage: "[DIR] [options]",
  arguments: [
    new Argument("[dir]", "a directory that is empty or does not exist").default(
      WORKING_DIRECTORY,
      "the working directory",
    ),
  ],
  options: [messageOptions(quietOption())],
  footer: FOOTER,
  parse: (flags, [directory = WORKING_DIRECTORY]) => ({ ...flags, directory }),
};
