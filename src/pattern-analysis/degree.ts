/**
 * Computes the degree of a position automaton without exponential ambiguity: the power of the text's length in which a
 * backtracking engine's attempts can grow. After Weber & Seidl (1991): a loop multiplies the attempts of an earlier
 * loop if one word can be read in the first, in the second, and on the way from the first to the second (IDA). The
 * three readings are found as in Allauzen, Mohri & Rastogi, "General algorithms for testing the ambiguity of finite
 * automata" (2008).
 */

import type { AST } from "@eslint-community/regexpp";
import type { Automaton, State } from "./automaton.js";
import type { WorkBudget } from "./budget.js";
import { intersection, overlaps, type CodePoints } from "./code-points.js";
import { stronglyConnected } from "./components.js";

export interface Growth {
  /** The most loops of the body that divide one text among them; 1 is linear time. */
  readonly degree: number;
  /** By lookaround in the body, the power in which its own attempts are repeated. */
  readonly lookarounds: ReadonlyMap<AST.Assertion, number>;
}

interface Search {
  readonly states: readonly State[];
  readonly sets: readonly CodePoints[];
  /** By state, the states that an attempt can reach with the next character and still fail. */
  readonly next: readonly (readonly number[])[];
  /** By state, its component. */
  readonly component: readonly number[];
  readonly members: readonly (readonly number[])[];
  /** By component, whether an attempt can stay in it, or come by it again. */
  readonly loops: readonly boolean[];
  /** By component, every component that it leads to. */
  readonly ahead: readonly ReadonlySet<number>[];
  readonly common: Map<number, CodePoints>;
  readonly budget: WorkBudget;
}

/** The highest degree that is safe for texts of any length: see `analyze-pattern.ts`. */
export const MAX_DEGREE = 2;

/** @throws TooLarge */
export function computeGrowth(automaton: Automaton, budget: WorkBudget): Growth {
  const search = createSearch(automaton, budget);
  const mostly = loopDegrees(search, () => true);
  // Most patterns have so few loops in a row that it makes no difference what each reads.
  const isPlain =
    Math.max(...mostly) <= MAX_DEGREE &&
    search.states.every((state) => state.lookarounds.length === 0);
  const degrees = isPlain
    ? mostly
    : loopDegrees(search, (from, to) => hasMultiplyingWord(search, from, to));
  const lookarounds = new Map<AST.Assertion, number>();
  let degree = 1;
  search.states.forEach((state, id) => {
    const here = degrees[search.component[id]!]!;
    degree = Math.max(degree, here);
    for (const lookaround of state.lookarounds) {
      if (lookaround === undefined) continue;
      lookarounds.set(lookaround, Math.max(lookarounds.get(lookaround) ?? 0, here));
    }
  });
  return { degree, lookarounds };
}

function createSearch({ states, sets }: Automaton, budget: WorkBudget): Search {
  // An attempt in an open state cannot fail, so that no edge into one is followed.
  const next = states.map(({ edges }) => edges.flatMap(({ to }) => (states[to]!.open ? [] : [to])));
  budget.spend(states.length + next.reduce((sum, all) => sum + all.length, 0));
  const { of: component, count } = stronglyConnected(states.length, (id) => next[id]!);
  const members = Array.from({ length: count }, (): number[] => []);
  component.forEach((number, id) => members[number]!.push(id));
  const recurring = recurringStates(states);
  const loops = members.map(([first = 0, ...others]) =>
    others.length > 0 || states[first]!.open ? recurring[first]! : next[first]!.includes(first),
  );
  // A component has a smaller number than those that lead to it.
  const ahead: Set<number>[] = [];
  for (const [number, ids] of members.entries()) {
    const reached = new Set<number>();
    for (const to of ids.flatMap((id) => next[id]!)) {
      const other = component[to]!;
      if (other === number || reached.has(other)) continue;
      reached.add(other);
      for (const each of ahead[other]!) reached.add(each);
      budget.spend(ahead[other]!.size / 4 + 1);
    }
    ahead.push(reached);
  }
  return {
    ...{ states, sets, next, component, members, loops, ahead },
    ...{ common: new Map(), budget },
  };
}

