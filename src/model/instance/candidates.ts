/**
 * Candidates: the values that satisfy all of some nodes, the best example first. In: the nodes and
 * where the value will stand. Out: values that were checked, made only as far as they are asked for.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { JsonType, Node } from "../node.js";
import { soleReference } from "../node.js";
import { arrays } from "./arrays.js";
import { expansions } from "./expansions.js";
import { numbers } from "./numbers.js";
import { objects } from "./objects.js";
import { holds } from "./satisfies.js";
import type { Place, Search } from "./search.js";
import { strings } from "./strings.js";
import { typesFor } from "./types-for.js";

/** Proposals for one value, and those for one choice of its branches. */
const MAX_PROPOSALS = 1_500;
const MAX_PER_EXPANSION = 400;

export function* candidates(
  nodes: readonly Node[],
  place: Place,
  search: Search,
): Generator<Json, void> {
  const key = search.keyOf(nodes.map(target));
  // What satisfies these nodes inside a value that has to satisfy them too would do for the whole.
  if (place.open.has(key)) return;
  const inner = { ...place, open: new Set(place.open).add(key) };
  let proposed = 0;
  for (const value of proposals(nodes, inner, search)) {
    if (++proposed > MAX_PROPOSALS) return;
    search.budget.spend(1);
    if (nodes.every((node) => holds(node, value, search))) yield value;
  }
}

function target(node: Node): Node {
  return soleReference(node)?.node ?? node;
}

function* proposals(nodes: readonly Node[], place: Place, search: Search): Generator<Json, void> {
  for (const each of expansions(nodes, search)) {
    yield* search.order(each.flatMap(({ annotations }) => annotations.examples ?? []));
    yield* each.flatMap(({ annotations: { default: value } }) =>
      value === undefined ? [] : [value],
    );
    yield* first(typed(each, place, search), MAX_PER_EXPANSION);
  }
}

function* typed(nodes: readonly Node[], place: Place, search: Search): Generator<Json, void> {
  const listed = nodes.find(({ values }) => values !== undefined)?.values;
  if (listed !== undefined) yield* search.order(listed.value);
  else yield* inTurn(typesFor(nodes).map((type) => ofType(type, nodes, place, search)));
}

function* ofType(
  type: JsonType,
  nodes: readonly Node[],
  place: Place,
  search: Search,
): Generator<Json, void> {
  switch (type) {
    case "null":
      return yield null;
    case "boolean":
      return yield* search.order([true, false]);
    case "integer":
    case "number":
      return yield* numbers(nodes, type === "integer");
    case "string":
      return yield* strings(nodes, place, search);
    case "array":
      return yield* arrays(nodes, place, search);
    case "object":
      return yield* objects(nodes, place, search);
  }
}

/** One of each, again and again, so that no type keeps another from being tried. */
function* inTurn<Value>(streams: readonly Generator<Value, void>[]): Generator<Value, void> {
  for (let waiting = streams; waiting.length > 0;) {
    const left: Generator<Value, void>[] = [];
    for (const stream of waiting) {
      const next = stream.next();
      if (next.done === true) continue;
      yield next.value;
      left.push(stream);
    }
    waiting = left;
  }
}

export function* first<Value>(values: Iterable<Value>, count: number): Generator<Value, void> {
  let taken = 0;
  for (const value of values) {
    if (taken++ >= count) return;
    yield value;
  }
}
