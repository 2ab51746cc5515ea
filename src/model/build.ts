/**
 * Model: from a composition to modules of named types. In: viewed and composed schemas. Out: for every
 * definition that the active set reaches, one named type in one module; views that say the same share it.
 */

import { BUDGETS, exceeded } from "../budgets.js";
import type { ComposedShape, Composition } from "../compose/compose.js";
import type { ShapePart } from "../compose/shape-parts.js";
import { ProtoGenError } from "../errors.js";
import { locateSource } from "../load/document.js";
import { createAttributor } from "./attribution.js";
import { viewText, type View } from "../compose/view.js";
import { createCatalog, viewRank, type Catalog, type Entry } from "./catalog.js";
import { familiesOf } from "./families.js";
import { reachable } from "./graph.js";
import { createLowering, enumsOf, type Lowering } from "./lower.js";
import type { Model, NamedType, SurfacePart, SurfaceView, TypeFamily } from "./model.js";
import { groupBy } from "./group-by.js";
import { assembleModules } from "./modules.js";
import { isSimple, type Definition, type Layers } from "./node.js";
import { locateOrigin } from "./locate-origin.js";
import { qualify, type Contender } from "./qualify.js";
import { buildServices } from "./services/build-services.js";
import { plainCounterparts, seedsOf } from "./seeds.js";
import { classify } from "./signature.js";

/** @param onStage told the name of each stage as it starts */
export function buildModel(
  composition: Composition,
  onStage: (stage: string) => void = () => {},
): Model {
  const { schemas, sources, agreement } = composition;
  const extensions = new Set(
    agreement.capabilities.flatMap((each) => (each.extends.length === 0 ? [] : each.schema)),
  );
  const lowering = createLowering(schemas.set, {
    place: (location) => locateOrigin(location, composition),
    openMembers: schemas.openMembers,
    ...enumsOf(schemas),
    layersOf: schemas.layersOf,
    isExtension: (document) => extensions.has(schemas.source(document)?.document),
    isChanged: (document) => schemas.source(document)?.inherited !== undefined,
  });
  onStage("surface");
  const parts = composition.shapes.map((shape) => partsOf(composition, lowering, shape));
  onStage("model");
  checkSize(composition);
  const { services, roles, seeds } = buildServices(composition, lowering);
  const catalog = createCatalog(composition, lowering, roles);
  const definitions = reachable([...seedsOf(composition, lowering), ...seeds]);
  const canonical = canonicalOf(
    definitions,
    plainCounterparts(composition, lowering, definitions),
    catalog,
  );
  const types = nameTypes(
    composition,
    catalog,
    groupBy(definitions, (definition) => canonical.get(definition) as Definition),
  );
  const typeOf = (definition: Definition): NamedType =>
    types.get(canonical.get(definition) as Definition) as NamedType;
  const modules = assembleModules(
    composition,
    lowering,
    catalog,
    definitions,
    types,
    typeOf,
    services,
  );
  const surfaces = composition.shapes.map(({ root, key, surface }, index) => ({
    root,
    key,
    views: (parts[index] as readonly ViewParts[]).map((each, at) => ({
      ...each,
      type: typeOf(lowering.definition(surface[at]?.uri ?? "")),
    })),
  }));
  // Only who looks at types asks for them.
  let families: readonly TypeFamily[] | undefined;
  return Object.freeze({
    profile: sources.profile,
    agreement,
    parents: composition.dependencies.parents,
    ...modules,
    surfaces,
    get families() {
      return (families ??= familiesOf(composition, lowering, catalog, definitions, typeOf));
    },
    services,
    typeOf,
    hasType: (definition: Definition) => types.has(canonical.get(definition) ?? definition),
    ownerOf: catalog.ownerOf,
  });
}

