/**
 * Whether a value satisfies a node. In: both. Out: the verdict that the node's emitted check gives.
 *
 * The emitted checks cannot be asked: while a document is generated they are source text, which has
 * neither been written nor compiled. This interpreter is for that moment only; it says no more than
 * yes or no, and nothing imports it at run time.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import {
  isInteger,
  isMultiple,
  isNumber,
  isOneOf,
  isUnique,
  lengthOf,
} from "@proto-gen/runtime/codegen/v1";
import { Budget } from "../../pattern-analysis/budget.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Conditional, JsonType, Node } from "../node.js";
import { formatCheck } from "./format-check.js";
import { evaluatedItems, evaluatedMembers } from "./evaluated.js";

export interface JudgeOptions {
  /** Whether `format` is asserted, as in generated validators, or annotates only. True by default. */
  readonly assertFormats?: boolean;
}

/** One judgement: what it may still cost, and how it takes formats. */
export interface Judge {
  readonly budget: Budget;
  readonly assertFormats: boolean;
  /** Nodes that an array or an object was found to satisfy, so that it is not judged again in another. */
  readonly known: WeakMap<object, readonly Node[]>;
}

/** Characters of a text that a pattern is tried on. */
const MAX_MATCHED = 16_384;

/** Definitions that apply in place one in another, without end where they are recursive. */
const MAX_IN_PLACE = 200;

export function satisfies(
  node: Node,
  value: Json,
  { assertFormats = true }: JudgeOptions = {},
): boolean {
  return holds(node, value, { budget: new Budget(Infinity), assertFormats, known: new WeakMap() });
}

/** @throws TooLarge where the judge's budget is spent */
export function holds(node: Node, value: Json, judge: Judge, nesting = 0): boolean {
  judge.budget.spend(1);
  if (typeof value === "object" && value !== null && judge.known.get(value)?.includes(node))
    return true;
  if (node.never !== undefined || nesting > MAX_IN_PLACE) return false;
  const { types, values } = node;
  if (types !== undefined && !types.value.some((type) => hasType(value, type))) return false;
  if (values !== undefined && !isOneOf(value, values.value)) return false;
  return ofItsType(node, value, judge, nesting) && inPlace(node, value, judge, nesting + 1);
}

function hasType(value: Json, type: JsonType): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return isInteger(value);
  return type === "number" ? isNumber(value) : typeof value === type;
}

function ofItsType(node: Node, value: Json, judge: Judge, nesting: number): boolean {
  if (typeof value === "string") return stringHolds(node, value, judge);
  if (typeof value === "number") return numberHolds(node, value);
  if (Array.isArray(value)) return arrayHolds(node, value as readonly Json[], judge, nesting);
  return isObject(value) ? objectHolds(node, value, judge, nesting) : true;
}

function stringHolds(node: Node, value: string, { assertFormats, budget }: Judge): boolean {
  const { minLength, maxLength, patterns, formats } = node;
  const length = minLength === undefined && maxLength === undefined ? 0 : lengthOf(value);
  return (
    length >= (minLength?.value ?? 0) &&
    length <= (maxLength?.value ?? Infinity) &&
    patterns.every(({ value: pattern }) => matches(pattern, value, budget)) &&
    (!assertFormats || formats.every(({ value: format }) => formatCheck(format)?.(value) !== false))
  );
}

/** A pattern may take the square of a text's length. Without a budget, a text that is too long counts as a match. */
function matches(pattern: string, value: string, budget: Budget): boolean {
  budget.spend(value.length ** 2 / 4_000);
  return value.length > MAX_MATCHED || new RegExp(pattern, "u").test(value);
}

function numberHolds(node: Node, value: number): boolean {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = node;
  return (
    value >= (minimum?.value ?? -Infinity) &&
    value > (exclusiveMinimum?.value ?? -Infinity) &&
    value <= (maximum?.value ?? Infinity) &&
    value < (exclusiveMaximum?.value ?? Infinity) &&
    multipleOf.every(({ value: divisor }) => isMultiple(value, divisor))
  );
}

