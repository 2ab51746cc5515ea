/**
 * Model: from a composition to modules of named types. In: viewed and composed schemas. Out: for every
 * definition that the active set reaches, one named type in one module; views that say the same share it.
 */

import type { Composition } from "../compose/compose.js";
import { RESPONSE, type View } from "../compose/view.js";
import { isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { joinPointer } from "@proto-gen/runtime/json";
import { placeOf } from "../load/document.js";
import { createAttributor } from "./attribution.js";
import { createCatalog, type Catalog, type Entry } from "./catalog.js";
import { reachable } from "./graph.js";
import { candidateNames, capabilityModule } from "./home.js";
import { createLowering, type Lowering } from "./lower.js";
import type { Model, ModelModule, NamedType, Reexport, Surface } from "./model.js";
import type { Definition } from "./node.js";
import { qualify, type Contender } from "./qualify.js";
import { classify } from "./signature.js";

export function buildModel(composition: Composition): Model {
  const lowering = createLowering(composition.schemas.set, ({ document, pointer }) => {
    const source = composition.sources.documents.get(composition.schemas.source(document)?.document ?? "");
    return source && placeOf(source, pointer);
  });
  const seeds = seedsOf(composition, lowering);
  const catalog = createCatalog(composition, lowering);
  const definitions = reachable(seeds.all);
  const canonical = canonicalOf(definitions, plainCounterparts(composition, lowering, definitions), catalog);
  const types = nameTypes(composition, catalog, [...new Set(definitions.map((definition) => canonical.get(definition) as Definition))]);
  const typeOf = (definition: Definition): NamedType => types.get(canonical.get(definition) as Definition) as NamedType;
  const modules = assemble(composition, lowering, catalog, definitions, types, typeOf);
  const surfaces = surfacesOf(composition, lowering, typeOf);
  return Object.freeze({ profile: composition.sources.profile, agreement: composition.agreement, modules, surfaces, typeOf, ownerOf: catalog.ownerOf });
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
    ...shape.views.flatMap((view) => shape.contributions.map((each) => composition.contributionOf(shape, view, each))),
  ]);
  const taken = new Set(shapes.flatMap(({ base, contributions }) => [base, ...contributions.map(({ address }) => address)]).map(({ document, pointer }) => `${document}#${pointer}`));
  const documents = [
    ...agreement.capabilities.flatMap(({ schema }) => schema ?? []),
    ...sources.profile.paymentHandlers.flatMap(({ schema }) => (schema !== undefined && sources.documents.has(schema.uri) ? [schema.uri] : [])),
  ];
  const own = [...new Set(documents)].flatMap((document) =>
    definitionPointers(composition, document).filter((pointer) => !taken.has(`${document}#${pointer}`)).map((pointer) => schemas.reference({ document, pointer }, RESPONSE)),
  );
  const profile = sources.profileSchema === undefined ? [] : [schemas.reference({ document: sources.profileSchema, pointer: "" }, RESPONSE)];
  return { all: [...composed, ...own, ...profile].map((reference) => lowering.definition(reference)) };
}

/** The `$defs` of a document, the roles of a role map one by one; and its body, where a container has none. */
function definitionPointers({ sources }: Composition, document: string): string[] {
  const root = sources.schemas.at(document)?.schema;
  if (!isObject(root) || !isObject(root["$defs"])) return [];
  return Object.entries(root["$defs"]).flatMap(([name, entry]) => {
    if (isRoleMap(name, entry)) return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
    return isSchema(entry) ? [joinPointer("/$defs", name)] : [];
  });
}

/** The plain views of all that is reached, and of what they reach: a view that equals one takes its name. */
function plainCounterparts({ schemas }: Composition, lowering: Lowering, definitions: readonly Definition[]): Definition[] {
  const plain = definitions.flatMap(({ origin: { document, pointer } }) => {
    const source = schemas.source(document);
    return source === undefined ? [] : [lowering.definition(schemas.reference({ document: source.document, pointer }, RESPONSE))];
  });
  return reachable([...new Set(plain)]);
}

/** One definition stands for each class: the plain view before others, the base before compositions. */
function canonicalOf(definitions: readonly Definition[], plain: readonly Definition[], catalog: Catalog): Map<Definition, Definition> {
  const all = [...new Set([...definitions, ...plain])];
  const classes = classify(all, (definition) => catalog.entry(definition).family);
  const best = new Map<number, Definition>();
  for (const definition of all) {
    const number = classes.get(definition) as number;
    const known = best.get(number);
    if (known === undefined || compareEntries(catalog.entry(definition), catalog.entry(known)) < 0) best.set(number, definition);
  }
  return new Map(all.map((definition) => [definition, best.get(classes.get(definition) as number) as Definition]));
}

function compareEntries(left: Entry, right: Entry): number {
  return left.rank - right.rank || (left.order < right.order ? -1 : left.order > right.order ? 1 : 0);
}

