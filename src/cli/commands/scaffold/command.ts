/** `proto-gen scaffold`. */

import { existsSync } from "node:fs";
import { Option } from "commander";
import { failure } from "../../../errors.js";
import { configuredInput } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import { inputOptions, requireProfile, type InputFlags } from "../../shared-options.js";

export interface ScaffoldFlags extends InputFlags {
  readonly into: string;
  readonly generated: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
}

/** The default is the first one that exists, or else the first. */
const USUAL_GENERATED = ["./generated", "./src/generated"];

const FOOTER = `
Writes a module with a handler for each operation of the profile, in an object that
is typed by the generated server.ts: your editor shows what each handler takes and
returns. A handler throws until you write it. If the protocol's own checkout is
active, its five handlers come from createCheckouts of the
generated commerce.ts, and you write the functions that it calls.

If the module exists, missing handlers are added to the end of the object that is
typed Handlers or passed to createServer. The rest of the file stays the same, byte
for byte. Methods, functions, names and spreads count as handlers; the type of a
spread tells which handlers it brings. Handlers for operations that the profile no
longer has are reported and left alone. This needs the package ts-morph in your
project: npm install --save-dev ts-morph@28

New code is formatted by prettier, with your configuration.

Examples:
  Start:
    $ proto-gen --profile ./profile.json
    $ proto-gen scaffold --into src/business.ts --profile ./profile.json
  Run the same command after the profile has grown. In CI, check:
    $ proto-gen scaffold --into src/business.ts --profile ./profile.json --check
  With generated code elsewhere than in ./generated or ./src/generated:
    $ proto-gen scaffold --into src/business.ts --generated lib/generated \\
        --profile ./profile.json

Exit codes: see proto-gen --help.
`;

export const scaffoldCommand: CommandDefinition<ScaffoldFlags> = {
  name: "scaffold",
  description: "Write handlers for a business to fill in, and add missing ones later",
  usage: "--into FILE --profile FILE [options]",
  options: [inputOptions(), { heading: "Output:", options: outputOptions() }],
  footer: FOOTER,
  configured: (settings) => ({
    ...configuredInput(settings),
    into: settings.handlers,
    generated: settings.out,
  }),
  parse: (flags) => requireInto(requireProfile(flags)),
};

function outputOptions(): readonly Option[] {
  return [
    new Option("--into <file>", "Your module of handlers; created if it does not exist"),
    new Option(
      "--generated <dir>",
      "Directory of the generated code (default: ./generated, or ./src/generated if only that exists)",
    ),
    new Option("--check", "Write nothing; exit with 1 if a handler is missing").conflicts("dryRun"),
    new Option("--dry-run", "Write nothing; print what would be added"),
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
