/**
 * Budget: bounds the time one pattern may take. It counts work rather than milliseconds, so
 * that a verdict does not depend on the machine.
 */
export class TooLarge extends Error {}

export class Budget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  /** @throws TooLarge when there is less left than `units`, some 0.1 µs each. */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooLarge("the automaton is too large to decide");
  }

  /** Moves up to `units` into a budget of their own. */
  split(units: number): Budget {
    const share = Math.max(0, Math.min(units, this.#left));
    this.#left -= share;
    return new Budget(share);
  }

  /** Takes back what `share` has left. */
  join(share: Budget): void {
    this.#left += Math.max(0, share.#left);
  }
}
