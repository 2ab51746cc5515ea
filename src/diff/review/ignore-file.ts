/** Reads and extends the ignore file: `{ "ignore": [...], "levels": { ... } }`. */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { ProtoGenError, type Diagnostic } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { checkMembers, placeIn, rejectInto, type Reject } from "../../load/checked-members.js";
import { locateSource, type Document } from "../../load/document.js";
import { jsonText } from "../../text/json-text.js";
import { checkReview, isExpired } from "../../review/reviewed-entry.js";
import type { IgnoreEntry, LocatedEntry } from "./ignore.js";
import { isLevelChoice, levelProblem, type LevelOverrides } from "./levels.js";

/** Read where no other is named, if it is there. */
export const IGNORE_FILE = "proto-gen-diff-ignore.json";

export interface IgnoreFile {
  readonly entries: readonly LocatedEntry[];
  readonly levels: LevelOverrides;
}

export const NO_IGNORE_FILE: IgnoreFile = { entries: [], levels: new Map() };

const TOP_MEMBERS = ["$schema", "ignore", "levels"];
const ENTRY_MEMBERS = ["change", "reason", "until", "rule", "subject"];
const FINGERPRINT = /^[0-9a-f]{16}$/;

/**
 * @param rules ids of all rules
 * @throws ProtoGenError DIFF_IGNORE_INVALID for every place that is wrong
 */
export function parseIgnoreFile(document: Document, rules: readonly string[]): IgnoreFile {
  const { root } = document;
  const problems: Diagnostic[] = [];
  const reject = rejectInto(problems, "DIFF_IGNORE_INVALID", document);
  if (!isObject(root)) reject("", "the file must be an object");
  else checkTop(root, rules, reject);
  if (problems.length > 0) throw new ProtoGenError(problems);
  const { ignore = [], levels = {} } = root as unknown as {
    readonly ignore?: readonly IgnoreEntry[];
    readonly levels?: Readonly<Record<string, string>>;
  };
  return {
    entries: ignore.map((entry, index) => ({
      ...entry,
      place: locateSource(document, `/ignore/${index}`),
    })),
    levels: new Map(
      Object.entries(levels).flatMap(([rule, level]) =>
        isLevelChoice(level) ? [[rule, level] as const] : [],
      ),
    ),
  };
}

function checkTop(root: JsonObject, rules: readonly string[], reject: Reject): void {
  checkMembers(root, "", TOP_MEMBERS, reject);
  const { ignore = [], levels = {} } = root;
  if (!Array.isArray(ignore)) reject("/ignore", "ignore must be an array");
  else
    (ignore as readonly Json[]).forEach((entry, index) =>
      checkEntry(entry, `/ignore/${index}`, reject),
    );
  if (!isObject(levels)) reject("/levels", "levels must be an object");
  else
    for (const [rule, level] of Object.entries(levels)) {
      const problem = levelProblem(rule, levelText(level), rules);
      if (problem === undefined) continue;
      const { message, hint } = problem;
      reject(joinPointer("/levels", rule), message, { hint, target: "key" });
    }
}

function checkEntry(entry: Json, pointer: string, reject: Reject): void {
  if (!isObject(entry)) return reject(pointer, "an entry must be an object");
  checkMembers(entry, pointer, ENTRY_MEMBERS, reject);
  const { change } = entry;
  const at = (name: string): string => placeIn(entry, pointer, name);
  if (typeof change !== "string" || !FINGERPRINT.test(change))
    reject(at("change"), "change must be a fingerprint: 16 hex digits, as in the reports");
  checkReview(entry, pointer, reject);
  for (const name of ["rule", "subject"])
    if (entry[name] !== undefined && typeof entry[name] !== "string")
      reject(at(name), `${name} must be a string`);
}

function levelText(level: Json): string {
  return typeof level === "string" ? level : JSON.stringify(level);
}

/**
 * The file's text with more entries; what is there stays, but for expired entries of the same changes.
 * @param root the file's value; undefined where there is no file
 * @param today `2026-11-20`
 */
export function addEntries(
  root: Json | undefined,
  added: readonly IgnoreEntry[],
  today: string,
): string {
  const top = isObject(root) ? root : {};
  const there = (top["ignore"] ?? []) as unknown as readonly (IgnoreEntry & JsonObject)[];
  const renewed = new Set(added.map(({ change }) => change));
  const kept = there.filter((entry) => !(renewed.has(entry.change) && isExpired(entry, today)));
  return jsonText({ ...top, ignore: [...kept, ...added.map(entryJson)] });
}

function entryJson({ change, reason, until, rule, subject }: IgnoreEntry): JsonObject {
  return {
    change,
    ...(rule === undefined ? {} : { rule }),
    ...(subject === undefined ? {} : { subject }),
    reason,
    until,
  };
}
