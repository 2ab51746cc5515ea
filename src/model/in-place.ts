/** What applies to the same value. In: nodes. Out: they, and all that they refer to or choose from in place. */

import type { Node } from "./node.js";

/** `if` and `not` are no part of it: they ask, and demand nothing. */
export function inPlace(nodes: readonly Node[]): ReadonlySet<Node> {
  const all = new Set(nodes);
  for (const node of all) for (const each of besideInPlace(node)) all.add(each);
  return all;
}

/** One step of `inPlace`. */
export function besideInPlace({
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
