/**
 * Candidates: the values that satisfy all of some nodes, the best example first. They are checked, and made only when
 * the caller asks for the next one.
 */

import type { Json } from "@proto-gen/runtime/json";
import { type JsonType, type Node, soleReference } from "../node.js";
import { arrays } from "./arrays.js";
import { expansions } from "./expansions.js";
import { numbers } from "./numbers.js";
import { objects } from "./objects.js";
import { holds } from "./satisfies.js";
import type { ValueContext, Search } from "./search.js";
import { strings } from "./strings.js";
import { typesFor } from "./types-for.js";

/** Values in one another. */
const MAX_NESTING = 64;
/** Proposals for one value, and for one choice of its branches before the next is tried. */
const MAX_PROPOSALS = 1_500;
const AT_A_TIME = 3;

export function* candidates(
  nodes: readonly Node[],
  context: ValueContext,
  search: Search,
): Generator<Json, void> {
  const key = search.keyOf(nodes.map(target));
  // A value that satisfies these nodes inside a value that must satisfy them too would do for the whole.
  if (context.entered.has(key) || context.entered.size >= MAX_NESTING) return;
  const inner = { ...context, entered: new Set(context.entered).add(key) };
  let proposed = 0;
  for (const value of proposals(nodes, inner, search)) {
    if (++proposed > MAX_PROPOSALS) return;
    search.budget.spend(1);
    if (!nodes.every((node) => holds(node, value, search))) continue;
    if (typeof value === "object" && value !== null)
      search.known.set(value, new Map(nodes.map((node) => [node, true])));
    yield value;
  }
}

function target(node: Node): Node {
  return soleReference(node)?.node ?? node;
}

/** Ever more ways to choose branches, and of each ever more values: no way keeps another from being tried. */
function* proposals(
  nodes: readonly Node[],
  context: ValueContext,
  search: Search,
): Generator<Json, void> {
  const ways = expansions(nodes, search);
  let pending: Generator<Json, void>[] = [];
  for (let way = ways.next(); way.done !== true || pending.length > 0; way = ways.next()) {
    if (way.done !== true) pending.push(expanded(way.value, context, search));
    const left: Generator<Json, void>[] = [];
    for (const stream of pending) if (yield* some(stream, AT_A_TIME)) left.push(stream);
    pending = left;
  }
}

/** Gives the next values of a stream, and says whether there may be more. */
function* some<Value>(stream: Generator<Value, void>, count: number): Generator<Value, boolean> {
  for (let taken = 0; taken < count; taken++) {
    const next = stream.next();
    if (next.done === true) return false;
    yield next.value;
  }
  return true;
}

function* expanded(
  nodes: readonly Node[],
  context: ValueContext,
  search: Search,
): Generator<Json, void> {
  yield* search.order(nodes.flatMap(({ annotations }) => annotations.examples ?? []));
  for (const { annotations } of nodes)
    if (annotations.default !== undefined) yield annotations.default;
  yield* typed(nodes, context, search);
}

function* typed(
  nodes: readonly Node[],
  context: ValueContext,
  search: Search,
): Generator<Json, void> {
  const listed = nodes.find(({ values }) => values !== undefined)?.values;
  if (listed !== undefined) yield* search.order(listed.value);
  else yield* inTurn(typesFor(nodes).map((type) => ofType(type, { nodes, context, search })));
}

/** The nodes that a value must satisfy, and where it will stand. */
interface Wanted {
  readonly nodes: readonly Node[];
  readonly context: ValueContext;
  readonly search: Search;
}

function* ofType(type: JsonType, { nodes, context, search }: Wanted): Generator<Json, void> {
  switch (type) {
    case "null":
      return yield null;
    case "boolean":
      return yield* search.order([true, false]);
    case "integer":
    case "number":
      return yield* numbers(nodes, type === "integer");
    case "string":
      return yield* strings(nodes, context, search);
    case "array":
      return yield* arrays(nodes, context, search);
    case "object":
      return yield* objects(nodes, context, search);
  }
}

/** One of each, again and again, so that no type keeps another from being tried. */
function* inTurn<Value>(streams: readonly Generator<Value, void>[]): Generator<Value, void> {
  for (let waiting = streams; waiting.length > 0;) {
    const left: Generator<Value, void>[] = [];
    for (const stream of waiting) if (yield* some(stream, 1)) left.push(stream);
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
