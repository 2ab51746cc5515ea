/**
 * Modules: every named type in one, beside the types it uses and those that have another name there.
 * In: named types. Out: modules in path order.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { Composition } from "../compose/compose.js";
import type { Catalog } from "./catalog.js";
import { reachable, referencedBy } from "./graph.js";
import { groupBy } from "./group-by.js";
import { capabilityModule } from "./home.js";
import type { Lowering } from "./lower.js";
import type { Model, ModelModule, NamedType, Reexport, Vocabulary } from "./model.js";
import type { Definition } from "./node.js";
import { qualify, type Contender } from "./qualify.js";
import { EMBEDDED_MODULE } from "./services/bind-embedded.js";
import { TOOLS_MODULE } from "./services/bind-mcp.js";
import type { ServiceModel } from "./services/operation.js";
import { baseName, pathCase, qualifiedName } from "../text/words.js";
import type { Identifier } from "../text/identifier.js";

/** Modules in path order: their own types, what they call by another name, and what they use. */
export function assembleModules(
  composition: Composition,
  lowering: Lowering,
  catalog: Catalog,
  definitions: readonly Definition[],
  types: ReadonlyMap<Definition, NamedType>,
  typeOf: (definition: Definition) => NamedType,
  services: readonly ServiceModel[],
): Pick<Model, "modules" | "vocabulary" | "vocabularyOf"> {
  const own = groupBy([...types.values()], ({ module }) => module);
  const wanted = groupBy(
    [
      ...aliases(composition, lowering, catalog, definitions, typeOf),
      ...services.flatMap((service) => publicTypes(service, typeOf)),
    ],
    ({ module }) => module,
  );
  const paths = new Set([...own.keys(), ...wanted.keys(), "index"]);
  const capabilities = new Map(
    composition.agreement.capabilities.map((each) => [capabilityModule(each.name), each]),
  );
  const modules = [...paths].sort().map((path) => {
    const declared = [...(own.get(path) ?? [])].sort(byTypeName);
    const named = nameAliases(path, declared, wanted.get(path) ?? []);
    return { path, declared, named };
  });
  const vocabularyOf = (path: string): Vocabulary => {
    const module = modules.find((each) => each.path === path);
    if (module === undefined) return new Map();
    const starts = [...module.declared, ...module.named.map(({ type }) => type)];
    const reached = reachable(starts.map(({ definition }) => definition)).map(typeOf);
    return namesOf(module, reached, typeOf);
  };
  const vocabulary = vocabularyOf("index");
  const printed = modules.map((module): ModelModule => {
    const { path, declared, named } = module;
    const isShared = path.startsWith("schemas/") || CALL_MODULES.has(path);
    const starts = path === "index" ? [...declared, ...named.map(({ type }) => type)] : declared;
    const used = isShared ? [] : directlyUsed(starts, typeOf);
    const names = path === "index" ? vocabulary : namesOf(module, used, typeOf);
    const present = new Set([...declared, ...named.map(({ type }) => type)]);
    const others = used.flatMap((type) => {
      const name = names.get(type);
      return name === undefined || present.has(type) ? [] : [{ name, type }];
    });
    return Object.freeze({
      path,
      summary: summaryOf(path, capabilities.get(path)),
      types: declared,
      reexports: [...named, ...others].sort(byTypeName),
    });
  });
  return { modules: printed, vocabulary, vocabularyOf };
}

/** A module's own types, and those that it calls by a name of its own. */
interface Outline {
  readonly path: string;
  readonly declared: readonly NamedType[];
  readonly named: readonly Reexport[];
}

/** The types that the members of these have: what one reads of a payload without going deeper. */
function directlyUsed(
  types: readonly NamedType[],
  typeOf: (definition: Definition) => NamedType,
): readonly NamedType[] {
  const used = types.flatMap(({ definition: { node, layers } }) => {
    const nodes =
      layers === undefined ? [node] : [...layers.members.values()].map((each) => each.node);
    return nodes.flatMap(referencedBy).map(typeOf);
  });
  return [...new Set(used)].filter(({ internal }) => !internal);
}

