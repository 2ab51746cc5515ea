/** What each active capability brings. In: the model. Out: its operations, and its members by type. */

import type { Attribution } from "@proto-gen/runtime/schema";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { Model, NamedType } from "../../model/model.js";
import { wholeNode } from "../../model/node.js";

export function operationsByCapability({ agreement, services }: Model): JsonObject {
  const all = services.flatMap(({ operations }) => operations);
  return Object.fromEntries(
    agreement.capabilities.flatMap(({ name }) => {
      const own = all.filter(({ capability }) => capability === name).map(({ id }) => id);
      return own.length === 0 ? [] : [[name, own]];
    }),
  );
}

/** By capability and by type of the surface, as `index.ts` calls it: paths of members, `*` for the items of an array. */
export function fieldsByCapability({ agreement, surfaces, vocabulary }: Model): JsonObject {
  const types = new Set(surfaces.flatMap(({ views }) => views.map(({ type }) => type)));
  const found = [...types].map(
    (type) => [vocabulary.get(type) ?? type.name, membersOf(type)] as const,
  );
  return Object.fromEntries(
    agreement.capabilities.flatMap(({ name }) => {
      const own = found.flatMap(([type, members]) => {
        const paths = members.filter(({ owner }) => owner === name).map(({ path }) => path);
        return paths.length === 0 ? [] : [[type, paths] as const];
      });
      return own.length === 0 ? [] : [[name, Object.fromEntries(own)]];
    }),
  );
}

interface Member {
  readonly path: string;
  readonly owner: string;
}

/** The type's own members, and those below them that another capability has put there. */
function membersOf({ definition, capability, wholeAttribution }: NamedType): Member[] {
  const contributed =
    wholeAttribution === undefined ? [] : contributions(wholeAttribution, "", capability);
  const paths = new Set(contributed.map(({ path }) => path));
  const own = [...wholeNode(definition).properties.keys()]
    .filter((name) => !paths.has(name))
    .flatMap((name) => (capability === undefined ? [] : [{ path: name, owner: capability }]));
  return [...own, ...contributed];
}

function contributions(tree: Attribution, path: string, inherited: string | undefined): Member[] {
  return Object.entries(tree).flatMap(([name, entry]) => {
    if (name === "") return [];
    const at = path === "" ? name : `${path}.${name}`;
    if (typeof entry === "string") return [{ path: at, owner: entry }];
    const owner = entry[""];
    const self = typeof owner === "string" && owner !== inherited ? [{ path: at, owner }] : [];
    return [...self, ...contributions(entry, at, typeof owner === "string" ? owner : inherited)];
  });
}
