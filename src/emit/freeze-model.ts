/**
 * Emitters of others see the same model as those of this package, some of which still wait for a worker by then: what one of them changes
 * would be in the files of another.
 */

import type { EmitterModel } from "./emitter.js";

/** Freezes what emitters of others see of a model, the maps and sets in it included. */
export function freezeModel(model: EmitterModel): void {
  const { agreement, modules, vocabulary, viewGroups, services } = model;
  const seen = new Set<object>();
  const open: unknown[] = [agreement, modules, vocabulary, viewGroups, services];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each !== "object" || each === null || seen.has(each)) continue;
    seen.add(each);
    if (each instanceof Map) open.push(...each.keys(), ...each.values());
    if (each instanceof Set) open.push(...each);
    if ((each instanceof Map || each instanceof Set) && Object.isExtensible(each))
      for (const name of ["set", "add", "delete", "clear"])
        Object.defineProperty(each, name, { value: refuseChange });
    // Of getters, that of a definition alone is called: every node is printed.
    if ("node" in each) open.push(each.node);
    for (const member of Object.values(Object.getOwnPropertyDescriptors(each)))
      open.push(member.value);
    Object.freeze(each);
  }
}

function refuseChange(): never {
  throw new TypeError("the model cannot be changed");
}
