/**
 * Model: from a composition to modules of named types. In: viewed and composed schemas. Out: for every
 * definition that the active set reaches, one named type in one module; views that say the same share it.
 */

import type { Composition } from "../compose/compose.js";
import type { Part, Parts } from "../compose/parts.js";
import { RESPONSE } from "../compose/view.js";
import { isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { joinPointer } from "@proto-gen/runtime/json";
import { placeOf } from "../load/document.js";
import { createAttributor } from "./attribution.js";
import { createCatalog, type Catalog, type Entry } from "./catalog.js";
import { reachable } from "./graph.js";
import { capabilityModule } from "./home.js";
import { createLowering, type Lowering } from "./lower.js";
import type { Model, ModelModule, NamedType, Reexport, Surface, SurfacePart } from "./model.js";
import type { Definition } from "./node.js";
import { qualify, type Contender } from "./qualify.js";
import { classify } from "./signature.js";

export function buildModel(composition: Composition): Model {
  const lowering = createLowering(composition.schemas.set, ({ document, pointer }) => {
    const source = composition.sources.documents.get(
      composition.schemas.source(document)?.document ?? "",
    );
    return source && placeOf(source, pointer);
  });
  const seeds = seedsOf(composition, lowering);
  const catalog = createCatalog(composition, lowering);
  const definitions = reachable(seeds.all);
  const canonical = canonicalOf(
    definitions,
    plainCounterparts(composition, lowering, definitions),
    catalog,
  );
  const types = nameTypes(composition, catalog, [
    ...new Set(definitions.map((definition) => canonical.get(definition) as Definition)),
  ]);
  const typeOf = (definition: Definition): NamedType =>
    types.get(canonical.get(definition) as Definition) as NamedType;
  const modules = assemble(composition, lowering, catalog, definitions, types, typeOf);
  const surfaces = surfacesOf(composition, lowering, typeOf);
  return Object.freeze({
    profile: composition.sources.profile,
    agreement: composition.agreement,
    modules,
    surfaces,
    typeOf,
    ownerOf: catalog.ownerOf,
  });
}

interface Seeds {
  readonly all: readonly Definition[];
}

/** Where the reach of the active set starts: roots, extensions, their own definitions, handlers, the profile. */
function seedsOf(composition: Composition, lowering: Lowering): Seeds {
  const { sources, schemas, shapes, agreement } = composition;
  const composed = shapes.flatMap((shape) => [
    ...shape.views.map((view) => schemas.reference(shape.base, view)),
    ...shape.surface.map(({ uri }) => uri),
    ...[...shape.perExtension.values()].flatMap((views) => views.map(({ uri }) => uri)),
    ...shape.views.flatMap((view) => partReferences(composition.partsOf(shape, view))),
  ]);
  const taken = new Set(
    shapes
      .flatMap(({ base, contributions }) => [base, ...contributions.map(({ address }) => address)])
      .map(({ document, pointer }) => `${document}#${pointer}`),
  );
  const documents = [
    ...agreement.capabilities.flatMap(({ schema }) => schema ?? []),
    ...sources.profile.paymentHandlers.flatMap(({ schema }) =>
      schema !== undefined && sources.documents.has(schema.uri) ? [schema.uri] : [],
    ),
  ];
  const own = [...new Set(documents)].flatMap((document) =>
    definitionPointers(composition, document)
      .filter((pointer) => !taken.has(`${document}#${pointer}`))
      .map((pointer) => schemas.reference({ document, pointer }, RESPONSE)),
  );
  const profile =
    sources.profileSchema === undefined
      ? []
      : [schemas.reference({ document: sources.profileSchema, pointer: "" }, RESPONSE)];
  return {
    all: [...composed, ...own, ...profile].map((reference) => lowering.definition(reference)),
  };
}

function partReferences({ base, contributions }: Parts): string[] {
  return [base, ...contributions].flatMap(({ uri, variants }) => [
    uri,
    ...variants.map((variant) => variant.uri),
  ]);
}

/** The `$defs` of a document, the roles of a role map one by one; and its body, where a container has none. */
function definitionPointers({ sources }: Composition, document: string): string[] {
  const root = sources.schemas.at(document)?.schema;
  if (!isObject(root) || !isObject(root["$defs"])) return [];
  return Object.entries(root["$defs"]).flatMap(([name, entry]) => {
    if (isRoleMap(name, entry))
      return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
    return isSchema(entry) ? [joinPointer("/$defs", name)] : [];
  });
}

/** The plain views of all that is reached, and of what they reach: a view that equals one takes its name. */
function plainCounterparts(
  { schemas }: Composition,
  lowering: Lowering,
  definitions: readonly Definition[],
): Definition[] {
  const plain = definitions.flatMap(({ origin: { document, pointer } }) => {
    const source = schemas.source(document);
    return source === undefined || source.pointer !== undefined
      ? []
      : [lowering.definition(schemas.reference({ document: source.document, pointer }, RESPONSE))];
  });
  return reachable([...new Set(plain)]);
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
  return new Map(
    all.map((definition) => [
      definition,
      best.get(classes.get(definition) as number) as Definition,
    ]),
  );
}

function compareEntries(left: Entry, right: Entry): number {
  return (
    left.rank - right.rank || (left.order < right.order ? -1 : left.order > right.order ? 1 : 0)
  );
}

function nameTypes(
  composition: Composition,
  catalog: Catalog,
  definitions: readonly Definition[],
): Map<Definition, NamedType> {
  const attributionOf = createAttributor(composition, catalog);
  const byModule = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const { module } = catalog.entry(definition);
    byModule.set(module, [...(byModule.get(module) ?? []), definition]);
  }
  const types = new Map<Definition, NamedType>();
  for (const [module, members] of byModule) {
    const names = qualify(
      module,
      members.map((definition) => contenderOf(definition, catalog, composition)),
    );
    for (const definition of members) {
      const { see, internal, capability } = catalog.entry(definition);
      const name = names.get(definition) as string;
      const deprecated = definition.node.annotations.deprecated === true;
      types.set(
        definition,
        Object.freeze({
          name,
          module,
          definition,
          capability,
          attribution: internal ? undefined : attributionOf(definition),
          see,
          deprecated,
          internal,
        }),
      );
    }
  }
  return types;
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
    place: () => document && placeOf(document, entry.pointer, "key"),
  };
}

