/**
 * The buyer completes an escalated session on the business's own pages (§3.1). Of several concurrent calls one takes
 * the payment, and the others wait for its result.
 */

import { equalJson } from "../../json/members.js";
import type { Cancellation } from "../../time/time.js";
import { Declined } from "./checkout-error.js";
import { allows } from "./status.js";
import type { Finished, PaymentRegistry } from "./payment-registry.js";
import { withoutAttempt, withRelease } from "./recorded-payment.js";
import { CHANGED, notAllowed } from "./refusals.js";
import { TIMED_OUT, type SessionRecord } from "./session-record.js";
import type { Decision } from "./sessions.js";
import {
  applyCompletion,
  beginPayment,
  runPayment,
  type Beginning,
  type NothingToPay,
  type PaymentOptions,
  type PaymentTrigger,
} from "./take-payment.js";
import type { CheckoutShape, PlacedOrder } from "./types.js";

/** Takes a payment, or returns `Declined`. */
export type Place = (
  checkout: CheckoutShape,
  paymentKey: string,
  signal: Cancellation,
) => Promise<PlacedOrder | Declined> | PlacedOrder | Declined;

export interface BuyerPaymentOptions extends PaymentOptions {
  readonly newId: () => string;
  readonly registry: PaymentRegistry;
}

type ByBuyer = PaymentTrigger<CheckoutShape, Declined, Finished>;

export function createBuyerPayment(
  options: BuyerPaymentOptions,
): (id: string, place: Place) => Promise<Finished> {
  const { newId, registry } = options;
  return (id, place) => {
    const paymentKey = newId();
    return registry.take(paymentKey, async () => {
      const ids = { id, paymentKey };
      const trigger = byBuyer(options, id, place);
      const begun = await beginPayment(options, ids, trigger);
      const run = async (): Promise<Finished> => runPayment(options, ids, trigger, begun);
      return begun.kind === "over" ? run() : registry.holding(id, paymentKey, run);
    });
  };
}

/** A session is ready as the buyer saw it. */
function byBuyer({ options, registry }: BuyerPaymentOptions, id: string, place: Place): ByBuyer {
  return {
    name: "finish",
    owner: undefined,
    payment: undefined,
    unrecorded: "thrown",
    lease: () => registry.lease(),
    begin: (record) => begin(registry, id, record),
    resumed: ({ checkout }) => checkout,
    async charge(checkout, { paymentKey, signal, reportCharge }) {
      reportCharge(true);
      const result = await registry.whileCharging(paymentKey, async () =>
        place(checkout, paymentKey, signal),
      );
      if (!(result instanceof Declined)) return { kind: "placed", checkout, order: result };
      reportCharge(false);
      return result;
    },
    settle(record, paidFor, { paymentKey, end }) {
      if (end.kind !== "placed")
        return declined(withoutAttempt(record, paymentKey), paymentKey, end);
      const { checkout } = record;
      const { order } = end;
      if (equalJson(checkout, paidFor))
        return applyCompletion(record, { trigger: "finish", order, paymentKey }, options);
      const why = allows(checkout.status, "finish") ? CHANGED : notAllowed(checkout, "finish");
      return declined(withRelease(record, paymentKey), paymentKey, new Declined([why]));
    },
    abandon: (record, _paidFor, { paymentKey, how: { why } }) =>
      declined(withRelease(record, paymentKey), paymentKey, new Declined([why])),
    written: (checkout) => checkout,
    lost: (_checkout, refused) => refused ?? new Declined([TIMED_OUT]),
  };
}

function begin(
  registry: PaymentRegistry,
  id: string,
  stored: SessionRecord,
): Beginning<CheckoutShape> | NothingToPay<Finished> {
  const record = registry.withoutLost(stored);
  const { checkout } = record;
  if (checkout.status === "completed") return { kind: "over", answer: () => checkout };
  const running = registry.runningIn(record);
  if (running !== undefined) return { kind: "over", answer: () => registry.endOf(id, running) };
  if (!allows(checkout.status, "finish"))
    return { kind: "over", answer: () => new Declined([notAllowed(checkout, "finish")]) };
  return { kind: "beginning", record, ready: checkout };
}

/** The session also keeps the refusal, for callers that wait in another process. */
function declined(
  record: SessionRecord,
  paymentKey: string,
  refusal: Declined,
): Decision<Declined> {
  const { messages } = refusal;
  return { next: { ...record, refusal: { paymentKey, messages } }, result: refusal };
}
