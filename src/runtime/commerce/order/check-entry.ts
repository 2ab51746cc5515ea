/**
 * Checks each log entry (an event or adjustment) and each expectation (§2.9): on its own, and its quantities against what was ordered.
 * TypeScript types do not protect against data from elsewhere.
 */

import { isDateTime } from "../../formats/date-time.js";
import type { OrderLineForm } from "../../service/release-values.js";
import type {
  Adjustment,
  Expectation,
  FulfillmentEvent,
  LineQuantity,
  OrderBody,
  OrderOption,
} from "./order-body.js";
import { OrderError, quote, type OrderErrorCode } from "./order-error.js";
import { isReduction, tallyLines, quantitiesOf } from "./tally.js";

const STATUSES: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["pending", "completed", "failed"]);

/** @throws {OrderError} `order_invalid`, `order_tracking_required` */
export function checkEvent(event: FulfillmentEvent): void {
  checkEntry("event", event);
  checkQuantities("event", event.line_items);
  if (event.type === "processing") return;
  if (isText(event.tracking_number) && isText(event.tracking_url)) return;
  throw new OrderError("order_tracking_required", `Event ${quote(event.id)}`);
}

/** @throws {OrderError} `order_invalid` */
export function checkAdjustment(adjustment: Adjustment, form: OrderLineForm): void {
  checkEntry("adjustment", adjustment);
  const { status, amount, totals = [], line_items: lines } = adjustment;
  if (lines !== undefined && form.adjustedQuantities === "signed") checkSigned(adjustment, lines);
  else if (lines !== undefined) checkQuantities("adjustment", lines);
  if (!STATUSES.has(status)) throw invalid("adjustment's status", status);
  if (amount !== undefined && !Number.isSafeInteger(amount))
    throw invalid("adjustment's amount", amount);
  if (!Array.isArray(totals)) throw invalid("adjustment's totals", totals);
  for (const { type, amount: each } of totals) {
    checkText("type of the adjustment's total", type);
    if (!Number.isSafeInteger(each)) throw invalid("amount of the adjustment's total", each);
  }
}

/** Returns and cancellations have negative quantities; other adjustments may have either sign. */
function checkSigned(adjustment: Adjustment, lines: readonly LineQuantity[]): void {
  if (!Array.isArray(lines)) throw invalid("adjustment's lines", lines);
  const isDown = isReduction(adjustment);
  for (const { id, quantity } of lines) {
    checkText("id of the adjustment's line", id);
    if (!Number.isSafeInteger(quantity) || quantity === 0 || (isDown && quantity > 0))
      throw invalid("adjustment's quantity", quantity);
  }
}

/** @throws {OrderError} `order_invalid` */
function checkExpectation({ id, method_type: method, line_items }: Expectation): void {
  checkText("expectation's id", id);
  checkText("expectation's method", method);
  checkQuantities("expectation", line_items);
}

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
}

function checkEntry(what: string, { id, type, occurred_at: time }: Entry): void {
  checkText(`${what}'s id`, id);
  checkText(`${what}'s type`, type);
  if (!isText(time) || !isDateTime(time)) throw invalid(`${what}'s time`, time);
}

/** @throws {OrderError} `order_invalid` if a quantity is not a positive safe integer */
export function checkQuantities(what: string, lines: readonly LineQuantity[]): void {
  if (!Array.isArray(lines)) throw invalid(`${what}'s lines`, lines);
  for (const { id, quantity } of lines) {
    checkText(`id of the ${what}'s line`, id);
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw invalid(`${what}'s quantity`, quantity);
  }
}

/** @throws {OrderError} `order_invalid` if the value is not a string, or empty */
export function checkText(what: string, value: unknown): void {
  if (!isText(value)) throw invalid(what, value);
}

/** The value may come from elsewhere, so its declared type proves nothing. */
function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function invalid(what: string, found: unknown): OrderError {
  return new OrderError("order_invalid", `The ${what} is ${quote(found)}`);
}

/** @throws {OrderError} with the given code if two entries share an id */
export function checkDistinct(code: OrderErrorCode, all: readonly { readonly id: string }[]): void {
  const ids = new Set<string>();
  for (const { id } of all) {
    if (ids.has(id)) throw new OrderError(code, quote(id));
    ids.add(id);
  }
}

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
