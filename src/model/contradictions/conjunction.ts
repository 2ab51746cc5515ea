/**
 * All nodes that describe one instance, whether they were merged or not, and what they say together of each of its
 * members and items.
 */

import { isUnconstrained, soleReference, type Node } from "../node.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";

/** Nodes that all describe one instance, each once. */
export type Conjunction = readonly Node[];

/** A member or an item of an instance, and what all nodes say of it. */
export interface ChildValue {
  /** Its place in the instance: a token of a JSON pointer, or `*` for any item or other member. */
  readonly token: string;
  readonly nodes: readonly Node[];
  readonly required: Requirement | undefined;
  /** The schemas that declare it. */
  readonly declared: readonly SchemaAddress[];
}

/** A keyword requires an instance to have a member or an item. */
export interface Requirement {
  /** The place of the keyword. */
  readonly origin: SchemaAddress;
  /** The keyword speaks of values of this type alone. */
  readonly parentType: "object" | "array";
}

/** The limit of a chain of definitions that apply in place, which may have any length. */
const MAX_NODES = 200;

/** The nodes with those that they refer to, these first, as in a merge: of two that disagree, the later one is reported. */
export function conjunctionOf(nodes: readonly Node[]): Conjunction {
  const [only] = nodes;
  if (nodes.length === 1 && only?.references.length === 0) return nodes;
  const found = new Set<Node>();
  const opened = new Set<Node>();
  const visit = (node: Node): void => {
    if (opened.size > MAX_NODES || opened.has(node)) return;
    opened.add(node);
    for (const { node: target } of node.references) visit(target);
    found.add(node);
  };
  nodes.forEach(visit);
  return [...found].filter((node) => !isUnconstrained(node) || node.conflicts.length > 0);
}

/** True where the nodes are one definition and nothing else: it is examined as a type of its own. */
export function isSoleDefinition(nodes: readonly Node[]): boolean {
  if (nodes.every(({ references }) => references.length === 0)) return false;
  const targets = nodes.filter((node) => !isUnconstrained(node)).map(soleReference);
  return targets[0] !== undefined && targets.every((target) => target === targets[0]);
}

/** The members and items of an instance. */
export function childValues(conjunction: Conjunction): readonly ChildValue[] {
  const [only] = conjunction;
  if (only === undefined || conjunction.every(isLeaf)) return [];
  const known = conjunction.length === 1 ? childValuesByNode.get(only) : undefined;
  if (known !== undefined) return known;
  const found = [...namedMembers(conjunction), ...otherMembers(conjunction), ...items(conjunction)];
  if (conjunction.length === 1) childValuesByNode.set(only, found);
  return found;
}

const childValuesByNode = new WeakMap<Node, readonly ChildValue[]>();

/** True for a node that says nothing of members or items, as most do. */
function isLeaf(node: Node): boolean {
  return (
    node.properties.size === 0 &&
    node.items === undefined &&
    node.additionalProperties === undefined &&
    node.patternProperties.length === 0 &&
    node.propertyNames.length === 0 &&
    node.prefixItems.length === 0 &&
    node.contains.length === 0 &&
    node.unevaluatedProperties === undefined &&
    node.unevaluatedItems === undefined
  );
}

/** The schemas that apply only sometimes, one by one. `if` and `not` are left out: they demand nothing. */
export function collectBranches(conjunction: Conjunction): Node[] {
  return conjunction.flatMap((node) =>
    isWithoutBranches(node)
      ? []
      : [
          ...node.anyOf.flat(),
          ...node.oneOf.flat(),
          ...node.conditionals.flatMap((each) => [...present(each.then), ...present(each.else)]),
          ...node.dependentSchemas.map(({ node: each }) => each),
        ],
  );
}

function isWithoutBranches({ anyOf, oneOf, conditionals, dependentSchemas }: Node): boolean {
  return anyOf.length + oneOf.length + conditionals.length + dependentSchemas.length === 0;
}

