/**
 * Whether a history of concurrent calls could have happened one after the other: there is an order in which each call happens
 * between its beginning and its end, and answers as a storage does that does one thing at a time. In: calls with their
 * answers. Out: yes or no.
 */

import { ABSENT, type RecordKey, type RecordWrite } from "../storage/storage.js";

/** Times are steps of one counter. */
interface Timed {
  readonly begin: number;
  /** Infinity for a call whose answer was lost: it may have happened, then or later, or not at all. */
  readonly end: number;
}

export type HistoryEntry = Timed &
  (
    | {
        readonly kind: "get";
        readonly keys: readonly RecordKey[];
        /** What the answer has of each key. */
        readonly found: readonly (
          { readonly version: number; readonly value: unknown } | undefined
        )[];
      }
    | {
        readonly kind: "commit";
        readonly writes: readonly RecordWrite[];
        /** The versions of a commit that has happened, and undefined for one in conflict. */
        readonly versions: readonly number[] | undefined;
      }
    | { readonly kind: "lost"; readonly writes: readonly RecordWrite[] }
  );

interface Held {
  /** Undefined for what a lost commit wrote: its version is the one that is seen first. */
  readonly version: number | undefined;
  readonly text: string;
}

type State = ReadonlyMap<string, Held>;

/** Takes time that grows fast with the number of calls at a time: meant for a dozen. */
export function isLinearizable(history: readonly HistoryEntry[]): boolean {
  const tried = new Set<string>();

  function goesOn(left: readonly HistoryEntry[], state: State): boolean {
    if (left.every(({ kind }) => kind === "lost")) return true;
    const situation = `${left.map((each) => history.indexOf(each)).join()} ${textOf(state)}`;
    if (tried.has(situation)) return false;
    tried.add(situation);
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return left.some((each) => {
      if (each.begin > firstEnd) return false;
      const rest = left.filter((other) => other !== each);
      return after(state, each).some((next) => goesOn(rest, next));
    });
  }

  return goesOn(history, new Map());
}

/** The states that a call may leave behind: none where it cannot have answered so. */
function after(state: State, entry: HistoryEntry): State[] {
  switch (entry.kind) {
    case "get":
      return seen(state, entry);
    case "commit":
      return committed(state, entry);
    case "lost":
      return [state, ...committed(state, { ...entry, versions: undefined }, true)];
  }
}

function seen(state: State, { keys, found }: HistoryEntry & { readonly kind: "get" }): State[] {
  const next = new Map(state);
  for (const [index, key] of keys.entries()) {
    const held = state.get(nameOf(key));
    const answer = found[index];
    if (held === undefined || answer === undefined) {
      if (held !== undefined || answer !== undefined) return [];
      continue;
    }
    if (held.text !== JSON.stringify(answer.value)) return [];
    if (held.version !== undefined && held.version !== answer.version) return [];
    next.set(nameOf(key), { version: answer.version, text: held.text });
  }
  return [next];
}

function committed(
  state: State,
  { writes, versions }: Pick<HistoryEntry & { readonly kind: "commit" }, "writes" | "versions">,
  isLost = false,
): State[] {
  const expects = (each: RecordWrite): boolean => {
    const held = state.get(nameOf(each));
    if (held === undefined || each.expected === ABSENT)
      return (held === undefined) === (each.expected === ABSENT);
    return held.version === undefined || held.version === each.expected;
  };
  const isExpected = writes.every(expects);
  if (versions === undefined && !isLost) {
    const isCertain = writes.every(
      (each) => state.get(nameOf(each))?.version !== undefined || !state.has(nameOf(each)),
    );
    return isExpected && isCertain ? [] : [state];
  }
  if (!isExpected) return [];
  const next = new Map(state);
  for (const [index, each] of writes.entries()) {
    if (each.value === undefined) next.delete(nameOf(each));
    else next.set(nameOf(each), { version: versions?.[index], text: JSON.stringify(each.value) });
  }
  return [next];
}

function nameOf({ collection, key }: RecordKey): string {
  return JSON.stringify([collection, key]);
}

function textOf(state: State): string {
  return [...state]
    .map(([name, { version, text }]) => `${name} ${version} ${text}`)
    .sort()
    .join("\n");
}
