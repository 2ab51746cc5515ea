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
import { markedLine } from "../text/line.js";
import type { Host } from "./host.js";
import { failureReport } from "./report.js";
import { createReporter } from "./reporter.js";
import { helpHint, unknownOptionHint, type CalledCommand } from "./unknown-option.js";

export interface FailedRun {
  /** Unparsed: the error may be that it does not parse. */
  readonly argv: readonly string[];
  readonly called: CalledCommand;
  readonly host: Host;
}

/** Prints the errors with their hints, then what was noticed before them, and all as JSON if the command line asks for that. */
export function reportFailure(error: unknown, { argv, called, host }: FailedRun): ExitCode {
  // Commander throws after printing `--help` and `--version`.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const diagnostics = toDiagnostics(error, called).map((each) => withHelpHint(each, called));
  const reporter = createReporter(host, {
    quiet: argv.includes("--quiet"),
    verbose: argv.includes("--verbose"),
  });
  reporter.diagnostics(diagnostics);
  const defect = diagnostics.some(({ code }) => code === "INTERNAL");
  // Its frames come behind the message, which may have any text in it.
  if (defect && error instanceof Error)
    for (const frame of (error.stack ?? "").split("\n")) reporter.detail(markedLine(frame));
  if (asksForJson(argv)) reporter.json(failureReport(diagnostics));
  return diagnosticsExitCode(diagnostics);
}

/** `--json`, and the `--format json` of some commands. */
function asksForJson(argv: readonly string[]): boolean {
  return argv.some(
    (argument, at) =>
      argument === "--json" ||
      argument === "--format=json" ||
      (argument === "--format" && argv[at + 1] === "json"),
  );
}

function toDiagnostics(error: unknown, called: CalledCommand): readonly Diagnostic[] {
  if (error instanceof ProtoGenError) return error.diagnostics;
  if (error instanceof CommanderError) return [usageDiagnostic(error, called)];
  return [diagnostic("INTERNAL", error instanceof Error ? error.message : String(error))];
}

/** Commander writes `error: what`. */
function usageDiagnostic({ message }: CommanderError, called: CalledCommand): Diagnostic {
  const what = message.replace(/^error: /, "");
  const flag = /^unknown option '(.*)'$/s.exec(what)?.[1];
  const hint = flag === undefined ? undefined : unknownOptionHint(flag, called);
  return diagnostic("USAGE", what, { hint });
}

/** The general hint for the command line becomes the help of the command that was called. */
function withHelpHint(original: Diagnostic, { name }: CalledCommand): Diagnostic {
  if (original.code !== "USAGE" || original.hint !== CODES.USAGE.hint || name === undefined)
    return original;
  return diagnostic(original.code, original.message, {
    place: original.place,
    hint: helpHint(name),
  });
}
