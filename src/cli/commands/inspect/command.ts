/** `proto-gen inspect`. */

import { Argument } from "commander";
import { configuredInput } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import { inputOptions, requireProfile, type InputFlags } from "../../shared-options.js";

export interface InspectFlags extends InputFlags {
  /** `Checkout`, `dev.proto.shopping.fulfillment.Checkout` */
  readonly type: string;
}

const FOOTER = `
Shows a composed type member by member: whether it is required, its type, the
capability that contributed it, and the line of the schema that declares it. A
nested member that another capability contributed is shown by its path, for example
buyer.consent. The views of the type follow, and where they differ: what each
request may contain, and what a response contains.

Examples:
  The checkout with everything that was negotiated, as index.ts exports it:
    $ proto-gen inspect Checkout --profile ./profile.json
  The checkout with one extension:
    $ proto-gen inspect dev.proto.shopping.fulfillment.Checkout \\
        --profile ./profile.json
  Where a member comes from, for a script:
    $ proto-gen inspect Checkout --profile ./profile.json --json |
        jq '.members[] | select(.path == "buyer.consent") | .declared'

Nothing is written. Warnings go to stderr. Exit codes: see proto-gen --help.
`;

export const inspectCommand: CommandDefinition<InspectFlags> = {
  name: "inspect",
  description: "Show a type: its members, which capability contributed each, and its views",
  usage: "[<capability>.]<TypeName> --profile FILE [options]",
  arguments: [
    new Argument("<type>", "<capability>.<TypeName>, or the <TypeName> that index.ts exports"),
  ],
  options: [inputOptions()],
  footer: FOOTER,
  configured: configuredInput,
  parse: (flags, [type = ""]) => ({ ...requireProfile(flags), type }),
};
