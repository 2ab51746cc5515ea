/**
 * Checks that one call could make of one value again and again: where a union, a condition or several schemas of one
 * value lead to the same check, each level of the value would double the work. Their verdicts and findings are kept for
 * the duration of the call, so that its work is proportional to the value.
 */

import type { FindingGroup, FoundEntry } from "../../schema/issue.js";
import type { Check, Issues } from "../../schema/validator.js";
import type { Visibilities } from "../../schema/visibility.js";
import type { ActiveCapabilities } from "./active.js";
import { groupFindings } from "./findings.js";
import type { Members } from "./values.js";

/** What a check said of a value. The findings have pointers relative to it; undefined where nobody asked for them. */
interface Outcome {
  readonly fails: boolean;
  readonly findings?: FindingGroup;
}

interface Call extends Equals {
  /** By check and value. */
  readonly outcomes: Map<Check, Map<unknown, Outcome>>;
  /** Checks that were made for a set of active extensions, by that set. */
  readonly made: Map<MakeCheck, Map<Visibilities, Check>>;
}

/** Makes a check for the extensions that are active. */
type MakeCheck = (visibilities: Visibilities, active: ActiveCapabilities) => Check;

/** The call that is running. Checks run to their end, so that there is one at most. */
let current: Call | undefined;

/** Stops where the check stops. The check of one value runs once per call. */
export function checkOnce(stops: Check, value: unknown, issues: Issues | undefined): boolean {
  if (current === undefined) return begin(stops, value, issues);
  // All in one function: a payload may be hundreds of levels deep, and each level takes its place on the stack.
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
  // An entry of its own in each list: pointers grow where an entry is.
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

/** The check for a set of active extensions: the same one throughout a call, so that it knows what it has checked. */
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

/** Numbers of values: equal values have the same. */
interface Equals {
  readonly numbers: Map<string, number>;
  readonly objects: Map<object, number>;
}

function createEquals(): Equals {
  return { numbers: new Map(), objects: new Map() };
}

/**
 * True where no two items are equal. In a check that is made once in a call, so is the number of each value: an array in
 * an array would otherwise be compared once more at each level.
 */
export function isUnique(items: readonly unknown[]): boolean {
  if (items.length < 2) return true;
  const equals = current ?? createEquals();
  return new Set(items.map((item) => canonical(item, equals))).size === items.length;
}

/** A text that equal values share, as long as the value without what is below its members. */
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
