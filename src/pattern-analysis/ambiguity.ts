/**
 * Finds exponential ambiguity in a position automaton: proof that a backtracking engine can be made to try
 * exponentially many paths. After Weber & Seidl, "On the degree of ambiguity of finite automata" (1991): it can when
 * some state leads back to itself along two paths with one word (EDA), that is, when a cycle in the graph of state
 * pairs leaves the diagonal and rejoins it.
 */

import type { Automaton, Edge } from "./automaton.js";
import type { WorkBudget } from "./budget.js";
import { contains, intersection, overlaps, sampleCharacter } from "./code-points.js";

export interface Ambiguity {
  /** A text that leads to `state`. */
  readonly prefix: string;
  /** A text that is read in two ways from `state` back to it, or in `MAX_ATTEMPTS` ways where it cannot repeat. */
  readonly pump: string;
  readonly repeats: boolean;
  /** The state in which the pump starts. */
  readonly state: number;
}

/**
 * `(a|a)` 30 times in a row has no loop and still 2^30 paths, which is as bad as a loop. This many attempts take a few
 * milliseconds, times what accepted polynomials cost anyway.
 */
const MAX_ATTEMPTS = 2 ** 17;

/** One pair of states two attempts can be in after the same word; `a <= b`. */
interface Pair {
  readonly a: number;
  readonly b: number;
  next: readonly number[];
  /** Tarjan's numbers; `component` is -1 while the pair is on the stack. */
  low: number;
  component: number;
  /** The most forks ahead, in bits of what they multiply by, and the edge out of this component to them. */
  forks: number;
  exit: readonly [from: number, to: number] | undefined;
}

interface Search {
  readonly automaton: Automaton;
  /** By state, the ways to each next one. */
  readonly ways: readonly ReadonlyMap<number, number>[];
  /** By state, how many lead to it. */
  readonly sources: readonly number[];
  /** By state, its edges by the set they read. */
  readonly bySet: readonly ReadonlyMap<number, readonly Edge[]>[];
  /** By set, those that share a character with it. */
  readonly meeting: readonly (readonly number[])[];
  readonly pairs: Pair[];
  readonly ids: Int32Array;
  readonly stack: number[];
  readonly budget: WorkBudget;
}

/** @throws TooLarge */
export function findAmbiguity(automaton: Automaton, budget: WorkBudget): Ambiguity | undefined {
  const search = createSearch(automaton, budget);
  // An attempt that passes an open state ends in success, and what it has not tried by then
  // is never tried: only what lies between open states can multiply.
  for (const [state, { open }] of automaton.states.entries()) {
    if (state > 0 && !open) continue;
    const root = pairOf(search, state, state);
    if (search.pairs[root]!.low >= 0) continue;
    const found = exploreComponents(search, root) ?? forkAmbiguity(search, root);
    if (found) return found;
  }
  return undefined;
}

function createSearch(automaton: Automaton, budget: WorkBudget): Search {
  const { sets, states } = automaton;
  const ranges = sets.reduce((sum, set) => sum + set.length, 0);
  budget.spend((ranges * sets.length) / 4 + states.length ** 2 / 50);
  return {
    automaton,
    ways: states.map(({ edges }) => new Map(edges.map(({ to, ways }) => [to, ways]))),
    sources: countSources(automaton),
    bySet: states.map(({ edges }) => groupBySet(automaton, edges)),
    meeting: sets.map((a) => sets.flatMap((b, number) => (overlaps(a, b) ? [number] : []))),
    pairs: [],
    ids: new Int32Array(states.length ** 2),
    stack: [],
    budget,
  };
}

function countSources({ states }: Automaton): number[] {
  const sources = states.map(() => 0);
  for (const { edges } of states) for (const { to } of edges) sources[to]!++;
  return sources;
}

function groupBySet({ states }: Automaton, edges: readonly Edge[]): Map<number, Edge[]> {
  const groups = new Map<number, Edge[]>();
  for (const edge of edges) {
    const { set } = states[edge.to]!;
    const group = groups.get(set);
    if (group) group.push(edge);
    else groups.set(set, [edge]);
  }
  return groups;
}

function pairOf({ automaton, pairs, ids }: Search, p: number, q: number): number {
  const [a, b] = p <= q ? [p, q] : [q, p];
  const index = a * automaton.states.length + b;
  if (ids[index]! > 0) return ids[index]! - 1;
  const id = pairs.push({ a, b, next: [], low: -1, component: -1, forks: 0, exit: undefined }) - 1;
  ids[index] = id + 1;
  return id;
}

/** Tarjan's strongly connected components, without recursion. */
function exploreComponents(search: Search, root: number): Ambiguity | undefined {
  const { pairs, stack } = search;
  const path: { id: number; child: number }[] = [];
  const order = new Map<number, number>();
  const discover = (id: number): void => {
    const pair = pairs[id]!;
    pair.low = order.size;
    order.set(id, order.size);
    pair.next = successors(search, pair);
    stack.push(id);
    path.push({ id, child: 0 });
  };
  discover(root);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const pair = pairs[top.id]!;
    const next = pair.next[top.child++];
    if (next === undefined) {
      path.pop();
      const parent = pairs[path.at(-1)?.id ?? top.id]!;
      parent.low = Math.min(parent.low, pair.low);
      if (pair.low !== order.get(top.id)) continue;
      const found = closeComponent(search, top.id);
      if (found) return found;
    } else if (pairs[next]!.low < 0) {
      discover(next);
    } else if (pairs[next]!.component < 0) {
      pair.low = Math.min(pair.low, order.get(next)!);
    }
  }
  return undefined;
}

