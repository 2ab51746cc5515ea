/** In: whatever ended a run early. Out: its exit code, after saying what happened and what to do. */

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

/**
 * @param argv looked at as it is: the error may be that it did not parse
 * @param command the one that was called by its name; undefined for the default one
 */
export function reportFailure(
  argv: readonly string[],
  host: Host,
  error: unknown,
  command: string | undefined,
): ExitCode {
  // `--help` and `--version` end by way of an error, after printing.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const diagnostics = diagnosticsOf(error, command).map((each) => hinting(each, command));
  const reporter = createReporter(host, { quiet: false, verbose: argv.includes("--verbose") });
  for (const each of diagnostics) reporter.error(each);
  const defect = diagnostics.some(({ code }) => code === "INTERNAL");
  if (defect && error instanceof Error) reporter.detail(error.stack ?? "");
  if (argv.includes("--json")) reporter.json(failureReport(diagnostics));
  return diagnosticsExitCode(diagnostics);
}

function diagnosticsOf(error: unknown, command: string | undefined): readonly Diagnostic[] {
  if (error instanceof ProtoGenError) return error.diagnostics;
  if (error instanceof CommanderError) return [usageDiagnostic(error, command)];
  return [diagnostic("INTERNAL", error instanceof Error ? error.message : String(error))];
}

/** Commander writes `error: what` and, where it knows one, `(Did you mean --that?)` below. */
function usageDiagnostic({ message }: CommanderError, command: string | undefined): Diagnostic {
  const [what = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const meant = suggestion?.replace(/^\(Did you mean (.*)\?\)$/, "$1");
  const flag = /^unknown option '(.*)'$/.exec(what)?.[1];
  // The option is there, of another command.
  const isAnothers = flag !== undefined && flag === meant && command !== undefined;
  if (isAnothers) return diagnostic("USAGE", what, undefined, noOptionOf(command, flag));
  const hint = meant === undefined ? undefined : `did you mean ${meant}?`;
  return diagnostic("USAGE", what, undefined, hint);
}

function noOptionOf(command: string, flag: string): string {
  return `${flag} is no option of ${command}; ${helpOf(command)}`;
}

function helpOf(command: string): string {
  return `proto-gen ${command} --help shows its options`;
}

/** What helps with the command line is the help of the command that was called. */
function hinting(given: Diagnostic, command: string | undefined): Diagnostic {
  if (given.code !== "USAGE" || given.hint !== CODES.USAGE.hint || command === undefined)
    return given;
  return diagnostic(given.code, given.message, given.place, helpOf(command));
}
