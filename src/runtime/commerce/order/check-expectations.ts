/** Checks a business's expectations against what was ordered. */

import { checkDistinct, checkExpectation } from "./check-entry.js";
import { checkNamedLines } from "./check-quantities.js";
import type { Expectation, LineQuantity } from "./order-body.js";

/**
 * A line may be in several expectations: a camera is shipped, its manual is emailed.
 * @throws {OrderError} `order_invalid`, `order_expectation_duplicate`, `order_line_unknown`,
 * `order_quantity_exceeded`
 */
export function checkExpectations(
  expectations: readonly Expectation[],
  ordered: readonly LineQuantity[],
): void {
  for (const each of expectations) {
    checkExpectation(each);
    checkNamedLines(each.line_items, ordered);
  }
  checkDistinct("order_expectation_duplicate", expectations);
}
