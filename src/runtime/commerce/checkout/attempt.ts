/**
 * One attempt to complete a checkout. The checkout is evaluated once more, and is paid only if
 * it is still what the buyer saw and the payment and its authorization are acceptable.
 */

import { BusinessOutcome } from "../../envelope/business-outcome.js";
import { withoutCredentials } from "../../envelope/member-removals.js";
import { writtenMessage, type WrittenMessage } from "../../envelope/written-messages.js";
import type { Message } from "../../envelope/message.js";
import { isObject, own, sameJson } from "../../json/members.js";
import type { CallContext } from "../../server/handlers.js";
import type { ReleaseValues } from "../../service/release-values.js";
import { isUri } from "../../formats/uri.js";
import { isPathSegment } from "../../rest/router.js";
import { hasCapability } from "../../vocabulary/vocabulary.js";
import { CheckoutError, Declined } from "./checkout-error.js";
import { checkoutFrom, requireRules } from "./evaluate.js";
import { withMessages } from "./refusals.js";
import { withoutFailures, type SessionRecord } from "./session-record.js";
import { isEscalation } from "./status.js";
import { instrumentProblem, type SentPayment } from "./instruments.js";
import type { ChargeContext, Placed } from "./take-payment.js";
import type { CheckoutShape, PlacedOrder, RequestShape } from "./types.js";
import type { AnyOptions } from "./options.js";
import { mandateProblem } from "../mandate/mandates.js";
import type { Fulfillment, FulfillmentMethod } from "../fulfillment/fulfillment.js";

/** Nothing was charged; `checkout` has the reason among its messages. */
export interface Failed {
  readonly kind: "failed";
  readonly checkout: CheckoutShape;
}

interface Ready {
  readonly kind: "ready";
  readonly checkout: CheckoutShape;
  /** As the platform receives it. */
  readonly presented: object;
}

type Evaluated = Ready | Failed;

export interface CompletionAttempt extends ChargeContext {
  readonly record: SessionRecord;
  /** The Complete Checkout request, with credentials. */
  readonly request: RequestShape;
  /** The payment of `request`. */
  readonly sent: SentPayment;
  readonly context: CallContext;
}

/** @throws what the business's hooks throw, and CheckoutError if they return something invalid */
export async function attemptCompletion(
  attempt: CompletionAttempt,
  options: AnyOptions,
): Promise<Placed | Failed> {
  const { record, request, sent, context } = attempt;
  const { payment } = sent;
  const evaluated = await evaluatedAgain(attempt, payment, options);
  const { checkout } = evaluated;
  // The function `failed` has set the status back to ready.
  if (evaluated.kind === "failed") return evaluated;
  if (!matchesQuote(record.checkout, checkout)) return failed(checkout, [CHANGED]);
  const offer = options.anyInstrument === true ? {} : evaluated.presented;
  // §2.5: exactly one instrument pays, and it must be one that the platform was offered.
  const problem =
    instrumentProblem(sent, offer, context.platform.envelope.name) ??
    (await unauthorized(attempt, options));
  if (problem !== undefined) return failed(checkout, [problem]);
  const { paymentKey, signal } = attempt;
  // The session may have given up on this attempt: nobody would release a charge made after that.
  signal.throwIfAborted();
  attempt.charging(true);
  const result = await options.complete(checkout, request, {
    payment,
    paymentKey,
    signal,
    context,
  });
  if (result instanceof Declined) {
    attempt.charging(false);
    return failed(checkout, result.messages);
  }
  const order = requireOrderOf(checkout, result);
  return {
    kind: "placed",
    checkout: withInstruments(checkout, payment, options.releaseValues),
    order,
  };
}

/** The checkout lists the instruments that paid it; no response has their credentials (§2.5). */
function withInstruments(
  checkout: CheckoutShape,
  payment: unknown,
  release: ReleaseValues | undefined,
): CheckoutShape {
  const instruments = isObject(payment) ? own(payment, "instruments") : undefined;
  if (!Array.isArray(instruments)) return checkout;
  const before = isObject(checkout.payment) ? checkout.payment : {};
  const paid = { ...checkout, payment: { ...before, instruments } };
  return withoutCredentials(paid, release?.paymentAnswer);
}

/** §2.3: eligibility and prices are evaluated once more, now with the billing data that binds. */
async function evaluatedAgain(
  { record, context }: CompletionAttempt,
  payment: unknown,
  options: AnyOptions,
): Promise<Evaluated> {
  const { checkout, request } = record;
  const { id, expires_at } = checkout;
  const session = { id, trigger: "complete", before: checkout, payment, context } as const;
  const result = await options.evaluate(request, session);
  if (result instanceof Declined) return failed(checkout, result.messages);
  if (result instanceof BusinessOutcome) return failed(checkout, result.messages);
  const evaluated = checkoutFrom(id, result, request, expires_at, options);
  const presented = requireRules(evaluated, context, options);
  return evaluated.status === "ready_for_complete"
    ? { kind: "ready", checkout: evaluated, presented }
    : { kind: "failed", checkout: evaluated };
}