function successors(search: Search, { a, b }: Pair): number[] {
  const { automaton, bySet, meeting } = search;
  const found = new Set<number>();
  for (const [set, left] of bySet[a]!) {
    for (const other of meeting[set]!) {
      const right = bySet[b]!.get(other) ?? [];
      search.budget.spend(left.length * right.length + 1);
      for (const { to: p } of left) {
        if (automaton.states[p]!.open) continue;
        for (const { to: q } of right) {
          if (!automaton.states[q]!.open) found.add(pairOf(search, p, q));
        }
      }
    }
  }
  return [...found];
}

/** Takes one component off the stack. The components that it leads to have been taken off before. */
function closeComponent(search: Search, root: number): Ambiguity | undefined {
  const { pairs, stack } = search;
  const members = stack.splice(stack.lastIndexOf(root));
  for (const id of members) pairs[id]!.component = root;
  let forks = 0;
  let exit: Pair["exit"];
  for (const id of members) {
    const pair = pairs[id]!;
    for (const next of pair.next) {
      const gain = forksOn(search, pair, pairs[next]!);
      if (pairs[next]!.component === root) {
        if (gain > 0) return cycleAmbiguity(search, id, next);
      } else if (pairs[next]!.forks + gain > forks) {
        [forks, exit] = [pairs[next]!.forks + gain, [id, next]];
      }
    }
    forks = Math.max(forks, deadForks(search, pair));
  }
  for (const id of members) Object.assign(pairs[id]!, { forks, exit });
  return undefined;
}

/** The bits by which one step of two attempts multiplies the ways to the state where both meet. */
function forksOn({ ways, sources }: Search, from: Pair, to: Pair): number {
  if (to.a !== to.b) return 0;
  if (from.a !== from.b) return Math.log2(sources[to.a]!);
  return Math.log2(ways[from.a]!.get(to.a)!);
}

function deadForks({ automaton }: Search, { a, b }: Pair): number {
  return a === b ? Math.log2(automaton.states[a]!.deadWays) : 0;
}

/** `from` and `to` are in one component, and the step between them rejoins the diagonal. */
function cycleAmbiguity(search: Search, from: number, to: number): Ambiguity {
  const state = search.pairs[to]!.a;
  const pump = wordOf(search, [...shortestPath(search, to, from), to]);
  return { prefix: findPrefix(search.automaton, state), pump, repeats: true, state };
}

/** Follows the path with the most forks and counts the attempts on the word that it spells. */
function forkAmbiguity(search: Search, root: number): Ambiguity | undefined {
  const { pairs, automaton } = search;
  const { forks, a: state } = pairs[root]!;
  if (forks === 0) return undefined;
  const path: number[] = [];
  for (let at = root, exit = pairs[at]!.exit; exit; exit = pairs[at]!.exit) {
    path.push(...shortestPath(search, at, exit[0]), exit[1]);
    at = exit[1];
  }
  const pump = wordOf(search, path);
  if (countAttempts(search, state, pump) < MAX_ATTEMPTS) return undefined;
  return { prefix: findPrefix(automaton, state), pump, repeats: false, state };
}

/** How many attempts a backtracking engine makes from `state` before all have failed. */
function countAttempts({ automaton, budget }: Search, state: number, word: string): number {
  const { states, sets } = automaton;
  let ways: ReadonlyMap<number, number> = new Map([[state, 1]]);
  let attempts = states[state]!.deadWays;
  for (const character of word) {
    const codePoint = character.codePointAt(0)!;
    const next = new Map<number, number>();
    for (const [from, count] of ways) {
      budget.spend(states[from]!.edges.length);
      for (const edge of states[from]!.edges) {
        const { open, set } = states[edge.to]!;
        if (open || !contains(sets[set]!, codePoint)) continue;
        next.set(edge.to, (next.get(edge.to) ?? 0) + count * edge.ways);
      }
    }
    for (const [to, count] of next) attempts += count * Math.max(1, states[to]!.deadWays);
    ways = next;
  }
  return attempts;
}

/** The shortest way between two pairs of one component, without the first of them. */
function shortestPath({ pairs }: Search, from: number, to: number): number[] {
  const { component } = pairs[from]!;
  return shortest(
    from,
    (id) => id === to,
    (id) => pairs[id]!.next.filter((next) => pairs[next]!.component === component),
  );
}

/** The shortest text that leads from the start to `state`. */
export function findPrefix(automaton: Automaton, state: number): string {
  const { states } = automaton;
  const next = (id: number) => states[id]!.edges.map(({ to }) => to);
  const path = shortest(0, (id) => id === state, next);
  return path.map((id) => sharedCharacter(automaton, id, id)).join("");
}

function wordOf({ automaton, pairs }: Search, path: readonly number[]): string {
  return path.map((id) => sharedCharacter(automaton, pairs[id]!.a, pairs[id]!.b)).join("");
}

function sharedCharacter({ sets, states }: Automaton, p: number, q: number): string {
  return sampleCharacter(intersection(sets[states[p]!.set]!, sets[states[q]!.set]!));
}

/** Breadth first from `start` to the first that `isGoal`; empty when that is `start`. */
function shortest(
  start: number,
  isGoal: (id: number) => boolean,
  nextOf: (id: number) => readonly number[],
): number[] {
  const cameFrom = new Map<number, number>([[start, start]]);
  for (const id of cameFrom.keys()) {
    if (isGoal(id)) {
      const path: number[] = [];
      for (let at = id; at !== start; at = cameFrom.get(at)!) path.unshift(at);
      return path;
    }
    for (const next of nextOf(id)) if (!cameFrom.has(next)) cameFrom.set(next, id);
  }
  return [];
}
