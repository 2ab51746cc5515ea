/**
 * Discounts (§1.2): computes what codes and automatic discounts take off, and explains codes that are not granted.
 */

export {
  calculateDiscounts,
  type CalculatedDiscounts,
  type DiscountCandidate,
  type DiscountOptions,
  type WrittenAllocation,
  type WrittenDiscount,
} from "./calculate-discounts.js";
export { type DiscountableLine, lineTargets, type LineTarget } from "./line-targets.js";
export type { FindCode } from "./read-codes.js";
export type { CodeRefusal, DiscountRule, DiscountTarget } from "./rule.js";
