/** `proto-gen scaffold`. */

import { existsSync } from "node:fs";
import { Option } from "commander";
import { failure } from "../../../errors.js";
import type { CommandDefinition } from "../../define-command.js";
import {
  inputOptions,
  jsonOption,
  messageOptions,
  quietOption,
  requireProfile,
  type InputFlags,
} from "../../shared-options.js";

export interface ScaffoldFlags extends InputFlags {
  readonly into: string;
  readonly generated: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
}

/** The default is the first that exists, or else the first. */
const USUAL_GENERATED = ["./generated", "./src/generated"];

const FOOTER = `
Writes a module with one handler for each operation that the profile leaves, in
an object that the generated server.ts types: your editor shows what each takes
and gives. A handler that nobody has written throws. Where the protocol's own
checkout is active, its five handlers come from createCheckouts of
@proto-gen/runtime/checkout, and you write what it asks of you.

A module that is there gets the handlers that are missing, at the end of the
object that is typed Handlers or that createServer is given. All else in it stays
as it is, byte by byte. Methods, functions, names and spreads count as handlers;
what a spread brings is read from its type. Handlers for operations that the
profile no longer has are named and left alone.

What is new is formatted by prettier, with your configuration of it.

Examples:
  Begin:
    $ proto-gen --profile ./profile.json
    $ proto-gen scaffold --into src/business.ts --profile ./profile.json
  After the profile grew, the same: it adds what is missing. In CI:
    $ proto-gen scaffold --into src/business.ts --profile ./profile.json --check
  Generated code that is elsewhere than in ./generated or ./src/generated:
    $ proto-gen scaffold --into src/business.ts --generated lib/generated \\
        --profile ./profile.json

Exit codes are those of proto-gen --help.
`;

export const scaffoldCommand: CommandDefinition<ScaffoldFlags> = {
  name: "scaffold",
  description: "write the handlers that a business fills in; later, those that are missing",
  usage: "--into FILE --profile FILE [options]",
  options: [
    inputOptions(),
    { heading: "Output:", options: outputOptions() },
    messageOptions(jsonOption(), quietOption()),
  ],
  footer: FOOTER,
  parse: (flags) => requireInto(requireProfile(flags)),
};

function outputOptions(): readonly Option[] {
  return [
    new Option("--into <file>", "your module of handlers; created if it does not exist"),
    new Option(
      "--generated <dir>",
      "where the generated code is, or will be; by default ./generated, or ./src/generated if only that exists",
    ),
    new Option("--check", "change nothing; exit with 1 if a handler is missing").conflicts(
      "dryRun",
    ),
    new Option("--dry-run", "change nothing; print what would be added"),
  ];
}

function usualGenerated(): string {
  return USUAL_GENERATED.find((each) => existsSync(each)) ?? "./generated";
}

function requireInto({
  into = "",
  generated = usualGenerated(),
  ...flags
}: Partial<ScaffoldFlags> & { readonly profile: string }): ScaffoldFlags {
  const empty = into === "" ? "--into FILE" : generated === "" ? "--generated DIR" : undefined;
  if (empty !== undefined)
    throw failure("USAGE", `${empty} is missing`, { hint: "for example --into src/business.ts" });
  return { ...flags, into, generated };
}
