/**
 * What of a resource its update sends. In: the types of both. Out: the members that the update declares, and below them
 * the same; what says the same in both directions is kept whole.
 */

import { collectInPlace } from "../../model/in-place.js";
import type { Model } from "../../model/model.js";
import { soleReference, type Definition, type Node } from "../../model/node.js";

export type Kept = "all" | KeptMembers;

/** Types may lead back to themselves: so may these. */
export interface KeptMembers {
  readonly members: ReadonlyMap<string, Kept>;
}

/** The members of a map, whatever their names. */
const EACH = "*";

/** @returns undefined where the update is no object with members */
export function keptMembers(
  update: Definition,
  resource: Definition,
  model: Pick<Model, "typeOf" | "hasType">,
): KeptMembers | undefined {
  const numbers = new Map<Node, number>();
  const known = new Map<string, KeptMembers>();
  const sent = [...collectInPlace([update.node])];
  return namesIn(sent).size === 0
    ? undefined
    : membersOf(sent, [...collectInPlace([resource.node])]);

  function keptOf(request: readonly Node[], response: readonly Node[]): Kept {
    if (isOneType(request, response)) return "all";
    const [asked, given] = [[...collectInPlace(request)], [...collectInPlace(response)]];
    if (namesIn(asked).size === 0) {
      const items = asked.flatMap(itemsOf);
      if (items.length > 0) return keptOf(items, given.flatMap(itemsOf));
      const values = asked.flatMap(valuesOf);
      const each = values.length === 0 ? "all" : keptOf(values, given.flatMap(valuesOf));
      return each === "all" ? "all" : { members: new Map([[EACH, each]]) };
    }
    const kept = membersOf(asked, given);
    const isWhole =
      [...namesIn(given)].every((name) => kept.members.has(name)) &&
      [...kept.members.values()].every((each) => each === "all");
    return isWhole ? "all" : kept;
  }

  function membersOf(asked: readonly Node[], given: readonly Node[]): KeptMembers {
    const key = [asked, given].map((nodes) => nodes.map(numberOf).sort().join()).join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const members = new Map<string, Kept>();
    known.set(key, { members });
    for (const name of namesIn(asked)) {
      const there = given.flatMap((node) => node.properties.get(name)?.node ?? []);
      const here = asked.flatMap((node) => node.properties.get(name)?.node ?? []);
      if (there.length > 0) members.set(name, keptOf(here, there));
    }
    return { members };
  }

  function isOneType(request: readonly Node[], response: readonly Node[]): boolean {
    const [one, other] = [request, response].map((nodes) => {
      const [only, ...others] = nodes;
      return only === undefined || others.length > 0 ? undefined : soleReference(only);
    });
    if (one === undefined || other === undefined) return false;
    if (!model.hasType(one) || !model.hasType(other)) return one === other;
    return model.typeOf(one) === model.typeOf(other);
  }

  function numberOf(node: Node): number {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  }
}

function namesIn(nodes: readonly Node[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ properties }) => [...properties.keys()]));
}

function itemsOf({ items, prefixItems }: Node): readonly Node[] {
  return items === undefined ? prefixItems : [...prefixItems, items];
}

function valuesOf({ additionalProperties, patternProperties }: Node): readonly Node[] {
  const patterned = patternProperties.map(({ node }) => node);
  return additionalProperties === undefined || additionalProperties.never !== undefined
    ? patterned
    : [...patterned, additionalProperties];
}