export const CHANGED: WrittenMessage<"checkout_changed"> =
  /* @__PURE__ */ writtenMessage("checkout_changed");
export const BUYER_REVIEW: WrittenMessage<"buyer_review_required"> =
  /* @__PURE__ */ writtenMessage("buyer_review_required");

/** §1.8: requires a mandate if the extension is active, and otherwise a trusted page or the buyer's review. */
async function unauthorized(
  { record: { checkout }, request, context, signal }: CompletionAttempt,
  { mandates, trustedUi, now = Date.now }: AnyOptions,
): Promise<Message | undefined> {
  const { platform } = context;
  const mandate = mandateOf(request);
  // A platform without a profile agrees to mandates by sending one.
  const hasAgreed = platform.profile !== undefined || mandate !== undefined;
  if (!hasAgreed || !hasCapability(platform.capabilities, "ap2_mandate"))
    return (await trustedUi(context)) ? undefined : BUYER_REVIEW;
  if (mandates === undefined)
    throw new TypeError("the mandate extension is active: set the option `mandates`");
  // The mandate covers the checkout as the platform last received it: that is what the buyer agreed to.
  const about = { checkout: context.present(checkout), platform, now: now(), signal };
  return mandateProblem(await mandates.verify(mandate, about));
}

function mandateOf(request: RequestShape): string | undefined {
  const ap2 = isObject(request) ? own(request, "ap2") : undefined;
  const mandate = isObject(ap2) ? own(ap2, "checkout_mandate") : undefined;
  return typeof mandate === "string" ? mandate : undefined;
}

/** A failed completion leaves the checkout as it was, so it can be retried, unless the buyer is needed. */
function failed(checkout: CheckoutShape, messages: readonly Message[]): Failed {
  const status = messages.some(isEscalation) ? "requires_escalation" : "ready_for_complete";
  const before = { ...checkout, status, messages: withoutFailures(checkout) } as const;
  return { kind: "failed", checkout: withMessages(before, messages) };
}

/**
 * Checks that the order can be sent and belongs to this checkout, in its currency (§2.9).
 * @throws CheckoutError `order_mismatch`
 */
export function requireOrderOf({ id, currency }: CheckoutShape, order: PlacedOrder): PlacedOrder {
  if (typeof order.id !== "string" || typeof order.permalink_url !== "string")
    throw new CheckoutError(
      "order_mismatch",
      "the order needs an id and a permalink_url, both strings",
    );
  // §4.2: an unreadable id would fail response validation, and that runs after the commit.
  if (!isPathSegment(order.id))
    throw new CheckoutError(
      "order_mismatch",
      "the order's id cannot be used as a URL path segment",
    );
  if (!isUri(order.permalink_url))
    throw new CheckoutError("order_mismatch", "the order's permalink_url must be an absolute URL");
  if (order.checkout_id !== undefined && order.checkout_id !== id)
    throw new CheckoutError("order_mismatch", `the order's checkout_id must be ${id}`);
  if (order.currency !== undefined && order.currency !== currency)
    throw new CheckoutError("order_mismatch", `the order's currency must be ${currency}`);
  return order;
}

/**
 * True if a checkout is still what its buyer agreed to: items, prices, fulfillment choices. Only then is a payment
 * taken.
 */
function matchesQuote(before: CheckoutShape, now: CheckoutShape): boolean {
  // `before` was read from the store, so it has no undefined members; `sameJson` ignores those of `now`.
  return sameJson(agreedOf(before), agreedOf(now));
}

function agreedOf({ currency, line_items, totals, fulfillment }: CheckoutShape): object {
  const { methods = [] } = (fulfillment ?? {}) as Fulfillment;
  return {
    currency,
    line_items,
    amounts: totals.map(({ type, amount }) => [type, amount]),
    methods: methods.map(chosenOf),
  };
}

/** Ignores other options and arrival times, which change with the clock. */
function chosenOf(method: FulfillmentMethod): object {
  const { type, line_item_ids, destinations = [], selected_destination_id, groups = [] } = method;
  return {
    type,
    line_item_ids,
    destination: destinations.find(({ id }) => id === selected_destination_id),
    options: groups.map((group) => [group.line_item_ids, group.selected_option_id]),
  };
}
