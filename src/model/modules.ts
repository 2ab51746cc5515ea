/** Assembles modules in path order: each has its own types, aliases, and re-exports of the types that its own use. */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import {
  collectAliases,
  collectPayloadAliases,
  nameAliases,
  type Alias,
  type NamedAliases,
} from "./aliases.js";
import { collectReachable, collectReferences } from "./graph.js";
import { groupBy } from "../group-by.js";
import type { Model, ModelModule, NamedType, Vocabulary } from "./model.js";
import { CALL_MODULES, capabilityModule } from "./module-path.js";
import type { NamingContext } from "./naming-context.js";
import type { ServiceModel } from "./services/operation.js";
import { buildVocabulary, compareNames, typesIn, type NamedModule } from "./vocabulary.js";

export function assembleModules(
  types: readonly NamedType[],
  services: readonly ServiceModel[],
  context: NamingContext,
): Pick<Model, "modules" | "vocabulary" | "vocabularyOf" | "nameOf"> {
  const aliases = [
    ...collectAliases(context),
    ...services.flatMap((service) => collectPayloadAliases(service, context)),
  ];
  const modules = nameModules(types, aliases);
  const ownNames = new Map(modules.flatMap((module) => [...module.ownNames]));
  const vocabularyOf = (path: string): Vocabulary => {
    const module = modules.find((each) => each.path === path);
    return module === undefined ? new Map() : buildFullVocabulary(module, context);
  };
  const vocabulary = vocabularyOf("index");
  const capabilities = new Map(
    context.composition.agreement.capabilities.map((each) => [capabilityModule(each.name), each]),
  );
  const assembled = modules.map((module): ModelModule => {
    const { path, declared, aliases } = module;
    const used = collectUsed(module, context);
    const names = path === "index" ? vocabulary : buildVocabulary(module, used, context);
    const present = new Set(typesIn(module));
    const reexports = used.flatMap((type) => {
      const name = names.get(type);
      return name === undefined || present.has(type) ? [] : [{ name, type }];
    });
    return Object.freeze({
      path,
      summary: summaryOf(path, capabilities.get(path)),
      types: declared,
      reexports: [...aliases, ...reexports].sort(compareNames),
    });
  });
  return {
    modules: assembled,
    vocabulary,
    vocabularyOf,
    nameOf: (definition) => ownNames.get(definition) ?? context.typeOf(definition).name,
  };
}

function nameModules(
  types: readonly NamedType[],
  aliases: readonly Alias[],
): readonly (NamedModule & Pick<NamedAliases, "ownNames">)[] {
  const declaredByPath = groupBy(types, ({ module }) => module);
  const aliasesByPath = groupBy(aliases, ({ module }) => module);
  const paths = new Set([...declaredByPath.keys(), ...aliasesByPath.keys(), "index"]);
  return [...paths].sort().map((path) => {
    const declared = [...(declaredByPath.get(path) ?? [])].sort(compareNames);
    const { reexports, ownNames } = nameAliases(path, declared, aliasesByPath.get(path) ?? []);
    return { path, declared, aliases: reexports, ownNames };
  });
}

function buildFullVocabulary(module: NamedModule, context: NamingContext): Vocabulary {
  const start = typesIn(module).map(({ definition }) => definition);
  return buildVocabulary(module, collectReachable(start).map(context.typeOf), context);
}

/** The types that a module re-exports, since one meets them in its own types without going deeper. */
function collectUsed(module: NamedModule, { typeOf }: NamingContext): readonly NamedType[] {
  const { path, declared } = module;
  if (path.startsWith("schemas/") || CALL_MODULES.has(path)) return [];
  const start = path === "index" ? typesIn(module) : declared;
  const used = start.flatMap(({ definition: { node, layers } }) => {
    const nodes =
      layers === undefined ? [node] : [...layers.members.values()].map((each) => each.node);
    return nodes.flatMap(collectReferences).map(typeOf);
  });
  return [...new Set(used)].filter(({ internal }) => !internal);
}

function summaryOf(path: string, capability: CapabilityDeclaration | undefined): string {
  if (path === "index") return "The negotiated types: each root with all active extensions.";
  const ofCalls = CALL_MODULES.get(path);
  if (ofCalls !== undefined) return ofCalls;
  return capability === undefined
    ? `Types of ${path}.`
    : `Capability ${capability.name}, version ${capability.version}.`;
}
