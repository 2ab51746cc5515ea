/** A run that has something to do: generates, and then writes, compares, or lists what it would write. */

import type { ExitCode } from "../../../errors.js";
import type { Generation, Generator } from "../../../generate.js";
import type { GenerationTarget } from "../../../target/target.js";
import { generateTarget, writeTarget } from "../../../target/write-target.js";
import { line, pathLine } from "../../../text/line.js";
import type { CheckResult } from "../../../write/check-tree.js";
import type { WriteResult } from "../../../write/write-tree.js";
import type { Host } from "../../host.js";
import { interpretOptions } from "../../interpret-options.js";
import { acceptedLines } from "../../report.js";
import type { Reporter } from "../../reporter.js";
import type { GenerateFlags } from "./command.js";
import { checkReport, writeReport } from "./report.js";
import {
  checkSummary,
  editedFileNote,
  fetchNotes,
  fileName,
  findingLines,
  staleDiagnostic,
  writeLines,
  writeSummary,
} from "./text.js";

export interface FullRun {
  readonly flags: GenerateFlags;
  /** What the flags describe. */
  readonly target: GenerationTarget;
  readonly host: Host;
  readonly reporter: Reporter;
  /** One that was opened for several runs. */
  readonly generator?: Generator | undefined;
}

export async function fullRun(run: FullRun): Promise<ExitCode> {
  try {
    return await finishRun(run, await generateFiles(run));
  } finally {
    run.reporter.finish();
  }
}

/** Writes, compares or lists what was generated. */
export async function finishRun(run: FullRun, generation: Generation): Promise<ExitCode> {
  return run.flags.check === true ? check(run, generation) : write(run, generation);
}

export async function generateFiles(run: FullRun): Promise<Generation> {
  const { flags, target, host, reporter, generator } = run;
  const { frozen, check } = flags;
  // `--check` changes nothing, so it accepts only the documents that the lock file has.
  const access = { ...flags, frozen: frozen === true || check === true };
  const { remote, onStage } = await interpretOptions(access, { host, reporter });
  const generate = generator?.generate ?? (await host.loadGenerate());
  return generateTarget(target, { generate, remote, onStage });
}

function write(run: FullRun, generation: Generation): ExitCode {
  const { flags, target, host, reporter } = run;
  const { dryRun = false, force = false, json = false } = flags;
  reporter.stage(line`write`);
  const result = writeTarget(target, generation, { dryRun, force, env: host.env });
  reporter.finish();
  printWrite(run, generation, result);
  if (json) reporter.json(writeReport(flags, result, generation));
  return 0;
}

function printWrite(
  { flags, reporter }: FullRun,
  generation: Generation,
  result: WriteResult,
): void {
  const { out, dryRun = false, json = false } = flags;
  const { files, fetched, agreement, notices, accepted } = generation;
  for (const text of writeLines(out, result)) {
    if (!dryRun) reporter.detail(text);
    else if (!json) reporter.data(text);
  }
  reporter.diagnostics(notices);
  acceptedLines(accepted).forEach(reporter.note);
  for (const path of result.kept) reporter.note(editedFileNote(out, path));
  fetchNotes(fetched, dryRun).forEach(reporter.note);
  reporter.note(writeSummary(flags, result, agreement));
  for (const { path, note } of files)
    if (note !== undefined) reporter.note(pathLine(fileName(out, path), `: ${note}`));
}

async function check({ flags, reporter }: FullRun, generation: Generation): Promise<ExitCode> {
  const { checkTree } = await import("../../../write/check-tree.js");
  const { files, record, agreement, notices, accepted } = generation;
  const { out, json = false } = flags;
  reporter.stage(line`check`);
  const result = checkTree(out, files, record);
  reporter.finish();
  const stale = result.ok ? [] : [staleDiagnostic(out, result.findings)];
  if (!json) printFindings(out, result, reporter);
  reporter.diagnostics([...stale, ...notices]);
  acceptedLines(accepted).forEach(reporter.note);
  if (result.ok) reporter.note(checkSummary(out, result, agreement));
  if (json) reporter.json(checkReport(flags, { result, stale }, generation));
  return result.ok ? 0 : 1;
}

/** Findings beyond this number are only counted. */
const MAX_FINDINGS = 20;

function printFindings(out: string, { findings }: CheckResult, reporter: Reporter): void {
  for (const finding of findings.slice(0, MAX_FINDINGS))
    reporter.data(...findingLines(out, finding));
  const more = findings.length - MAX_FINDINGS;
  if (more > 0) reporter.data(line`... and ${more} more`);
}
