/** Finds the schemas that apply to a value, and to what is in it. Of a union, branches that fit the value come first. */

import type { Json } from "@proto-gen/runtime/json";
import { jsonValueSetOf } from "../json-schema/json-values.js";
import type { Node } from "../model/node.js";

/** All schemas that apply to the value at the end of a path, and that value. */
export function nodesAt(root: Node, value: unknown, tokens: readonly string[]): readonly Node[] {
  let nodes = nodesInPlace([root], value);
  let current = value;
  for (const token of tokens) {
    const isItem = Array.isArray(current);
    const next = nodes.flatMap((node) =>
      isItem ? itemNodes(node, token) : memberNodes(node, token),
    );
    current = valueBelow(current, token);
    nodes = nodesInPlace(next, current);
  }
  return nodes;
}

export function valueBelow(value: unknown, token: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, token)
    ? (value as Readonly<Record<string, unknown>>)[token]
    : undefined;
}

/** These, and what else applies to the same value: references, branches, conditions. */
export function nodesInPlace(nodes: readonly Node[], value: unknown): Node[] {
  const seen = new Set<Node>(nodes);
  for (const node of seen) {
    const unions = [...node.anyOf, ...node.oneOf].flatMap((branches) => fitting(branches, value));
    const conditional = node.conditionals.flatMap((each) => [each.then, each.else]);
    const dependent = node.dependentSchemas.map((each) => each.node);
    const more = [...node.references.map((each) => each.node), ...unions, ...conditional];
    for (const each of [...more, ...dependent]) if (each !== undefined) seen.add(each);
  }
  return [...seen];
}

/** First the branches whose fixed members, such as `type`, are those of the value. */
function fitting(branches: readonly Node[], value: unknown): readonly Node[] {
  const rank = (branch: Node): number => (contradicts(branch, value) ? 1 : 0);
  return [...branches].sort((left, right) => rank(left) - rank(right));
}

function contradicts(branch: Node, value: unknown): boolean {
  const nodes = [branch, ...branch.references.map(({ node }) => node)];
  return nodes.some((node) =>
    [...node.properties].some(([name, property]) => {
      const member = valueBelow(value, name) as Json | undefined;
      const allowed = property.node.values?.value;
      return member !== undefined && allowed !== undefined && !jsonValueSetOf(allowed).has(member);
    }),
  );
}

export function itemNodes(node: Node, token: string): Node[] {
  const item = node.prefixItems[Number(token)] ?? node.items;
  return [item, node.unevaluatedItems].filter((each) => each !== undefined);
}

export function memberNodes(node: Node, name: string): Node[] {
  const property = node.properties.get(name)?.node;
  const patterned = node.patternProperties
    .filter(({ pattern }) => new RegExp(pattern, "u").test(name))
    .map((each) => each.node);
  const named = [...(property === undefined ? [] : [property]), ...patterned];
  const others = named.length > 0 ? [] : [node.additionalProperties, node.unevaluatedProperties];
  return [...named, ...others.filter((each) => each !== undefined)];
}
