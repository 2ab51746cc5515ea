/**
 * Builds the position automaton of a program. A state is the character of the program that was read last, and state 0
 * is the start. An edge carries the number of ways in which a backtracking engine gets from one character to the next,
 * because it tries each of them.
 */

import type { AST } from "@eslint-community/regexpp";
import { BudgetExceeded, type WorkBudget } from "./budget.js";
import { ALL_CODE_POINTS, overlaps, NOT_WORD, WORD, type CodePoints } from "./code-points.js";
import type { Program, Step } from "./program.js";

export interface Edge {
  readonly to: number;
  readonly ways: number;
  /** Some way passes no assertion. */
  readonly sure: boolean;
}

export interface State {
  /** Index into `Automaton.sets`; -1 at the start. */
  readonly set: number;
  readonly edges: readonly Edge[];
  /** The match may end here, whatever follows: an attempt that reaches this state cannot fail. */
  readonly open: boolean;
  /** The match may end here if the text does. */
  readonly closes: boolean;
  /** The match may end here, if some assertion holds. */
  readonly ends: boolean;
  /** The number of ways to a point after which no character is read. */
  readonly deadWays: number;
  /** Lookarounds tried in this state. */
  readonly lookarounds: readonly (AST.Assertion | undefined)[];
}

export interface Automaton {
  readonly sets: readonly CodePoints[];
  readonly states: readonly State[];
}

const MAX_STATES = 1_300;
const MANY = 2 ** 64;

/** A point between two characters: a step, and the conditions of the way to it. */
interface Point {
  readonly step: number;
  /** The outermost loop entered on the way; leaving it now would be an empty iteration. */
  readonly entered: number;
  /** The characters that may come next, for the `\b` and `\B` on the way. */
  readonly need: Need;
  readonly sure: boolean;
}

interface Way {
  readonly point: Point;
  readonly next: readonly Point[];
  ways: number;
}

type Need = 0 | 1 | 2;
const [NONE, BOUNDARY, INSIDE] = [0, 1, 2] as const;

interface AutomatonBuilder {
  readonly program: Program;
  readonly budget: WorkBudget;
  readonly sets: CodePoints[];
  readonly setOf: Map<number, number>;
  readonly stateOf: Map<number, number>;
  readonly order: number[];
}

/** @throws TooLarge */
export function buildAutomaton(program: Program, budget: WorkBudget): Automaton {
  const maps = { sets: [], setOf: new Map(), stateOf: new Map(), order: [-1] };
  const draft: AutomatonBuilder = { program, budget, ...maps };
  numberCharacterSets(draft);
  const states: State[] = [];
  for (let id = 0; id < draft.order.length; id++) states.push(stateAfter(draft, draft.order[id]!));
  const opened = program.early ? states.map(closed) : markUniversalStatesOpen(states, draft.sets);
  return { sets: draft.sets, states: opened };
}

// The end is reached too early in such a program, so that it does not end a match.
function closed(state: State): State {
  return { ...state, open: false };
}

function numberCharacterSets({ program, budget, sets, setOf }: AutomatonBuilder): void {
  const numbers = new Map<CodePoints | string, number>();
  program.steps.forEach((step, index) => {
    if (step.kind !== "character") return;
    // Copies of one class share its set; a property has hundreds of ranges to compare.
    let number = numbers.get(step.set);
    if (number === undefined) {
      budget.spend(step.set.length);
      const key = step.set.join(";");
      number = numbers.get(key) ?? sets.push(step.set) - 1;
      numbers.set(key, number).set(step.set, number);
    }
    setOf.set(index, number);
  });
}

function stateAfter(draft: AutomatonBuilder, origin: number): State {
  const { steps, entry } = draft.program;
  const step = steps[origin];
  const before = step?.kind === "character" ? step : undefined;
  const start: Point = { step: before?.next ?? entry, entered: 0, need: NONE, sure: true };
  const all = collectWays(draft, start, before);
  const at = (kind: Step["kind"]) => all.filter(({ point }) => steps[point.step]!.kind === kind);
  const accepts = at("accept");
  const lasts = at("last");
  const dead = [...at("leave"), ...at("first"), ...lasts, ...accepts];
  return {
    set: draft.setOf.get(origin) ?? -1,
    edges: edgesTo(draft, at("character"), before?.set),
    open: accepts.some(({ point }) => point.sure),
    closes: lasts.some(({ point }) => point.sure && isBeforeAccept(draft, point)),
    ends: accepts.length > 0 || lasts.length > 0,
    deadWays: Math.max(1, ...dead.map(({ ways }) => ways)),
    lookarounds: at("lookaround").map(({ point }) => nodeAt(draft, point)),
  };
}

