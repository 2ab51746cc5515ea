/** Completes a checkout for its platform (§3.1): the session is `complete_in_progress` while it is paid. */

import { asRefused } from "../../envelope/create-envelope.js";
import type { CallContext } from "../../server/handlers.js";
import { attemptCompletion, type Failed } from "./attempt.js";
import { expiryOf } from "./evaluate.js";
import { allows, move } from "./status.js";
import { hasCompleted, withCall, withoutCallOf } from "./made-calls.js";
import { paymentIn } from "./instruments.js";
import { withoutAttempt } from "./recorded-payment.js";
import { refused } from "./refusals.js";
import { ownerOf } from "./session-owner.js";
import { givenUp, TIMED_OUT, type SessionRecord, withoutFailures } from "./session-record.js";
import { beforeAnyEffect, type Decision } from "./sessions.js";
import {
  beginPayment,
  runPayment,
  type PaymentOptions,
  type PaymentTrigger,
} from "./take-payment.js";
import type { CheckoutShape, RequestShape, PlacedOrder } from "./types.js";
import { writtenMessage } from "../../envelope/written-messages.js";
import type { AnyOptions } from "./options.js";
import { over } from "./continue-url.js";

type ByPlatform = PaymentTrigger<SessionRecord, Failed, CheckoutShape>;

export function createCompletion(
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
    charge: (record, charging) =>
      attemptCompletion({ record, request, sent, context, ...charging }, options),
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
      const next = givenUp(record, why);
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

interface Purchase {
  readonly trigger: "succeed" | "finish";
  readonly order: PlacedOrder;
  readonly paymentKey: string;
}

/**
 * Turns a session into an order (§3.1): the one place that writes a completed checkout, for platforms and buyers
 * alike. Commits the checkout, its order, the order's event and the capture that is due together.
 */
export function applyCompletion(
  record: SessionRecord,
  { trigger, order, paymentKey }: Purchase,
  { orders, captures }: Pick<AnyOptions, "orders" | "captures">,
): Decision<CheckoutShape> {
  const { checkout, platform } = record;
  const problem = orders?.problemWith?.(platform);
  const result: CheckoutShape = {
    ...over(checkout, move(checkout.status, trigger, "completed")),
    messages: [
      ...withoutFailures(checkout),
      ...(problem === undefined ? [] : [writtenMessage(problem)]),
    ],
    order: { id: order.id, permalink_url: order.permalink_url },
  };
  const free = withoutAttempt(record, paymentKey);
  const more = [
    ...(orders?.writesFor(order as never, platform) ?? []),
    ...(captures?.writesFor({ checkoutId: checkout.id, paymentKey }) ?? []),
  ];
  return { next: { ...free, checkout: result, paidWith: paymentKey }, more, result };
}
