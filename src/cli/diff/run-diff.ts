/** `proto-gen diff`. In: both sides and the options. Out: the exit code, after printing or writing the report. */

import type { ExitCode } from "../../errors.js";
import type { Comparison } from "../../diff/change.js";
import { dayOf } from "../../diff/review/dates.js";
import { IGNORE_FILE } from "../../diff/review/ignore-file.js";
import { createEntries, failingChanges, type FailOn } from "../../diff/review/ignore.js";
import type { LevelOverrides } from "../../diff/review/levels.js";
import { findingRules } from "../../diff/report/findings.js";
import { countsOf, countsText, type ReviewedComparison } from "../../diff/report/reviewed.js";
import { review, type Review } from "../../diff/review/review.js";
import { RULES } from "../../diff/rules.js";
import type { DiffFlags } from "../diff-command.js";
import type { Host } from "../host.js";
import { createReporter, type Reporter } from "../reporter.js";
import { checkOut } from "./check-out.js";
import { compareSides } from "./compare-sides.js";
import { printReport } from "./formats.js";
import { addToIgnoreFile, readIgnoreInput, type IgnoreChoice } from "./ignore-input.js";
import { ignoreOrder, type IgnoreOrder } from "./ignore-order.js";
import { levelFlags } from "./level-flags.js";
import { sideChoice } from "./side-choice.js";
import { writeReportFile } from "./write-report-file.js";

const RULE_IDS = RULES.map(({ id }) => id);

/** @param today `2026-11-20` */
export async function runDiff(
  before: string,
  after: string,
  flags: DiffFlags,
  host: Host,
  today = dayOf(new Date()),
): Promise<ExitCode> {
  const reporter = createReporter(host, { quiet: flags.quiet === true, verbose: false });
  const order = ignoreOrder(flags, today);
  const failOn = (flags.failOn ?? "breaking") as FailOn;
  const project = projectOf(flags, order, today);
  // Before anything is compared: a slip in it is told at once.
  project.read();
  requireOut(before, after, flags);
  const found = await compareSides(before, after, flags, reporter);
  if (found === undefined) return 3;
  if (order !== undefined) writeIgnored(found, project, order, failOn, reporter);
  const { comparison, notices } = project.review(found);
  notices.forEach(reporter.warning);
  await show(comparison, flags, reporter);
  return failingChanges(comparison.changes, failOn).length > 0 ? 1 : 0;
}

/** @throws ProtoGenError USAGE where the report would take the place of what is read */
function requireOut(before: string, after: string, flags: DiffFlags): void {
  const { out, schemas = [], profile, ignore = IGNORE_FILE } = flags;
  if (out === undefined) return;
  const sides = [before, after].filter((side) => !side.startsWith("git:")).map(sideChoice);
  const files = profile === undefined ? [ignore] : [ignore, profile];
  checkOut(out, { sides, schemas, files });
}

/** What the project has decided itself, in its file and on the command line. */
interface Project {
  readonly choice: IgnoreChoice;
  readonly today: string;
  read(): ReturnType<typeof readIgnoreInput>;
  review(found: Comparison): Review;
}

function projectOf(flags: DiffFlags, order: IgnoreOrder | undefined, today: string): Project {
  const mayBeMissing = flags.ignore === undefined || order !== undefined;
  const choice = { name: flags.ignore, mayBeMissing };
  // The command line has the last word.
  const levels: LevelOverrides = levelFlags(flags.level ?? [], RULE_IDS);
  const read = (): ReturnType<typeof readIgnoreInput> => readIgnoreInput(choice, RULE_IDS);
  return {
    choice,
    today,
    read,
    review(found) {
      const { entries, levels: own } = read();
      return review(found, { entries, levels: new Map([...own, ...levels]), today });
    },
  };
}

function writeIgnored(
  found: Comparison,
  project: Project,
  { reason, until }: IgnoreOrder,
  failOn: FailOn,
  reporter: Reporter,
): void {
  const changes = failingChanges(project.review(found).comparison.changes, failOn);
  const file = project.read();
  if (changes.length > 0)
    addToIgnoreFile(file, createEntries(changes, reason, until), project.today);
  const entries = changes.length === 1 ? "1 entry" : `${changes.length} entries`;
  reporter.note(`added ${entries} to ${file.name}, until ${until}`);
}

async function show(
  comparison: ReviewedComparison,
  { format = "text", out }: DiffFlags,
  reporter: Reporter,
): Promise<void> {
  const report = await printReport(format, comparison, findingRules(RULES));
  if (out === undefined) {
    if (report !== "") reporter.data(report.replace(/\n$/, ""));
    return;
  }
  writeReportFile(out, report);
  reporter.note(`wrote ${out}: ${countsText(countsOf(comparison.changes), comparison.ignored)}`);
}
