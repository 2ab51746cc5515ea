/**
 * Modules and types in an order in which each can be declared: after those that it refers to, as far as no two refer to each
 * other. Checks and types need no such order; constants that are made of other constants do.
 */

import { collectReferences } from "./graph.js";
import type { Model, ModelModule, NamedType, Reexport } from "./model.js";
import { wholeNode } from "./node.js";

export interface OrderedModule {
  readonly path: string;
  /** Without those that have a check alone, and no name for others. */
  readonly types: readonly NamedType[];
  readonly reexports: readonly Reexport[];
}

type Types = Pick<Model, "modules" | "hasType" | "typeOf">;

/**
 * Sorts modules, and the types in them, so that each stands after those that it refers to. Modules without types and without re-exports are
 * left out.
 *
 * @example
 * ```ts
 * import { dependencyOrder, type Model } from "proto-gen/emitter/v1";
 *
 * export function namesInOrder(model: Model): readonly string[] {
 *   return dependencyOrder(model).flatMap(({ types }) => types.map(({ name }) => name));
 * }
 * ```
 */
export function dependencyOrder(model: Types): readonly OrderedModule[] {
  const byPath = new Map(model.modules.map((module) => [module.path, module]));
  const usedBy = (module: ModelModule): readonly NamedType[] => [
    ...exportedTypes(module).flatMap((type) => collectTypes(type, model)),
    ...exportedAliases(module).map(({ type }) => type),
  ];
  const modules = inOrder(model.modules, (module) =>
    usedBy(module).flatMap(({ module: path }) => byPath.get(path) ?? []),
  );
  return modules.flatMap((module) => {
    const own = new Set(exportedTypes(module));
    const types = inOrder([...own], (type) =>
      collectTypes(type, model).filter((used) => own.has(used)),
    );
    const reexports = exportedAliases(module);
    return types.length + reexports.length === 0 ? [] : [{ path: module.path, types, reexports }];
  });
}

function exportedTypes({ types }: ModelModule): readonly NamedType[] {
  return types.filter(({ internal }) => !internal);
}

function exportedAliases({ reexports }: ModelModule): readonly Reexport[] {
  return reexports.filter(({ type }) => !type.internal);
}

/** The types that a type refers to. */
function collectTypes({ definition }: NamedType, model: Types): readonly NamedType[] {
  return collectReferences(wholeNode(definition)).flatMap((used) =>
    model.hasType(used) ? [model.typeOf(used)] : [],
  );
}

/** Each item after those that it uses, and otherwise in the order of the list; without recursion, since chains may be long. */
function inOrder<Item>(items: readonly Item[], usesOf: (item: Item) => readonly Item[]): Item[] {
  const seen = new Set<Item>();
  const ordered: Item[] = [];
  const path: { readonly item: Item; readonly uses: Iterator<Item> }[] = [];
  const enter = (item: Item): void => {
    if (seen.has(item)) return;
    seen.add(item);
    path.push({ item, uses: usesOf(item)[Symbol.iterator]() });
  };
  for (const start of items) {
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.uses.next();
      if (next.done !== true) enter(next.value);
      else ordered.push(path.pop()!.item);
    }
  }
  return ordered;
}
