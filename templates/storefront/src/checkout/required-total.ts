/** What a checkout costs, for whoever decides by it. */

import { amountOf } from "@proto-gen/runtime/commerce";

/** @throws Error for totals without one: as 0 it would be charged to nobody, and need no review */
export function requiredTotal(totals: Parameters<typeof amountOf>[0]): number {
  const total = amountOf(totals, "total");
  if (total === undefined) throw new Error("a checkout has no total");
  return total;
}
