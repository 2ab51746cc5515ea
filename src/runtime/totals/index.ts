/** Amounts of checkouts, carts, orders, lines and options (§2.3): creating and checking lists of totals. */

export type {
  Breach,
  CheckTotalsOptions,
  LineTotals,
  TotalsBreach,
  TotalsBreachCode,
} from "./check-totals.js";
export { type Total, type TotalsRules, amountOf, sumOf } from "./total.js";
export type { TotalsAmounts, TotalType, WrittenTotal } from "./totals-of.js";
