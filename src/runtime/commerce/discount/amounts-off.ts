/** Computes what one rule takes off each target. Amounts are BigInt in minor units, so no step loses a unit. */

import type { DiscountRule } from "./rule.js";

/** A target after the previous rules. */
export interface Remaining {
  readonly amount: bigint;
  readonly quantity: bigint;
}

/** One hundred percent, in hundredths of a percent. */
const WHOLE = 10_000n;

/**
 * @returns the amount taken off each target, at most what is left of it
 * @throws RangeError if a percentage or an amount is invalid
 */
export function amountsOff(rule: DiscountRule, targets: readonly Remaining[]): readonly bigint[] {
  const off = rule.percent === undefined ? amountOf(rule.amount) : partOf(rule.percent);
  if (rule.method === "each")
    return targets.map(({ amount, quantity }) => least(off(amount, quantity), amount));
  const amounts = targets.map(({ amount }) => amount);
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
  return allocate(least(off(whole, 1n), whole), amounts);
}

type Off = (amount: bigint, quantity: bigint) => bigint;

/** Rounds half a unit up. */
function partOf(percent: number): Off {
  const hundredths = Math.round(percent * 100);
  if (!(percent > 0 && percent <= 100) || Math.abs(hundredths - percent * 100) > 1e-9)
    throw new RangeError(
      `percent: expected a number above 0 and up to 100 with at most two decimals, found ${percent}`,
    );
  return (amount) => (amount * BigInt(hundredths) + WHOLE / 2n) / WHOLE;
}

function amountOf(amount: number): Off {
  const each = minorUnits(amount);
  return (_, quantity) => each * quantity;
}

/** @throws RangeError if the amount is not a non-negative safe integer */
export function minorUnits(amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`expected a non-negative integer amount in minor units, found ${amount}`);
  return BigInt(amount);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/**
 * Splits an amount in proportion to weights, exactly to the minor unit. Largest remainder method: every part is
 * rounded down, and the remaining units go to the parts with the largest remainders, earlier ones first. The parts
 * add up to the amount, and none exceeds its rounded-up proportion.
 * @param amount in minor units, at most the sum of the weights
 * @param weights in minor units, not negative
 */
function allocate(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight, index) => {
    const product = amount * weight;
    return { index, share: product / whole, remainder: product % whole };
  });
  const left = amount - parts.reduce((sum, { share }) => sum + share, 0n);
  const favoured = new Set(
    [...parts]
      .sort(
        (one, other) =>
          Number(other.remainder > one.remainder) - Number(other.remainder < one.remainder),
      )
      .slice(0, Number(left))
      .map(({ index }) => index),
  );
  return parts.map(({ index, share }) => share + (favoured.has(index) ? 1n : 0n));
}
