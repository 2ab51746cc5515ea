/** What a schema says of the members that an object may have beside its named ones: what its type's index signature is of. */

import {
  collectReferences,
  isUnconstrained,
  wholeNode,
  type Definition,
  type Node,
  type Property,
} from "../v1.js";
import { collectGroups, collectUsed } from "../../model/graph.js";
import { informativeUnions } from "./value-kinds.js";

/** True where the schema states which members an object may have beside the named ones. */
export function hasIndex(node: Node): boolean {
  return indexedNodes(node).length > 0 || keysOf(node) !== undefined;
}

const indexed = new WeakMap<Definition, boolean>();

/** As `hasIndex`, of a definition and all that it builds on: found layer by layer, so that no layer is merged for it. */
export function typeHasIndex(definition: Definition): boolean {
  const known = indexed.get(definition);
  if (known !== undefined) return known;
  const { node, layers } = definition;
  const result =
    layers?.addition === undefined
      ? hasIndex(node)
      : typeHasIndex(layers.addition) || typeHasIndex(layers.base);
  indexed.set(definition, result);
  return result;
}

/** The node, and what applies beside it to the same value. */
export function besideIn(node: Node): readonly Node[] {
  return [node, ...node.references.map(wholeNode), ...informativeUnions(node).flat()];
}

/** True where a schema has patterns for members, and leaves all others open. */
export function hasOpenPatterns(node: Node): boolean {
  return node.additionalProperties === undefined && node.patternProperties.length > 0;
}

/** The member as the schema around a union declares it, where a branch only requires it. */
export function declaredIn(
  outer: Node | undefined,
  name: string,
  { origins }: Property,
): Property | undefined {
  const declared = origins.length === 0 ? outer?.properties.get(name) : undefined;
  return declared !== undefined && declared.origins.length > 0 ? declared : undefined;
}

/**
 * True for a member that must be there, also where only a type requires it that the object is an intersection with: beside a member of
 * any value that is required, TypeScript takes an optional one for another each time it is written.
 */
export function isRequired({ references }: Node, name: string, { required }: Property): boolean {
  return (
    required !== undefined ||
    references.some((each) => wholeNode(each).properties.get(name)?.required !== undefined)
  );
}

export function restrictsOthers({ additionalProperties }: Node): boolean {
  return additionalProperties !== undefined && !isUnconstrained(additionalProperties);
}

/** The names that a member may have; undefined where no schema lists them. */
export function keysOf({ propertyNames }: Node): readonly string[] | undefined {
  const lists = propertyNames.flatMap(({ values }) => (values === undefined ? [] : [values.value]));
  const [first, ...others] = lists;
  return first
    ?.filter((each) => typeof each === "string")
    .filter((each) => others.every((list) => list.includes(each)));
}

/** The schemas of patterns that a named member matches. */
export function matchingPatterns({ patternProperties }: Node, name: string): readonly Node[] {
  return patternProperties.flatMap(({ pattern, node }) =>
    new RegExp(pattern, "u").test(name) ? [node] : [],
  );
}

/** The schemas of a map's values; undefined for an object that is open or closed. */
export function mapValues(node: Node): readonly Node[] | undefined {
  const telling = indexedNodes(node);
  return telling.length === 0 || telling.every(isUnconstrained) ? undefined : telling;
}

/** True where a type refers to itself: an alias may do so in an index signature, but not in the arguments of another type. */
export function isRecursive(node: Node): boolean {
  return collectReferences(node).some(leadsToItself);
}

/** Found once for each definition, of what a definition leads to first. */
const leading = new WeakMap<Definition, boolean>();

function leadsToItself(start: Definition): boolean {
  for (const group of collectGroups(start, (each) => leading.has(each))) {
    const members = new Set(group);
    const leads = group
      .flatMap(collectUsed)
      .some((each) => members.has(each) || leading.get(each) === true);
    for (const each of group) leading.set(each, leads);
  }
  return leading.get(start) === true;
}

export function indexedNodes({ additionalProperties, patternProperties }: Node): readonly Node[] {
  const all = [
    ...patternProperties.map(({ node }) => node),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
  return all.filter(({ never }) => never === undefined);
}
