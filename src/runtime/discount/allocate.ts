/** Splits an amount in proportion to weights, exactly to the minor unit. */

/**
 * Largest remainder method: every part is rounded down, and the remaining units go to the parts with the largest
 * remainders, earlier ones first. The parts add up to the amount, and none exceeds its rounded-up proportion.
 * @param amount in minor units, at most the sum of the weights
 * @param weights in minor units, not negative
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
