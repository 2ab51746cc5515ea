/**
 * Groups the types of each schema by view, for commands that show the views side by side. A composition of a root is
 * in one group for every module that exports it.
 */

import type { ComposedShape } from "../compose/compose.js";
import { viewText, type View } from "../compose/view.js";
import { viewRank } from "./catalog/catalog-entry.js";
import type { TypeView, ViewGroup } from "./model.js";
import { capabilityModule } from "./module-path.js";
import type { NamingContext } from "./naming-context.js";

export function collectViewGroups(context: NamingContext): ViewGroup[] {
  const { shapes, roles } = context.composition;
  const composed = [...shapes, ...roles].flatMap((each) => composedGroups(each, context));
  return [...composed, ...schemaGroups(context)];
}

function composedGroups(
  shape: ComposedShape,
  { composition: { schemas }, lowering, typeOf }: NamingContext,
): ViewGroup[] {
  const { root, base, views, fullViews, contributors } = shape;
  const isShared = (view: View): boolean =>
    schemas.source(schemas.reference(base, view).split("#")[0] as string)?.shared === true;
  const composedView = (uri: string, view: View, extensions: readonly string[]): TypeView => ({
    view,
    shared: isShared(view),
    type: typeOf(lowering.definition(uri)),
    capabilities: [root, ...extensions],
  });
  const composedViews = (list: typeof fullViews): TypeView[] =>
    list.map(({ uri, view, extensions }) => composedView(uri, view, extensions));
  return [
    { module: "index", views: composedViews(fullViews) },
    {
      module: capabilityModule(root),
      views: views.map((view) => composedView(schemas.reference(base, view), view, [])),
    },
    ...contributors.map((capability) => ({
      module: capabilityModule(capability),
      views: composedViews(shape.withExtension(capability)),
    })),
  ];
}

/** Schemas as their authors wrote them: one that an extension has changed is no view of them. */
function schemaGroups({ composition, catalog, definitions, typeOf }: NamingContext): ViewGroup[] {
  const groups = new Map<string, { module: string; views: TypeView[] }>();
  for (const definition of definitions) {
    const source = composition.schemas.source(definition.origin.document);
    const { viewGroup, module, namesAllViews: isRoot, internal } = catalog.entry(definition);
    if (source === undefined || source.inherited !== undefined) continue;
    if (isRoot || internal) continue;
    const type = typeOf(definition);
    const group = groups.get(viewGroup) ?? { module, views: [] };
    const { view, shared } = source;
    const capabilities = type.capability === undefined ? [] : [type.capability];
    group.views.push({ view, shared, type, capabilities });
    groups.set(viewGroup, group);
  }
  return [...groups.values()].map(({ module, views }) => ({
    module,
    views: views.sort((left, right) => compareViews(left.view, right.view)),
  }));
}

function compareViews(left: View, right: View): number {
  return viewRank(left) - viewRank(right) || (viewText(left) < viewText(right) ? -1 : 1);
}
