/** In: a lineage. Out: the extensions of a root, parents first, ties by name; and the ancestors of each capability. */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { Lineage } from "./lineage.js";

const NONE: ReadonlySet<string> = new Set();

/** Lists the capabilities that extend a root or contribute to it, parents first. */
export function extensionsOf(
  root: string,
  { capabilities, parents, contributors }: Lineage,
): CapabilityDeclaration[] {
  const own = contributors.get(root) ?? NONE;
  const descends = new Set([...descendantsOf(root, capabilities), ...own]);
  const extensions = capabilities.filter(({ name }) => name !== root && descends.has(name));
  const present = new Set(extensions.map(({ name }) => name));
  const waitingFor = new Map(
    extensions.map(({ name }) => [
      name,
      new Set((parents.get(name) ?? []).filter((parent) => parent !== root && present.has(parent))),
    ]),
  );
  const children = new Map<string, CapabilityDeclaration[]>();
  for (const extension of extensions)
    for (const parent of waitingFor.get(extension.name) ?? [])
      children.set(parent, [...(children.get(parent) ?? []), extension]);
  const ready = extensions.filter(({ name }) => waitingFor.get(name)?.size === 0);
  const ordered: CapabilityDeclaration[] = [];
  while (ready.length > 0) {
    const next = takeFirst(ready);
    ordered.push(next);
    for (const child of children.get(next.name) ?? []) {
      const parents = waitingFor.get(child.name);
      parents?.delete(next.name);
      if (parents?.size === 0) ready.push(child);
    }
  }
  return ordered;
}

/** The first by name. */
function takeFirst(ready: CapabilityDeclaration[]): CapabilityDeclaration {
  let first = 0;
  for (let index = 1; index < ready.length; index++)
    if ((ready[index]?.name ?? "") < (ready[first]?.name ?? "")) first = index;
  return ready.splice(first, 1)[0] as CapabilityDeclaration;
}

function descendantsOf(
  root: string,
  capabilities: readonly CapabilityDeclaration[],
): ReadonlySet<string> {
  const children = new Map<string, string[]>();
  for (const { name, extends: parents } of capabilities)
    for (const parent of parents) children.set(parent, [...(children.get(parent) ?? []), name]);
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
  /** All that a capability extends, over any number of steps. */
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

/** @param lineage of an agreement without cycles, which negotiation refuses */
export function extensionGraph(lineage: Lineage): ExtensionGraph {
  const { capabilities } = lineage;
  const parents = new Map(capabilities.map((each) => [each.name, each.extends]));
  const orderVaries = [...lineage.parents.values()].some(({ length }) => length > 1);
  const all = new Map<string, ReadonlySet<string>>();
  const sure = new Map<string, ReadonlySet<string>>();
  // Parents before children, without recursion: a chain may be long.
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
      all.set(next, new Set(own.flatMap((parent) => [parent, ...(all.get(parent) ?? [])])));
      sure.set(next, inAll(own.map((parent) => new Set([parent, ...(sure.get(parent) ?? [])]))));
    }
  }
  return {
    ancestors: (name) => all.get(name) ?? NONE,
    certain: (name) => sure.get(name) ?? NONE,
    ordered(root, extensions) {
      if (!orderVaries) return extensions;
      const active = new Set([root, ...extensions]);
      const alone = capabilities.filter(({ name }) => active.has(name));
      return extensionsOf(root, { ...lineage, capabilities: alone }).map(({ name }) => name);
    },
    orderVaries,
  };
}

function inAll(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = sets;
  return first === undefined
    ? NONE
    : new Set([...first].filter((name) => others.every((each) => each.has(name))));
}