/** Modules in path order: their own types, what they call by another name, and what they use. */
function assemble(
  composition: Composition,
  lowering: Lowering,
  catalog: Catalog,
  definitions: readonly Definition[],
  types: ReadonlyMap<Definition, NamedType>,
  typeOf: (definition: Definition) => NamedType,
): ModelModule[] {
  const own = groupBy([...types.values()], ({ module }) => module);
  const wanted = groupBy(
    [...aliases(composition, lowering, catalog, definitions, typeOf)],
    ({ module }) => module,
  );
  const paths = new Set([...own.keys(), ...wanted.keys(), "index"]);
  return [...paths].sort().map((path) => {
    const declared = [...(own.get(path) ?? [])].sort(byTypeName);
    const named = nameAliases(path, declared, wanted.get(path) ?? []);
    const used =
      path.startsWith("schemas/") || path === "contributions"
        ? []
        : usedBy(path, declared, named, typeOf);
    return Object.freeze({
      path,
      summary: summaryOf(path, composition),
      types: declared,
      reexports: [...named, ...used].sort(byTypeName),
    });
  });
}

/** A name that a class has besides its canonical one, or in another module. */
interface Alias {
  readonly module: string;
  readonly candidates: readonly string[];
  readonly type: NamedType;
}

/** Aliases under names that are free beside the module's own types. */
function nameAliases(
  path: string,
  declared: readonly NamedType[],
  aliasList: readonly Alias[],
): Reexport[] {
  const distinct = new Map(
    aliasList.map((alias) => [
      `${alias.candidates[0]} ${alias.type.module} ${alias.type.name}`,
      alias,
    ]),
  );
  const others = [...distinct.values()].filter(
    ({ type, candidates }) => !(type.module === path && candidates.includes(type.name)),
  );
  const fixed = declared.map((type) => ({
    type,
    candidates: [type.name],
    precedence: 9,
    source: path,
  }));
  const contenders = others.map((alias) => ({
    type: alias,
    candidates: alias.candidates,
    precedence: 2,
    source: alias.type.module,
  }));
  const names = qualify<NamedType | Alias>(path, [...fixed, ...contenders]);
  return others.map((alias) => ({ name: names.get(alias) as string, type: alias.type }));
}

