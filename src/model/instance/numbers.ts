/** Makes numbers within the bounds of nodes: 1 where it is allowed, else the smallest allowed number, then others. */

import { isMultiple } from "@proto-gen/runtime/codegen/v1";
import { sampleLimits } from "../../keywords/simple-keywords.js";
import type { Node } from "../node.js";

/** More than any array of distinct numbers that is made here. */
const MAX_COUNT = 400;

export function* numbers(nodes: readonly Node[], isInteger: boolean): Generator<number, void> {
  const { low, high, divisors } = sampleLimits(nodes, "number");
  const step = commonMultiple(isInteger ? [1, ...divisors] : divisors);
  const fits = (value: number): boolean =>
    Number.isFinite(value) &&
    value >= low &&
    value <= high &&
    divisors.every((divisor) => isMultiple(value, divisor));
  const found = new Set<number>();
  for (const value of proposals(low, high, step)) {
    // Negative zero would be written as zero.
    const plain = value === 0 ? 0 : value;
    if (!fits(plain) || found.has(plain)) continue;
    found.add(plain);
    yield plain;
    if (found.size >= MAX_COUNT) return;
  }
}

function* proposals(low: number, high: number, step: number | undefined): Generator<number, void> {
  yield 1;
  const unit = step ?? 1;
  const start = high < 0 ? Math.floor(high / unit) : Math.ceil(Math.max(low, 0) / unit);
  // Zero says less than the number after it.
  if (start === 0) yield unit;
  for (const direction of high < 0 ? [-1, 1] : [1, -1])
    for (let count = 0; count < MAX_COUNT; count++)
      yield rounded((start + direction * count) * unit);
  yield* [low, high];
  if (step !== undefined) return;
  for (let part = 1; part < 64; part++) yield low + ((high - low) * part) / 64;
  for (const bound of [low, high]) for (const nudge of NUDGES) yield bound + nudge;
}

const NUDGES: readonly number[] = [1, -1, 0.5, -0.5, 0.01, -0.01, 1e-6, -1e-6];

/** Products of decimal fractions without the digits that binary ones add. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}

const MAX_SCALE = 12;

/** The least number that all divide, as far as it can be said exactly; undefined where nothing divides. */
function commonMultiple(divisors: readonly number[]): number | undefined {
  if (divisors.length === 0) return undefined;
  let scale = 1;
  const isWhole = (): boolean =>
    divisors.every((each) => Math.abs(each * scale - Math.round(each * scale)) < 1e-9);
  for (let digits = 0; digits < MAX_SCALE && !isWhole(); digits++) scale *= 10;
  const whole = divisors.map((each) => Math.max(1, Math.round(each * scale)));
  const least = whole.reduce((left, right) => (left / greatestDivisor(left, right)) * right);
  return least / scale;
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right);
}
