/** Calculates what one rule takes off each of its targets. Amounts are in minor units, as BigInt: no step of the way loses a unit. */

import { allocate } from "./allocate.js";
import type { DiscountRule } from "./rule.js";

/** A target as the rules before have left it. */
export interface Remaining {
  readonly amount: bigint;
  readonly quantity: bigint;
}

/** Hundredths of a percent in a whole. */
const WHOLE = 10_000n;

/**
 * @returns for each target what is taken off, never more than is left of it
 * @throws RangeError for a percentage or an amount that a rule cannot have
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

/** Half a unit is rounded up. */
function partOf(percent: number): Off {
  const hundredths = Math.round(percent * 100);
  if (!(percent > 0 && percent <= 100) || Math.abs(hundredths - percent * 100) > 1e-9)
    throw new RangeError(`${percent} is no percentage above 0, up to 100, with two decimals`);
  return (amount) => (amount * BigInt(hundredths) + WHOLE / 2n) / WHOLE;
}

function amountOf(amount: number): Off {
  const each = minorUnits(amount);
  return (_, quantity) => each * quantity;
}

/** @throws RangeError for what is no amount, or is below zero */
export function minorUnits(amount: number): bigint {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${amount} is not an amount of 0 or more`);
  return BigInt(amount);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
