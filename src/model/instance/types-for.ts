/** In: nodes that one value must satisfy. Out: the types it may have, in the order in which to try them. */

import type { JsonType, Node } from "../node.js";

const ALL_TYPES: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

/** First those that the nodes have rules for, last what says nothing. */
export function typesFor(nodes: readonly Node[]): readonly JsonType[] {
  const allowed = allowedTypes(nodes);
  if (allowed !== undefined)
    return [...allowed.filter((type) => type !== "null"), ...allowed.filter((t) => t === "null")];
  const ruled = ALL_TYPES.filter((type) => nodes.some((node) => hasRulesFor(type, node)));
  return [...new Set([...ruled, ...ALL_TYPES])];
}

/** The types that all nodes allow; undefined for all. */
export function allowedTypes(nodes: readonly Node[]): readonly JsonType[] | undefined {
  let allowed: readonly JsonType[] | undefined;
  for (const { types } of nodes) if (types !== undefined) allowed = common(allowed, types.value);
  return allowed;
}

function common(
  left: readonly JsonType[] | undefined,
  right: readonly JsonType[],
): readonly JsonType[] {
  if (left === undefined || left === right) return right;
  const accepts = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [
    ...left.filter((type) => accepts(right, type)),
    ...right.filter((type) => !left.includes(type) && accepts(left, type)),
  ];
}

function hasRulesFor(type: JsonType, node: Node): boolean {
  switch (type) {
    case "string":
      return (
        node.patterns.length + node.formats.length > 0 || either(node.minLength, node.maxLength)
      );
    case "number":
      return (
        node.multipleOf.length > 0 ||
        either(node.minimum, node.maximum) ||
        either(node.exclusiveMinimum, node.exclusiveMaximum)
      );
    case "object":
      return (
        node.properties.size + node.patternProperties.length + node.propertyNames.length > 0 ||
        node.dependentRequired.length + node.dependentSchemas.length > 0 ||
        either(node.minProperties, node.maxProperties) ||
        either(node.additionalProperties, node.unevaluatedProperties)
      );
    case "array":
      return (
        node.prefixItems.length + node.contains.length > 0 ||
        either(node.items, node.uniqueItems) ||
        either(node.minItems, node.maxItems) ||
        node.unevaluatedItems !== undefined
      );
    default:
      return false;
  }
}

function either(left: unknown, right: unknown): boolean {
  return left !== undefined || right !== undefined;
}
