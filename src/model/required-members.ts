/** The members that a value of a type always has, whatever it chooses. In: the type's definition. Out: their names, sorted. */

import type { Definition } from "./node.js";

export function requiredMembers({ node }: Definition): string[] {
  const all = new Set([node]);
  for (const { references } of all) for (const each of references) all.add(each.node);
  const required = [...all].flatMap(({ properties }) =>
    [...properties].flatMap(([name, property]) => (property.required === undefined ? [] : [name])),
  );
  return [...new Set(required)].sort();
}
