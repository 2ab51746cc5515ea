/**
 * Finds which capabilities of an agreement build on which: they extend another one, or contribute to a root without
 * extending it, as a cart adds `cart_id` to checkout (DESIGN §6, ADR 59). Pruning knows nothing of the latter.
 */

import type { Agreement, CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { JsonObject } from "@proto-gen/runtime/json";
import { isObject, isRoleMap } from "../json-schema/keywords.js";
import type { Sources } from "../load/sources.js";
import { appliesSchema } from "./service-schemas.js";
import { findShapeEntry, findShapes } from "./shapes.js";
import { lastLabel } from "../text/last-label.js";

export interface CapabilityDependencies {
  readonly capabilities: readonly CapabilityDeclaration[];
  /**
   * The capabilities that come before each one where extensions are ordered: those that it extends, and the roots that
   * it contributes to without extending them. A root that would close a cycle is left out.
   */
  readonly parents: ReadonlyMap<string, readonly string[]>;
  /** By root, the capabilities that contribute to it and extend it neither themselves nor through others. */
  readonly contributors: ReadonlyMap<string, ReadonlySet<string>>;
}

export function findDependencies(
  sources: Sources,
  { capabilities }: Pick<Agreement, "capabilities">,
  roots: readonly CapabilityDeclaration[],
): CapabilityDependencies {
  const parents = new Map(capabilities.map(({ name, extends: own }) => [name, own]));
  const contributors = new Map<string, Set<string>>();
  const rootsNamed = indexRoots(roots);
  for (const capability of capabilities) {
    const { name } = capability;
    for (const root of rootsNamed(Object.keys(definitionsOf(sources, capability)))) {
      if (root.name === name || descends(name, root.name, parents)) continue;
      if (!contributesTo(sources, capability, root)) continue;
      contributors.set(root.name, (contributors.get(root.name) ?? new Set()).add(name));
    }
  }
  const edges = [...contributors].flatMap(([root, names]) =>
    [...names].map((name) => [name, root] as const),
  );
  for (const [name, root] of edges.sort((left, right) => (left.join() < right.join() ? -1 : 1)))
    if (!descends(root, name, parents)) parents.set(name, [...(parents.get(name) ?? []), root]);
  return Object.freeze({ capabilities, parents, contributors });
}

/** Tells whether a capability reaches another one through its parents. */
function descends(
  name: string,
  ancestor: string,
  parents: ReadonlyMap<string, readonly string[]>,
): boolean {
  const above = new Set(parents.get(name));
  for (const each of above) {
    if (each === ancestor) return true;
    for (const next of parents.get(each) ?? []) above.add(next);
  }
  return false;
}

function definitionsOf(sources: Sources, { schema }: CapabilityDeclaration): JsonObject {
  const location = sources.schemas.at(schema ?? "");
  const defs = isObject(location?.schema) ? location.schema["$defs"] : undefined;
  return isObject(defs) ? defs : {};
}

/** Indexes roots by their full names, and by the last segments of these. */
function indexRoots(
  roots: readonly CapabilityDeclaration[],
): (names: readonly string[]) => ReadonlySet<CapabilityDeclaration> {
  const found = new Map<string, CapabilityDeclaration[]>();
  for (const root of roots) {
    for (const name of new Set([root.name, lastLabel(root.name)]))
      found.set(name, [...(found.get(name) ?? []), root]);
  }
  return (names) => new Set(names.flatMap((name) => found.get(name) ?? []));
}

/**
 * Tells whether a capability contributes to a root: by an entry of the root's full name, or by one of its last segment
 * that refers to the root's schema. Another entry of the last segment may mean something else.
 */
function contributesTo(
  sources: Sources,
  capability: CapabilityDeclaration,
  root: CapabilityDeclaration,
): boolean {
  const { name } = root;
  const defs = definitionsOf(sources, capability);
  const entry = Object.hasOwn(defs, name) ? defs[name] : undefined;
  if (isObject(entry) && !isRoleMap(name, entry)) return true;
  return findShapes(sources, root).some(({ key, base }) => {
    const address = findShapeEntry(sources, capability, { root: name, key });
    return address !== undefined && appliesSchema(sources, address, base);
  });
}