function namedMembers(conjunction: Conjunction): ChildValue[] {
  const names = new Set(conjunction.flatMap(({ properties }) => [...properties.keys()]));
  return [...names].map((name) => ({
    token: name,
    nodes: conjunction.flatMap((node) => memberIn(node, name)),
    required: requiredIn(
      "object",
      firstOf(conjunction, ({ properties }) => properties.get(name)?.required),
    ),
    declared: conjunction.flatMap(({ properties }) => properties.get(name)?.origins ?? []),
  }));
}

/** The schemas of a member in one node: `additionalProperties` applies only to members that are not declared beside it. */
function memberIn(node: Node, name: string): Node[] {
  const property = node.properties.get(name);
  const named = property === undefined || property.origins.length === 0 ? [] : [property.node];
  const matching = node.patternProperties.filter(({ pattern }) =>
    new RegExp(pattern, "u").test(name),
  );
  const found = [...named, ...matching.map(({ node: each }) => each)];
  return found.length > 0 ? found : present(node.additionalProperties);
}

function otherMembers(conjunction: Conjunction): ChildValue[] {
  const rest = conjunction.flatMap(({ additionalProperties }) => present(additionalProperties));
  return [
    // A closed object has no other members.
    ...(rest.some(({ never }) => never !== undefined) ? [] : [childValue("*", rest)]),
    ...conjunction.flatMap(({ patternProperties }) =>
      patternProperties.flatMap(({ node }) => alone(node)),
    ),
    ...conjunction.flatMap(({ unevaluatedProperties }) => alone(unevaluatedProperties)),
    ...conjunction.flatMap(({ propertyNames }) => propertyNames.flatMap((node) => alone(node))),
  ];
}

function items(conjunction: Conjunction): ChildValue[] {
  const least = conjunction.reduce((most, { minItems }) => Math.max(most, minItems?.value ?? 0), 0);
  const requiredBy = (index: number): Requirement | undefined =>
    requiredIn(
      "array",
      index < least ? firstOf(conjunction, ({ minItems }) => minItems?.origin) : undefined,
    );
  const lengths = conjunction.map(({ prefixItems }) => prefixItems.length);
  const length = Math.max(0, ...lengths);
  const first = Array.from({ length }, (_, index) => ({
    ...childValue(
      String(index),
      conjunction.flatMap(({ prefixItems, items: rest }) => present(prefixItems[index] ?? rest)),
    ),
    required: requiredBy(index),
  }));
  const rest = conjunction.flatMap(({ items: each }) => present(each));
  const any = { ...childValue("*", rest), required: requiredBy(length) };
  return [
    ...first,
    ...(rest.some(({ never }) => never !== undefined) ? [] : [any]),
    ...conjunction.flatMap(({ contains }) =>
      contains.map(({ node, min, origin }) => ({
        // `items` does not apply to the first items, for which `prefixItems` has schemas.
        ...childValue("*", length === 0 ? [node, ...rest] : [node]),
        required: min > 0 ? requiredIn("array", origin) : undefined,
      })),
    ),
    ...conjunction.flatMap(({ unevaluatedItems }) => alone(unevaluatedItems)),
  ];
}

function childValue(token: string, nodes: readonly Node[]): ChildValue {
  return { token, nodes, required: undefined, declared: [] };
}

function requiredIn(
  parentType: Requirement["parentType"],
  origin: SchemaAddress | undefined,
): Requirement | undefined {
  return origin && { origin, parentType };
}

function alone(node: Node | undefined): ChildValue[] {
  return node === undefined ? [] : [childValue("*", [node])];
}

function present(node: Node | undefined): Node[] {
  return node === undefined ? [] : [node];
}

function firstOf(
  conjunction: Conjunction,
  find: (node: Node) => SchemaAddress | undefined,
): SchemaAddress | undefined {
  for (const node of conjunction) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