function nameTypes(composition: Composition, catalog: Catalog, definitions: readonly Definition[]): Map<Definition, NamedType> {
  const attributionOf = createAttributor(composition, catalog);
  const byModule = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const { module } = catalog.entry(definition);
    byModule.set(module, [...(byModule.get(module) ?? []), definition]);
  }
  const types = new Map<Definition, NamedType>();
  for (const [module, members] of byModule) {
    const names = qualify(module, members.map((definition) => contenderOf(definition, catalog, composition)));
    for (const definition of members) {
      const { see, internal, capability } = catalog.entry(definition);
      const name = names.get(definition) as string;
      const deprecated = definition.node.annotations.deprecated === true;
      types.set(definition, Object.freeze({ name, module, definition, capability, attribution: internal ? undefined : attributionOf(definition), see, deprecated, internal }));
    }
  }
  return types;
}

function contenderOf(definition: Definition, catalog: Catalog, { sources }: Composition): Contender<Definition> {
  const entry = catalog.entry(definition);
  const candidates = candidateNames(entry.document, entry.pointer, entry.suffix);
  const document = sources.documents.get(entry.document);
  return {
    type: definition,
    candidates,
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
  const wanted = new Map<string, Map<string, NamedType>>();
  const want = (module: string, name: string, type: NamedType): void => {
    if (type.module === module && type.name === name) return;
    wanted.set(module, (wanted.get(module) ?? new Map<string, NamedType>()).set(name, type));
  };
  for (const [module, name, type] of aliases(composition, lowering, catalog, definitions, typeOf)) want(module, name, type);
  const paths = new Set([...own.keys(), ...wanted.keys(), "index"]);
  return [...paths].sort().map((path) => {
    const declared = [...(own.get(path) ?? [])].sort(byTypeName);
    const named = [...(wanted.get(path) ?? [])].map(([name, type]): Reexport => ({ name, type }));
    const used = path.startsWith("schemas/") || path === "contributions" ? [] : usedBy(path, declared, named, typeOf);
    return Object.freeze({ path, summary: summaryOf(path, composition), types: declared, reexports: [...named, ...used].sort(byTypeName) });
  });
}

/** Names that a class has besides its canonical one: `[module, name, type]`. */
function* aliases(
  composition: Composition,
  lowering: Lowering,
  catalog: Catalog,
  definitions: readonly Definition[],
  typeOf: (definition: Definition) => NamedType,
): Generator<[string, string, NamedType]> {
  for (const definition of definitions) {
    const entry = catalog.entry(definition);
    const type = typeOf(definition);
    // A view that equals the plain type shares its name.
    if (entry.internal || type.definition === definition || (entry.suffix !== "" && catalog.entry(type.definition).suffix === "" && !entry.root)) continue;
    const [name = ""] = candidateNames(entry.document, entry.pointer, entry.suffix);
    yield [entry.module, name, type];
  }
  for (const shape of composition.shapes) {
    const plain = (view: View): string => candidateNames(shape.base.document, shape.base.pointer, catalog.suffixOf(shape, view))[0] as string;
    for (const [index, view] of shape.views.entries()) {
      const surface = shape.surface[index];
      if (surface !== undefined) yield ["index", plain(view), typeOf(lowering.definition(surface.uri))];
      yield [capabilityModule(shape.root), plain(view), typeOf(lowering.definition(composition.schemas.reference(shape.base, view)))];
      for (const [capability, views] of shape.perExtension) {
        const composed = views[index];
        if (composed !== undefined) yield [capabilityModule(capability), plain(view), typeOf(lowering.definition(composed.uri))];
      }
    }
  }
}

/** The types that a module's own ones reach, under names that are free there. */
function usedBy(path: string, declared: readonly NamedType[], named: readonly Reexport[], typeOf: (definition: Definition) => NamedType): Reexport[] {
  const starts = [...declared, ...named.map(({ type }) => type)];
  const present = new Set(starts);
  const reached = new Set(reachable(starts.map(({ definition }) => definition)).map(typeOf));
  const others = [...reached].filter((type) => !present.has(type)).sort((left, right) => byTypeName(left, right) || (left.module < right.module ? -1 : 1));
  const fixed = starts.map((type, index) => ({ type: `fixed ${index}`, candidates: [named[index - declared.length]?.name ?? type.name], precedence: 9, source: path }));
  const contenders = others.map((type): Contender<NamedType | string> => ({
    type,
    candidates: [type.name, `${stemOf(type.module)}${type.name}`, type.module.split("/").map(capitalised).join("") + type.name],
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
  return kebab.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function surfacesOf(composition: Composition, lowering: Lowering, typeOf: (definition: Definition) => NamedType): Surface[] {
  return composition.shapes.map((shape) => ({
    root: shape.root,
    key: shape.key,
    views: shape.views.map((view, index) => ({
      view,
      type: typeOf(lowering.definition(shape.surface[index]?.uri ?? "")),
      base: lowering.definition(composition.schemas.reference(shape.base, view)),
      contributions: shape.contributions.map((contribution) => ({
        capability: contribution.capability,
        definition: lowering.definition(composition.contributionOf(shape, view, contribution)),
      })),
    })),
  }));
}

function summaryOf(path: string, { agreement }: Composition): string {
  if (path === "index") return "The negotiated surface: every root with all active extensions.";
  if (path === "contributions") return "What each extension adds to each root, for platforms that have only some of them.";
  const capability = agreement.capabilities.find(({ name }) => capabilityModule(name) === path);
  return capability === undefined ? `Types of ${path}.` : `Capability ${capability.name}, version ${capability.version}.`;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function byTypeName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
