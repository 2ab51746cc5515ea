/** Lists by active capability: its operations, and the members that it contributes to each type. */

import type { Attribution } from "@proto-gen/runtime/codegen/generator";
import type { JsonObject } from "@proto-gen/runtime/json";
import { groupBy } from "../../group-by.js";
import { wholeNode, type NamedType } from "../v1.js";
import type { Model } from "../../model/model.js";

export function operationsByCapability({ agreement, services }: Model): JsonObject {
  const all = services.flatMap(({ operations }) => operations);
  return Object.fromEntries(
    agreement.capabilities.flatMap(({ name }) => {
      const own = all.filter(({ capability }) => capability === name).map(({ id }) => id);
      return own.length === 0 ? [] : [[name, own]];
    }),
  );
}

/** Paths of members by capability and type; `*` stands for the items of an array. A type has its name in `index.ts`. */
export function fieldsByCapability({
  agreement,
  subsetChecks: surfaces,
  vocabulary,
}: Model): JsonObject {
  const types = new Set(surfaces.flatMap(({ views }) => views.map(({ type }) => type)));
  const membersByType = [...types].map(
    (type) =>
      [
        vocabulary.get(type) ?? type.name,
        groupBy(collectMembers(type), ({ owner }) => owner),
      ] as const,
  );
  return Object.fromEntries(
    agreement.capabilities.flatMap(({ name }) => {
      const own = membersByType.flatMap(([type, members]) => {
        const paths = (members.get(name) ?? []).map(({ path }) => path);
        return paths.length === 0 ? [] : [[type, paths] as const];
      });
      return own.length === 0 ? [] : [[name, Object.fromEntries(own)]];
    }),
  );
}

interface OwnedMember {
  readonly path: string;
  readonly owner: string;
}

/** The type's own members, and the members at any depth that another capability contributes. */
function collectMembers({ definition, capability, attributeAll }: NamedType): OwnedMember[] {
  const attribution = attributeAll();
  const contributed =
    attribution === undefined ? [] : attributedMembers(attribution, "", capability);
  const paths = new Set(contributed.map(({ path }) => path));
  const own = [...wholeNode(definition).properties.keys()]
    .filter((name) => !paths.has(name))
    .flatMap((name) => (capability === undefined ? [] : [{ path: name, owner: capability }]));
  return [...own, ...contributed];
}

function attributedMembers(
  tree: Attribution,
  path: string,
  inherited: string | undefined,
): OwnedMember[] {
  return Object.entries(tree).flatMap(([name, entry]) => {
    if (name === "" || entry === undefined) return [];
    const at = path === "" ? name : `${path}.${name}`;
    if (typeof entry === "string") return [{ path: at, owner: entry }];
    const owner = entry[""];
    const self = typeof owner === "string" && owner !== inherited ? [{ path: at, owner }] : [];
    return [
      ...self,
      ...attributedMembers(entry, at, typeof owner === "string" ? owner : inherited),
    ];
  });
}
