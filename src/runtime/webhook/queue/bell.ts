/** A bell: whoever waits for it is woken, also by a ring between looking and waiting. */

export interface Bell {
  /** How often it has rung. */
  readonly rings: number;
  ring(): void;
  /** Resolves once it has rung more often than that. */
  after(rings: number): Promise<void>;
}

export function createBell(): Bell {
  let rings = 0;
  let waiting: (() => void)[] = [];
  return {
    get rings() {
      return rings;
    },
    ring() {
      rings += 1;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    after: (heard) =>
      rings > heard ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
  };
}
