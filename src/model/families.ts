/**
 * The views of one schema, side by side. In: definitions with their types. Out: a family for every
 * schema that has a type, and for every composition of a root one in each module that exports it.
 */

import type { Composition, ComposedShape } from "../compose/compose.js";
import { viewText, type View } from "../compose/view.js";
import { viewRank, type Catalog } from "./catalog.js";
import { capabilityModule } from "./home.js";
import type { Lowering } from "./lower.js";
import type { FamilyView, NamedType, TypeFamily } from "./model.js";
import type { Definition } from "./node.js";

export function familiesOf(
  composition: Composition,
  lowering: Lowering,
  catalog: Catalog,
  definitions: readonly Definition[],
  typeOf: (definition: Definition) => NamedType,
): TypeFamily[] {
  const composed = [...composition.shapes, ...composition.roles].flatMap((shape) => [
    ...composedFamilies(composition, shape, (reference) => typeOf(lowering.definition(reference))),
  ]);
  return [...composed, ...plainFamilies(composition, catalog, definitions, typeOf)];
}

function* composedFamilies(
  { schemas }: Composition,
  shape: ComposedShape,
  typeAt: (reference: string) => NamedType,
): Generator<TypeFamily> {
  const { root, base, views, surface, contributions } = shape;
  const isShared = (view: View): boolean =>
    schemas.source(schemas.reference(base, view).split("#")[0] as string)?.shared === true;
  const composedView = (uri: string, view: View, extensions: readonly string[]): FamilyView => ({
    view,
    shared: isShared(view),
    type: typeAt(uri),
    capabilities: [root, ...extensions],
  });
  const all = (list: typeof surface): FamilyView[] =>
    list.map(({ uri, view, extensions }) => composedView(uri, view, extensions));
  yield { module: "index", views: all(surface) };
  yield {
    module: capabilityModule(root),
    views: views.map((view) => composedView(schemas.reference(base, view), view, [])),
  };
  for (const { capability } of contributions)
    yield { module: capabilityModule(capability), views: all(shape.withExtension(capability)) };
}

/** Schemas as their authors wrote them: what a composition has changed is no view of them. */
function plainFamilies(
  { schemas }: Composition,
  catalog: Catalog,
  definitions: readonly Definition[],
  typeOf: (definition: Definition) => NamedType,
): TypeFamily[] {
  const families = new Map<string, { module: string; views: FamilyView[] }>();
  for (const definition of definitions) {
    const source = schemas.source(definition.origin.document);
    const { family, module, root, internal } = catalog.entry(definition);
    if (source === undefined || source.inherited !== undefined) continue;
    if (root || internal) continue;
    const type = typeOf(definition);
    const known = families.get(family) ?? { module, views: [] };
    const { view, shared } = source;
    const capabilities = type.capability === undefined ? [] : [type.capability];
    known.views.push({ view, shared, type, capabilities });
    families.set(family, known);
  }
  return [...families.values()].map(({ module, views }) => ({
    module,
    views: views.sort((left, right) => compareViews(left.view, right.view)),
  }));
}

function compareViews(left: View, right: View): number {
  return viewRank(left) - viewRank(right) || (viewText(left) < viewText(right) ? -1 : 1);
}
