/**
 * What has become of each form that was sent: a form that is sent again is not done again, and the page
 * that follows it can say what was wrong. Kept in this process, for a while, and no more than a number.
 */

import type { FormValue, Problem } from "../backstage.js";

export interface Attempt {
  /** For the page to show again. */
  readonly values: readonly FormValue[];
  /** None where the order is placed, or is no longer to be placed. */
  readonly problems: readonly Problem[];
  /** Nothing of what was sent was wrong: they say what comes next. */
  readonly isNext?: boolean;
}

export interface Attempts {
  /**
   * Does the work unless it was done or is being done; after what else is done to the same session. Work
   * that throws can be done again.
   */
  once(id: string, attempt: string, work: () => Promise<Attempt>): Promise<Attempt>;
  find(id: string, attempt: string): Promise<Attempt | undefined>;
}

const MAX_KEPT = 1000;
const KEPT_MS = 15 * 60 * 1000;

interface Kept {
  readonly id: string;
  readonly until: number;
  readonly result: Promise<Attempt>;
}

export function createAttempts(now: () => number): Attempts {
  // In the order in which they came, which is that in which they end.
  const kept = new Map<string, Kept>();
  const last = new Map<string, Promise<unknown>>();

  function forget(): void {
    for (const [attempt, { until }] of kept) {
      if (until > now() && kept.size < MAX_KEPT) return;
      kept.delete(attempt);
    }
  }

  function inTurn(id: string, work: () => Promise<Attempt>): Promise<Attempt> {
    const result = (last.get(id) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => undefined);
    last.set(id, settled);
    void settled.then(() => {
      if (last.get(id) === settled) last.delete(id);
    });
    return result;
  }

  const find = (id: string, attempt: string): Promise<Attempt> | undefined => {
    const known = kept.get(attempt);
    return known?.id === id && known.until > now() ? known.result : undefined;
  };

  return {
    once(id, attempt, work) {
      const known = find(id, attempt);
      if (known !== undefined) return known;
      forget();
      const result = inTurn(id, work);
      kept.set(attempt, { id, until: now() + KEPT_MS, result });
      result.catch(() => kept.delete(attempt));
      return result;
    },
    find: async (id, attempt) => find(id, attempt),
  };
}
