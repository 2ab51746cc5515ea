/** The discount rules of a business: from which targets each takes something off, and how much. */

import { safeAmount } from "../totals/total.js";

/** A price that discounts apply to: a line, or the delivery. */
export interface DiscountTarget {
  /** JSONPath in the checkout, such as `$.line_items[0]`. */
  readonly path: string;
  /** The full price without discounts, in minor units. */
  readonly amount: number;
  /** Number of units that the amount is for. Default: 1. */
  readonly quantity?: number | undefined;
}

interface RuleBase<Target extends DiscountTarget> {
  /** The name to display. */
  readonly title: string;
  /**
   * `across`: one amount for all targets together, split in proportion to their prices. `each`: a percentage of each
   * target, or an amount for each of its units. Default: across.
   */
  readonly method?: "across" | "each" | undefined;
  /**
   * Rules with lower numbers are applied first, those without a number last. Each applies to what the previous ones
   * left.
   */
  readonly priority?: number | undefined;
  /** Returns true if the discount may apply to the target. Default: every target. */
  appliesTo?(target: Target): boolean;
}

/** Takes off a percentage or an amount, at most what is left. */
export type DiscountRule<Target extends DiscountTarget = DiscountTarget> = RuleBase<Target> &
  (
    | {
        /** Above 0 and up to 100, with at most two decimals. */
        readonly percent: number;
        readonly amount?: never;
      }
    | {
        /** In minor units. */
        readonly amount: number;
        readonly percent?: never;
      }
  );

/** The reason why a known code does not apply. */
export interface CodeRefusal {
  readonly refused: "expired" | "not_applicable" | "user_ineligible" | "user_not_logged_in";
  /** Text for a person. Default: a general text. */
  readonly content?: string | undefined;
}

/** The members of a line item that are read (§2.4). */
export interface DiscountableLine {
  readonly item: { readonly price: number };
  readonly quantity: number;
}

export interface LineTarget<Line> extends DiscountTarget {
  readonly line: Line;
}

/**
 * Returns a target for each line item (§2.4): its price times its quantity, in minor units.
 * @throws RangeError if a price or a quantity is not a non-negative integer
 * @example
 * ```ts
 * import { lineTargets } from "@proto-gen/runtime/commerce";
 *
 * const [target] = lineTargets([{ item: { id: "camera", price: 1999 }, quantity: 2 }]);
 * target?.amount; // 3998
 * target?.path; // "$.line_items[0]"
 * ```
 */
export function lineTargets<Line extends DiscountableLine>(
  lines: readonly Line[],
): readonly LineTarget<Line>[] {
  return lines.map((line, at) => {
    const { item, quantity } = line;
    const amount = safeAmount(minorUnits(item.price) * minorUnits(quantity));
    return { path: `$.line_items[${at}]`, amount, quantity, line };
  });
}

/** A target after the previous rules. */
interface Remaining {
  readonly amount: bigint;
  readonly quantity: bigint;
}

/** One hundred percent, in hundredths of a percent. */
const WHOLE = 10_000n;

/**
 * Computes what one rule takes off each target. Amounts are BigInt in minor units, so no step loses a unit.
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
