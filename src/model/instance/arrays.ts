/**
 * Arrays for nodes. In: nodes without choices, and where the array will stand. Out: arrays that may
 * satisfy them: of one item or as many as there must be, then of other lengths and with other items.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isUnique } from "@proto-gen/runtime/schema";
import type { Contains, Node } from "../node.js";
import { candidates } from "./candidates.js";
import { choices, type Choices } from "./choices.js";
import { notNode } from "./negation.js";
import type { Place, Search } from "./search.js";
import { singular } from "./wording.js";

/** An example with more items is none. */
const MAX_ITEMS = 256;
const MAX_ALTERNATIVES = 64;
/** Candidates for an item that are passed over because they are there already. */
const MAX_REPEATED = 300;

/** Which `contains` an item is there for, by index. */
type Layout = ReadonlyMap<number, readonly Contains[]>;

export function* arrays(
  nodes: readonly Node[],
  place: Place,
  search: Search,
): Generator<readonly Json[], void> {
  const low = Math.max(0, ...nodes.map(({ minItems }) => minItems?.value ?? 0));
  const high = Math.min(MAX_ITEMS, ...nodes.map(({ maxItems }) => maxItems?.value ?? Infinity));
  const contains = nodes.flatMap((node) => node.contains);
  const asked = contains.flatMap((each) =>
    Array<Contains>(Math.min(each.min, MAX_ITEMS)).fill(each),
  );
  if (low > high || contains.some(({ min }) => min > high)) return;
  const isSet = nodes.some(({ uniqueItems }) => uniqueItems !== undefined);
  const prefix = Math.max(0, ...nodes.map(({ prefixItems }) => prefixItems.length));
  const usual = Math.min(high, Math.max(low, 1, asked.length, Math.min(prefix, MAX_ITEMS)));
  const known = new Map<string, Choices<Json>>();

  for (const length of new Set([usual, Math.max(low, asked.length), low, usual + 1, usual + 2]))
    for (const layout of layouts(length)) {
      if (length > high) continue;
      search.budget.spend(1 + length);
      const base = fill(length, layout);
      if (base === undefined) continue;
      yield base;
      yield* others(base, layout);
    }

  /** Items that serve `contains` stand at the end, after a prefix; else anywhere; else in one place. */
  function* layouts(length: number): Generator<Layout, void> {
    if (asked.length === 0) return yield new Map();
    const starts = new Set([Math.max(0, Math.min(prefix, length - asked.length)), 0]);
    for (const start of [...starts, 1, 2]) {
      const layout = new Map<number, Contains[]>();
      for (const [index, each] of asked.entries()) {
        const at = (start + index) % Math.max(1, length);
        layout.set(at, [...(layout.get(at) ?? []), each]);
      }
      yield layout;
    }
    const counts = contains.map(({ min }) => min);
    const shared = new Map<number, Contains[]>();
    for (let at = 0; at < Math.max(...counts); at++)
      shared.set(
        at,
        contains.filter(({ min }) => min > at),
      );
    yield shared;
  }

  function fill(length: number, layout: Layout): readonly Json[] | undefined {
    const found: Json[] = [];
    const turns = new Map<Choices<Json>, number>();
    for (let index = 0; index < length; index++) {
      const from = itemChoices(index, layout);
      const item = next(from, found, turns);
      if (item === undefined) return index >= low && layout.size === 0 ? found : undefined;
      found.push(item);
    }
    return found;
  }

  function next(
    from: Choices<Json>,
    found: readonly Json[],
    turns: Map<Choices<Json>, number>,
  ): Json | undefined {
    if (!isSet) return from.at(0);
    for (let turn = turns.get(from) ?? 0; turn < MAX_REPEATED; turn++) {
      const item = from.at(turn);
      turns.set(from, turn + 1);
      if (item === undefined) return undefined;
      search.budget.spend(1 + found.length);
      if (isUnique([...found, item])) return item;
    }
    return undefined;
  }

  function* others(base: readonly Json[], layout: Layout): Generator<readonly Json[], void> {
    for (let turn = 1; turn <= MAX_ALTERNATIVES; turn++) {
      let varied = 0;
      for (const index of base.keys()) {
        const item = itemChoices(index, layout).at(turn);
        if (item === undefined || index >= 16) continue;
        varied++;
        yield base.with(index, item);
      }
      if (varied === 0) return;
    }
  }

  function itemChoices(index: number, layout: Layout): Choices<Json> {
    const serves = layout.get(index) ?? [];
    const rules = [
      ...itemNodes(nodes, index),
      ...serves.map(({ node }) => node),
      ...contains
        .filter((each) => each.max !== undefined && !serves.includes(each))
        .map(({ node }) => notNode(node)),
    ];
    const key = search.keyOf(rules);
    const created = known.get(key) ?? choices(candidates(rules, itemPlace(), search));
    known.set(key, created);
    return created;
  }

  function itemPlace(): Place {
    return { ...place, name: singular(place.name) };
  }
}

/** What the nodes say of the item at an index; `unevaluatedItems` where nothing else speaks of it. */
function itemNodes(nodes: readonly Node[], index: number): Node[] {
  const own = nodes.flatMap(({ prefixItems, items }) => prefixItems[index] ?? items ?? []);
  return own.length > 0 ? own : nodes.flatMap(({ unevaluatedItems }) => unevaluatedItems ?? []);
}
