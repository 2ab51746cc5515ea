/** Checks the quantities of each line, and a business's expectations, against what was ordered. */

import type { LineQuantity, OrderBody, Expectation } from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import type { OrderOption } from "./order-option.js";
import { tallyLines, quantitiesOf } from "./tally.js";
import { checkDistinct, checkExpectation } from "./check-entry.js";

/**
 * A log entry may only name existing lines, each with no more than was ordered.
 * @throws {OrderError} `order_line_unknown`, `order_quantity_exceeded`
 */
export function checkNamedLines(
  lines: readonly LineQuantity[],
  ordered: readonly LineQuantity[],
): void {
  const quantities = new Map(ordered.map(({ id, quantity }) => [id, quantity]));
  for (const [id, quantity] of quantitiesOf(lines)) {
    const most = quantities.get(id);
    if (most === undefined) throw new OrderError("order_line_unknown", `Line ${quote(id)}`);
    if (quantity > most) throw exceeded(id, "named", quantity, most);
  }
}

/**
 * Checks all entries together: no more canceled than ordered, and no more delivered and kept than is left after that.
 * Returns may be recorded before their delivery, so they are only limited by what was ordered.
 * @throws {OrderError} `order_quantity_exceeded`
 */
export function checkTallies(
  order: OrderBody,
  ordered: readonly LineQuantity[],
  option?: OrderOption,
): void {
  const tallies = tallyLines(order, option);
  for (const { id, quantity } of ordered) {
    const tally = tallies.get(id);
    if (tally === undefined) continue;
    const { delivered, returned, canceled, added, removed } = tally;
    const most = quantity + added;
    atMost(id, "canceled", canceled + removed, most);
    atMost(id, "delivered", delivered - returned, most - canceled);
    atMost(id, "returned", returned, Math.max(most, delivered));
  }
}

function atMost(id: string, what: string, found: number, most: number): void {
  if (found > most) throw exceeded(id, what, found, most);
}

function exceeded(id: string, what: string, found: number, most: number): OrderError {
  const detail = `Line ${quote(id)}: ${found} ${what}, at most ${most} allowed`;
  return new OrderError("order_quantity_exceeded", detail);
}

/**
 * Checks a business's expectations against what was ordered. A line may be in several expectations: a camera is
 * shipped, its manual is emailed.
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
