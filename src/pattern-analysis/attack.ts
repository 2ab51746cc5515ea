/**
 * Builds the text that demonstrates an ambiguity to the pattern's author: it takes the engine through the pump again
 * and again, and then ends in a suffix that cannot match, if one is found.
 */

import type { Ambiguity } from "./ambiguity.js";
import type { Automaton } from "./automaton.js";
import { complement, contains, sampleCharacter, union } from "./code-points.js";

export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  /** False for a pump that suffices once and cannot be repeated. */
  readonly repeats: boolean;
  readonly suffix: string;
}

const MAX_CANDIDATES = 24;

export function buildAttack(automaton: Automaton, ambiguity: Ambiguity): Attack {
  const { prefix, pump, repeats, state } = ambiguity;
  const pumped = statesAfter(automaton, new Set([state]), repeats ? pump.repeat(3) : pump);
  const suffixes = candidateSuffixes(automaton);
  const failing = suffixes.find(
    (suffix) => !accepts(automaton, statesAfter(automaton, pumped, suffix)),
  );
  return { prefix, pump, repeats, suffix: failing ?? suffixes[0]! };
}

/** The text with the pump `count` times, or once when it does not repeat. */
export function attackText({ prefix, pump, repeats, suffix }: Attack, count: number): string {
  return prefix + (repeats ? pump.repeat(count) : pump) + suffix;
}

/** The attack on a lookbehind, whose body is read from its end to its start. */
export function reverseAttack({ prefix, pump, repeats, suffix }: Attack): Attack {
  const turn = (text: string): string => [...text].reverse().join("");
  return { prefix: turn(suffix), pump: turn(pump), repeats, suffix: turn(prefix) };
}

function candidateSuffixes({ sets }: Automaton): readonly string[] {
  const foreign = complement(union(sets.flat()));
  const outside = sets.map((set) => complement(set)).slice(0, MAX_CANDIDATES);
  const letters = [foreign, ...outside, ...sets]
    .filter((set) => set.length > 0)
    .map(sampleCharacter);
  const unique = [...new Set(["!", ...letters, "\n"])].slice(0, MAX_CANDIDATES);
  return [...unique, "", ...unique.map((letter) => letter + letter)];
}

/** The states that paths from `current` reach by reading `text`. An open state is never left. */
function statesAfter({ sets, states }: Automaton, current: ReadonlySet<number>, text: string) {
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    const next = new Set<number>();
    for (const from of current) {
      if (states[from]!.open) next.add(from);
      for (const { to } of states[from]!.edges) {
        if (!next.has(to) && contains(sets[states[to]!.set]!, codePoint)) next.add(to);
      }
    }
    current = next;
  }
  return current;
}

function accepts({ states }: Automaton, current: ReadonlySet<number>): boolean {
  return [...current].some((id) => states[id]!.open || states[id]!.ends);
}