/** One definition stands for each class: the plain view before others, the base before compositions. */
function canonicalOf(
  definitions: readonly Definition[],
  plain: readonly Definition[],
  catalog: Catalog,
): Map<Definition, Definition> {
  const all = [...new Set([...definitions, ...plain])];
  const classes = classify(all, (definition) => catalog.entry(definition).family);
  const best = new Map<number, Definition>();
  for (const definition of all) {
    const number = classes.get(definition) as number;
    const known = best.get(number);
    if (known === undefined || compareEntries(catalog.entry(definition), catalog.entry(known)) < 0)
      best.set(number, definition);
  }
  const bestOf = (definition: Definition): Definition =>
    addsNothing(definition)
      ? bestOf(definition.layers.base)
      : (best.get(classes.get(definition) as number) as Definition);
  return new Map(all.map((definition) => [definition, bestOf(definition)]));
}

/** A composition in which the extension says nothing in this view: it is the one that it builds on. */
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

function compareEntries(left: Entry, right: Entry): number {
  return (
    left.rank - right.rank || (left.order < right.order ? -1 : left.order > right.order ? 1 : 0)
  );
}

function nameTypes(
  composition: Composition,
  catalog: Catalog,
  classes: ReadonlyMap<Definition, readonly Definition[]>,
): Map<Definition, NamedType> {
  const attributor = createAttributor(catalog);
  const byModule = groupBy([...classes.keys()], (definition) => catalog.entry(definition).module);
  const types = new Map<Definition, NamedType>();
  for (const [module, members] of byModule) {
    const names = qualify(
      module,
      members.map((definition) => contenderOf(definition, catalog, composition)),
    );
    for (const definition of members) {
      const { see, internal, capability, suffix } = catalog.entry(definition);
      const name = names.get(definition)!;
      const isOfView = suffix !== "" && name.endsWith(suffix);
      const deprecated = definition.node.annotations.deprecated === true;
      types.set(
        definition,
        Object.freeze({
          name,
          module,
          definition,
          capability,
          attribution: internal ? undefined : attributor.reported(definition),
          // Only who looks at members asks for it.
          get wholeAttribution() {
            return attributor.whole(definition);
          },
          views: isOfView ? viewsOf(classes.get(definition) ?? [], catalog) : [],
          see,
          deprecated,
          internal,
        }),
      );
    }
  }
  return types;
}

/** None where one of the definitions that are one type is plain. */
function viewsOf(definitions: readonly Definition[], catalog: Catalog): readonly View[] {
  const views = definitions.map((definition) => catalog.entry(definition).view);
  if (views.includes(undefined)) return [];
  const known = (views as readonly View[]).map((view) => [viewText(view), view] as const);
  return [...new Map(known).values()].sort((left, right) => viewRank(left) - viewRank(right));
}

function contenderOf(
  definition: Definition,
  catalog: Catalog,
  { sources }: Composition,
): Contender<Definition> {
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

type ViewParts = Omit<SurfaceView, "type">;

function partsOf(
  composition: Composition,
  lowering: Lowering,
  shape: ComposedShape,
): readonly ViewParts[] {
  return shape.views.map((view) => {
    const { base, contributions, open } = composition.divideShape(shape, view);
    return {
      view,
      base: lowerPart(base, lowering),
      contributions: contributions.map((part) => lowerPart(part, lowering)),
      open,
    };
  });
}

function lowerPart({ uri, ...owner }: ShapePart, lowering: Lowering): SurfacePart {
  return { ...owner, definition: lowering.definition(uri) };
}

/** Each extension is composed with what it extends: what that takes is known before any of it is lowered. */
function checkSize({ shapes }: Composition): void {
  let branches = 0;
  for (const { root, contributions, withExtension } of shapes) {
    for (const { capability } of contributions) {
      for (const { layers, extensions } of withExtension(capability))
        branches += layers === undefined ? 1 + extensions.length : 2;
      if (branches > BUDGETS.nodes.limit)
        throw new ProtoGenError([exceeded("nodes", `${root} with its extensions`)]);
    }
  }
}
