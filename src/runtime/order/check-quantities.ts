/** How much there may be of a line. In: an order, what was ordered. Out: nothing, or an error. */

import { quantitiesOf } from "./adjusted-quantities.js";
import type { LineQuantity, OrderBody } from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import type { OrderOption } from "./order-option.js";
import { tallyLines } from "./tally.js";

/**
 * An entry of a log names lines that there are, and of each no more than was ordered.
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
 * All entries together: no more is canceled than was ordered, no more stays delivered than is left of it.
 * Returns may be noted before the delivery is, so they are only bound by what was ordered.
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
  const detail = `Line ${quote(id)}: ${found} ${what}, ${most} at most`;
  return new OrderError("order_quantity_exceeded", detail);
}
