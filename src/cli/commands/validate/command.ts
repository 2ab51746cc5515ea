/** `proto-gen validate`. */

import { Argument, Option } from "commander";
import { configuredInput, configuredSchema } from "../../configured.js";
import { offer } from "../../completion/offers.js";
import type { CommandDefinition } from "../../define-command.js";
import { inputOptions } from "../../shared-options.js";
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
that declares it. A payload whose envelope names its capabilities needs no options:
their schemas are looked up in the package and in --schemas, or where --profile
says they are.

Examples:
  A response that names its own capabilities:
    $ proto-gen validate answer.json
  A request, by its type:
    $ proto-gen validate request.json --type CheckoutCreateRequest \\
        --profile ./profile.json
  The same request from a pipe, by the schema alone:
    $ jq .checkout call.json | proto-gen validate - \\
        --schema schemas/checkout.json --op create --request

Exit codes:
  0  the payload is valid
  1  the payload is invalid, or is not JSON
  2  the command line is wrong, or names a file that cannot be used
  3  a profile or schema is invalid
  4  a file is too large, or a source was rejected
`;

export const validateCommand: CommandDefinition<ValidateFlags> = {
  name: "validate",
  description: "Report every rule that a payload breaks",
  usage: "PAYLOAD [options]",
  arguments: [offer(new Argument("<payload>", "A JSON file, or - for standard input"), "files")],
  options: [
    {
      heading: "Payload:",
      options: [
        new Option(
          "--type <name>",
          "Validate as this type of the profile: [<capability>.]<TypeName>",
        ).conflicts("schema"),
        new Option(
          "--schema <file>",
          "Validate against this schema file, or one of its definitions: FILE#/$defs/NAME",
        ),
        new Option("--def <name>", "With --schema: the same as #/$defs/NAME"),
      ],
    },
    viewOptions(),
    inputOptions(),
  ],
  messages: {
    json: "Print the issues, or the errors, as JSON on stdout",
    quiet: "Print nothing but issues and errors",
  },
  footer: FOOTER,
  configured(settings, { flags: { type, schema } }) {
    if (type !== undefined) return configuredInput(settings);
    const { capabilities } = settings;
    return schema === undefined
      ? { ...configuredSchema(settings), capabilities }
      : configuredSchema(settings);
  },
  parse: (flags, [payload = ""]) => ({ ...flags, payload }),
};
