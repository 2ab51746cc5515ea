/**
 * What is known of a value: the nodes that it satisfies, and nodes that it does not. A question of sets begins with a
 * premise, "the value is valid on this side", and cases are told apart by adding to it.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isMultiple } from "@proto-gen/runtime/codegen/v1";
import { satisfies } from "../../model/instance/satisfies.js";
import { intersectTypes } from "../../model/node-builder.js";
import { rulesIn, type JsonType, type Node } from "../../model/node.js";
import { uniqueValues } from "../../json-schema/json-values.js";

export interface Premise {
  /** With all that they refer to in place. */
  readonly holds: readonly Node[];
  readonly fails: readonly Node[];
  /** The unions and conditions of `holds` of which a case was chosen. */
  readonly decided: ReadonlySet<object>;
}

/** A chain of definitions that apply in place may have any length. */
const MAX_HOLDS = 100;

export function premiseOf(holds: readonly Node[], fails: readonly Node[] = []): Premise {
  return extend({ holds: [], fails, decided: new Set() }, holds);
}

/** The premise with more nodes that hold or fail. */
export function extend(
  premise: Premise,
  holds: readonly Node[],
  { fails = [], decides }: { readonly fails?: readonly Node[]; readonly decides?: object } = {},
): Premise {
  const all = new Set(premise.holds);
  for (const each of holds) addInPlace(each, all);
  addDependents(all);
  const failing = new Set([...premise.fails, ...fails]);
  addNegations(all, failing);
  return {
    holds: [...all],
    fails: [...failing],
    decided: decides === undefined ? premise.decided : new Set([...premise.decided, decides]),
  };
}

/** What a node negates fails, and what a negation negates that fails holds. */
function addNegations(holding: Set<Node>, failing: Set<Node>): void {
  for (let size = -1; size !== holding.size + failing.size;) {
    size = holding.size + failing.size;
    for (const { not } of holding) for (const each of not) failing.add(each);
    for (const each of failing) {
      const negated = negatedBy(each);
      if (negated !== undefined) addInPlace(negated, holding);
    }
  }
}

/** The schema that a node negates, where it says nothing else. */
export function negatedBy(node: Node): Node | undefined {
  const [name, ...others] = rulesIn(node);
  const [only, ...more] = node.not;
  return name === "not" && others.length + more.length === 0 ? only : undefined;
}

/** A node, what it refers to, and the branch of a union that has no other. */
function addInPlace(node: Node, all: Set<Node>): void {
  if (all.has(node) || all.size > MAX_HOLDS) return;
  all.add(node);
  for (const { node: target } of node.references) addInPlace(target, all);
  for (const [only, ...others] of [...node.anyOf, ...node.oneOf])
    if (only !== undefined && others.length === 0) addInPlace(only, all);
}

/** The schemas of members that are required anyway. */
function addDependents(all: Set<Node>): void {
  for (const node of all)
    for (const { name, node: dependent } of node.dependentSchemas)
      if (requiredNames([...all]).has(name)) addInPlace(dependent, all);
}

export function requiredNames(holds: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { properties } of holds)
    for (const [name, { required }] of properties) if (required !== undefined) names.add(name);
  const dependent = holds.flatMap((node) => node.dependentRequired);
  // Once for each in the worst case: what a member requires may require more.
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { name, required } of dependent)
      if (names.has(name)) for (const each of required.value) names.add(each);
  }
  return names;
}

const ANY_TYPES: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types that a value may have, a number with whole steps as an integer. */
export function typesOfPremise({ holds }: Premise): readonly JsonType[] {
  const types = holds.reduce<readonly JsonType[]>(
    (known, node) => (node.types === undefined ? known : intersectTypes(known, node.types.value)),
    ANY_TYPES,
  );
  const isWhole = holds.some((node) => node.multipleOf.some(({ value }) => isMultiple(value, 1)));
  const distinct = types.map((type) => (type === "number" && isWhole ? "integer" : type));
  return [...new Set(distinct)].filter(
    (type) => type !== "integer" || !distinct.includes("number"),
  );
}

const LITERALS: Partial<Record<JsonType, readonly Json[]>> = {
  null: [null],
  boolean: [true, false],
};

/** A value, and whether formats are asserted where it is valid: each side decides that for itself. */
export interface PossibleValue {
  readonly value: Json;
  readonly assertFormats: boolean;
}

/** The values that the premise allows, where they are few; undefined where there is no list. */
export function valuesOfPremise(premise: Premise): readonly PossibleValue[] | undefined {
  const { holds, fails } = premise;
  const listed = holds.find(({ values }) => values !== undefined)?.values?.value;
  const types = typesOfPremise(premise);
  const finite = listed ?? literalsOf(types) ?? integersOf(types, holds);
  if (finite === undefined) return undefined;
  return uniqueValues(finite)
    .flatMap((value) => [true, false].map((assertFormats) => ({ value, assertFormats })))
    .filter(
      ({ value, assertFormats }) =>
        holds.every((node) => satisfies(node, value, { assertFormats })) &&
        !fails.some((node) => satisfies(node, value, { assertFormats })),
    );
}

/** A range of integers with more is not listed. */
const MAX_INTEGERS = 64;

/** The integers of a short range, and perhaps some beside it. */
function integersOf(
  types: readonly JsonType[],
  holds: readonly Node[],
): readonly Json[] | undefined {
  if (types.length !== 1 || types[0] !== "integer") return undefined;
  const limits = (
    name: "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum",
  ): number[] => holds.flatMap((node) => node[name]?.value ?? []);
  const low = Math.ceil(Math.max(...limits("minimum"), ...limits("exclusiveMinimum")));
  const high = Math.floor(Math.min(...limits("maximum"), ...limits("exclusiveMaximum")));
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) return undefined;
  if (high - low >= MAX_INTEGERS) return undefined;
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => low + index);
}

function literalsOf(types: readonly JsonType[]): readonly Json[] | undefined {
  const lists = types.map((type) => LITERALS[type]);
  return lists.every((each) => each !== undefined) ? lists.flat() : undefined;
}
