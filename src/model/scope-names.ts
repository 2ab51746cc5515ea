/** How a module calls types. In: a module. Out: the name of a type there, the nearest to a view's. */

import type { View } from "../compose/view.js";
import { viewSuffix } from "./candidate-names.js";
import type { Model, ModelModule, NamedType } from "./model.js";
import type { Identifier } from "../text/identifier.js";

export type ScopeNames = (type: NamedType, view?: View) => Identifier;

export function moduleAt(model: Model, path: string): ModelModule | undefined {
  return model.modules.find((module) => module.path === path);
}

/** Every name that a module exports, with its type. */
export function exportsOf(module: ModelModule | undefined): ReadonlyMap<Identifier, NamedType> {
  const own = (module?.types ?? []).filter(({ internal }) => !internal);
  const found: [Identifier, NamedType][] = [
    ...own.map((type): [Identifier, NamedType] => [type.name, type]),
    ...(module?.reexports ?? []).map(({ name, type }): [Identifier, NamedType] => [name, type]),
  ];
  return new Map(found.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Views that say the same are one type, which then has a name for each: an update's is the update's. */
export function scopeNames(model: Model, path: string): ScopeNames {
  const names = new Map<NamedType, Identifier[]>();
  const module = moduleAt(model, path);
  const vocabulary = model.vocabularyOf(path);
  for (const [name, type] of exportsOf(module)) names.set(type, [...(names.get(type) ?? []), name]);
  return (type, view) => {
    const known = names.get(type) ?? [];
    const suffix = view === undefined ? "" : viewSuffix(view, false);
    return (
      (suffix === "" ? undefined : known.find((name) => name.endsWith(suffix))) ??
      known.find((name) => name === type.name) ??
      known[0] ??
      vocabulary.get(type) ??
      type.name
    );
  };
}
