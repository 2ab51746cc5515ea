/**
 * Everything that describes one instance, whether it was merged or stays apart. In: nodes. Out: the same with the
 * definitions that apply in place, and what they say together of each member and item.
 */

import { isUnconstrained, soleReference, type Node } from "../node.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";

/** Nodes that all describe one instance, each once. */
export type Conjunction = readonly Node[];

/** What is below an instance, and what all nodes say of it. */
export interface Below {
  /** Where it is, below the instance: a token of a JSON pointer; `*` for any item or other member, empty in place. */
  readonly token: string;
  /** The type that has it. */
  readonly of: "object" | "array";
  readonly nodes: readonly Node[];
  /** The schema without which the instance need not have it. */
  readonly needed: SchemaAddress | undefined;
  /** The schemas that name it. */
  readonly declared: readonly SchemaAddress[];
}

/** A chain of definitions in place is as long as its author likes. */
const MAX_NODES = 200;

/** What was referred to first, as where schemas merge: of two that disagree, the later one is told. */
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

/** True where a definition is all there is: it is looked at by itself. */
export function isDefinition(nodes: readonly Node[]): boolean {
  if (nodes.every(({ references }) => references.length === 0)) return false;
  const targets = nodes.filter((node) => !isUnconstrained(node)).map(soleReference);
  return targets[0] !== undefined && targets.every((target) => target === targets[0]);
}

/** Members and items: values of their own. */
export function valuesBelow(whole: Conjunction): readonly Below[] {
  const [only] = whole;
  if (only === undefined || whole.every(isLeaf)) return [];
  const known = whole.length === 1 ? valuesOf.get(only) : undefined;
  if (known !== undefined) return known;
  const found = [...namedMembers(whole), ...otherMembers(whole), ...items(whole)];
  if (whole.length === 1) valuesOf.set(only, found);
  return found;
}

const valuesOf = new WeakMap<Node, readonly Below[]>();

/** Most nodes are: they say nothing of members or items. */
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

/** Schemas that apply at times only, each by itself. What `if` and `not` say is asked, and never wanted. */
export function branches(whole: Conjunction): Node[] {
  return whole.flatMap((node) =>
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

function namedMembers(whole: Conjunction): Below[] {
  const names = new Set(whole.flatMap(({ properties }) => [...properties.keys()]));
  return [...names].map((name) => ({
    token: name,
    of: "object",
    nodes: whole.flatMap((node) => memberIn(node, name)),
    needed: firstOf(whole, ({ properties }) => properties.get(name)?.required),
    declared: whole.flatMap(({ properties }) => properties.get(name)?.origins ?? []),
  }));
}

/** What one node says of a member: `additionalProperties` speaks of those only that are not named beside it. */
function memberIn(node: Node, name: string): Node[] {
  const property = node.properties.get(name);
  const named = property === undefined || property.origins.length === 0 ? [] : [property.node];
  const matching = node.patternProperties.filter(({ pattern }) =>
    new RegExp(pattern, "u").test(name),
  );
  const found = [...named, ...matching.map(({ node: each }) => each)];
  return found.length > 0 ? found : present(node.additionalProperties);
}

function otherMembers(whole: Conjunction): Below[] {
  const rest = whole.flatMap(({ additionalProperties }) => present(additionalProperties));
  return [
    // Who closes an object wants no others.
    ...(rest.some(({ never }) => never !== undefined) ? [] : [below("object", "*", rest)]),
    ...whole.flatMap(({ patternProperties }) =>
      patternProperties.flatMap(({ node }) => alone("object", node)),
    ),
    ...whole.flatMap(({ unevaluatedProperties }) => alone("object", unevaluatedProperties)),
    ...whole.flatMap(({ propertyNames }) => propertyNames.flatMap((node) => alone("object", node))),
  ];
}

function items(whole: Conjunction): Below[] {
  const least = whole.reduce((most, { minItems }) => Math.max(most, minItems?.value ?? 0), 0);
  const isNeeded = (index: number): SchemaAddress | undefined =>
    index < least ? firstOf(whole, ({ minItems }) => minItems?.origin) : undefined;
  const lengths = whole.map(({ prefixItems }) => prefixItems.length);
  const length = Math.max(0, ...lengths);
  const first = Array.from({ length }, (_, index) => ({
    ...below(
      "array",
      String(index),
      whole.flatMap(({ prefixItems, items: rest }) => present(prefixItems[index] ?? rest)),
    ),
    needed: isNeeded(index),
  }));
  const rest = whole.flatMap(({ items: each }) => present(each));
  const any = { ...below("array", "*", rest), needed: isNeeded(length) };
  return [
    ...first,
    ...(rest.some(({ never }) => never !== undefined) ? [] : [any]),
    ...whole.flatMap(({ contains }) =>
      contains.map(({ node, min, origin }) => ({
        // An item that stands first has its own schema.
        ...below("array", "*", length === 0 ? [node, ...rest] : [node]),
        needed: min > 0 ? origin : undefined,
      })),
    ),
    ...whole.flatMap(({ unevaluatedItems }) => alone("array", unevaluatedItems)),
  ];
}

function below(of: Below["of"], token: string, nodes: readonly Node[]): Below {
  return { token, of, nodes, needed: undefined, declared: [] };
}

function alone(of: Below["of"], node: Node | undefined): Below[] {
  return node === undefined ? [] : [below(of, "*", [node])];
}

function present(node: Node | undefined): Node[] {
  return node === undefined ? [] : [node];
}

function firstOf(
  whole: Conjunction,
  find: (node: Node) => SchemaAddress | undefined,
): SchemaAddress | undefined {
  for (const node of whole) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
