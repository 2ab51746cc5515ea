/**
 * Finds cycles of `extends` among the capabilities of a registry.
 *
 * Versions are ignored, since any version of a parent may be chosen. Time is linear and there is no recursion,
 * because callers of a business choose the registry that it reads.
 */

import type { CapabilityDeclaration } from "./registry.js";

type Extending = Pick<CapabilityDeclaration, "name" | "extends">;

export interface ExtendsCycle<Capability extends Extending> {
  /** The declarations that extend one another or themselves. Other versions of these need not be members. */
  readonly members: readonly Capability[];
  /** The names along a shortest cycle, starting and ending with the same one. */
  readonly path: readonly string[];
  readonly message: string;
}

type Parents = ReadonlyMap<string, readonly string[]>;

/** Maximum number of names in a message. */
const MAX_NAMES = 12;

export function findExtendsCycles<Capability extends Extending>(
  capabilities: readonly Capability[],
): ExtendsCycle<Capability>[] {
  const parents = parentsByName(capabilities);
  const components = componentsOf(parents);
  const cycles = new Map<string, Capability[]>();
  for (const capability of capabilities) {
    const component = components.get(capability.name) as string;
    if (capability.extends.some((parent) => components.get(parent) === component))
      addTo(cycles, component, capability);
  }
  return [...cycles].map(([component, members]) => {
    const path = pathAround((members[0] as Capability).name, (name) =>
      (parents.get(name) ?? []).filter((parent) => components.get(parent) === component),
    );
    return { members, path, message: `capabilities extend each other in a cycle: ${write(path)}` };
  });
}

function write(path: readonly string[]): string {
  const names =
    path.length > MAX_NAMES ? [...path.slice(0, MAX_NAMES - 2), "…", ...path.slice(-1)] : path;
  return names.join(" -> ");
}

/** Parents of any version. */
function parentsByName(capabilities: readonly Extending[]): Parents {
  const parents = new Map<string, string[]>();
  for (const { name, extends: own } of capabilities) {
    const known = parents.get(name);
    if (known === undefined) parents.set(name, [...own]);
    else for (const parent of own) known.push(parent);
  }
  return parents;
}

/** Maps each name to a representative of its strongly connected component (Kosaraju and Sharir). */
function componentsOf(parents: Parents): ReadonlyMap<string, string> {
  const children = new Map<string, string[]>();
  for (const [name, own] of parents) for (const parent of own) addTo(children, parent, name);
  const components = new Map<string, string>();
  for (const root of finishingOrder(parents).reverse()) {
    const waiting = [root];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (components.has(name)) continue;
      components.set(name, root);
      for (const child of children.get(name) ?? []) waiting.push(child);
    }
  }
  return components;
}

/** The names in the order in which a depth-first search leaves them. */
function finishingOrder(parents: Parents): string[] {
  const seen = new Set<string>();
  const finished = new Set<string>();
  const stack = [...parents.keys()];
  for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
    if (seen.has(name)) {
      finished.add(name);
      stack.pop();
      continue;
    }
    seen.add(name);
    for (const parent of parents.get(name) ?? []) if (!seen.has(parent)) stack.push(parent);
  }
  return [...finished];
}

function pathAround(start: string, next: (name: string) => readonly string[]): string[] {
  const from = new Map<string, string>();
  const queue = [start];
  // Breadth-first: the queue grows while it is iterated.
  for (const name of queue)
    for (const parent of next(name)) {
      if (from.has(parent)) continue;
      from.set(parent, name);
      queue.push(parent);
    }
  const backwards = [start];
  let name = from.get(start);
  for (; name !== undefined && name !== start; name = from.get(name)) backwards.push(name);
  return [start, ...backwards.reverse()];
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