/** A name that a class has besides its canonical one, or in another module. */
interface Alias {
  readonly module: string;
  readonly candidates: readonly Identifier[];
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
  return others.map((alias) => ({ name: names.get(alias)!, type: alias.type }));
}

/** What operations and webhooks carry is part of the negotiated surface. */
function publicTypes(
  { operations, webhooks }: ServiceModel,
  typeOf: (definition: Definition) => NamedType,
): Alias[] {
  const carried = [
    ...operations.flatMap(({ request, response, outcome }) => [request, response, outcome]),
    ...[...operations, ...webhooks].flatMap(({ rest }) => [
      rest?.body?.schema,
      ...(rest?.responses ?? []).flatMap(({ alternatives }) => alternatives),
    ]),
  ];
  return [...new Set(carried)].flatMap((definition) => {
    const type = definition && typeOf(definition);
    // A tool's own types stay with the tools.
    if (type === undefined || CALL_MODULES.has(type.module)) return [];
    const candidates = [type.name, qualifiedName(type.module, type.name)];
    return [{ module: "index", candidates, type }];
  });
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
  for (const shape of [...composition.shapes, ...composition.roles]) {
    for (const [index, view] of shape.views.entries()) {
      const surface = shape.surface[index];
      const base = lowering.definition(composition.schemas.reference(shape.base, view));
      const alias = (module: string, definition: Definition): Alias => ({
        module,
        candidates: catalog.entry(catalog.entry(definition).root ? definition : base).candidates,
        type: typeOf(definition),
      });
      if (surface !== undefined && !composition.roles.includes(shape))
        yield alias("index", lowering.definition(surface.uri));
      yield alias(capabilityModule(shape.root), base);
      for (const { capability } of shape.contributions) {
        const composed = shape.withExtension(capability)[index];
        if (composed !== undefined)
          yield alias(capabilityModule(capability), lowering.definition(composed.uri));
      }
    }
  }
}

/** A module's own types and others, under names that are free there. */
function namesOf(
  { path, declared, named }: Outline,
  types: readonly NamedType[],
  typeOf: (definition: Definition) => NamedType,
): Vocabulary {
  const starts = [...declared, ...named.map(({ type }) => type)];
  const present = new Set(starts);
  const others = [...new Set(types)]
    .filter((type) => !present.has(type))
    .sort((left, right) => byTypeName(left, right) || (left.module < right.module ? -1 : 1));
  const bases = new Set(
    others.flatMap(({ definition: { layers } }) =>
      layers === undefined ? [] : typeOf(layers.base),
    ),
  );
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
      ...(bases.has(type) ? [baseName(type.name)] : []),
      qualifiedName(stemOf(type.module), type.name),
      qualifiedName(type.module, type.name),
    ],
    precedence: precedenceOf(type, typeOf),
    source: type.module,
  }));
  const names = qualify<NamedType | string>(path, [...fixed, ...contenders]);
  const known = new Map(declared.map((type) => [type, type.name]));
  for (const { name, type } of named) if (!known.has(type)) known.set(type, name);
  for (const type of others) known.set(type, names.get(type)!);
  return known;
}

/** What extends a type of its name has the name; then the type that a file is named after. */
function precedenceOf(
  { name, module, definition: { layers } }: NamedType,
  typeOf: (definition: Definition) => NamedType,
): number {
  if (layers !== undefined && typeOf(layers.base).name === name) return 2;
  return pathCase(stemOf(module)) === name ? 1 : 0;
}

function stemOf(module: string): string {
  return module.slice(module.lastIndexOf("/") + 1);
}

/** Modules with the types of calls: these stay there. */
const CALL_MODULES: ReadonlyMap<string, string> = new Map([
  [TOOLS_MODULE, "The tools of the service (§4.5): what each takes and gives."],
  [EMBEDDED_MODULE, "The messages of the embedded transport (§1.3): what each carries."],
]);

function summaryOf(path: string, capability: CapabilityDeclaration | undefined): string {
  if (path === "index") return "The negotiated surface: every root with all active extensions.";
  const ofCalls = CALL_MODULES.get(path);
  if (ofCalls !== undefined) return ofCalls;
  return capability === undefined
    ? `Types of ${path}.`
    : `Capability ${capability.name}, version ${capability.version}.`;
}

function byTypeName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
