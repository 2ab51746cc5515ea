/** Leaves out changes that a project has accepted, each with a reason and a last day. */

import { diagnostic, type Diagnostic, type SourceLocation } from "../../errors.js";
import { isExpired, type ReviewedEntry } from "../../review/reviewed-entry.js";
import type { Change, Level } from "../change.js";
import { LEVELS } from "../change.js";

export interface IgnoreEntry extends ReviewedEntry {
  /** The change's fingerprint. */
  readonly change: string;
  /** The change as it was when the entry was written; for readers only. */
  readonly rule?: string | undefined;
  readonly subject?: string | undefined;
}

/** An entry with its location in the file. */
export interface LocatedEntry extends IgnoreEntry {
  readonly place: SourceLocation;
}

export interface IgnoredChanges {
  readonly changes: readonly Change[];
  /** How many are left out. */
  readonly ignored: number;
  readonly notices: readonly Diagnostic[];
}

export interface IgnoreOptions {
  /** Every change that was found, also of rules that are off: an entry for one of them has its effect. */
  readonly all: readonly Change[];
  readonly entries: readonly LocatedEntry[];
  /** `2026-11-20` */
  readonly today: string;
}

export function applyIgnore(
  changes: readonly Change[],
  { all, entries, today }: IgnoreOptions,
): IgnoredChanges {
  const known = new Set(all.map(({ fingerprint }) => fingerprint));
  const valid = new Set(
    entries.filter((entry) => !isExpired(entry, today)).map(({ change }) => change),
  );
  const left = changes.filter(({ fingerprint }) => !valid.has(fingerprint));
  return {
    changes: left,
    ignored: changes.length - left.length,
    notices: entries.flatMap((entry) => noticeOf(entry, known, today)),
  };
}

function noticeOf(
  entry: LocatedEntry,
  known: ReadonlySet<string>,
  today: string,
): readonly Diagnostic[] {
  const { change, until, reason, place } = entry;
  const name = `${change}${aboutText(entry)}`;
  if (!known.has(change))
    return [diagnostic("DIFF_IGNORE_UNUSED", `no change matches ${name}`, { place })];
  if (isExpired(entry, today))
    return [
      diagnostic("DIFF_IGNORE_EXPIRED", `${name} was ignored until ${until}: ${reason}`, { place }),
    ];
  return [];
}

function aboutText({ rule, subject }: IgnoreEntry): string {
  const about = [rule, subject].filter((each) => each !== undefined && each !== "").join(" ");
  return about === "" ? "" : ` (${about})`;
}

/** The level from which a run fails. */
export type FailOn = Exclude<Level, "safe"> | "none";

/** The changes that make a run fail. */
export function failingChanges(changes: readonly Change[], failOn: FailOn): readonly Change[] {
  if (failOn === "none") return [];
  const limit = LEVELS.indexOf(failOn);
  return changes.filter(({ level }) => LEVELS.indexOf(level) <= limit);
}

/** An entry for each, with one reason and one last day. */
export function createEntries(
  changes: readonly Change[],
  reason: string,
  until: string,
): readonly IgnoreEntry[] {
  return changes.map(({ fingerprint, rule, subject }) => ({
    change: fingerprint,
    reason,
    until,
    rule,
    subject,
  }));
}
