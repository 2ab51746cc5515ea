/** Chooses one definition to represent each class of equal ones: views of one schema that say the same are one type. */

import type { Catalog } from "./catalog/catalog.js";
import type { CatalogEntry } from "./catalog/catalog-entry.js";
import { isSimple, type Definition, type Layers } from "./node.js";
import { groupEqualDefinitions } from "./equal-definitions.js";

/** @returns for each definition the one that represents it: the plain view before others, the base before compositions */
export function chooseCanonical(
  definitions: readonly Definition[],
  catalog: Catalog,
): ReadonlyMap<Definition, Definition> {
  const classes = groupEqualDefinitions(
    definitions,
    (definition) => catalog.entry(definition).viewGroup,
  );
  const best = new Map<number, Definition>();
  for (const definition of definitions) {
    const number = classes.get(definition) as number;
    const known = best.get(number);
    if (known === undefined || compareEntries(catalog.entry(definition), catalog.entry(known)) < 0)
      best.set(number, definition);
  }
  const canonicalOf = (definition: Definition): Definition =>
    addsNothing(definition)
      ? canonicalOf(definition.layers.base)
      : (best.get(classes.get(definition) as number) as Definition);
  return new Map(definitions.map((definition) => [definition, canonicalOf(definition)]));
}

/** True for a composition in which the extension says nothing in this view: it is the one that it builds on. */
function addsNothing(
  definition: Definition,
): definition is Definition & { readonly layers: Layers } {
  const addition = definition.layers?.addition;
  if (addition === undefined) return false;
  const { node } = addition;
  if (!isSimple(node) || node.references.length > 0) return false;
  const types = node.types?.value ?? [];
  return types.length === 0 || (types.includes("object") && isObject(definition));
}

function isObject({ node, layers }: Definition): boolean {
  if (layers?.addition !== undefined) return isObject(layers.root);
  return node.types?.value.every((type) => type === "object") === true;
}

function compareEntries(left: CatalogEntry, right: CatalogEntry): number {
  return (
    left.rank - right.rank || (left.order < right.order ? -1 : left.order > right.order ? 1 : 0)
  );
}
