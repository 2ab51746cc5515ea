/** The nodes that apply to one value: JSON Schema calls the keywords that lead to them in-place applicators. */

import type { Definition, Node } from "./node.js";

/** The nodes, and all that they refer to or choose from in place. `if` and `not` ask, and demand nothing: they are left out. */
export function collectInPlace(nodes: readonly Node[]): ReadonlySet<Node> {
  const all = new Set(nodes);
  for (const node of all) for (const each of nodesBeside(node)) all.add(each);
  return all;
}

function nodesBeside({
  references,
  anyOf,
  oneOf,
  conditionals,
  dependentSchemas,
}: Node): readonly Node[] {
  return [
    ...references.map((definition) => definition.node),
    ...[...anyOf, ...oneOf].flat(),
    ...conditionals.flatMap((each) => [each.then ?? [], each.else ?? []].flat()),
    ...dependentSchemas.map((each) => each.node),
  ];
}

/** The members that a value of a type always has, whatever it chooses; sorted. */
export function collectRequiredMembers({ node }: Definition): string[] {
  const all = new Set([node]);
  for (const { references } of all) for (const each of references) all.add(each.node);
  const required = [...all].flatMap(({ properties }) =>
    [...properties].flatMap(([name, property]) => (property.required === undefined ? [] : [name])),
  );
  return [...new Set(required)].sort();
}
