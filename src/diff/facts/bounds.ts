/**
 * Bounds of two schemas of one value. In: a pair. Out: each bound that differs, and which way. `exclusiveMinimum: 0`
 * and `minimum: 1` are one bound of an integer.
 */

import { isMultiple } from "@proto-gen/runtime/codegen/v1";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Node, Rule } from "../../model/node.js";
import { keywordAt } from "./keyword.js";
import { toldByList } from "./literals.js";
import type { Value, ValuePair } from "../pairs/value.js";

export interface BoundChange {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly isTighter: boolean;
  readonly before: SchemaAddress;
  readonly after: SchemaAddress;
}

interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
  readonly keyword: string;
  readonly rule: Rule<number>;
}

const KINDS = [
  { what: "least value", lower: true, inclusive: "minimum", exclusive: "exclusiveMinimum" },
  { what: "greatest value", lower: false, inclusive: "maximum", exclusive: "exclusiveMaximum" },
  { what: "least length", lower: true, inclusive: "minLength" },
  { what: "greatest length", lower: false, inclusive: "maxLength" },
  { what: "least number of items", lower: true, inclusive: "minItems" },
  { what: "greatest number of items", lower: false, inclusive: "maxItems" },
  { what: "least number of members", lower: true, inclusive: "minProperties" },
  { what: "greatest number of members", lower: false, inclusive: "maxProperties" },
] as const;

type Kind = (typeof KINDS)[number];

/** Of what a list of values tells nothing is said again. */
export function boundChanges(pair: ValuePair): BoundChange[] {
  const { before, after } = pair;
  const told = toldByList(pair);
  return [
    ...KINDS.flatMap((kind) => boundChange(kind, before, after)),
    ...stepChanges(before, after),
  ].filter(({ isTighter }) => !(isTighter ? told.refused : told.allowed));
}

function boundChange(kind: Kind, before: Value, after: Value): BoundChange[] {
  const from = boundOf(kind, before);
  const to = boundOf(kind, after);
  const order = compare(kind, from, to);
  if (order === 0) return [];
  return [
    {
      what: kind.what,
      from: show(from),
      to: show(to),
      isTighter: order < 0,
      before: keywordAt(from?.rule, from?.keyword ?? "", before),
      after: keywordAt(to?.rule, to?.keyword ?? "", after),
    },
  ];
}

function boundOf(kind: Kind, { node, types }: Value): Bound | undefined {
  const inclusive = bound(node, kind.inclusive, false);
  const exclusive = "exclusive" in kind ? bound(node, kind.exclusive, true) : undefined;
  const both = [inclusive, exclusive].filter((each) => each !== undefined);
  const isInteger = types?.length === 1 && types[0] === "integer";
  const all = isInteger ? both.map((each) => asInteger(kind, each)) : both;
  const [first] = all.sort((left, right) => compare(kind, left, right)).reverse();
  // No length, and no number of items or members, is below zero.
  return first !== undefined && !("exclusive" in kind) && kind.lower && first.value <= 0
    ? undefined
    : first;
}

function bound(
  node: Node,
  keyword: Kind["inclusive"] | "exclusiveMinimum" | "exclusiveMaximum",
  isExclusive: boolean,
): Bound | undefined {
  const rule = node[keyword];
  return rule && { value: rule.value, isExclusive, keyword, rule };
}

function asInteger({ lower }: Kind, each: Bound): Bound {
  const { value, isExclusive } = each;
  const whole = lower ? Math.ceil(value) : Math.floor(value);
  const next = whole === value && isExclusive ? value + (lower ? 1 : -1) : whole;
  return { ...each, value: next, isExclusive: false };
}

/** Below zero where the second is tighter. */
function compare({ lower }: Kind, left: Bound | undefined, right: Bound | undefined): number {
  if (left === undefined || right === undefined)
    return left === right ? 0 : left === undefined ? -1 : 1;
  const difference = lower ? left.value - right.value : right.value - left.value;
  return difference === 0 ? Number(left.isExclusive) - Number(right.isExclusive) : difference;
}

function show(each: Bound | undefined): string {
  if (each === undefined) return "none";
  return each.isExclusive ? `${each.value} (excluded)` : `${each.value}`;
}

/** `multipleOf`: every number of one side's must be one of the other's for it to be looser. */
function stepChanges(before: Value, after: Value): BoundChange[] {
  const from = before.node.multipleOf;
  const to = after.node.multipleOf;
  const covers = (all: readonly Rule<number>[], { value }: Rule<number>): boolean =>
    all.some((each) => isMultiple(each.value, value));
  const change = (isTighter: boolean): BoundChange => ({
    what: "step",
    from: from.length === 0 ? "none" : from.map(({ value }) => value).join(" and "),
    to: to.length === 0 ? "none" : to.map(({ value }) => value).join(" and "),
    isTighter,
    before: keywordAt(from[0], "multipleOf", before),
    after: keywordAt(to[0], "multipleOf", after),
  });
  return [
    ...(to.every((each) => covers(from, each)) ? [] : [change(true)]),
    ...(from.every((each) => covers(to, each)) ? [] : [change(false)]),
  ];
}
