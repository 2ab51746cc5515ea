import { childNodes } from "./graph.js";
import { rulesOf, SIMPLE_KEYWORD_LIST } from "../keywords/simple-keywords.js";
import { soleReference, type Node } from "./node.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

/** For a node and each one below, the schemas of the same instance that are not merged, where there are several. */
export function collectUnmergedSchemas(node: Node): (readonly SchemaAddress[])[] {
  const found: (readonly SchemaAddress[])[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.references.length > 0 && soleReference(next) === undefined)
      found.push([...next.references.map(({ origin }) => origin), ...ownOrigins(next)]);
    waiting.push(...[...childNodes(next)].reverse());
  }
  return found;
}

/** The schemas that were merged into a node. */
function ownOrigins(node: Node): SchemaAddress[] {
  const simple = SIMPLE_KEYWORD_LIST.flatMap(({ name }) => rulesOf(node, name));
  return [
    ...[node.types, node.values, ...simple].flatMap((rule) => rule?.origin ?? []),
    ...[...node.properties.values()].flatMap(({ origins }) => origins),
    ...node.patternProperties.map(({ origin }) => origin),
    ...(node.additionalProperties === undefined ? [] : [node.additionalProperties.origin]),
    ...(node.items === undefined ? [] : [node.items.origin]),
    ...node.contains.map(({ origin }) => origin),
  ];
}
