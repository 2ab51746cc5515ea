/**
 * Lists the bounds that differ between two schemas of one value, and which way. `exclusiveMinimum: 0` and `minimum: 1` are
 * one bound of an integer.
 */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { keywordAt } from "./keyword.js";
import { impliedByList } from "./literals.js";
import type { Value, ValuePair } from "../pairs/value.js";
import { multipleOf } from "../../keywords/multiple-of.js";
import { BOUNDS, rulesOf } from "../../keywords/simple-keywords.js";
import type { Bound, Rule } from "../../keywords/simple-keyword.js";

export interface BoundChange {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly isTighter: boolean;
  readonly before: SchemaAddress;
  readonly after: SchemaAddress;
}

export interface BoundRule {
  readonly value: number;
  readonly isExclusive: boolean;
  readonly keyword: string;
  /** Undefined for a bound that no author wrote. */
  readonly rule: Rule<number> | undefined;
}

/** The keywords that bound one thing: `minimum` and `exclusiveMinimum` are both a least value. */
interface BoundedThing extends Pick<Bound, "what" | "isLower" | "least"> {
  readonly keywords: typeof BOUNDS;
}

const BOUNDED_THINGS: readonly BoundedThing[] = [
  ...new Map(BOUNDS.map(({ bound }) => [bound.what, bound])).values(),
].map(({ what, isLower, least }) => ({
  what,
  isLower,
  least,
  keywords: BOUNDS.filter(({ bound }) => bound.what === what),
}));

/** Does not report again what a change of a list of values already implies. */
export function boundChanges(pair: ValuePair): BoundChange[] {
  const { before, after } = pair;
  const told = impliedByList(pair);
  return [
    ...BOUNDED_THINGS.flatMap((thing) => boundChange(thing, before, after)),
    ...stepChanges(before, after),
  ].filter(({ isTighter }) => !(isTighter ? told.refused : told.allowed));
}

function boundChange(thing: BoundedThing, before: Value, after: Value): BoundChange[] {
  const from = boundOf(thing, before);
  const to = boundOf(thing, after);
  const order = compareBounds(thing, from, to);
  if (order === 0) return [];
  return [
    {
      what: thing.what,
      from: show(from),
      to: show(to),
      isTighter: order < 0,
      before: keywordAt(from?.rule, from?.keyword ?? "", before),
      after: keywordAt(to?.rule, to?.keyword ?? "", after),
    },
  ];
}

/** Finds the tightest bound. Returns undefined if there is none, or if it refuses nothing. */
function boundOf(thing: BoundedThing, { node, types }: Value): BoundRule | undefined {
  const all = thing.keywords.flatMap(({ name, bound: { isExclusive } }) =>
    rulesOf(node, name).map((rule) => boundRule(name, isExclusive, rule as Rule<number>)),
  );
  const isInteger = types?.length === 1 && types[0] === "integer";
  const comparable = isInteger ? all.map((each) => asInteger(thing, each)) : all;
  const [tightest] = comparable.sort((left, right) => compareBounds(thing, left, right)).reverse();
  const { least } = thing;
  return tightest !== undefined && least !== undefined && tightest.value <= least
    ? undefined
    : tightest;
}

function boundRule(keyword: string, isExclusive: boolean, rule: Rule<number>): BoundRule {
  return { value: rule.value, isExclusive, keyword, rule };
}

export function asInteger({ isLower }: Pick<Bound, "isLower">, each: BoundRule): BoundRule {
  const { value, isExclusive } = each;
  const whole = isLower ? Math.ceil(value) : Math.floor(value);
  const next = whole === value && isExclusive ? value + (isLower ? 1 : -1) : whole;
  return { ...each, value: next, isExclusive: false };
}

/** Below zero where the second is tighter. */
export function compareBounds(
  { isLower }: Pick<Bound, "isLower">,
  left: BoundRule | undefined,
  right: BoundRule | undefined,
): number {
  if (left === undefined || right === undefined)
    return left === right ? 0 : left === undefined ? -1 : 1;
  const difference = isLower ? left.value - right.value : right.value - left.value;
  return difference === 0 ? Number(left.isExclusive) - Number(right.isExclusive) : difference;
}

function show(each: BoundRule | undefined): string {
  if (each === undefined) return "none";
  return each.isExclusive ? `${each.value} (excluded)` : `${each.value}`;
}

function stepChanges(before: Value, after: Value): BoundChange[] {
  const from = before.node.multipleOf;
  const to = after.node.multipleOf;
  const { isTighter, isLooser } = multipleOf.comparison.compare(from.map(valueOf), to.map(valueOf));
  const change = (tightens: boolean): BoundChange => ({
    what: "step",
    from: from.map(valueOf).join(" and ") || "none",
    to: to.map(valueOf).join(" and ") || "none",
    isTighter: tightens,
    before: keywordAt(from[0], "multipleOf", before),
    after: keywordAt(to[0], "multipleOf", after),
  });
  return [...(isTighter ? [change(true)] : []), ...(isLooser ? [change(false)] : [])];
}

function valueOf({ value }: Rule<number>): number {
  return value;
}
