/** What an entry of a log must be (§2.9), by itself: an event, an adjustment; and an expectation. */

import { isDateTime } from "../formats/date-time.js";
import type { OrderLineForm } from "../service/index.js";
import { isReduction } from "./adjusted-quantities.js";
import type { Adjustment, Expectation, FulfillmentEvent, LineQuantity } from "./order-body.js";
import { OrderError, quote } from "./order-error.js";

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

/** Returns and cancellations take away; other adjustments may do either. */
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

/** @throws {OrderError} `order_invalid` unless each is a positive safe integer */
export function checkQuantities(what: string, lines: readonly LineQuantity[]): void {
  if (!Array.isArray(lines)) throw invalid(`${what}'s lines`, lines);
  for (const { id, quantity } of lines) {
    checkText(`id of the ${what}'s line`, id);
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw invalid(`${what}'s quantity`, quantity);
  }
}

/** @throws {OrderError} `order_invalid` unless it is a string, and not an empty one */
export function checkText(what: string, value: unknown): void {
  if (!isText(value)) throw invalid(what, value);
}

/** The declared types do not hold for what comes from elsewhere. */
function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function invalid(what: string, found: unknown): OrderError {
  return new OrderError("order_invalid", `The ${what} is ${quote(found)}`);
}
