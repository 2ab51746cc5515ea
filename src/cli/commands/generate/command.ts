/** `proto-gen generate`, the default command. */

import { Option } from "commander";
import { EMITTER_NAMES } from "../../../emit/emitter-names.js";
import { failure } from "../../../errors.js";
import type { CommandDefinition } from "../../define-command.js";
import {
  inputOptions,
  jsonOption,
  messageOptions,
  parseNameList,
  quietOption,
  requireProfile,
  type InputFlags,
} from "../../shared-options.js";

export interface GenerateFlags extends InputFlags {
  readonly fetch?: boolean;
  readonly frozen?: boolean;
  readonly development?: boolean;
  readonly out: string;
  readonly only?: readonly string[];
  readonly force?: boolean;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly verbose?: boolean;
}

const DEFAULT_OUT = "./generated";

const FOOTER = `
Examples:
  Write ./generated for a business's profile:
    $ proto-gen --profile ./profile.json
  In CI, fail when the committed code is not what the profile gives:
    $ proto-gen --profile ./profile.json --check
  A vendor's extension, and only what one platform supports:
    $ proto-gen --profile ./profile.json --platform ./platform.json \\
        --schemas ./schemas=https://example.com/schemas
  An extension whose schemas are on its vendor's host: fetch and keep them, once
    $ proto-gen --profile ./profile.json --fetch
  A business that publishes its profile:
    $ proto-gen --profile https://shop.example.com/.well-known/proto --fetch
  A platform, from the mock that runs beside it:
    $ proto-gen --profile http://127.0.0.1:8080/.well-known/proto --development \\
        --platform ./platform.json

Files:
  Everything goes below --out: index.ts (what was negotiated), capabilities/ and
  schemas/ (types and validators), negotiation.ts, and manifest.json, which
  records what was read and written. Only changed files are written. A file that
  is no longer generated is removed, unless it was edited by hand; files that the
  tool did not write are left alone. Commit the directory: the output is the same
  on every machine. What --fetch brings is kept beside the profile, in
  proto-gen.lock.json and proto-gen.lock/: commit those, too.

  A profile or platform may be a URL, which --fetch reads over https. It is kept in
  the same lock, which stands in the working directory if --profile is a URL: later
  runs, and --check, need no network, and --fetch --frozen accepts only the same
  bytes. What --development reads from this machine is read each time and not kept.

Exit codes:
   0  done, or nothing to do
   1  --check or diff found a difference, validate an issue, lint an error
   2  the command line is wrong, or names a file that cannot be used
   3  a profile or schema is wrong, or they do not compose
   4  a source was refused: no authority over the name it declares, or too large
  70  a defect of this tool

Every error and warning begins with a code: proto-gen explain CODE says what it
means, and shows an example, wrong and right.
`;

export const generateCommand: CommandDefinition<GenerateFlags> = {
  name: "generate",
  description: "write the code (the default)",
  usage: "--profile FILE [options]",
  isDefault: true,
  options: [
    inputOptions(
      new Option("--fetch", "fetch over https what no directory has; keep it in the lock file"),
      new Option("--frozen", "with --fetch: an error if a document is not as in the lock file"),
      new Option("--development", "take profiles and endpoints at http://127.0.0.1 or localhost"),
    ),
    { heading: "Output:", options: outputOptions() },
    messageOptions(
      jsonOption(),
      quietOption().conflicts("verbose"),
      new Option("--verbose", "print each stage and each file, and the stack of an internal error"),
    ),
  ],
  footer: FOOTER,
  parse: (flags) => requireOut(requireProfile(flags)),
};

function outputOptions(): readonly Option[] {
  return [
    new Option("--out <dir>", "directory to write").default(DEFAULT_OUT),
    new Option(
      "--only <list>",
      `only these parts, with commas between them: ${EMITTER_NAMES.join(", ")}`,
    ).argParser(parseNameList),
    new Option(
      "--check",
      "change nothing; print what differs, and exit with 1 if anything does",
    ).conflicts("dryRun"),
    new Option("--dry-run", "change nothing; print what would be written"),
    new Option(
      "--force",
      "write even what seems up to date, and replace files that no earlier run wrote",
    ).conflicts("check"),
  ];
}

function requireOut({
  out = DEFAULT_OUT,
  ...flags
}: Partial<GenerateFlags> & { readonly profile: string }): GenerateFlags {
  if (out === "")
    throw failure("USAGE", "--out is empty", {
      hint: "name the directory to write, for example ./generated",
    });
  return { ...flags, out };
}