function arrayHolds(node: Node, value: readonly Json[], judge: Judge, nesting: number): boolean {
  const { prefixItems, items, minItems, maxItems, uniqueItems, contains, unevaluatedItems } = node;
  if (value.length < (minItems?.value ?? 0) || value.length > (maxItems?.value ?? Infinity))
    return false;
  for (const [index, item] of value.entries()) {
    const rule = prefixItems[index] ?? items;
    if (rule !== undefined && !holds(rule, item, judge)) return false;
  }
  for (const { node: each, min, max = Infinity } of contains) {
    const count = value.filter((item) => holds(each, item, judge)).length;
    if (count < min || count > max) return false;
  }
  if (uniqueItems !== undefined && !isUnique(value)) return false;
  if (unevaluatedItems === undefined) return true;
  const seen = evaluatedItems(node, value, judge, nesting + 1);
  return value.every((item, index) => seen.has(index) || holds(unevaluatedItems, item, judge));
}

function objectHolds(node: Node, value: JsonObject, judge: Judge, nesting: number): boolean {
  const { minProperties, maxProperties, propertyNames, unevaluatedProperties } = node;
  const names = Object.keys(value);
  if (names.length < (minProperties?.value ?? 0)) return false;
  if (names.length > (maxProperties?.value ?? Infinity)) return false;
  for (const [name, { required }] of node.properties)
    if (required !== undefined && !Object.hasOwn(value, name)) return false;
  for (const { name, required } of node.dependentRequired)
    if (Object.hasOwn(value, name) && required.value.some((each) => !Object.hasOwn(value, each)))
      return false;
  for (const name of names) {
    const member = value[name] as Json;
    if (!memberNodes(node, name).every((each) => holds(each, member, judge))) return false;
    if (!propertyNames.every((each) => holds(each, name, judge))) return false;
  }
  if (unevaluatedProperties === undefined) return true;
  const seen = evaluatedMembers(node, value, judge, nesting + 1);
  return names.every(
    (name) => seen.has(name) || holds(unevaluatedProperties, value[name] as Json, judge),
  );
}

/** What a node says of the member of a name: what declares it and what its name matches, or else the rest. */
export function memberNodes(node: Node, name: string): Node[] {
  const property = node.properties.get(name);
  // `required` alone declares nothing: the member is additional still.
  const declared = property !== undefined && property.origins.length > 0 ? [property.node] : [];
  const matched = node.patternProperties
    .filter(({ pattern }) => new RegExp(pattern, "u").test(name))
    .map((each) => each.node);
  if (declared.length + matched.length > 0) return [...declared, ...matched];
  return node.additionalProperties === undefined ? [] : [node.additionalProperties];
}

function inPlace(node: Node, value: Json, judge: Judge, nesting: number): boolean {
  const test = (each: Node): boolean => holds(each, value, judge, nesting);
  return (
    node.references.every((definition) => test(definition.node)) &&
    node.anyOf.every((branches) => branches.some(test)) &&
    node.oneOf.every((branches) => matchesOne(branches, test)) &&
    !node.not.some(test) &&
    node.conditionals.every((each) => conditionHolds(each, test)) &&
    node.dependentSchemas.every(
      ({ name, node: each }) => !isObject(value) || !Object.hasOwn(value, name) || test(each),
    )
  );
}

function matchesOne(branches: readonly Node[], test: (branch: Node) => boolean): boolean {
  let count = 0;
  for (const branch of branches) if (test(branch) && ++count > 1) return false;
  return count === 1;
}

function conditionHolds(conditional: Conditional, test: (each: Node) => boolean): boolean {
  const consequence = test(conditional.if) ? conditional.then : conditional.else;
  return consequence === undefined || test(consequence);
}
