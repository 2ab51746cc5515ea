/**
 * A bound on the time that one analysis takes. It counts work rather than milliseconds, so that a verdict does not
 * depend on the machine.
 */

/** The budget is spent. Its message completes a sentence such as "the pattern is not supported: ...". */
export class BudgetExceeded extends Error {}

/** Units of work that are left; one unit is about 0.1 µs. */
export class WorkBudget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  /** @throws TooLarge if fewer than `units` are left */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new BudgetExceeded("the automaton is too large to decide");
  }

  /** Moves up to `units` into a budget of their own. */
  split(units: number): WorkBudget {
    const share = Math.max(0, Math.min(units, this.#left));
    this.#left -= share;
    return new WorkBudget(share);
  }

  /** Takes back the units that `share` has left. */
  join(share: WorkBudget): void {
    this.#left += Math.max(0, share.#left);
  }
}
