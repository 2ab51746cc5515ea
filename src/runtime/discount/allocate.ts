/** Splits an amount in proportion to weights, to the last unit. */

/**
 * Largest remainders: every part is rounded down, and the units that are left go to the parts that lost most, the first ones first
 * among equals. The parts add up to the amount, and none is more than its weight rounded up in proportion.
 *
 * @param amount in minor units, not more than the weights together
 * @param weights in minor units, none below zero
 */
export function allocate(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
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
