/** `proto-gen scaffold`. In: the options. Out: the exit code, after adding the handlers that were missing. */

import { existsSync } from "node:fs";
import nodePath from "node:path";
import { CODES, diagnostic, failure, type Diagnostic, type ExitCode } from "../../errors.js";
import type { Interpretation } from "../../interpret.js";
import { scaffold, type Scaffolding } from "../../scaffold/scaffold.js";
import { lineDiff } from "../../write/line-diff.js";
import { openUserFile } from "../../write/user-file.js";
import { directoryName } from "../directory-name.js";
import type { Host } from "../host.js";
import { readInput } from "../read-input.js";
import { diagnosticReport, type ScaffoldReport } from "../report.js";
import type { Reporter } from "../reporter.js";
import type { ScaffoldFlags } from "../scaffold-command.js";

export async function runScaffold(flags: ScaffoldFlags, host: Host): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  requireTypeScript(flags.into);
  await readInput(flags, host, async (input, reporter) => {
    exitCode = await addHandlers(flags, input, reporter);
  });
  return exitCode;
}

async function addHandlers(
  flags: ScaffoldFlags,
  { model, notices }: Interpretation,
  reporter: Reporter,
): Promise<ExitCode> {
  const { into, generated, check = false, dryRun = false, json = false } = flags;
  const file = openUserFile(into);
  const made = await scaffold({ model, file: into, text: file.text, generated });
  const changes = made.added.length > 0;
  const missing = check && changes ? [missingDiagnostic(into, made)] : [];
  const warnings = [...notices, ...made.notices];
  if (changes && !check && !dryRun) file.replace(made.text);
  if (changes && dryRun && !json) reporter.data(difference(file.text ?? "", made.text));
  warnings.forEach(reporter.warning);
  tell(flags, made, file.text === undefined, reporter);
  missing.forEach(reporter.error);
  const ok = missing.length === 0;
  if (json) reporter.json(reportOf(flags, made, ok, [...missing, ...warnings]));
  return ok ? 0 : CODES.SCAFFOLD_MISSING.exit;
}

/** @throws ProtoGenError USAGE_INTO */
function requireTypeScript(into: string): void {
  if (/(?<!\.d)\.[cm]?tsx?$/.test(into)) return;
  throw failure("USAGE_INTO", `${into} is no name of a TypeScript module`);
}

function tell(flags: ScaffoldFlags, made: Scaffolding, isNew: boolean, reporter: Reporter): void {
  const { into, generated, check = false, dryRun = false } = flags;
  const { handlers, added } = made;
  if (added.length === 0) {
    reporter.note(`${into} is up to date: ${handlerCount(handlers.length)}`);
    return;
  }
  const does = (doing: string, would: string): string => (dryRun ? `would ${would}` : doing);
  const text = isNew
    ? `${does("wrote", "write")} ${into} with ${handlerCount(added.length)}`
    : `${does("added", "add")} ${added.join(", ")} to ${into}`;
  if (!check) reporter.note(text);
  if (!existsSync(nodePath.join(generated, "server.ts")))
    reporter.note(`${directoryName(generated)} has no server.ts yet: run proto-gen as well`);
}

function handlerCount(count: number): string {
  return `${count} ${count === 1 ? "handler" : "handlers"}`;
}

/** Without the carriage returns of the user's file, which a terminal would show. */
function difference(before: string, after: string): string {
  return lineDiff(before.replaceAll("\r\n", "\n"), after.replaceAll("\r\n", "\n")).trimEnd();
}

function missingDiagnostic(into: string, { added }: Scaffolding): Diagnostic {
  return diagnostic("SCAFFOLD_MISSING", `${into} has no handler for ${added.join(", ")}`);
}

function reportOf(
  { into, dryRun = false }: ScaffoldFlags,
  { handlers, added, gone }: Scaffolding,
  ok: boolean,
  diagnostics: readonly Diagnostic[],
): ScaffoldReport {
  return {
    ok,
    into,
    ...(dryRun ? { dryRun } : {}),
    handlers,
    added,
    gone,
    diagnostics: diagnostics.map(diagnosticReport),
  };
}
