/** A run that has something to do: generates, and then writes, compares, or lists what it would write. */

import { codeForm } from "../../../emit/code-form.js";
import { failure, type ExitCode } from "../../../errors.js";
import type { Generation, Generator } from "../../../generate.js";
import type { SchemaRoot } from "../../../load/roots.js";
import { line, pathLine } from "../../../text/line.js";
import type { CheckResult } from "../../../write/check-tree.js";
import { createRunMemory } from "../../../write/run-memory.js";
import { writeLock } from "../../../write/write-lock.js";
import { writeTree, type WriteResult } from "../../../write/write-tree.js";
import type { Host } from "../../host.js";
import { interpretOptions } from "../../interpret-options.js";
import { acceptedLines } from "../../report.js";
import type { Reporter } from "../../reporter.js";
import { descriptorForm } from "../../descriptor-flags.js";
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
  readonly schemas: readonly SchemaRoot[];
  readonly host: Host;
  readonly reporter: Reporter;
  /** One that was opened for several runs. */
  readonly generator?: Generator | undefined;
}

export async function fullRun(run: FullRun): Promise<ExitCode> {
  try {
    const generation = await generateFiles(run);
    return run.flags.check === true ? await check(run, generation) : write(run, generation);
  } finally {
    run.reporter.finish();
  }
}

async function generateFiles(run: FullRun): Promise<Generation> {
  const { flags, schemas, host, reporter } = run;
  const { only, frozen, check } = flags;
  const descriptors = descriptorForm(flags);
  const code = codeForm(flags);
  // `--check` changes nothing, so it accepts only the documents that the lock file has.
  const strict = { ...flags, frozen: frozen === true || check === true };
  const options = {
    ...(await interpretOptions(strict, { host, reporter, schemas })),
    ...{ descriptors, code },
  };
  const generation =
    run.generator === undefined
      ? await (
          await host.loadGenerate()
        )({ ...options, only })
      : await run.generator.generate(options);
  // Writing no files would remove those of earlier runs.
  if (generation.files.length === 0)
    throw failure("USAGE", `--only ${only?.join(",") ?? ""} leaves nothing to write`);
  return generation;
}

function write(run: FullRun, generation: Generation): ExitCode {
  const { flags, host, reporter } = run;
  const { out, dryRun = false, force = false, json = false } = flags;
  const { files, record, fetched, isRepeatable = true } = generation;
  reporter.stage(line`write`);
  // Before the generated files: their manifest names these documents.
  if (!dryRun && fetched.length > 0) writeLock(flags.profile, fetched);
  const result = writeTree(out, files, record, { dryRun, force });
  if (!dryRun && isRepeatable) createRunMemory(host.env).remember(out, result.manifest);
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
