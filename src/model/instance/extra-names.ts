/**
 * Makes names for members that no `properties` declares: names that match `propertyNames` or a pattern first, then
 * numbered ones.
 */

import type { Node } from "../node.js";
import { candidates, first } from "./candidates.js";
import { patternTexts } from "./pattern-texts.js";
import type { ValueContext, Search } from "./search.js";
import { singular } from "./wording.js";

const MAX_NAMES = 300;
const MAX_PER_PATTERN = 80;

export function* extraNames(
  nodes: readonly Node[],
  context: ValueContext,
  search: Search,
): Generator<string, void> {
  const rules = nodes.flatMap(({ propertyNames }) => propertyNames);
  if (rules.length > 0) {
    const name = {
      name: singular(context.name),
      owner: "",
      depth: context.depth,
      entered: context.entered,
    };
    for (const value of first(candidates(rules, name, search), MAX_NAMES))
      if (typeof value === "string") yield value;
  }
  for (const { patternProperties } of nodes)
    for (const { pattern } of patternProperties)
      yield* first(patternTexts([pattern], 0, 16), MAX_PER_PATTERN);
  const stem = singular(context.name) || "name";
  for (let number = 1; number <= MAX_NAMES; number++) yield `${stem}_${number}`;
}
