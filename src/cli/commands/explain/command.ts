/** `proto-gen explain`. */

import { Argument } from "commander";
import { offer } from "../../completion/offers.js";
import type { CommandDefinition } from "../../define-command.js";
import type { MessageFlags } from "../../shared-options.js";

export interface ExplainFlags extends MessageFlags {
  /** A code, or a rule of lint or diff; undefined for all of them. */
  readonly code?: string | undefined;
}

const FOOTER = `
Every error and warning starts with its code, and diff reports name their rules.
Without a code, all codes and rules are listed.

Examples:
  What a code means, with an example and its fix:
    $ proto-gen explain COMPOSE_WEAKENS_BASE
  What a rule of diff finds, and why it matters:
    $ proto-gen explain required-added
  The codes of warnings, for a script:
    $ proto-gen explain --json | jq -r '.codes[] | select(.exit == 0) | .code'

Exit codes: see proto-gen --help.
`;

export const explainCommand: CommandDefinition<ExplainFlags> = {
  name: "explain",
  description: "Explain an error, a warning, or a rule of lint or diff",
  usage: "[CODE] [options]",
  arguments: [
    offer(
      new Argument(
        "[code]",
        "Code that a message starts with, or a rule of lint or diff (default: all)",
      ),
      async () => (await import("./run.js")).explainedNames(),
    ),
  ],
  options: [],
  messages: { json: "Print the explanation, or the errors, as JSON on stdout" },
  footer: FOOTER,
  parse: (flags, [code]) => ({ ...flags, code }),
};
