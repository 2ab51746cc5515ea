/**
 * Seeds and sizes of random tests, from the environment. A test has a name, such as `ORDER`:
 *
 * - `ORDER_RUNS` sets how many cases it tries. Otherwise its own `quick` size applies, or its `full` size with
 *   `TEST_SIZE=full`.
 * - `ORDER_SEED` sets its seed, and `TEST_SEED` that of all tests. Otherwise it is fixed, so that no change fails for
 *   another's luck; `TEST_SEED=random` draws one.
 *
 * A failure has to name both, or else nobody can repeat it: `propertyOptions` does so for fast-check; any other test
 * puts `reproduction` into its title or message.
 */

import fc from "fast-check";

export interface Sizes {
  readonly quick: number;
  readonly full: number;
}

const FIXED_SEED = 20261120;
const seeds = new Map<string, number>();

/** What a test without a name takes of its size: a list that is shorter in quick runs, for instance. */
export function sized<Size>({ quick, full }: Readonly<Record<"quick" | "full", Size>>): Size {
  return isFull() ? full : quick;
}

/** How many cases to try. */
export function runs(name: string, sizes: Sizes): number {
  return fromEnvironment(`${name}_RUNS`, 1) ?? sized(sizes);
}

/**
 * Some of many cases, evenly spread over them: a quick run judges few, a full run all.
 *
 * @param name `<name>_RUNS` is how many cases at most, `<name>_SEED` where they begin
 * @param quick how many in a quick run
 * @param full how many in a full run, where all take too long
 */
export function sampled<Item>(
  name: string,
  items: readonly Item[],
  quick: number,
  full = Number.MAX_SAFE_INTEGER,
): Item[] {
  const size = Math.min(items.length, runs(name, { quick, full }));
  const step = items.length / size;
  const first = seed(name) % Math.max(1, Math.floor(step));
  return Array.from({ length: size }, (_, at) => items[first + Math.floor(at * step)] as Item);
}

/** The same for every test of this name in one process. */
export function seed(name: string): number {
  const isDrawn = process.env["TEST_SEED"] === "random";
  return (
    fromEnvironment(`${name}_SEED`, 0) ??
    (isDrawn ? drawnOnce(name) : (fromEnvironment("TEST_SEED", 0) ?? FIXED_SEED))
  );
}

/** What repeats a run: `ORDER_SEED=12 ORDER_RUNS=300`. */
export function reproduction(name: string, sizes: Sizes): string {
  return `${name}_SEED=${seed(name)} ${name}_RUNS=${runs(name, sizes)}`;
}

/**
 * For `fc.assert`: seed, number of runs, and a failure whose message begins with what repeats it.
 *
 * @example
 * fc.assert(fc.property(fc.nat(), isRight), propertyOptions("ORDER", { quick: 300, full: 10_000 }));
 */
export function propertyOptions<Values>(name: string, sizes: Sizes): fc.Parameters<Values> {
  const namesItself: fc.Plugin<Values> = () => ({
    onAllRunsComplete(details) {
      if (!details.failed) return;
      const report = `${reproduction(name, sizes)}\n${fc.defaultReportMessage(details)}`;
      throw new Error(report, { cause: details.errorInstance });
    },
  });
  return { seed: seed(name), numRuns: runs(name, sizes), plugins: [namesItself] };
}

function isFull(): boolean {
  const size = process.env["TEST_SIZE"] || "quick";
  if (size !== "quick" && size !== "full")
    throw new RangeError(`TEST_SIZE has to be quick or full, not ${size}`);
  return size === "full";
}

// With a NaN a property would run no case at all, and pass.
function fromEnvironment(variable: string, least: number): number | undefined {
  const text = process.env[variable] || undefined;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`${variable} has to be an integer from ${least} on, not ${text}`);
}

function drawnOnce(name: string): number {
  const value = seeds.get(name) ?? Math.floor(Math.random() * 2 ** 31);
  seeds.set(name, value);
  return value;
}
