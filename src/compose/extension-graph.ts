/**
 * Orders the extensions of a root, and finds the ancestors of each capability. The order decides which annotation of a member
 * is the last: parents come first, ties are broken by name.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { CapabilityDependencies } from "./capability-dependencies.js";

const NONE: ReadonlySet<string> = new Set();

/** Lists the capabilities that extend a root or contribute to it, parents first. */
export function sortExtensions(
  root: string,
  { capabilities, parents, contributors }: CapabilityDependencies,
): CapabilityDeclaration[] {
  const descendants = collectDescendants(root, capabilities);
  const others = contributors.get(root) ?? NONE;
  const extensions = capabilities.filter(
    ({ name }) => name !== root && (descendants.has(name) || others.has(name)),
  );
  const present = new Set(extensions.map(({ name }) => name));
  return sortByParents(extensions, ({ name }) =>
    (parents.get(name) ?? []).filter((parent) => parent !== root && present.has(parent)),
  );
}

function sortByParents(
  extensions: readonly CapabilityDeclaration[],
  parentsOf: (extension: CapabilityDeclaration) => readonly string[],
): CapabilityDeclaration[] {
  const waitingFor = new Map(extensions.map((each) => [each.name, new Set(parentsOf(each))]));
  const children = new Map<string, CapabilityDeclaration[]>();
  for (const extension of extensions)
    for (const parent of waitingFor.get(extension.name) ?? []) addTo(children, parent, extension);
  // The first by name stands last, where taking it moves none of the others.
  const ready = extensions
    .filter(({ name }) => waitingFor.get(name)?.size === 0)
    .sort((left, right) => (left.name < right.name ? 1 : -1));
  const ordered: CapabilityDeclaration[] = [];
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    ordered.push(next);
    for (const child of children.get(next.name) ?? []) {
      const parents = waitingFor.get(child.name);
      parents?.delete(next.name);
      if (parents?.size === 0) insertByName(ready, child);
    }
  }
  return ordered;
}

function insertByName(ready: CapabilityDeclaration[], added: CapabilityDeclaration): void {
  const position = ready.findIndex(({ name }) => name < added.name);
  ready.splice(position < 0 ? ready.length : position, 0, added);
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function collectDescendants(
  root: string,
  capabilities: readonly CapabilityDeclaration[],
): ReadonlySet<string> {
  const children = new Map<string, string[]>();
  for (const { name, extends: parents } of capabilities)
    for (const parent of parents) addTo(children, parent, name);
  const found = new Set<string>();
  const waiting = [root];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const child of children.get(name) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      waiting.push(child);
    }
  return found;
}

/** The ancestors of each capability, and the order in which extensions apply. */
export interface ExtensionGraph {
  /** The capabilities that it extends, over any number of steps. */
  ancestors(name: string): ReadonlySet<string>;
  /** Those without which it cannot be active: of several parents, one is enough (DESIGN §12). */
  certain(name: string): ReadonlySet<string>;
  /**
   * Extensions of one root in the order that they have without the others. An extension with several parents may
   * come earlier where some of them are not active.
   */
  ordered(root: string, extensions: readonly string[]): readonly string[];
  /** Some capability has several parents. */
  readonly orderVaries: boolean;
}

/** @param dependencies those of an agreement without cycles, which negotiation refuses */
export function createExtensionGraph(dependencies: CapabilityDependencies): ExtensionGraph {
  const { capabilities, parents } = dependencies;
  const { all, certain } = collectAncestors(capabilities);
  const orderVaries = [...parents.values()].some(({ length }) => length > 1);
  return {
    ancestors: (name) => all.get(name) ?? NONE,
    certain: (name) => certain.get(name) ?? NONE,
    ordered(root, extensions) {
      if (!orderVaries) return extensions;
      const active = new Set([root, ...extensions]);
      const alone = capabilities.filter(({ name }) => active.has(name));
      return sortExtensions(root, { ...dependencies, capabilities: alone }).map(({ name }) => name);
    },
    orderVaries,
  };
}

interface Ancestors {
  readonly all: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those without which the capability cannot be active. */
  readonly certain: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Visits parents before children, with a stack of its own: a chain may be long. */
function collectAncestors(capabilities: readonly CapabilityDeclaration[]): Ancestors {
  const parents = new Map(capabilities.map((each) => [each.name, each.extends]));
  const all = new Map<string, ReadonlySet<string>>();
  const certain = new Map<string, ReadonlySet<string>>();
  for (const { name } of capabilities) {
    const waiting = [name];
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const own = (parents.get(next) ?? []).filter((parent) => parents.has(parent));
      const missing = own.filter((parent) => !all.has(parent));
      if (!all.has(next) && missing.length > 0) {
        waiting.push(...missing);
        continue;
      }
      waiting.pop();
      if (all.has(next)) continue;
      const [first, ...others] = own.map((parent) => withAncestors(parent, all));
      all.set(next, union(first, others));
      certain.set(
        next,
        // In a chain, each has all the others: one set serves for both.
        first !== undefined && others.length === 0 && needsAllAncestors(own[0]!, { all, certain })
          ? first
          : intersection(own.map((parent) => withAncestors(parent, certain))),
      );
    }
  }
  return { all, certain };
}

function withAncestors(name: string, known: Ancestors["all"]): Set<string> {
  return new Set(known.get(name)).add(name);
}

/** True where a capability cannot be active unless all its ancestors are. */
function needsAllAncestors(name: string, { all, certain }: Ancestors): boolean {
  return all.get(name) === certain.get(name);
}

function union(
  first: Set<string> | undefined,
  others: readonly ReadonlySet<string>[],
): ReadonlySet<string> {
  if (first === undefined) return NONE;
  for (const other of others) for (const name of other) first.add(name);
  return first;
}

function intersection(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = sets;
  return first === undefined
    ? NONE
    : new Set([...first].filter((name) => others.every((each) => each.has(name))));
}
