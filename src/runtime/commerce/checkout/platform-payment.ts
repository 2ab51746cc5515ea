/**
 * The platform completes a session (§3.1), which is `complete_in_progress` while it is paid. The checkout is evaluated once more, and is
 * paid only if it is still what the buyer saw, and the payment and its authorization are acceptable.
 */

import { BusinessOutcome } from "../../envelope/business-outcome.js";
import { asRefused } from "../../envelope/create-envelope.js";
import { withoutCredentials } from "../../envelope/member-removals.js";
import type { Message } from "../../envelope/message.js";
import { isObject, own, sameJson } from "../../json/members.js";
import type { CallContext } from "../../server/handlers.js";
import type { ReleaseValues } from "../../service/release-values.js";
import { hasCapability } from "../../vocabulary/vocabulary.js";
import type { Fulfillment, FulfillmentMethod } from "../fulfillment/fulfillment.js";
import { mandateProblem } from "../mandate/mandates.js";
import { Declined } from "./checkout-error.js";
import { checkoutFrom, expiryOf, requireRules } from "./evaluate.js";
import { instrumentProblem, paymentIn, type SentPayment } from "./instruments.js";
import { hasCompleted, withCall, withoutCallOf } from "./made-calls.js";
import type { AnyOptions } from "./options.js";
import { withoutAttempt } from "./recorded-payment.js";
import { BUYER_REVIEW, CHANGED, refused, withMessages } from "./refusals.js";
import { ownerOf } from "./session-owner.js";
import { giveUp, TIMED_OUT, type SessionRecord, withoutFailures } from "./session-record.js";
import { beforeAnyEffect, type Decision } from "./sessions.js";
import { allows, isEscalation, move } from "./status.js";
import {
  applyCompletion,
  beginPayment,
  runPayment,
  type ChargeContext,
  type PaymentOptions,
  type PaymentTrigger,
  type Placed,
} from "./take-payment.js";
import type { CheckoutShape, RequestShape } from "./types.js";

type ByPlatform = PaymentTrigger<SessionRecord, Failed, CheckoutShape>;

export function createPlatformPayment(
  payments: PaymentOptions,
  newId: () => string,
): (request: RequestShape, context: CallContext) => Promise<CheckoutShape> {
  return async (request, context) => {
    const ids = { id: request.id ?? "", paymentKey: newId() };
    const trigger = byPlatform(payments.options, request, context);
    const begun = await beforeAnyEffect(() => beginPayment(payments, ids, trigger));
    return runPayment(payments, ids, trigger, begun);
  };
}

/** A session is ready as it was before its status changed. */
function byPlatform(
  options: PaymentOptions["options"],
  request: RequestShape,
  context: CallContext,
): ByPlatform {
  const sent = paymentIn(request, options.releaseValues);
  const { name } = context.platform.envelope;
  const answer = (checkout: CheckoutShape): CheckoutShape => answerOf(checkout, name);
  const answered = ({ result, ...decision }: Decision<CheckoutShape>): Decision<CheckoutShape> => ({
    ...decision,
    result: answer(result),
  });
  return {
    name: "complete",
    owner: ownerOf(context),
    payment: sent.payment,
    unrecorded: "storeError",
    begin(record, paymentKey) {
      const { checkout } = record;
      // The caller retries because it never received the response.
      if (hasCompleted(record, context)) return { kind: "over", answer: () => answer(checkout) };
      if (!allows(checkout.status, "complete"))
        return { kind: "over", answer: () => refused(record, "complete", name) };
      const status = move(checkout.status, "complete", "complete_in_progress");
      const called = withCall(record, context, paymentKey);
      const begun = { ...called, checkout: { ...checkout, status } };
      return { kind: "beginning", record: begun, ready: record };
    },
    resumed: ({ checkout, ...record }) => ({
      ...record,
      checkout: { ...checkout, status: "ready_for_complete" },
    }),
    charge: (record, attempt) => charge({ record, request, sent, context, ...attempt }, options),
    settle: (record, _before, { paymentKey, end }) =>
      answered(
        end.kind === "placed"
          ? applyCompletion(
              { ...record, checkout: { ...end.checkout, status: record.checkout.status } },
              { trigger: "succeed", order: end.order, paymentKey },
              options,
            )
          : failedWith(record, end.checkout, paymentKey),
      ),
    abandon(begun, before, { paymentKey, how: { why, isRetried, mayBeCharged } }) {
      const record = isRetried ? withoutCallOf(begun, paymentKey) : begun;
      const next = giveUp(record, why);
      if (mayBeCharged) return { next, result: answer(next.checkout) };
      // Nothing can have been charged: the session is restored.
      const checkout = why === TIMED_OUT ? next.checkout : before.checkout;
      return answered(failedWith(record, checkout, paymentKey));
    },
    written: answer,
    lost: answer,
  };
}

function failedWith(
  record: SessionRecord,
  checkout: CheckoutShape,
  paymentKey: string,
): Decision<CheckoutShape> {
  move(record.checkout.status, "fail", checkout.status);
  const expiresAt = expiryOf(checkout, record.expiresAt);
  return {
    next: { ...withoutAttempt(record, paymentKey), checkout, expiresAt },
    result: checkout,
  };
}

/**
 * Marks a checkout that was not completed as an error in its envelope (§2.2), unless its buyer continues elsewhere.
 * @param name the envelope's member, which is the protocol's name
 */
function answerOf(checkout: CheckoutShape, name: string): CheckoutShape {
  const { status } = checkout;
  if (status === "completed" || status === "requires_escalation") return checkout;
  return status === "canceled"
    ? refused({ checkout }, "complete", name)
    : asRefused(checkout, name);
}

/** Nothing was charged; `checkout` has the reason among its messages. */
interface Failed {
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

interface Charge extends ChargeContext {
  readonly record: SessionRecord;
  /** The Complete Checkout request, with credentials. */
  readonly request: RequestShape;
  /** The payment of `request`. */
  readonly sent: SentPayment;
  readonly context: CallContext;
}

/** @throws what the business's hooks throw, and CheckoutError if they return something invalid */
async function charge(attempt: Charge, options: AnyOptions): Promise<Placed | Failed> {
  const { record, request, sent, context } = attempt;
  const { payment } = sent;
  const evaluated = await evaluatedAgain(attempt, payment, options);
  const { checkout } = evaluated;
  // Its status says what is missing.
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
  attempt.reportCharge(true);
  const result = await options.complete(checkout, request, {
    payment,
    paymentKey,
    signal,
    context,
  });
  if (result instanceof Declined) {
    attempt.reportCharge(false);
    return failed(checkout, result.messages);
  }
  return {
    kind: "placed",
    checkout: withInstruments(checkout, payment, options.releaseValues),
    order: result,
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
  { record, context }: Charge,
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

/** §1.8: requires a mandate if the extension is active, and otherwise a trusted page or the buyer's review. */
async function unauthorized(
  { record: { checkout }, request, context, signal }: Charge,
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