function edgesTo(
  draft: AutomatonBuilder,
  reached: readonly Way[],
  before: CodePoints | undefined,
): Edge[] {
  const edges = new Map<number, { ways: number; sure: boolean }>();
  for (const { point, ways } of reached) {
    const step = draft.program.steps[point.step]!;
    if (step.kind !== "character" || !reaches(before, step.set, point.need)) continue;
    const known = edges.get(point.step) ?? { ways: 0, sure: false };
    edges.set(point.step, { ways: known.ways + ways, sure: known.sure || point.sure });
  }
  draft.budget.spend(2 * edges.size);
  return Array.from(edges, ([step, edge]) => ({ to: stateFor(draft, step), ...edge }));
}

function isBeforeAccept({ program: { steps } }: AutomatonBuilder, { step }: Point): boolean {
  const at = steps[step]!;
  return at.kind === "last" && steps[at.next]!.kind === "accept";
}

function nodeAt(
  { program: { steps } }: AutomatonBuilder,
  { step }: Point,
): AST.Assertion | undefined {
  const at = steps[step]!;
  return "node" in at ? at.node : undefined;
}

function stateFor(draft: AutomatonBuilder, step: number): number {
  const known = draft.stateOf.get(step);
  if (known !== undefined) return known;
  if (draft.order.length >= MAX_STATES) throw new BudgetExceeded("the automaton is too large");
  const id = draft.order.push(step) - 1;
  draft.stateOf.set(step, id);
  return id;
}

/**
 * Every point reachable without reading, with the number of ways to it. There are finitely
 * many: a loop comes round without reading only through an empty iteration, which fails.
 */
function collectWays(
  draft: AutomatonBuilder,
  start: Point,
  before: Step | undefined,
): readonly Way[] {
  const points = new Map<number, Way>();
  const finished: number[] = [];
  const pending: { key: number; child: number }[] = [];
  const discover = (point: Point): void => {
    const key = keyOf(draft, point);
    if (points.has(key)) return;
    draft.budget.spend(5);
    points.set(key, { point, next: nextPoints(draft, point, before), ways: 0 });
    pending.push({ key, child: 0 });
  };
  discover(start);
  for (let top = pending.at(-1); top; top = pending.at(-1)) {
    const child = points.get(top.key)!.next[top.child++];
    if (child) discover(child);
    else finished.push(pending.pop()!.key);
  }
  points.get(keyOf(draft, start))!.ways = 1;
  const ordered = finished.reverse().map((key) => points.get(key)!);
  for (const { next, ways } of ordered) {
    for (const point of next) {
      const target = points.get(keyOf(draft, point))!;
      target.ways = Math.min(MANY, target.ways + ways);
    }
  }
  return ordered;
}

function keyOf({ program }: AutomatonBuilder, { step, entered, need, sure }: Point): number {
  return ((step * (program.depth + 1) + entered) * 3 + need) * 2 + (sure ? 1 : 0);
}

/** The points one step further, without reading a character. */
function nextPoints(
  { program }: AutomatonBuilder,
  point: Point,
  before: Step | undefined,
): readonly Point[] {
  const at = program.steps[point.step]!;
  const { entered, need } = point;
  switch (at.kind) {
    case "choice":
      return at.choices.map((step) => ({ ...point, step }));
    case "enter":
      return [{ ...point, step: at.next, entered: entered ? Math.min(entered, at.loop) : at.loop }];
    case "leave":
      return entered && entered <= at.loop ? [] : [{ ...point, step: at.next, entered: 0 }];
    case "first":
      return before ? [] : [{ ...point, step: at.next, sure: false }];
    case "boundary":
      return need === INSIDE ? [] : [{ ...point, step: at.next, need: BOUNDARY, sure: false }];
    case "inside":
      return need === BOUNDARY ? [] : [{ ...point, step: at.next, need: INSIDE, sure: false }];
    case "lookaround":
      return [{ ...point, step: at.next, sure: false }];
    default:
      return [];
  }
}

function reaches(before: CodePoints | undefined, set: CodePoints, need: Need): boolean {
  if (set.length === 0) return false;
  if (need === NONE || !before) return true;
  const [word, other] = [overlaps(before, WORD), overlaps(before, NOT_WORD)];
  const afterWord = need === BOUNDARY ? NOT_WORD : WORD;
  const afterOther = need === BOUNDARY ? WORD : NOT_WORD;
  return (word && overlaps(set, afterWord)) || (other && overlaps(set, afterOther));
}

/**
 * `[^]*$` ends a match whatever follows, just as the end of the pattern does: a state that
 * may end at `$` and may read such a loop is open too.
 */
function markUniversalStatesOpen(
  states: readonly State[],
  sets: readonly CodePoints[],
): readonly State[] {
  const every = sets.findIndex((set) => set.join() === ALL_CODE_POINTS.join());
  const sureTo = (edge: Edge, to: number): boolean => edge.to === to && edge.sure;
  const universal = states.map(
    ({ set, closes, edges }, id) =>
      set === every && every >= 0 && closes && edges.some((edge) => sureTo(edge, id)),
  );
  return states.map((state) => {
    const open = state.closes && state.edges.some(({ to, sure }) => sure && universal[to]);
    return open ? { ...state, open } : state;
  });
}
