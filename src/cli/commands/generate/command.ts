/** `proto-gen generate`, the default command. */

import { Option } from "commander";
import { IMPORT_EXTENSIONS, LANGUAGES, type CodeFlags } from "../../../emit/code-form.js";
import { EMITTER_NAMES } from "../../../emit/emitter-names.js";
import type { Emitter } from "../../../emit/emitter.js";
import { failure } from "../../../errors.js";
import {
  configuredCode,
  configuredDescriptors,
  configuredInput,
  type ConfiguredFlags,
} from "../../configured.js";
import { chosenEmitters } from "../../../config/chosen-emitters.js";
import type { Settings } from "../../../config/targets.js";
import { offer } from "../../completion/offers.js";
import type { CommandDefinition } from "../../define-command.js";
import type { DescriptorFlags } from "../../descriptor-flags.js";
import { descriptorOptions } from "../../descriptor-options.js";
import {
  inputOptions,
  parseNameList,
  paymentOption,
  requireProfile,
  type InputFlags,
  type PaymentFlags,
} from "../../shared-options.js";

export interface GenerateFlags extends InputFlags, PaymentFlags, DescriptorFlags, CodeFlags {
  readonly out: string;
  readonly only?: readonly string[];
  /** Emitters of others, which only a configuration has. */
  readonly emitters?: readonly Emitter[];
  readonly force?: boolean;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly verbose?: boolean;
}

export const DEFAULT_OUT = "./generated";

const FOOTER = `
Examples:
  Generate ./generated from a business's profile:
    $ proto-gen --profile ./profile.json
  In CI, fail if the committed code is out of date:
    $ proto-gen --profile ./profile.json --check
  While you edit schemas:
    $ proto-gen --profile ./profile.json --watch
  Everything that proto-gen.config.ts says:
    $ proto-gen
  Add a vendor's extension, and keep only what one platform supports:
    $ proto-gen --profile ./profile.json --platform ./platform.json \\
        --schemas ./schemas=https://example.com/schemas
  Fetch an extension's schemas from its vendor's host, once:
    $ proto-gen --profile ./profile.json --fetch
  A business that publishes its profile:
    $ proto-gen --profile https://shop.example.com/.well-known/proto --fetch
  The same business, once it has moved on to a later release:
    $ proto-gen --profile https://shop.example.com/.well-known/proto --fetch \\
        --release 2026-11-20
  A platform, from the mock that runs beside it:
    $ proto-gen --profile http://127.0.0.1:8080/.well-known/proto --development \\
        --platform ./platform.json

Files:
  All output goes to --out: index.ts (what was negotiated), capabilities/ and
  schemas/ (types and validators), negotiation.ts, and manifest.json, which
  records what was read and written. Only files that changed are written. A file
  that is no longer generated is removed, unless it was edited by hand; files that
  proto-gen did not write are left alone. Commit the directory: the output is the
  same on every machine. --fetch keeps what it fetches next to the profile, in
  proto-gen.lock.json and proto-gen.lock/: commit those too.

  A profile or platform may be a URL, which --fetch reads over https. It is kept in
  the same lock, which stands in the working directory if --profile is a URL: later
  runs, and --check, need no network, and --fetch --frozen accepts only the same
  bytes. What --development reads from this machine is read each time and not kept.

  A profile in a file is yours, and all its errors are reported. One from a URL is
  another's: entries that cannot be used are left out with a warning, and the
  manifest lists them. --whose says otherwise of --profile.

Exit codes:
   0  success, or nothing to do
   1  --check found a difference, diff a change at or above --fail-on, validate an
      issue, or lint an error
   2  the command line is wrong, or names a file that cannot be used
   3  a profile or schema is invalid, or the schemas do not compose
   4  a source was rejected: too large, or not authorized to declare a name
  70  a bug in proto-gen

Every error and warning starts with a code: proto-gen explain CODE describes it,
with an example and its fix. Messages have colors on a terminal, unless NO_COLOR is
set; FORCE_COLOR=1 turns them on everywhere, and FORCE_COLOR=0 off.
`;

export const generateCommand: CommandDefinition<GenerateFlags> = {
  name: "generate",
  description: "Generate the code (the default)",
  usage: "[--profile FILE] [options]",
  isDefault: true,
  options: [
    inputOptions({ fetched: "and pin them in the lock file" }),
    { heading: "Output:", options: outputOptions() },
    descriptorOptions(),
  ],
  messages: {
    more: [
      new Option(
        "--verbose",
        "Print each stage and file, and the stack trace of an internal error",
      ),
    ],
  },
  footer: FOOTER,
  configured: configuredGenerate,
  parse: (flags) => requireOut(requireProfile(flags)),
};

export function configuredGenerate(settings: Settings): ConfiguredFlags<GenerateFlags> {
  return {
    ...configuredInput(settings),
    ...configuredDescriptors(settings),
    ...configuredCode(settings),
    ...chosenEmitters(settings),
    out: settings.out,
  };
}

function outputOptions(): readonly Option[] {
  return [
    new Option("--out <dir>", "Directory to write to").default(DEFAULT_OUT),
    offer(
      new Option(
        "--only <list>",
        `Generate only these parts, separated by commas: ${EMITTER_NAMES.join(", ")}`,
      ).argParser(parseNameList),
      EMITTER_NAMES,
    ),
    paymentOption(),
    new Option(
      "--emit <language>",
      "Write TypeScript, as by default, or JavaScript with declarations",
    ).choices(LANGUAGES),
    new Option(
      "--import-extension <extension>",
      "What imports of generated modules end in: js, as by default; ts, for engines that run TypeScript; none, for bundlers",
    ).choices(IMPORT_EXTENSIONS),
    new Option(
      "--check",
      "Write nothing; print what differs, and exit with 1 if anything does",
    ).conflicts("dryRun"),
    new Option("-w, --watch", "Generate again whenever a source changes, until Ctrl+C").conflicts([
      "check",
      "dryRun",
      "json",
      "fetch",
    ]),
    new Option("--dry-run", "Write nothing; print what would be written"),
    new Option(
      "--force",
      "Write even if the output looks up to date, and overwrite files that no earlier run wrote",
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
