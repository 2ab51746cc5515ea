/**
 * Runs each check of a value at most once per call. If a union, a condition or several schemas lead to the same
 * check, each level of the value would otherwise double the work. Verdicts and findings are kept during the call, so
 * that the work is proportional to the value.
 */

import type { FindingGroup, FoundEntry } from "../../schema/issue.js";
import type { Check, Issues } from "../../schema/validator.js";
import type { Visibilities } from "../../schema/surface.js";
import { groupFindings } from "./report.js";
import type { ActiveCapabilities, Members } from "./values.js";

/** The result of a check. Pointers of the findings are relative to the value; undefined if nobody asked for them. */
interface Outcome {
  readonly fails: boolean;
  readonly findings?: FindingGroup;
}

interface Call extends Equals {
  /** By check and value. */
  readonly outcomes: Map<Check, Map<unknown, Outcome>>;
  /** Checks created for a set of active extensions, by that set. */
  readonly made: Map<MakeCheck, Map<Visibilities, Check>>;
}

/** Creates a check for the active extensions. */
type MakeCheck = (visibilities: Visibilities, active: ActiveCapabilities) => Check;

/** The running call. Checks are synchronous, so there is at most one. */
let current: Call | undefined;

/** Stops if the check stops. Each value is checked once per call. */
export function checkOnce(stops: Check, value: unknown, issues: Issues | undefined): boolean {
  if (current === undefined) return begin(stops, value, issues);
  // A single function, since a payload may be hundreds of levels deep and each level uses the call stack.
  const { outcomes } = current;
  let byValue = outcomes.get(stops);
  if (byValue === undefined) outcomes.set(stops, (byValue = new Map()));
  let known = byValue.get(value);
  if (issues === undefined) {
    if (known === undefined) byValue.set(value, (known = { fails: stops(value) }));
    return known.fails;
  }
  if (known === undefined || (known.fails && known.findings === undefined)) {
    const list: FoundEntry[] = [];
    stops(value, { list, limit: Infinity, attribution: undefined });
    byValue.set(value, (known = outcomeOf(list)));
  }
  const { findings } = known;
  if (findings === undefined) return false;
  // A separate entry in each list, since pointers are extended in place.
  return issues.list.push({ ...findings, attribution: issues.attribution }) >= issues.limit;
}

function begin(stops: Check, value: unknown, issues: Issues | undefined): boolean {
  current = { outcomes: new Map(), made: new Map(), ...createEquals() };
  try {
    return checkOnce(stops, value, issues);
  } finally {
    current = undefined;
  }
}

function outcomeOf(list: readonly FoundEntry[]): Outcome {
  return list.length === 0 ? { fails: false } : { fails: true, findings: groupFindings(list) };
}

/**
 * Returns the check for a set of active extensions: the same one throughout a call, so that its results are found
 * again.
 */
export function madeOnce(
  make: MakeCheck,
  visibilities: Visibilities,
  active: ActiveCapabilities = NONE,
): Check {
  if (current === undefined) return make(visibilities, active);
  let bySet = current.made.get(make);
  if (bySet === undefined) current.made.set(make, (bySet = new Map()));
  let check = bySet.get(visibilities);
  if (check === undefined) bySet.set(visibilities, (check = make(visibilities, active)));
  return check;
}

const NONE: ActiveCapabilities = new Set();

/** Numbers assigned to values: equal values have the same number. */
interface Equals {
  readonly numbers: Map<string, number>;
  readonly objects: Map<object, number>;
}

function createEquals(): Equals {
  return { numbers: new Map(), objects: new Map() };
}

/**
 * True if no two items are equal. Within a call the numbers are shared: nested arrays would otherwise be compared
 * again at each level.
 */
export function isUnique(items: readonly unknown[]): boolean {
  if (items.length < 2) return true;
  const equals = current ?? createEquals();
  return new Set(items.map((item) => canonical(item, equals))).size === items.length;
}

/** A text that equal values share. Nested values are replaced by their numbers, so it stays short. */
function canonical(value: unknown, equals: Equals): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const { numbers, objects } = equals;
  let number = objects.get(value);
  if (number === undefined) {
    const text = Array.isArray(value)
      ? `[${value.map((item) => canonical(item, equals)).join()}`
      : `{${Object.keys(value)
          .sort()
          .map((key) => `${JSON.stringify(key)}:${canonical((value as Members)[key], equals)}`)
          .join()}`;
    number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    objects.set(value, number);
  }
  return `#${number}`;
}
