/** Lets a loop wait for a signal. One sent between the loop's last check and its wait is not missed. */

export interface Signal {
  /** How often the signal was sent. */
  readonly count: number;
  send(): void;
  /** Resolves once `count` exceeds this number. */
  after(count: number): Promise<void>;
}

export function createSignal(): Signal {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    get count() {
      return count;
    },
    send() {
      count += 1;
      const woken = waiting;
      waiting = [];
      for (const resume of woken) resume();
    },
    after: (seen) =>
      count > seen ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
  };
}
