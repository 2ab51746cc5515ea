/** Runs `proto-gen diff`. */

import path from "node:path";
import type { ExitCode } from "../../../errors.js";
import type { Comparison } from "../../../diff/change.js";
import { dayOf } from "../../../review/dates.js";
import { IGNORE_FILE } from "../../../diff/review/ignore-file.js";
import { createEntries, failingChanges, type FailOn } from "../../../diff/review/ignore.js";
import type { LevelOverrides } from "../../../diff/review/levels.js";
import { findingRules } from "../../../diff/report/findings.js";
import { countsOf, countsText, type ReviewedComparison } from "../../../diff/report/reviewed.js";
import { review, type Review } from "../../../diff/review/review.js";
import { RULES } from "../../../diff/rules.js";
import { DEFAULT_PROFILE } from "../../../diff/side.js";
import { LOCK_DIRECTORY, LOCK_FILE, lockDirectory } from "../../../load/lock.js";
import { countText } from "../../../text/count.js";
import { line, withoutLineEnd } from "../../../text/line.js";
import { requireRules } from "../../configured.js";
import type { DiffFlags } from "./command.js";
import type { Host } from "../../host.js";
import { createReporter, type Reporter } from "../../reporter.js";
import { compareSides } from "./compare-sides.js";
import { addToIgnoreFile, readIgnoreFile, type IgnoreInput } from "./ignore-file.js";
import { parseIgnoreRequest, type IgnoreRequest } from "./ignore-request.js";
import { parseLevels } from "./parse-levels.js";
import { printReport } from "./print-report.js";
import { requireSafeOut } from "./require-safe-out.js";
import { resolveSide } from "./resolve-side.js";
import { writeReportFile } from "./write-report-file.js";

const RULE_IDS = RULES.map(({ id }) => id);

/** The command line, read and checked. */
interface DiffRun {
  readonly flags: DiffFlags;
  /** `2026-11-20` */
  readonly today: string;
  readonly failOn: FailOn;
  /** Undefined without `--write-ignore`. */
  readonly ignoreRequest: IgnoreRequest | undefined;
  /** Those of the command line; they override the ignore file's. */
  readonly levels: LevelOverrides;
  readonly reporter: Reporter;
  readonly env: Host["env"];
}

/** @param today `2026-11-20` */
export async function run(
  flags: DiffFlags,
  host: Host,
  today = dayOf(new Date()),
): Promise<ExitCode> {
  const diffRun = createRun(flags, host, today);
  // Before the comparison, which takes long: an error in the file is reported at once.
  readIgnoreInput(diffRun);
  requireOut(flags);
  const comparison = await compareSides(flags, diffRun.reporter);
  if (comparison === undefined) return 3;
  if (diffRun.ignoreRequest !== undefined) writeIgnored(comparison, diffRun, diffRun.ignoreRequest);
  const { comparison: reviewed, notices } = reviewChanges(comparison, diffRun);
  diffRun.reporter.diagnostics([...comparison.notices, ...notices]);
  await report(reviewed, diffRun);
  return failingChanges(reviewed.changes, diffRun.failOn).length > 0 ? 1 : 0;
}

/** @throws ProtoGenError USAGE, DIFF_UNKNOWN_RULE, CONFIG_INVALID */
function createRun(flags: DiffFlags, host: Host, today: string): DiffRun {
  requireRules(flags.configured?.rulePlaces, RULES);
  return {
    flags,
    today,
    failOn: (flags.failOn ?? "breaking") as FailOn,
    ignoreRequest: parseIgnoreRequest(flags, today),
    levels: parseLevels(flags.level ?? {}, RULE_IDS),
    reporter: createReporter(host, { quiet: flags.quiet === true, verbose: false }),
    env: host.env,
  };
}

/** @throws ProtoGenError USAGE where the report would overwrite an input */
function requireOut(flags: DiffFlags): void {
  const { before, after, out, schemas = [], ignore, configured, overlay } = flags;
  if (out === undefined) return;
  const sides = [before, after].filter((side) => !side.startsWith("git:")).map(resolveSide);
  const readsProfile = flags.profile !== undefined || sides.some((side) => "manifest" in side);
  const profile = flags.profile ?? configured?.profile ?? DEFAULT_PROFILE;
  const lock = lockDirectory(profile);
  const files = [
    ignore ?? IGNORE_FILE,
    ...(readsProfile ? [profile, path.join(lock, LOCK_FILE)] : []),
    ...(overlay ?? configured?.overlays ?? []),
    ...(configured?.file === undefined ? [] : [configured.file]),
  ];
  const directories = readsProfile ? [path.join(lock, LOCK_DIRECTORY)] : [];
  requireSafeOut(out, { sides, schemas, directories, files });
}

function readIgnoreInput({ flags: { ignore }, ignoreRequest }: DiffRun): IgnoreInput {
  const mayBeMissing = ignore === undefined || ignoreRequest !== undefined;
  return readIgnoreFile({ name: ignore, mayBeMissing }, RULE_IDS);
}

/** Reads the ignore file again: `--write-ignore` may have added to it. */
function reviewChanges(comparison: Comparison, diffRun: DiffRun): Review {
  const { entries, levels } = readIgnoreInput(diffRun);
  return review(comparison, {
    entries,
    levels: new Map([...levels, ...diffRun.levels]),
    today: diffRun.today,
  });
}

function writeIgnored(
  comparison: Comparison,
  diffRun: DiffRun,
  { reason, until }: IgnoreRequest,
): void {
  const { failOn, today, reporter } = diffRun;
  const changes = failingChanges(reviewChanges(comparison, diffRun).comparison.changes, failOn);
  const file = readIgnoreInput(diffRun);
  if (changes.length > 0) addToIgnoreFile(file, createEntries(changes, reason, until), today);
  reporter.note(
    line`added ${countText(changes.length, "entry", "entries")} to ${file.name}, until ${until}`,
  );
}

async function report(
  comparison: ReviewedComparison,
  { flags: { format, out, quiet = false }, reporter, env }: DiffRun,
): Promise<void> {
  const text = await printReport(format, comparison, { rules: findingRules(RULES), env });
  if (out === undefined) {
    // A report in a format was asked for; for text, the exit code is enough.
    if (text !== "" && !(quiet && format === "text")) reporter.document(withoutLineEnd(text));
    return;
  }
  writeReportFile(out, text);
  reporter.note(
    line`wrote ${out}: ${countsText(countsOf(comparison.changes), comparison.ignored)}`,
  );
}
