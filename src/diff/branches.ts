/**
 * Which alternative of one side is which of the other. In: the branches of two unions. Out: pairs, and those
 * that are there on one side only. By name first, then by tag, then by what they are.
 */

import { equalJson } from "@proto-gen/runtime/json";
import type { Node } from "../model/node.js";
import type { Seen } from "./side.js";
import { allowsNothing, valueOf, type Value } from "./value.js";

export interface MatchedBranches {
  readonly pairs: readonly (readonly [Node, Node])[];
  readonly removed: readonly Node[];
  readonly added: readonly Node[];
}

export function matchBranches(
  sides: { readonly before: Seen; readonly after: Seen },
  all: { readonly before: readonly Node[]; readonly after: readonly Node[] },
): MatchedBranches {
  // What no value satisfies is no alternative.
  const before = all.before.filter((each) => !allowsNothing(valueOf(sides.before, each)));
  const after = all.after.filter((each) => !allowsNothing(valueOf(sides.after, each)));
  const candidates = before.flatMap((from, index) =>
    after.map((to, other) => ({ from, to, index, other, kinship: kinship(sides, from, to) })),
  );
  const ranked = candidates
    .filter(({ kinship: rank }) => rank > 0)
    .sort(
      (left, right) =>
        right.kinship - left.kinship || left.index - right.index || left.other - right.other,
    );
  const pairs: (readonly [Node, Node])[] = [];
  const taken = new Set<Node>();
  for (const { from, to } of ranked) {
    if (taken.has(from) || taken.has(to)) continue;
    taken.add(from).add(to);
    pairs.push([from, to]);
  }
  return {
    pairs,
    removed: before.filter((each) => !taken.has(each)),
    added: after.filter((each) => !taken.has(each)),
  };
}

/** 0: never the same alternative. */
function kinship(
  sides: { readonly before: Seen; readonly after: Seen },
  from: Node,
  to: Node,
): number {
  const before = valueOf(sides.before, from);
  const after = valueOf(sides.after, to);
  const tags = sharedTags(before, after);
  if (tags === 0) return 0;
  if (nameOf(before) !== undefined && nameOf(before) === nameOf(after)) return 5;
  if (tags !== undefined) return 3 + tags;
  if (before.literals !== undefined && after.literals !== undefined)
    return before.literals.some((value) => after.literals?.some((each) => equalJson(value, each)))
      ? 3
      : 1;
  if (!shareType(before, after)) return 0;
  return 1 + sharedMembers(before, after);
}

/** The address of a named alternative; undefined for an inline one. */
function nameOf({ definition, seen }: Value): string | undefined {
  if (definition === undefined) return undefined;
  const source = seen.schemas.source(definition.origin.document);
  const document = seen.side.addressOf(source?.document ?? definition.origin.document);
  return `${document}#${definition.origin.pointer}`;
}

/**
 * From 0 to 1: of the members that both require with literals of their own, how many have one in common; undefined
 * where there is no such member.
 */
function sharedTags(before: Value, after: Value): number | undefined {
  const tags = [...before.node.properties].flatMap(([name, property]) => {
    const other = after.node.properties.get(name);
    if (property.required === undefined || other?.required === undefined) return [];
    const values = property.node.values?.value;
    const others = other.node.values?.value;
    if (values === undefined || others === undefined) return [];
    return [values.some((value) => others.some((each) => equalJson(value, each)))];
  });
  return tags.length === 0 ? undefined : tags.filter((isShared) => isShared).length / tags.length;
}

function shareType({ types: from }: Value, { types: to }: Value): boolean {
  return from === undefined || to === undefined || from.some((type) => to.includes(type));
}

/** From 0 to 1. */
function sharedMembers({ node: from }: Value, { node: to }: Value): number {
  const names = new Set([...from.properties.keys(), ...to.properties.keys()]);
  const shared = [...names].filter((name) => from.properties.has(name) && to.properties.has(name));
  return names.size === 0 ? 0 : shared.length / names.size;
}
