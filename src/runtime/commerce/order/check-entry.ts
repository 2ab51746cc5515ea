/**
 * Checks each log entry (an event or adjustment) and each expectation on its own (§2.9). TypeScript types do not
 * protect against data from elsewhere.
 */

import { isDateTime } from "../../formats/date-time.js";
import type { OrderLineForm } from "../../service/release-values.js";
import { isReduction } from "./tally.js";
import type { Adjustment, Expectation, FulfillmentEvent, LineQuantity } from "./order-body.js";
import { OrderError, quote, type OrderErrorCode } from "./order-error.js";

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
export function checkExpectation({ id, method_type: method, line_items }: Expectation): void {
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
