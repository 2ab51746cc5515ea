/**
 * The buyer completes an escalated session on the business's own pages (§3.1). Of several concurrent calls one takes
 * the payment, and the others wait for its result. A charge that leads to no order is released.
 */

import { equalJson } from "../json/index.js";
import { CHANGED, requireOrderOf } from "./attempt.js";
import { applyCompletion, wake } from "./apply-completion.js";
import type { CompletionOptions } from "./completion.js";
import { Declined } from "./declined.js";
import { allows } from "./machine.js";
import { notAllowed } from "./refusals.js";
import {
  FAILED,
  openFinishing,
  TIMED_OUT,
  withoutFinishing,
  withRelease,
  type SessionRecord,
} from "./session-record.js";
import type { Decision } from "./sessions.js";
import {
  paymentOf,
  withLateCharge,
  withPayment,
  type PaymentOnRecord,
} from "./payment-on-record.js";
import type { PaymentLeases } from "./payment-lease.js";
import type { Finished, RunningPayment, PaymentRegistry } from "./payment-registry.js";
import type { CheckoutShape, PlacedOrder } from "./types.js";

/** Takes a payment, or returns `Declined`. */
export type Place = (
  checkout: CheckoutShape,
  paymentKey: string,
) => Promise<PlacedOrder | Declined> | PlacedOrder | Declined;

interface Begun {
  readonly kind: "begun";
  readonly checkout: CheckoutShape;
  readonly payment: PaymentOnRecord;
}

/** `running`: another call is taking the payment. `over`: there is nothing to pay. */
type Beginning =
  | Begun
  | { readonly kind: "running"; readonly payment: RunningPayment }
  | { readonly kind: "over"; readonly end: Finished };

export interface BuyerPaymentOptions extends CompletionOptions {
  readonly leases: PaymentLeases;
  readonly registry: PaymentRegistry;
}

export function createBuyerPayment({
  options,
  sessions,
  releases,
  report,
  newId,
  now,
  leases,
  registry,
}: BuyerPaymentOptions): (id: string, place: Place) => Promise<Finished> {
  // The payment is recorded before anything is charged, so it is known even if this process dies.
  function begin(stored: SessionRecord, paymentKey: string): Decision<Beginning> {
    const began = { paymentKey, payment: undefined, beganAt: now() };
    const payment = paymentOf(stored.checkout, began);
    // An earlier commit succeeded although the store reported a failure.
    if (isOpen(stored, paymentKey))
      return { result: { kind: "begun", checkout: stored.checkout, payment } };
    const record = registry.withoutLost(stored);
    const { checkout, finishing = [] } = record;
    if (checkout.status === "completed") return { result: { kind: "over", end: checkout } };
    const running = registry.runningIn(record);
    if (running !== undefined) return { result: { kind: "running", payment: running } };
    if (!allows(checkout.status, "finish"))
      return { result: { kind: "over", end: new Declined([notAllowed(checkout, "finish")]) } };
    const taken = { ...record, finishing: [...finishing, registry.begun(paymentKey)] };
    return { next: withPayment(taken, payment), result: { kind: "begun", checkout, payment } };
  }

  function isOpen(record: SessionRecord, paymentKey: string): boolean {
    return openFinishing(record).some((each) => each.paymentKey === paymentKey);
  }

  function end(record: SessionRecord, begun: Begun, order: PlacedOrder): Decision<Finished> {
    const { paymentKey } = begun.payment;
    if (record.paidWith === paymentKey) return { result: record.checkout };
    if (!isOpen(record, paymentKey)) return { result: new Declined([TIMED_OUT]) };
    if (equalJson(record.checkout, begun.checkout))
      return applyCompletion(record, { trigger: "finish", order, paymentKey }, options.orders);
    const { checkout } = record;
    const why = allows(checkout.status, "finish") ? CHANGED : notAllowed(checkout, "finish");
    const messages = [why];
    const next = { ...withRelease(record, paymentKey), refusal: { paymentKey, messages } };
    return { next, result: new Declined(messages) };
  }

  async function placed(id: string, begun: Begun, place: Place): Promise<Finished> {
    const { checkout, payment } = begun;
    const { paymentKey } = payment;
    const result = await place(checkout, paymentKey);
    if (result instanceof Declined) {
      const refusal = { paymentKey, messages: result.messages };
      await sessions.change(id, undefined, (record) => ({
        next: { ...withoutFinishing(record, paymentKey), refusal },
        result: undefined,
      }));
      return result;
    }
    const order = requireOrderOf(checkout, result);
    const finished = await sessions.change(id, undefined, (record) => end(record, begun, order));
    if (!(finished instanceof Declined)) {
      wake(options.orders, report);
      return finished;
    }
    // The charge may have come after the first release.
    if (finished.messages.includes(TIMED_OUT)) await releases.takeBack(id, payment);
    else await releases.run(id);
    return finished;
  }

  /** Undefined if the payment has led to no order; it is released then. */
  function writtenOf(id: string, payment: PaymentOnRecord): Promise<CheckoutShape | undefined> {
    const { paymentKey } = payment;
    return sessions.change<CheckoutShape | undefined>(id, undefined, (record) => {
      if (record.paidWith === paymentKey) return { result: record.checkout };
      const refusal = { paymentKey, messages: [FAILED] };
      return { next: { ...withLateCharge(record, payment), refusal }, result: undefined };
    });
  }

  async function paid(id: string, begun: Begun, place: Place): Promise<Finished> {
    try {
      return await placed(id, begun, place);
    } catch (thrown) {
      const written = await writtenOf(id, begun.payment).catch(report);
      if (written === undefined) throw thrown;
      wake(options.orders, report);
      return written;
    }
  }

  return (id, place) => {
    const paymentKey = newId();
    return registry.take(paymentKey, async () => {
      const begun = await sessions.change(id, undefined, (record) => begin(record, paymentKey));
      if (begun.kind === "begun") return leases.hold(id, paymentKey, () => paid(id, begun, place));
      if (begun.kind === "over") return begun.end;
      return registry.endOf(id, begun.payment);
    });
  };
}
