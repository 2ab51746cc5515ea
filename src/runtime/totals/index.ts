/** Amounts of checkouts, carts, orders, lines and options (§2.3): making lists of totals, and checking them. */

export type { Breach } from "./breach.js";
export {
  checkTotals,
  type CheckTotalsOptions,
  type LineTotals,
  type TotalsBreach,
  type TotalsBreachCode,
} from "./check-totals.js";
export { amountOf, sumOf } from "./sum-of.js";
export type { Total } from "./total.js";
export type { TotalsRules } from "./formula.js";
export { totalsOf, type TotalsAmounts, type TotalType, type WrittenTotal } from "./totals-of.js";
