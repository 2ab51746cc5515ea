/** `proto-gen lint`. */

import { Argument, InvalidArgumentError, Option } from "commander";
import type { FactOverrides } from "../../../facts/facts-in-force.js";
import { offer } from "../../completion/offers.js";
import { rulePlaces, type RulePlaces } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import {
  chooseFormat,
  factOption,
  formatOption,
  overlayOption,
  schemasOption,
  type MessageFlags,
} from "../../shared-options.js";

export type LintFormat = "text" | "json" | "sarif" | "github";
const FORMATS: readonly LintFormat[] = ["text", "json", "sarif", "github"];

const SEVERITIES = ["off", "note", "warning", "error"] as const;
export type RuleSeverities = Readonly<Record<string, (typeof SEVERITIES)[number]>>;

export interface LintFlags extends MessageFlags {
  readonly directories: readonly string[];
  readonly schemas?: readonly string[];
  readonly overlay?: readonly string[];
  readonly fact?: FactOverrides;
  readonly rule?: RuleSeverities;
  readonly rulePlaces?: RulePlaces;
  readonly fix?: boolean;
  readonly format: LintFormat;
}

const FOOTER = `
A directory that contains draft or dated directories holds releases, and each of
them is linted; any other directory is one release. A published release is also
compared with its manifest.
proto-gen explain lists the rules, and proto-gen explain RULE describes one.

Examples:
  All releases in ./schemas:
    $ proto-gen lint
  An extension that builds on a vendor's schemas:
    $ proto-gen lint ./schemas --schemas ./vendor=https://vendor.example/schemas
  Turn one rule off, and make another an error:
    $ proto-gen lint --rule SERVICE_INLINE_FIELDS=off --rule one-of-overlap=error
  Annotate the lines of a pull request:
    $ proto-gen lint --format github

Exit codes:
  0  no errors were found
  1  errors were found
  2  the command line is wrong, or names a directory that does not exist
  3  a directory cannot be read, or contains no JSON
`;

export const lintCommand: CommandDefinition<LintFlags> = {
  name: "lint",
  description: "Report problems in the schemas of a release",
  usage: "[DIR...] [options]",
  arguments: [new Argument("[dir...]", "Directories of schemas (default: ./schemas)")],
  options: [
    {
      heading: "Input:",
      options: [
        schemasOption(
          "Search DIR for other schemas by $id, or by URL with DIR=URL-PREFIX (repeatable)",
        ),
        overlayOption(),
        factOption(),
        offer(
          new Option(
            "--rule <id=level>",
            "Set the level of a rule: off, note, warning or error (repeatable)",
          ).argParser(parseRuleSeverity),
          async () => (await import("../../../lint/rules.js")).RULES.map(({ id }) => `${id}=`),
        ),
      ],
    },
    {
      heading: "Output:",
      options: [new Option("--fix", "Write $ids that are missing or wrong").conflicts("overlay")],
    },
  ],
  messages: {
    json: "Print the findings, or the errors, as JSON on stdout: --format json",
    quiet: "Print errors only",
    more: [formatOption("the findings", FORMATS)],
  },
  footer: FOOTER,
  configured: ({ lint, schemas, overlays, facts }, { flags: { fix }, config }) => ({
    schemas,
    // What is written is the document as it stands.
    overlay: fix === true ? undefined : overlays,
    fact: facts as FactOverrides | undefined,
    rule: lint?.rules,
    rulePlaces: rulePlaces(["lint", "rules"], lint?.rules, config),
    directories: lint?.directories,
  }),
  parse: ({ directories: configured = ["schemas"], ...flags }, directories) => ({
    ...flags,
    format: chooseFormat(flags),
    directories: directories.length === 0 ? configured : directories,
  }),
};

function parseRuleSeverity(text: string, previous: RuleSeverities = {}): RuleSeverities {
  const [, id = "", level] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  const severity = SEVERITIES.find((each) => each === level);
  if (severity === undefined)
    throw new InvalidArgumentError(`It must be RULE=LEVEL, with one of ${SEVERITIES.join(", ")}.`);
  return { ...previous, [id]: severity };
}
