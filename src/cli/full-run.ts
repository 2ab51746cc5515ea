/**
 * A run with something to do: generate, then write, check or list. In: the options. Out: the exit code.
 */

import { failure, type ExitCode } from "../errors.js";
import type { Generation } from "../generate.js";
import type { RemoteOptions } from "../load/remote.js";
import type { SchemaRoot } from "../load/roots.js";
import { checkTree } from "../write/check-tree.js";
import { createManifest, manifestText } from "../write/manifest.js";
import { createRunMemory } from "../write/run-memory.js";
import { writeLock } from "../write/write-lock.js";
import { writeTree, type WriteResult } from "../write/write-tree.js";
import type { GenerateFlags } from "./generate-command.js";
import type { Host } from "./host.js";
import { agreementReport, diagnosticReport, type CheckReport, type WriteReport } from "./report.js";
import type { Reporter } from "./reporter.js";
import {
  checkSummary,
  fetchedLines,
  fileLines,
  fileName,
  findingText,
  keptLine,
  staleDiagnostic,
  writeSummary,
} from "./summary.js";

export async function fullRun(
  flags: GenerateFlags,
  schemas: readonly SchemaRoot[],
  host: Host,
  reporter: Reporter,
): Promise<ExitCode> {
  try {
    const generation = await generateFiles(flags, schemas, host, reporter);
    return flags.check === true
      ? check(flags, generation, reporter)
      : write(flags, generation, host, reporter);
  } finally {
    reporter.finish();
  }
}

async function generateFiles(
  flags: GenerateFlags,
  schemas: readonly SchemaRoot[],
  host: Host,
  reporter: Reporter,
): Promise<Generation> {
  const { profile, platform, capabilities, only } = flags;
  const generate = await host.loadGenerate();
  const generation = await generate({
    profile,
    schemas,
    onStage: reporter.stage,
    ...(flags.fetch === true ? { remote: await remoteOptions(flags, host, reporter) } : {}),
    ...(platform === undefined ? {} : { platform }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(only === undefined ? {} : { only }),
  });
  // Writing no files would remove those of earlier runs.
  if (generation.files.length === 0)
    throw failure("USAGE", `--only ${only?.join(",") ?? ""} leaves nothing to write`);
  return generation;
}

/** What changes nothing takes nothing new. */
async function remoteOptions(
  { frozen = false, check: checks = false }: GenerateFlags,
  host: Host,
  reporter: Reporter,
): Promise<RemoteOptions> {
  return {
    fetchDocument: await host.loadFetch(),
    frozen: frozen || checks,
    onFetch: (url) => reporter.stage(`fetch ${url}`),
  };
}

function write(
  flags: GenerateFlags,
  generation: Generation,
  { env }: Host,
  reporter: Reporter,
): ExitCode {
  const { out, dryRun = false, force = false, json = false } = flags;
  reporter.stage("write");
  const { fetched } = generation;
  // Before what is made of it: its manifest names these documents.
  if (!dryRun && fetched.length > 0) writeLock(flags.profile, fetched);
  const { files, record } = generation;
  const result = writeTree(out, files, record, { dryRun, force });
  if (!dryRun) createRunMemory(env).remember(out, manifestText(createManifest(record, files)));
  reporter.finish();
  for (const text of fileLines(out, result)) {
    if (!dryRun) reporter.detail(text);
    else if (!json) reporter.data(text);
  }
  generation.notices.forEach(reporter.warning);
  for (const path of result.kept) reporter.note(keptLine(out, path));
  fetchedLines(fetched, dryRun).forEach(reporter.note);
  reporter.note(writeSummary(out, result, generation.agreement, dryRun));
  for (const { path, note } of files)
    if (note !== undefined) reporter.note(`${fileName(out, path)}: ${note}`);
  if (json) reporter.json(writeReport(out, dryRun, result, generation));
  return 0;
}

function writeReport(
  out: string,
  dryRun: boolean,
  files: WriteResult,
  { agreement, notices }: Generation,
): WriteReport {
  return {
    ok: true,
    out,
    ...(dryRun ? { dryRun } : {}),
    files,
    ...agreementReport(agreement),
    diagnostics: notices.map(diagnosticReport),
  };
}

/** Findings that are printed with all they hold; of the rest, only how many there are. */
const MAX_FINDINGS = 20;

function check(
  flags: GenerateFlags,
  { files, record, agreement, notices }: Generation,
  reporter: Reporter,
): ExitCode {
  const { out, json = false } = flags;
  reporter.stage("check");
  const result = checkTree(out, files, record);
  reporter.finish();
  const stale = result.ok ? [] : [staleDiagnostic(out, result.findings)];
  if (!json) {
    for (const finding of result.findings.slice(0, MAX_FINDINGS))
      reporter.data(findingText(out, finding));
    const more = result.findings.length - MAX_FINDINGS;
    if (more > 0) reporter.data(`... and ${more} more`);
  }
  notices.forEach(reporter.warning);
  if (result.ok) reporter.note(checkSummary(out, result, agreement));
  stale.forEach(reporter.error);
  if (json) {
    reporter.json({
      ok: result.ok,
      out,
      findings: result.findings,
      ...agreementReport(agreement),
      diagnostics: [...stale, ...notices].map(diagnosticReport),
    } satisfies CheckReport);
  }
  return result.ok ? 0 : 1;
}
