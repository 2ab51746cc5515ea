/** The names of types in one module: its own types and aliases keep theirs, all others get names that are free there. */

import type { Identifier } from "../text/identifier.js";
import { baseName, pathCase, qualifiedName } from "../text/words.js";
import { assignNames, type NameRequest } from "./assign-names.js";
import type { NamedType, Reexport, Vocabulary } from "./model.js";
import type { NamingContext } from "./naming-context.js";

/** A module's own types, and the types that it has under a name of its own. */
export interface NamedModule {
  readonly path: string;
  readonly declared: readonly NamedType[];
  readonly aliases: readonly Reexport[];
}

export function typesIn({ declared, aliases }: NamedModule): readonly NamedType[] {
  return [...declared, ...aliases.map(({ type }) => type)];
}

/** @param types the types to name beside those that the module has */
export function buildVocabulary(
  module: NamedModule,
  types: readonly NamedType[],
  context: NamingContext,
): Vocabulary {
  const { path, declared, aliases } = module;
  const present = new Set(typesIn(module));
  const others = [...new Set(types)]
    .filter((type) => !present.has(type))
    .sort((left, right) => compareNames(left, right) || (left.module < right.module ? -1 : 1));
  const fixed = [...declared, ...aliases].map(({ name }, index) => ({
    type: `fixed ${index}`,
    candidates: [name],
    precedence: 9,
    source: path,
  }));
  const names = assignNames<NamedType | string>(path, [...fixed, ...requestNames(others, context)]);
  const vocabulary = new Map<NamedType, Identifier>(declared.map((type) => [type, type.name]));
  for (const { name, type } of aliases) if (!vocabulary.has(type)) vocabulary.set(type, name);
  for (const type of others) vocabulary.set(type, names.get(type)!);
  return vocabulary;
}

function requestNames(
  types: readonly NamedType[],
  context: NamingContext,
): NameRequest<NamedType | string>[] {
  const bases = new Set(
    types.flatMap(({ definition: { layers } }) =>
      layers === undefined ? [] : context.typeOf(layers.base),
    ),
  );
  return types.map((type) => ({
    type,
    candidates: [
      type.name,
      ...(bases.has(type) ? [baseName(type.name)] : []),
      qualifiedName(stemOf(type.module), type.name),
      qualifiedName(type.module, type.name),
    ],
    precedence: precedenceOf(type, context),
    source: type.module,
  }));
}

/** A type that extends one of the same name keeps it; then the type that a file is named after. */
function precedenceOf(
  { name, module, definition: { layers } }: NamedType,
  { typeOf }: NamingContext,
): number {
  if (layers !== undefined && typeOf(layers.base).name === name) return 2;
  return pathCase(stemOf(module)) === name ? 1 : 0;
}

function stemOf(module: string): string {
  return module.slice(module.lastIndexOf("/") + 1);
}

export function compareNames(
  left: { readonly name: string },
  right: { readonly name: string },
): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
