/**
 * Suggests an option for one that does not exist: a substitute for options of other tools, else the option with the
 * nearest spelling. Only near ones are suggested: `--watch` is not a misspelt `--fetch`.
 */

import { nearest } from "../text/nearest.js";

/** The command that is called, as far as its name can be told from the command line. */
export interface CalledCommand {
  /** Undefined for the default command without its name. */
  readonly name: string | undefined;
  /** Its long options: `--profile`. */
  readonly options: readonly string[];
}

interface Substitute {
  readonly hint: string;
  /** The substitute applies only to commands with this option. */
  readonly option?: string;
}

const STDOUT = { hint: "the result goes to stdout: redirect it with > FILE" };
const OUTPUT = [
  { option: "--out", hint: "use --out" },
  { option: "--into", hint: "use --into" },
  STDOUT,
];
const INPUT = [{ option: "--profile", hint: "use --profile for the profile to read" }];
const VERSION = [{ hint: "proto-gen --version prints the version" }];
const COLOR = [{ hint: "set the environment variable NO_COLOR=1 or FORCE_COLOR=1" }];
const QUIET = [{ hint: "use --quiet" }];
const VERBOSE = [{ option: "--verbose", hint: "use --verbose" }];

/** Options of other tools, without their dashes. The first substitute that applies is the hint. */
const SUBSTITUTES: ReadonlyMap<string, readonly Substitute[]> = new Map([
  ["output", OUTPUT],
  ["o", OUTPUT],
  ["out", OUTPUT],
  ["outdir", OUTPUT],
  ["out-dir", OUTPUT],
  ["outfile", OUTPUT],
  ["input", INPUT],
  ["i", INPUT],
  ["v", VERSION],
  ["debug", VERBOSE],
  ["silent", QUIET],
  ["q", QUIET],
  ["color", COLOR],
  ["no-color", COLOR],
]);

/** @returns undefined if there is nothing to say that the general hint does not */
export function unknownOptionHint(
  argument: string,
  { name, options }: CalledCommand,
): string | undefined {
  const [flag = ""] = argument.split("=");
  const word = flag.replace(/^-+/, "");
  const substitute = SUBSTITUTES.get(word)?.find(
    ({ option }) => option === undefined || options.includes(option),
  );
  if (substitute !== undefined) return substitute.hint;
  const meant = nearestOption(word, options);
  if (meant !== undefined) return `did you mean ${meant}?`;
  return name === undefined ? undefined : `${flag} is not an option of ${name}; ${helpHint(name)}`;
}

export function helpHint(command: string): string {
  return `proto-gen ${command} --help shows its options`;
}

/** One edit in three letters: `--sed` is `--seed`, and `-x` is nothing. */
function nearestOption(word: string, options: readonly string[]): string | undefined {
  if (word.length < 2) return undefined;
  const names = options.map((option) => option.replace(/^--/, ""));
  const found = nearest(word, names, Math.max(1, Math.floor(word.length / 3)));
  return found === undefined ? undefined : `--${found}`;
}