/** By state, if it is on a cycle. An open state on one is passed at each character, and what follows is tried anew. */
function recurringStates(states: readonly State[]): boolean[] {
  const next = states.map(({ edges }) => edges.map(({ to }) => to));
  const { of } = stronglyConnected(states.length, (id) => next[id]!);
  const sizes = new Map<number, number>();
  for (const component of of) sizes.set(component, (sizes.get(component) ?? 0) + 1);
  return states.map((_, id) => sizes.get(of[id]!)! > 1 || next[id]!.includes(id));
}

/** By component, the power in which the attempts that reach it grow. */
function loopDegrees(
  { members, loops, ahead }: Search,
  isMultiplied: (from: number, to: number) => boolean,
): number[] {
  const degrees = members.map((_, number): number => (loops[number] ? 1 : 0));
  // From the start on: from the largest number to the smallest.
  for (let from = members.length - 1; from >= 0; from--) {
    for (const to of ahead[from]!) {
      const more = degrees[from]! + (loops[to] && loops[from] ? 1 : 0);
      if (degrees[to]! >= more) continue;
      const gained = more > degrees[from]! && isMultiplied(from, to);
      degrees[to] = Math.max(degrees[to]!, gained ? more : degrees[from]!);
    }
  }
  return degrees;
}

/** True if some word leads from a state of `from` to itself and to a state of `to`, and from that one to itself. */
function hasMultiplyingWord(search: Search, from: number, to: number): boolean {
  const { states, members, component, ahead, next, budget } = search;
  const firsts = members[from]!;
  // Everything after an open state is tried again, whatever was read before.
  if (firsts.some((id) => states[id]!.open)) return true;
  const lasts = members[to]!;
  const middles = states.flatMap((_, id) => {
    const number = component[id]!;
    const isBetween =
      number === from || number === to || (ahead[from]!.has(number) && ahead[number]!.has(to));
    return isBetween ? [id] : [];
  });
  budget.spend(states.length);
  const size = firsts.length * middles.length * lasts.length;
  budget.spend(size);
  const [first, middle, last] = [indexOf(firsts), indexOf(middles), indexOf(lasts)];
  const number = (p: number, m: number, q: number): number =>
    (first.get(p)! * middles.length + middle.get(m)!) * lasts.length + last.get(q)!;

  function* successors(node: number): Generator<number> {
    const q = lasts[node % lasts.length]!;
    const m = middles[Math.floor(node / lasts.length) % middles.length]!;
    const p = firsts[Math.floor(node / lasts.length / middles.length)]!;
    // Back to where the word begins: both ends are in one component if there is a word.
    if (m === q) yield number(p, p, q);
    for (const p2 of next[p]!) {
      if (!first.has(p2)) continue;
      for (const m2 of next[m]!) {
        if (!middle.has(m2)) continue;
        budget.spend(1);
        const shared = commonSet(search, states[p2]!.set, states[m2]!.set);
        if (shared.length === 0) continue;
        for (const q2 of next[q]!) {
          if (!last.has(q2)) continue;
          budget.spend(2);
          if (overlaps(shared, search.sets[states[q2]!.set]!)) yield number(p2, m2, q2);
        }
      }
    }
  }

  const { of } = stronglyConnected(size, successors);
  return firsts.some((p) => lasts.some((q) => of[number(p, p, q)] === of[number(p, q, q)]));
}

function indexOf(ids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(ids.map((id, index) => [id, index]));
}

function commonSet({ sets, common, budget }: Search, a: number, b: number): CodePoints {
  const key = Math.min(a, b) * sets.length + Math.max(a, b);
  const known = common.get(key);
  if (known !== undefined) return known;
  budget.spend((sets[a]!.length + sets[b]!.length) / 4);
  const found = a === b ? sets[a]! : intersection(sets[a]!, sets[b]!);
  common.set(key, found);
  return found;
}
