/** In: whatever ended a run early. Out: its exit code, after saying what happened and what to do. */

import { CommanderError } from "commander";
import {
  diagnostic,
  diagnosticsExitCode,
  ProtoGenError,
  type Diagnostic,
  type ExitCode,
} from "../errors.js";
import type { Host } from "./host.js";
import { failureReport } from "./report.js";
import { createReporter } from "./reporter.js";

/** @param argv looked at as it is: the error may be that it did not parse */
export function reportFailure(argv: readonly string[], host: Host, error: unknown): ExitCode {
  // `--help` and `--version` end by way of an error, after printing.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const diagnostics = diagnosticsOf(error);
  const reporter = createReporter(host, { quiet: false, verbose: argv.includes("--verbose") });
  for (const each of diagnostics) reporter.error(each);
  const defect = diagnostics.some(({ code }) => code === "INTERNAL");
  if (defect && error instanceof Error) reporter.detail(error.stack ?? "");
  if (argv.includes("--json")) reporter.json(failureReport(diagnostics));
  return diagnosticsExitCode(diagnostics);
}

function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof ProtoGenError) return error.diagnostics;
  if (error instanceof CommanderError) return [usageDiagnostic(error)];
  return [diagnostic("INTERNAL", error instanceof Error ? error.message : String(error))];
}

/** Commander writes `error: what` and, where it knows one, `(Did you mean --that?)` below. */
function usageDiagnostic({ message }: CommanderError): Diagnostic {
  const [what = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const hint = suggestion?.replace(/^\(Did you mean (.*)\?\)$/, "did you mean $1?");
  return diagnostic("USAGE", what, undefined, hint);
}
