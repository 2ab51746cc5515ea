/** `proto-gen resolve`. */

import { Argument, Option } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import { inputOptions, jsonOption, messageOptions } from "../../shared-options.js";
import { viewOptions, type ViewFlags } from "../../view-options.js";

export interface ResolveFlags extends ViewFlags {
  /** A schema's file, or the name of a type. */
  readonly target: string;
  readonly bundle?: boolean;
}

const FOOTER = `
Prints plain JSON Schema 2020-12: a schema as one direction and operation see it,
its annotations of visibility applied, or a type of the negotiated surface with
all that extends it. A schema's file says by its $id where its release stands, so
that it needs no profile; --schemas brings what is elsewhere. References to other
documents stay, by the URI of their view, unless --bundle brings these too.

Examples:
  What may be sent when a checkout is created, by the schema alone:
    $ proto-gen resolve schemas/checkout.json --op create --request
  The checkout with everything that was negotiated, for another tool:
    $ proto-gen resolve Checkout --profile ./profile.json --bundle
  A part of a document:
    $ proto-gen resolve 'schemas/fulfillment.json#/$defs/option'

Nothing is written. Warnings go to stderr.
Exit codes are those of proto-gen --help.
`;

export const resolveCommand: CommandDefinition<ResolveFlags> = {
  name: "resolve",
  description: "print a schema or a type as JSON Schema",
  usage: "FILE[#/$defs/NAME] | [<capability>.]<TypeName> [options]",
  arguments: [
    new Argument("<schema|type>", "a schema's file, or a type of the profile by its name"),
  ],
  options: [
    inputOptions(),
    viewOptions(),
    {
      heading: "Output:",
      options: [new Option("--bundle", "one document that refers to no other")],
    },
    messageOptions(jsonOption("print errors as JSON on stdout too")),
  ],
  footer: FOOTER,
  parse: (flags, [target = ""]) => ({ ...flags, target }),
};
