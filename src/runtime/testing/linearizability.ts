/**
 * Decides whether a history of concurrent calls is linearizable: whether there is an order in which each call happens
 * between its beginning and its end, and in which a sequential storage would give the same answers.
 */

import { ABSENT, type RecordKey, type RecordWrite } from "../storage/storage.js";
import { identityOf } from "../storage/written.js";

/** Times are steps of one counter. */
interface Timed {
  readonly begin: number;
  readonly end: number;
}

export type HistoryEntry = Timed &
  (
    | {
        readonly kind: "get";
        readonly keys: readonly RecordKey[];
        /** The answer for each key. */
        readonly found: readonly (Register | undefined)[];
      }
    | {
        readonly kind: "commit";
        readonly writes: readonly RecordWrite[];
        /** The versions of a commit that happened. Undefined for a conflict. */
        readonly versions: readonly number[] | undefined;
      }
  );

interface Register {
  readonly version: number;
  readonly value: unknown;
}

/** Records as JSON, by identity. */
type State = ReadonlyMap<string, string>;

/** Exponential in the number of concurrent calls: meant for about a dozen. */
export function isLinearizable(history: readonly HistoryEntry[]): boolean {
  const tried = new Set<string>();

  function goesOn(left: readonly HistoryEntry[], state: State): boolean {
    if (left.length === 0) return true;
    const situation = JSON.stringify([
      left.map((each) => history.indexOf(each)),
      [...state].sort(),
    ]);
    if (tried.has(situation)) return false;
    tried.add(situation);
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return left.some((each) => {
      const next = each.begin > firstEnd ? undefined : after(state, each);
      return (
        next !== undefined &&
        goesOn(
          left.filter((other) => other !== each),
          next,
        )
      );
    });
  }

  return goesOn(history, new Map());
}

/** The state after a call. Undefined if the call cannot have had this answer. */
function after(state: State, entry: HistoryEntry): State | undefined {
  if (entry.kind === "get") {
    const { keys, found } = entry;
    return keys.every((key, index) => state.get(identityOf(key)) === textOf(found[index]))
      ? state
      : undefined;
  }
  const { writes, versions } = entry;
  const isExpected = writes.every((each) => versionIn(state, each) === each.expected);
  if (versions === undefined) return isExpected ? undefined : state;
  if (!isExpected) return undefined;
  const next = new Map(state);
  for (const [index, each] of writes.entries()) {
    const { value } = each;
    const text = value && textOf({ version: versions[index] ?? ABSENT, value });
    if (text === undefined) next.delete(identityOf(each));
    else next.set(identityOf(each), text);
  }
  return next;
}

function textOf(held: Register | undefined): string | undefined {
  return held && JSON.stringify([held.version, held.value]);
}

function versionIn(state: State, key: RecordKey): number {
  const text = state.get(identityOf(key));
  return text === undefined ? ABSENT : (JSON.parse(text) as readonly [number])[0];
}
