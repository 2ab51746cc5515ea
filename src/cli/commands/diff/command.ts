/** `proto-gen diff`. */

import { Argument, Option } from "commander";
import { failure } from "../../../errors.js";
import type { FactOverrides } from "../../../facts/facts-in-force.js";
import { offer } from "../../completion/offers.js";
import { rulePlaces, type RulePlaces } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import {
  chooseFormat,
  factOption,
  formatOption,
  profileOption,
  overlayOption,
  schemasOption,
  type MessageFlags,
} from "../../shared-options.js";

export type DiffFormat = "text" | "json" | "markdown" | "html" | "sarif" | "github";
const FORMATS: readonly DiffFormat[] = ["text", "json", "markdown", "html", "sarif", "github"];

export interface DiffFlags extends MessageFlags {
  /** The releases to compare, as the command line names them. */
  readonly before: string;
  readonly after: string;
  readonly profile?: string;
  readonly role?: string;
  readonly schemas?: readonly string[];
  readonly overlay?: readonly string[];
  readonly fact?: FactOverrides;
  readonly format: DiffFormat;
  readonly out?: string;
  readonly failOn?: string;
  readonly ignore?: string;
  readonly writeIgnore?: boolean;
  readonly reason?: string;
  readonly until?: string;
  readonly level?: Readonly<Record<string, string>>;
  readonly configured?: DiffConfigured;
}

/** What the configuration says where the command line says nothing. */
export interface DiffConfigured {
  /** The configuration's file, which no report may overwrite. */
  readonly file: string | undefined;
  /** The profile that generated code is from; only `--profile` restricts what is compared. */
  readonly profile: string | undefined;
  readonly overlays: readonly string[] | undefined;
  readonly rulePlaces: RulePlaces | undefined;
}

const FOOTER = `
Reports what changed from one release of the schemas to another, and whom each change
breaks: what a platform sends and reads, and what a business accepts and returns,
operation by operation. A change is breaking (what worked no longer does), dangerous
(it may no longer work) or safe.

Each side is one of
  2026-11-20, draft     a release in ./schemas, or else in the package
  ./schemas             a directory
  git:REF:PATH          a directory of a commit: git:main:schemas, git:v1:.
  generated/            the output of a run, by its manifest.json

Examples:
  What the next release breaks:
    $ proto-gen diff 2026-11-20 draft
  The same for platforms only, as an HTML page:
    $ proto-gen diff 2026-11-20 draft --role platform --format html \\
        --out changes.html
  In a pull request, fail on breaking changes and annotate the lines:
    $ proto-gen diff git:origin/main:schemas ./schemas --format github
  Only the capabilities of a profile:
    $ proto-gen diff 2026-11-20 draft --profile ./profile.json
  Accept the current breaking changes until a date:
    $ proto-gen diff git:v1:schemas ./schemas --write-ignore \\
        --reason "agreed with all platforms" --until 2026-12-20

Accepted changes are listed in proto-gen-diff-ignore.json, or in the file that
--ignore names, each with a reason and a last day. --write-ignore adds to it.
Its member "levels" sets the levels of rules for every run, as --level does for one:
  { "levels": { "enum-widened": "safe" } }
proto-gen explain lists the rules, and proto-gen explain RULE describes one.

Exit codes:
  0  no change is at or above --fail-on
  1  a change is at or above --fail-on
  2  the command line is wrong, or names a file that cannot be used
  3  the sides cannot be compared: one does not load or compose
`;

export const diffCommand: CommandDefinition<DiffFlags> = {
  name: "diff",
  description: "Report what changed between two releases, and whom it breaks",
  usage: "<old> <new> [options]",
  // Optional for commander: `requireSides` has a better message.
  arguments: [
    side("[old]", "A release, a directory, git:REF:PATH, or a manifest.json"),
    side("[new]", "The same"),
  ],
  options: [
    {
      heading: "Input:",
      options: [
        profileOption("Compare only the capabilities of this profile"),
        new Option("--role <role>", "Report only the changes that concern this role").choices([
          "business",
          "platform",
        ]),
        schemasOption(),
        overlayOption(
          "An overlay that generated code was made with, if a manifest.json is compared (repeatable)",
        ),
        factOption("Give a fact another value on both sides: see list (repeatable)"),
      ],
    },
    { heading: "Levels:", options: levelOptions() },
    { heading: "Output:", options: outputOptions() },
  ],
  footer: FOOTER,
  messages: {
    json: "Print the report, or the errors, as JSON on stdout: --format json",
    quiet: "Print nothing but errors, and no report as text",
  },
  configured: ({ diff, profile, schemas, overlays, facts }, { config }) => ({
    schemas,
    fact: facts as FactOverrides | undefined,
    role: diff?.role,
    failOn: diff?.failOn,
    ignore: diff?.ignore,
    level: diff?.levels,
    configured: {
      ...{ file: config.file, profile, overlays },
      rulePlaces: rulePlaces(["diff", "levels"], diff?.levels, config),
    },
  }),
  parse: (flags, args) => ({ ...flags, ...requireSides(args), format: chooseFormat(flags) }),
};

function side(name: string, description: string): Argument {
  const releases = async (): Promise<readonly string[]> =>
    (await import("./resolve-side.js")).releaseNames();
  return offer(new Argument(name, description), releases, "files");
}

function levelOptions(): readonly Option[] {
  return [
    new Option(
      "--fail-on <level>",
      "Exit with 1 for changes of this level or worse, breaking by default",
    ).choices(["breaking", "dangerous", "none"]),
    offer(
      new Option(
        "--level <rule=level>",
        "Set the level of a rule: breaking, dangerous, safe or off (repeatable)",
      ).argParser(addLevel),
      async () => (await import("../../../diff/rules.js")).RULES.map(({ id }) => `${id}=`),
    ),
    new Option(
      "--ignore <file>",
      "File of accepted changes (default: proto-gen-diff-ignore.json, if it exists)",
    ),
    new Option("--write-ignore", "Add the changes that fail to that file; needs --reason"),
    new Option("--reason <text>", "With --write-ignore: why the changes are accepted"),
    new Option("--until <date>", "With --write-ignore: the last day (default: 90 days from now)"),
  ];
}

function outputOptions(): readonly Option[] {
  return [
    formatOption("the report", FORMATS),
    new Option("--out <file>", "Write the report to a file"),
  ];
}

/** @throws ProtoGenError USAGE */
function requireSides([before, after]: readonly string[]): Pick<DiffFlags, "before" | "after"> {
  if (before !== undefined && after !== undefined) return { before, after };
  const what =
    before === undefined
      ? "both sides are missing"
      : `the side to compare ${before} with is missing`;
  throw failure("USAGE", what, {
    hint: "proto-gen diff <old> <new>, for example 2026-11-20 draft",
  });
}

/** @throws ProtoGenError USAGE where there is no `=` */
function addLevel(
  text: string,
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf("=");
  if (at < 1)
    throw failure("USAGE", `--level ${text} is not rule=level`, {
      hint: "for example --level enum-widened=safe",
    });
  return { ...given, [text.slice(0, at)]: text.slice(at + 1) };
}
