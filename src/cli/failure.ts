/** Reports the error that ended a run, and determines its exit code. */

import { CommanderError } from "commander";
import {
  CODES,
  diagnostic,
  diagnosticsExitCode,
  ProtoGenError,
  type Diagnostic,
  type ExitCode,
} from "../errors.js";
import type { Host } from "./host.js";
import { failureReport } from "./report.js";
import { createReporter } from "./reporter.js";

export interface FailedRun {
  /** Unparsed: the error may be that it does not parse. */
  readonly argv: readonly string[];
  /** The command that was called by its name; undefined for the default command. */
  readonly command: string | undefined;
  readonly host: Host;
}

/** Prints the error with its hint, and as JSON if the command line asks for that. */
export function reportFailure(error: unknown, { argv, command, host }: FailedRun): ExitCode {
  // Commander throws after printing `--help` and `--version`.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const diagnostics = toDiagnostics(error, command).map((each) => withHelpHint(each, command));
  const reporter = createReporter(host, { quiet: false, verbose: argv.includes("--verbose") });
  for (const each of diagnostics) reporter.error(each);
  const defect = diagnostics.some(({ code }) => code === "INTERNAL");
  if (defect && error instanceof Error) reporter.detail(error.stack ?? "");
  if (argv.includes("--json")) reporter.json(failureReport(diagnostics));
  return diagnosticsExitCode(diagnostics);
}

function toDiagnostics(error: unknown, command: string | undefined): readonly Diagnostic[] {
  if (error instanceof ProtoGenError) return error.diagnostics;
  if (error instanceof CommanderError) return [usageDiagnostic(error, command)];
  return [diagnostic("INTERNAL", error instanceof Error ? error.message : String(error))];
}

/** Commander writes `error: what` and, where it knows one, `(Did you mean --that?)` below. */
function usageDiagnostic({ message }: CommanderError, command: string | undefined): Diagnostic {
  const [what = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const meant = suggestion?.replace(/^\(Did you mean (.*)\?\)$/, "$1");
  const flag = /^unknown option '(.*)'$/.exec(what)?.[1];
  // Commander suggests the option itself if another command has it.
  const belongsToOther = flag !== undefined && flag === meant && command !== undefined;
  if (belongsToOther) return diagnostic("USAGE", what, { hint: unknownOptionHint(command, flag) });
  const hint = meant === undefined ? undefined : `did you mean ${meant}?`;
  return diagnostic("USAGE", what, { hint });
}

function unknownOptionHint(command: string, flag: string): string {
  return `${flag} is not an option of ${command}; ${helpHint(command)}`;
}

function helpHint(command: string): string {
  return `proto-gen ${command} --help shows its options`;
}

/** The general hint for the command line becomes the help of the command that was called. */
function withHelpHint(original: Diagnostic, command: string | undefined): Diagnostic {
  if (original.code !== "USAGE" || original.hint !== CODES.USAGE.hint || command === undefined)
    return original;
  return diagnostic(original.code, original.message, {
    place: original.place,
    hint: helpHint(command),
  });
}
