/** Exact sums of integers in minor units. */

import type { Total } from "./total.js";

/**
 * Adds with BigInt, so that no step loses a unit.
 * @param amounts in minor units
 * @throws RangeError if an amount or the sum is not a safe integer
 */
export function sumOf(amounts: Iterable<number>): number {
  return safeAmount(exactSum(amounts));
}

/**
 * The sum of a type's entries (§2.3), in minor units. Undefined if there are none.
 * @throws RangeError if an amount or the sum is not a safe integer
 */
export function amountOf(totals: readonly Total[], type: string): number | undefined {
  const amounts = totals.filter((each) => each.type === type).map(({ amount }) => amount);
  return amounts.length === 0 ? undefined : sumOf(amounts);
}

/** @throws RangeError if an amount is not a safe integer */
export function exactSum(amounts: Iterable<number>): bigint {
  let sum = 0n;
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount))
      throw new RangeError(`expected a safe integer amount in minor units, found ${amount}`);
    sum += BigInt(amount);
  }
  return sum;
}

/** @throws RangeError if a number cannot represent it exactly */
export function safeAmount(sum: bigint): number {
  const amount = Number(sum);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${sum} is too large for an amount`);
  return amount;
}
