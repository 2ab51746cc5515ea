/** `proto-gen resolve`. */

import { existsSync } from "node:fs";
import { Argument, Option } from "commander";
import { splitFragment } from "../../../load/named-file.js";
import { configuredInput, configuredSchema } from "../../configured.js";
import { offer } from "../../completion/offers.js";
import type { CommandDefinition } from "../../define-command.js";
import { inputOptions } from "../../shared-options.js";
import { viewOptions, type ViewFlags } from "../../view-options.js";

export interface ResolveFlags extends ViewFlags {
  /** A schema file, or the name of a type. */
  readonly target: string;
  readonly bundle?: boolean;
}

const FOOTER = `
Prints plain JSON Schema 2020-12: either a schema as one operation and direction
see it, with its visibility annotations applied, or a negotiated type with all of
its extensions. A schema file needs no profile: its $id tells where the rest of its
release is. --schemas adds whatever is elsewhere. References to other documents
remain, as URIs of their views, unless --bundle includes those documents.

Examples:
  What a request to create a checkout may contain, from the schema alone:
    $ proto-gen resolve schemas/checkout.json --op create --request
  The checkout with everything that was negotiated, for another tool:
    $ proto-gen resolve Checkout --profile ./profile.json --bundle
  Part of a document:
    $ proto-gen resolve 'schemas/fulfillment.json#/$defs/option'

Nothing is written. Warnings go to stderr. Exit codes: see proto-gen --help.
`;

export const resolveCommand: CommandDefinition<ResolveFlags> = {
  name: "resolve",
  description: "Print a schema or a type as plain JSON Schema",
  usage: "FILE[#/$defs/NAME] | [<capability>.]<TypeName> [options]",
  arguments: [
    offer(
      new Argument("<schema|type>", "A schema file, or the name of a type of the profile"),
      "files",
    ),
  ],
  options: [
    inputOptions(),
    viewOptions(),
    {
      heading: "Output:",
      options: [new Option("--bundle", "Print one document with no references to others")],
    },
  ],
  messages: {
    json: "Print the schema, or the errors, as JSON on stdout",
    quiet: "Print nothing but the schema and errors",
  },
  footer: FOOTER,
  configured: (settings, { args: [target = ""] }) =>
    namesFile(target) ? configuredSchema(settings) : configuredInput(settings),
  parse: (flags, [target = ""]) => ({ ...flags, target }),
};

/** The name of a type has no slash, no fragment and no `.json`. */
export function namesFile(target: string): boolean {
  const { file } = splitFragment(target);
  return /[/\\]|\.json$/.test(file) || target.includes("#") || existsSync(file);
}
