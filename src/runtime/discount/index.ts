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
export type { FindCode } from "./read-codes.js";
export {
  type CodeRefusal,
  type DiscountRule,
  type DiscountTarget,
  type DiscountableLine,
  lineTargets,
  type LineTarget,
} from "./rule.js";
