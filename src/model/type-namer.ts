/** Finds the name of a type in a module, which may differ from the type's own. */

import type { View } from "../compose/view.js";
import { viewSuffix } from "./candidate-names.js";
import type { Model, ModelModule, NamedType } from "./model.js";
import type { Identifier } from "../text/identifier.js";

export type TypeNamer = (type: NamedType, view?: View) => Identifier;

export function moduleAt(model: Model, path: string): ModelModule | undefined {
  return model.modules.find((module) => module.path === path);
}

/** The exports of a module, sorted by name. */
export function exportsOf(module: ModelModule | undefined): ReadonlyMap<Identifier, NamedType> {
  const own = (module?.types ?? []).filter(({ internal }) => !internal);
  const found: [Identifier, NamedType][] = [
    ...own.map((type): [Identifier, NamedType] => [type.name, type]),
    ...(module?.reexports ?? []).map(({ name, type }): [Identifier, NamedType] => [name, type]),
  ];
  return new Map(found.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Equal views are one type with a name for each view: given a view, the name that has its suffix is preferred. */
export function createTypeNamer(model: Model, path: string): TypeNamer {
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
