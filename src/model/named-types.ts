/** Gives each class of equal definitions a name in the module of the one that represents it. */

import type { Composition } from "../compose/compose.js";
import { viewText, type View } from "../compose/view.js";
import { locateSource } from "../load/document.js";
import { Attributor } from "./attribution.js";
import { assignNames, type NameRequest } from "./assign-names.js";
import type { Catalog } from "./catalog/catalog.js";
import { viewRank } from "./catalog/catalog-entry.js";
import { groupBy } from "../group-by.js";
import type { NamedType } from "./model.js";
import type { Definition } from "./node.js";
import type { Identifier } from "../text/identifier.js";

/** @param classes equal definitions, by the one that represents them */
export function nameTypes(
  composition: Composition,
  catalog: Catalog,
  classes: ReadonlyMap<Definition, readonly Definition[]>,
): ReadonlyMap<Definition, NamedType> {
  const attributor = new Attributor(catalog);
  const byModule = groupBy([...classes.keys()], (definition) => catalog.entry(definition).module);
  const types = new Map<Definition, NamedType>();
  for (const [module, members] of byModule) {
    const names = assignNames(
      module,
      members.map((definition) => nameRequest(definition, catalog, composition)),
    );
    for (const definition of members) {
      const { suffix } = catalog.entry(definition);
      const name = names.get(definition)!;
      const isNamedByView = suffix !== "" && name.endsWith(suffix);
      const views = isNamedByView ? collectViews(classes.get(definition) ?? [], catalog) : [];
      types.set(definition, createType(definition, { name, views }, { catalog, attributor }));
    }
  }
  return types;
}

interface Naming {
  readonly name: Identifier;
  readonly views: readonly View[];
}

interface TypeSources {
  readonly catalog: Catalog;
  readonly attributor: Attributor;
}

function createType(
  definition: Definition,
  { name, views }: Naming,
  { catalog, attributor }: TypeSources,
): NamedType {
  const { module, capability, see, internal } = catalog.entry(definition);
  return Object.freeze({
    name,
    module,
    definition,
    capability,
    attribution: internal ? undefined : attributor.attributeOwn(definition),
    // Computed on demand: only commands that look at members ask for it.
    attributeAll: () => attributor.attributeAll(definition),
    views,
    see,
    deprecated: definition.node.annotations.deprecated === true,
    internal,
  });
}

/** The views of definitions that are one type; none where one of them is plain. */
function collectViews(definitions: readonly Definition[], catalog: Catalog): readonly View[] {
  const views = definitions.map((definition) => catalog.entry(definition).view);
  if (views.includes(undefined)) return [];
  const byText = (views as readonly View[]).map((view) => [viewText(view), view] as const);
  return [...new Map(byText).values()].sort((left, right) => viewRank(left) - viewRank(right));
}

function nameRequest(
  definition: Definition,
  catalog: Catalog,
  { sources }: Composition,
): NameRequest<Definition> {
  const entry = catalog.entry(definition);
  const document = sources.documents.get(entry.document);
  return {
    type: definition,
    candidates: entry.candidates,
    precedence: entry.precedence,
    source: `${entry.document}#${entry.pointer}`,
    place: () => document && locateSource(document, entry.pointer, "key"),
  };
}
