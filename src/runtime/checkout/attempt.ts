/**
 * One attempt to complete a checkout: is it still what the buyer saw, may it be completed, is it paid. In: a
 * session in progress. Out: how it ended.
 */

import {
  BusinessOutcome,
  withoutCredentials,
  writtenMessage,
  type Message,
  type WrittenMessage,
} from "../envelope/index.js";
import type { Cancellation } from "../idempotency/index.js";
import { isObject, own } from "../json/members.js";
import { mandateProblem } from "../mandate/mandate-problem.js";
import type { CallContext } from "../server/handlers.js";
import type { ReleaseValues } from "../service/release-values.js";
import { isUri } from "../formats/uri.js";
import { isPathSegment } from "../rest/path-segments.js";
import { hasCapability } from "../vocabulary/capability.js";
import { CheckoutError } from "./checkout-error.js";
import { Declined } from "./declined.js";
import { checkoutFrom, requireRules } from "./evaluate.js";
import { withMessages } from "./refusals.js";
import { withoutFailures, type SessionRecord } from "./session-record.js";
import { isEscalation } from "./status-of.js";
import { instrumentProblem } from "./instruments.js";
import type { SentPayment } from "./payment-in.js";
import type { CheckoutShape, PlacedOrder, RequestShape } from "./types.js";
import type { AnyOptions } from "./any-options.js";
import { isWhatWasSeen } from "./what-was-seen.js";

/** What the checkout is now. Nothing was charged. */
interface Failed {
  readonly kind: "failed";
  readonly checkout: CheckoutShape;
}

interface Placed {
  readonly kind: "placed";
  /** As it was paid. */
  readonly checkout: CheckoutShape;
  readonly order: PlacedOrder;
}

export type AttemptEnd = Placed | Failed;

interface Ready {
  readonly kind: "ready";
  readonly checkout: CheckoutShape;
  /** As its platform gets it. */
  readonly presented: object;
}

type Evaluated = Ready | Failed;

export interface Attempt {
  readonly record: SessionRecord;
  /** Complete Checkout's, with the credentials. */
  readonly request: RequestShape;
  /** Its payment. */
  readonly sent: SentPayment;
  readonly paymentKey: string;
  readonly signal: Cancellation;
  readonly context: CallContext;
  /** From here on there may be a charge, or there is none after all. */
  charging(may: boolean): void;
}

/** @throws what the business's hooks throw, and CheckoutError for what they must not give */
export async function attemptTo(attempt: Attempt, options: AnyOptions): Promise<AttemptEnd> {
  const { record, request, sent, context } = attempt;
  const { payment } = sent;
  const evaluated = await evaluatedAgain(attempt, payment, options);
  const { checkout } = evaluated;
  // What was declined has the status that it had: ready.
  if (evaluated.kind === "failed") return evaluated;
  if (!isWhatWasSeen(record.checkout, checkout)) return failed(checkout, [CHANGED]);
  const offer = options.anyInstrument === true ? {} : evaluated.presented;
  // §2.5: one instrument pays, and it is one that the platform was offered.
  const problem =
    instrumentProblem(sent, offer, context.platform.envelope.name) ??
    (await unauthorized(attempt, options));
  if (problem !== undefined) return failed(checkout, [problem]);
  const { paymentKey, signal } = attempt;
  // The session was given up without a word of this payment: nobody would take it back.
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
  return { kind: "placed", checkout: paidWith(checkout, payment, options.releaseValues), order };
}

/** The instruments of Complete Checkout are those that paid; no answer has their credentials (§2.5). */
function paidWith(
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

/** §2.3: eligibility and prices once more, now from what binds. */
async function evaluatedAgain(
  { record, context }: Attempt,
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

/** §1.8: a mandate, where the extension is active; otherwise a trusted page, or the buyer's own review. */
async function unauthorized(
  { record: { checkout }, request, context, signal }: Attempt,
  { mandates, trustedUi, now = Date.now }: AnyOptions,
): Promise<Message | undefined> {
  const { platform } = context;
  const mandate = mandateOf(request);
  // A platform without a profile has agreed to mandates if it sends one.
  const hasAgreed = platform.profile !== undefined || mandate !== undefined;
  if (!hasAgreed || !hasCapability(platform.capabilities, "ap2_mandate"))
    return (await trustedUi(context)) ? undefined : BUYER_REVIEW;
  if (mandates === undefined)
    throw new TypeError("the mandate extension is active: `mandates` is needed");
  // What the platform was answered last: that is what its buyer has agreed to.
  const about = { checkout: context.present(checkout), platform, now: now(), signal };
  return mandateProblem(await mandates.verify(mandate, about));
}

function mandateOf(request: RequestShape): string | undefined {
  const ap2 = isObject(request) ? own(request, "ap2") : undefined;
  const mandate = isObject(ap2) ? own(ap2, "checkout_mandate") : undefined;
  return typeof mandate === "string" ? mandate : undefined;
}

/**
 * The checkout itself is as good as it was, unless the buyer is needed: what failed is the completion, and
 * that can be tried again.
 */
function failed(checkout: CheckoutShape, messages: readonly Message[]): Failed {
  const status = messages.some(isEscalation) ? "requires_escalation" : "ready_for_complete";
  const before = { ...checkout, status, messages: withoutFailures(checkout) } as const;
  return { kind: "failed", checkout: withMessages(before, messages) };
}

/** §2.9: an order of this checkout, in its currency. */
export function requireOrderOf({ id, currency }: CheckoutShape, order: PlacedOrder): PlacedOrder {
  if (typeof order.id !== "string" || typeof order.permalink_url !== "string")
    throw new CheckoutError("order_mismatch", "an order has an id and a permalink_url");
  // §4.2: nobody could read it, and the server would refuse the answer after the commit.
  if (!isPathSegment(order.id))
    throw new CheckoutError("order_mismatch", "its id can stand in no path");
  if (!isUri(order.permalink_url))
    throw new CheckoutError("order_mismatch", "its permalink_url is no absolute URL");
  if (order.checkout_id !== undefined && order.checkout_id !== id)
    throw new CheckoutError("order_mismatch", `its checkout_id is not ${id}`);
  if (order.currency !== undefined && order.currency !== currency)
    throw new CheckoutError("order_mismatch", `its currency is not ${currency}`);
  return order;
}
