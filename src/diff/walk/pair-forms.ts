/** These functions decide how a pair of schemas is compared: as alternatives, as definitions, by its parts, or not at all. */

import { collectInPlace } from "../../model/in-place.js";
import { isUnconstrained, soleReference, type Definition, type Node } from "../../model/node.js";
import { allowsNothing, ANYTHING, type Value, type ValuePair } from "../pairs/value.js";

/** A union on one side without other constraints, and no union on the other. */
export function isUnionBeside(value: Value, other: Value): boolean {
  return (
    value.branches !== undefined &&
    other.branches === undefined &&
    other.openEnum === undefined &&
    isBare(value.node) &&
    !isBare(other.node)
  );
}

function isBare(node: Node): boolean {
  return node.types === undefined && node.values === undefined && node.properties.size === 0;
}

/** Compositions have no annotations of their own; their parts have. */
export function isAuthored({ context, at }: Value): boolean {
  return context.schemas.source(at.document) !== undefined;
}

/** Named types, and the one stand-in for all unconstrained schemas, are compared once and linked to. */
export function linkTarget(node: Node, { definition }: Value): Definition | undefined {
  if (isUnconstrained(node)) return ANYTHING;
  return soleReference(node) !== undefined || node.references.length > 1 ? definition : undefined;
}

export function losesConstraints({ node, types }: Value, other: Value): boolean {
  return types === undefined && isUnconstrained(node) && other.types !== undefined;
}

export function haveDisjointTypes(before: Value, after: Value): boolean {
  const { types: from } = before;
  const { types: to } = after;
  if (allowsNothing(before) || allowsNothing(after))
    return allowsNothing(before) !== allowsNothing(after);
  if (from === undefined || to === undefined) return false;
  return !from.some(
    (type) =>
      to.includes(type) ||
      (type === "integer" && to.includes("number")) ||
      (type === "number" && to.includes("integer")),
  );
}

/** Both sides name the member, if not in the same schema: in a condition, say. */
export function isNamedInPlace(name: string, { before, after }: ValuePair): boolean {
  const nodes = [before.node, after.node];
  if (nodes.every(({ properties }) => properties.has(name))) return false;
  return nodes.every((node) =>
    [...collectInPlace([node])].some(({ properties }) => properties.has(name)),
  );
}
