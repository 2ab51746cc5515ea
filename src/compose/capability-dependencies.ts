/**
 * Finds which capabilities of an agreement build on which: they extend another one, or contribute to a root without
 * extending it, as a cart adds `cart_id` to checkout (DESIGN §6, ADR 59). Pruning knows nothing of the latter.
 */

import type { Agreement, CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { Sources } from "../load/sources.js";
import { indexEntries, type EntryIndex } from "./entries/contributions.js";

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

/** @param entries what each capability contributes to which root */
export function findDependencies(
  { capabilities }: Pick<Agreement, "capabilities">,
  entries: Pick<EntryIndex, "all">,
): CapabilityDependencies {
  const parents = parentsOf(capabilities);
  const contributors = new Map<string, Set<string>>();
  for (const { capability, contributions } of entries.all) {
    const { name } = capability;
    for (const { target, composes } of contributions) {
      // A role that is only named like another may be of that capability's parent.
      if (target.isRole && !composes) continue;
      if (descends(name, target.capability, parents)) continue;
      const known = contributors.get(target.capability) ?? new Set();
      contributors.set(target.capability, known.add(name));
    }
  }
  const edges = [...contributors].flatMap(([root, names]) =>
    [...names].map((name) => [name, root] as const),
  );
  for (const [name, root] of edges.sort((left, right) => (left.join() < right.join() ? -1 : 1)))
    if (!descends(root, name, parents)) parents.set(name, [...(parents.get(name) ?? []), root]);
  return Object.freeze({ capabilities, parents, contributors });
}

/** A root has no `extends` in the profile, whatever negotiation pruned. */
export function activeRoots(
  { profile }: Sources,
  capabilities: readonly CapabilityDeclaration[],
): CapabilityDeclaration[] {
  const declared = profile.registry.capabilities.filter((each) => each.extends.length === 0);
  const roots = new Set(declared.map(({ name }) => name));
  return capabilities.filter(({ name }) => roots.has(name));
}

/** Finds the entries of capabilities. */
export function findEntries(
  sources: Sources,
  { capabilities }: Pick<Agreement, "capabilities">,
  roots = activeRoots(sources, capabilities),
): EntryIndex {
  const parents = parentsOf(capabilities);
  return indexEntries(sources, {
    ...{ capabilities, roots },
    descends: (name, ancestor) => descends(name, ancestor, parents),
  });
}

function parentsOf(capabilities: readonly CapabilityDeclaration[]): Map<string, readonly string[]> {
  return new Map(capabilities.map(({ name, extends: own }) => [name, own]));
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
