/** `proto-gen doctor`. */

import { Option } from "commander";
import { rulePlaces, type RulePlaces } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import { inputOptions, paymentOption } from "../../shared-options.js";
import { configuredGenerate, DEFAULT_OUT, type GenerateFlags } from "../generate/command.js";

/** The flags of generate. Without a profile, the command examines the installation alone. */
export interface DoctorFlags extends Omit<GenerateFlags, "profile"> {
  readonly profile?: string;
  readonly lintRules?: RulePlaces;
  readonly diffRules?: RulePlaces;
}

const FOOTER = `
Shows which versions are installed, which configuration was found, what each of its
targets would read, and whether its output is up to date; then everything that is in
the way, with its fix. It takes the options that generate takes, and writes nothing.

Examples:
  In a project that has a configuration:
    $ proto-gen doctor
  In one without:
    $ proto-gen doctor --profile ./profile.json
  For a report of a bug:
    $ proto-gen doctor --json

Exit codes:
  0  nothing is in the way
  1  something is
  2  the command line is wrong
`;

export const doctorCommand: CommandDefinition<DoctorFlags> = {
  name: "doctor",
  description: "Show what would be read, and what is in the way",
  usage: "[options]",
  options: [
    inputOptions(),
    {
      heading: "Output:",
      options: [
        new Option("--out <dir>", "Directory that generate writes to").default(DEFAULT_OUT),
        paymentOption(),
      ],
    },
  ],
  footer: FOOTER,
  configured: (settings, { config }) => ({
    ...configuredGenerate(settings),
    lintRules: rulePlaces(["lint", "rules"], settings.lint?.rules, config),
    diffRules: rulePlaces(["diff", "levels"], settings.diff?.levels, config),
  }),
  parse: ({ out = DEFAULT_OUT, ...flags }) => ({ ...flags, out }),
};
