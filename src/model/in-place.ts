/** What applies to the same value. In: nodes. Out: they, and all that they refer to or choose from in place. */

import type { Node } from "./node.js";

/** `if` and `not` are no part of it: they ask, and demand nothing. */
export function inPlace(nodes: readonly Node[]): ReadonlySet<Node> {
  const all = new Set(nodes);
  for (const { references, anyOf, oneOf, conditionals, dependentSchemas } of all) {
    const more = [
      ...references.map((definition) => definition.node),
      ...[...anyOf, ...oneOf].flat(),
      ...conditionals.flatMap((each) => [each.then ?? [], each.else ?? []].flat()),
      ...dependentSchemas.map((each) => each.node),
    ];
    for (const each of more) all.add(each);
  }
  return all;
}
