/** Sums of amounts. In: integers in minor units. Out: their sum, or no answer at all where it is not exact. */

import type { Total } from "./total.js";

/**
 * Sums in BigInt, so that no step of the way loses a unit.
 *
 * @param amounts in minor units
 * @throws RangeError where an amount, or the sum, is not a safe integer
 */
export function sumOf(amounts: Iterable<number>): number {
  return safeAmount(exactSum(amounts));
}

/**
 * What the entries of a type come to (§2.3), in minor units; undefined where there is none.
 *
 * @throws RangeError where an amount, or the sum, is not a safe integer
 */
export function amountOf(totals: readonly Total[], type: string): number | undefined {
  const amounts = totals.filter((each) => each.type === type).map(({ amount }) => amount);
  return amounts.length === 0 ? undefined : sumOf(amounts);
}

/** @throws RangeError where an amount is not a safe integer */
export function exactSum(amounts: Iterable<number>): bigint {
  let sum = 0n;
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not an amount`);
    sum += BigInt(amount);
  }
  return sum;
}

/** @throws RangeError where a number cannot hold it exactly */
export function safeAmount(sum: bigint): number {
  const amount = Number(sum);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${sum} is too large for an amount`);
  return amount;
}