function* aliases(
  composition: Composition,
  lowering: Lowering,
  catalog: Catalog,
  definitions: readonly Definition[],
  typeOf: (definition: Definition) => NamedType,
): Generator<Alias> {
  for (const definition of definitions) {
    const entry = catalog.entry(definition);
    const type = typeOf(definition);
    // A view that equals the plain type shares its name.
    if (
      entry.internal ||
      type.definition === definition ||
      (entry.suffix !== "" && catalog.entry(type.definition).suffix === "" && !entry.root)
    )
      continue;
    yield { module: entry.module, candidates: entry.candidates, type };
  }
  for (const shape of composition.shapes) {
    for (const [index, view] of shape.views.entries()) {
      const surface = shape.surface[index];
      const base = lowering.definition(composition.schemas.reference(shape.base, view));
      const { candidates } = catalog.entry(base);
      const alias = (module: string, definition: Definition): Alias => ({
        module,
        candidates,
        type: typeOf(definition),
      });
      if (surface !== undefined) yield alias("index", lowering.definition(surface.uri));
      yield alias(capabilityModule(shape.root), base);
      for (const [capability, views] of shape.perExtension) {
        const composed = views[index];
        if (composed !== undefined)
          yield alias(capabilityModule(capability), lowering.definition(composed.uri));
      }
    }
  }
}

/** The types that a module's own ones reach, under names that are free there. */
function usedBy(
  path: string,
  declared: readonly NamedType[],
  named: readonly Reexport[],
  typeOf: (definition: Definition) => NamedType,
): Reexport[] {
  const starts = [...declared, ...named.map(({ type }) => type)];
  const present = new Set(starts);
  const reached = new Set(reachable(starts.map(({ definition }) => definition)).map(typeOf));
  const others = [...reached]
    .filter((type) => !present.has(type))
    .sort((left, right) => byTypeName(left, right) || (left.module < right.module ? -1 : 1));
  const fixed = starts.map((type, index) => ({
    type: `fixed ${index}`,
    candidates: [named[index - declared.length]?.name ?? type.name],
    precedence: 9,
    source: path,
  }));
  const contenders = others.map((type): Contender<NamedType | string> => ({
    type,
    candidates: [
      type.name,
      `${stemOf(type.module)}${type.name}`,
      type.module.split("/").map(capitalised).join("") + type.name,
    ],
    precedence: stemOf(type.module) === type.name ? 1 : 0,
    source: type.module,
  }));
  const names = qualify<NamedType | string>(path, [...fixed, ...contenders]);
  return others.map((type) => ({ name: names.get(type) as string, type }));
}

function stemOf(module: string): string {
  return capitalised(module.slice(module.lastIndexOf("/") + 1));
}

function capitalised(kebab: string): string {
  return kebab
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function surfacesOf(
  composition: Composition,
  lowering: Lowering,
  typeOf: (definition: Definition) => NamedType,
): Surface[] {
  return composition.shapes.map((shape) => ({
    root: shape.root,
    key: shape.key,
    views: shape.views.map((view, index) => {
      const { base, contributions } = composition.partsOf(shape, view);
      const type = typeOf(lowering.definition(shape.surface[index]?.uri ?? ""));
      return {
        view,
        type,
        base: lowerPart(base, lowering),
        contributions: contributions.map((part) => lowerPart(part, lowering)),
      };
    }),
  }));
}

function lowerPart({ capability, uri, variants }: Part, lowering: Lowering): SurfacePart {
  const lowered = variants.map(({ when, unless, uri: variant }) => ({
    when,
    unless,
    definition: lowering.definition(variant),
  }));
  return { capability, definition: lowering.definition(uri), variants: lowered };
}

function summaryOf(path: string, { agreement }: Composition): string {
  if (path === "index") return "The negotiated surface: every root with all active extensions.";
  if (path === "contributions")
    return "What each extension adds to each root, for platforms that have only some of them.";
  const capability = agreement.capabilities.find(({ name }) => capabilityModule(name) === path);
  return capability === undefined
    ? `Types of ${path}.`
    : `Capability ${capability.name}, version ${capability.version}.`;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function byTypeName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
