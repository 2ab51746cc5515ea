/** `proto-gen validate`. */

import { Argument, Option } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import { inputOptions, jsonOption, messageOptions } from "../../shared-options.js";
import { viewOptions, type ViewFlags } from "../../view-options.js";

export interface ValidateFlags extends ViewFlags {
  /** A file, or `-` for standard input. */
  readonly payload: string;
  readonly type?: string;
  readonly schema?: string;
  readonly def?: string;
}

const FOOTER = `
Prints every issue: the member's JSON pointer, what is wrong with it, its line in
the payload, the capability that contributed the rule, and the line of the schema
that has it. A payload whose envelope names its capabilities needs no option, and
neither does a profile: the schemas are looked for in the package and in --schemas,
or where --profile says that they are.

Examples:
  A response that names its own capabilities:
    $ proto-gen validate answer.json
  A request, by its type:
    $ proto-gen validate request.json --type CheckoutCreateRequest \\
        --profile ./profile.json
  The same by the schema alone, from a pipe:
    $ jq .checkout call.json | proto-gen validate - \\
        --schema schemas/checkout.json --op create --request

Exit codes:
  0  the payload is valid
  1  it is not, or is no JSON
  2  the command line is wrong, or names a file that cannot be used
  3  a profile or schema is wrong
  4  a file is too large, or a source was refused
`;

export const validateCommand: CommandDefinition<ValidateFlags> = {
  name: "validate",
  description: "report every rule that a payload breaks",
  usage: "PAYLOAD [options]",
  arguments: [new Argument("<payload>", "a file of JSON; - reads standard input")],
  options: [
    {
      heading: "What it is:",
      options: [
        new Option("--type <name>", "a type of the profile: [<capability>.]<TypeName>").conflicts(
          "schema",
        ),
        new Option("--schema <file>", "a schema's file; FILE#/$defs/NAME for one in it"),
        new Option("--def <name>", "with --schema: the same as #/$defs/NAME"),
      ],
    },
    viewOptions(),
    inputOptions(),
    messageOptions(jsonOption("print the issues, or the errors, as JSON on stdout")),
  ],
  footer: FOOTER,
  parse: (flags, [payload = ""]) => ({ ...flags, payload }),
};
