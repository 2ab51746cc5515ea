/** `proto-gen explain`. */

import { Argument } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import { jsonOption, messageOptions } from "../../shared-options.js";

export interface ExplainFlags {
  /** A code, or a rule of diff; undefined for all of them. */
  readonly code?: string;
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

export const explainCommand: CommandDefinition<ExplainFlags> = {
  name: "explain",
  description: "say what an error, a warning or a rule of diff means",
  usage: "[CODE] [options]",
  arguments: [
    new Argument(
      "[code]",
      "the code that a message begins with, or a rule of diff; all by default",
    ),
  ],
  options: [messageOptions(jsonOption("print the explanation, or the errors, as JSON on stdout"))],
  footer: FOOTER,
  parse: (flags, [code]) => ({ ...flags, ...(code === undefined ? {} : { code }) }),
};
