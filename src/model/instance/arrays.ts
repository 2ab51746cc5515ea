/**
 * Makes arrays that may satisfy nodes without choices: arrays of one item or as many as there must be first, then of
 * other lengths and with other items.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isUnique } from "@proto-gen/runtime/codegen/v1";
import { sampleLimits } from "../../keywords/simple-keywords.js";
import type { Contains, Node } from "../node.js";
import { candidates } from "./candidates.js";
import { choices, type Choices } from "./choices.js";
import { containsLayouts, type Layout } from "./contains-layouts.js";
import { notNode } from "./negation.js";
import type { ValueContext, Search } from "./search.js";
import { singular } from "./wording.js";

/** An example with more items is none. */
const MAX_ITEMS = 256;
const MAX_ALTERNATIVES = 64;
/** Items that are varied one at a time. */
const MAX_SINGLE = 16;
/** Candidates for an item that are passed over because they are there already. */
const MAX_REPEATED = 300;

interface ArrayPlan {
  readonly search: Search;
  readonly contains: readonly Contains[];
  readonly low: number;
  readonly isSet: boolean;
  item(index: number, layout: Layout): Choices<Json>;
}

type Arrays = Generator<readonly Json[], void>;

export function* arrays(nodes: readonly Node[], context: ValueContext, search: Search): Arrays {
  const limits = sampleLimits(nodes, "array");
  const low = Math.max(0, limits.low);
  const high = Math.min(MAX_ITEMS, limits.high);
  const contains = nodes.flatMap((node) => node.contains);
  if (low > high || contains.some(({ min }) => min > high)) return;
  const item = itemsOf(nodes, {
    contains,
    context: { ...context, name: singular(context.name) },
    search,
  });
  const plan = { search, contains, low, isSet: limits.areItemsUnique, item };
  const asked = contains.reduce((sum, { min }) => sum + min, 0);
  const prefix = Math.max(0, ...nodes.map(({ prefixItems }) => prefixItems.length));
  const usual = Math.min(high, Math.max(low, 1, asked, prefix));
  for (const length of new Set([usual, Math.max(low, asked), low, usual + 1, usual + 2]))
    if (length <= high)
      for (const layout of containsLayouts(contains, length, prefix))
        yield* laidOut(plan, length, layout);
}

/** For an index, the values that its item may have; made once for items of the same rules. */
function itemsOf(
  nodes: readonly Node[],
  {
    contains,
    context,
    search,
  }: Pick<ArrayPlan, "contains" | "search"> & { readonly context: ValueContext },
): ArrayPlan["item"] {
  const known = new Map<string, Choices<Json>>();
  return (index, layout) => {
    const serves = layout.get(index) ?? [];
    const others = contains.filter((each) => each.max !== undefined && !serves.includes(each));
    const rules = [
      ...itemNodes(nodes, index),
      ...serves.map(({ node }) => node),
      ...others.map(({ node }) => notNode(node)),
    ];
    const key = search.keyOf(rules);
    const found = known.get(key) ?? choices(candidates(rules, context, search));
    known.set(key, found);
    return found;
  };
}

/** The nodes that hold for the item at an index; `unevaluatedItems` where no other rule applies. */
function itemNodes(nodes: readonly Node[], index: number): Node[] {
  const own = nodes.flatMap(({ prefixItems, items }) => prefixItems[index] ?? items ?? []);
  return own.length > 0 ? own : nodes.flatMap(({ unevaluatedItems }) => unevaluatedItems ?? []);
}

function* laidOut(plan: ArrayPlan, length: number, layout: Layout): Arrays {
  plan.search.budget.spend(1 + length);
  const base = fill(plan, length, layout);
  if (base === undefined) return;
  yield base;
  for (let turn = 1; turn <= MAX_ALTERNATIVES; turn++) {
    let isSpent = true;
    for (const index of base.keys()) {
      const item = index < MAX_SINGLE ? plan.item(index, layout).at(turn) : undefined;
      if (item === undefined) continue;
      isSpent = false;
      yield base.with(index, item);
    }
    if (isSpent) return;
  }
}

function fill(plan: ArrayPlan, length: number, layout: Layout): readonly Json[] | undefined {
  const found: Json[] = [];
  const turns = new Map<Choices<Json>, number>();
  for (let index = 0; index < length; index++) {
    const item = nextItem(plan.item(index, layout), { found, turns }, plan);
    // A shorter array may do, where nothing was laid out for its end.
    if (item === undefined) return index >= plan.low && layout.size === 0 ? found : undefined;
    found.push(item);
  }
  return found;
}

interface FilledItems {
  readonly found: readonly Json[];
  /** For each list of choices, how many were passed over. */
  readonly turns: Map<Choices<Json>, number>;
}

function nextItem(
  from: Choices<Json>,
  { found, turns }: FilledItems,
  { isSet, search }: ArrayPlan,
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
