/** In: an agreement. Out: the extensions of a root, parents first, ties by name. */

import type { Agreement, CapabilityDeclaration } from "@proto-gen/runtime/negotiation";

export function extensionsOf(root: string, { capabilities }: Agreement): CapabilityDeclaration[] {
  const reached = new Set([root]);
  const ordered: CapabilityDeclaration[] = [];
  const waiting = capabilities.filter(({ name }) => name !== root);
  const descends = descendantsOf(root, capabilities);
  for (;;) {
    // `capabilities` is sorted by name, so the first that is ready is the first by name.
    const next = waiting.findIndex(
      ({ name, extends: parents }) =>
        descends.has(name) &&
        parents.every((parent) => reached.has(parent) || !descends.has(parent)),
    );
    if (next < 0) return ordered;
    const [extension] = waiting.splice(next, 1) as [CapabilityDeclaration];
    reached.add(extension.name);
    ordered.push(extension);
  }
}

function descendantsOf(
  root: string,
  capabilities: readonly CapabilityDeclaration[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { name, extends: parents } of capabilities) {
      if (parents.some((parent) => parent === root || found.has(parent))) found.add(name);
    }
  }
  return found;
}
