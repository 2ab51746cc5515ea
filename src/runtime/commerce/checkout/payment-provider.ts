/**
 * The port to payment providers (§2.5), and what a business does with one: it authorizes a payment for a checkout,
 * captures it once the order is committed, and releases a payment that led to no order. A provider that charges in one
 * step has no `capture`.
 */

import { writtenMessage } from "../../envelope/written-messages.js";
import { quiet } from "../../log/quiet.js";
import type { RecordWrite, Storage } from "../../storage/storage.js";
import { type Cancellation, pause } from "../../time/time.js";
import { createWorker, type Worker } from "../../worker/create-worker.js";
import type { Task, Outcome, TaskReport } from "../../worker/task.js";
import { CheckoutError, Declined } from "./checkout-error.js";
import { MONEY_SCHEDULE } from "./releases.js";

/**
 * `pending`: the provider has not decided. `authorized`: the amount is reserved. `captured`: the money is taken.
 * `voided`, `refunded` and `declined`: no money moves under this key any more.
 */
export type PaymentState =
  "pending" | "authorized" | "captured" | "voided" | "refunded" | "declined";

export interface ProviderPayment {
  readonly paymentKey: string;
  /** As in the request to authorize it. Undefined if the payment was voided before any request. */
  readonly checkoutId: string | undefined;
  readonly state: PaymentState;
}

export interface PaymentRequest<Payment = unknown> {
  readonly checkoutId: string;
  /** Idempotency key: repeating a request never moves money twice. */
  readonly paymentKey: string;
  /** In minor units of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The payment of the request, or the token that your own page received. */
  readonly payment: Payment;
  /** Aborted on timeout. */
  readonly signal: Cancellation;
}

/**
 * A payment provider. Every call may be repeated, and calls for one key may run at the same time. A call that throws
 * has an unknown outcome. `paymentProviderSuite` of `@proto-gen/runtime/testing` checks an implementation.
 */
export interface PaymentProvider<Payment = unknown> {
  /** Reserves the amount, or takes it at once. */
  authorize(request: PaymentRequest<Payment>): Promise<ProviderPayment>;
  /** Takes the reserved amount. Absent if `authorize` takes it at once. */
  capture?(paymentKey: string): Promise<ProviderPayment>;
  /**
   * Cancels a payment that is not captured. If the provider does not know the key yet, a later request to authorize it
   * is declined.
   */
  void(paymentKey: string): Promise<ProviderPayment>;
  /** Returns the captured amount. */
  refund(paymentKey: string): Promise<ProviderPayment>;
  /** Undefined if the provider does not know the key. */
  find(paymentKey: string): Promise<ProviderPayment | undefined>;
}

export interface PaymentsOptions<Payment = unknown> {
  readonly provider: PaymentProvider<Payment>;
  /** Holds the captures that are due. The store of `createCheckouts`. */
  readonly store: Storage;
  /** Keeps the captures of several providers in one store apart. Default: none. */
  readonly name?: string | undefined;
  /** Returned if the provider declines. Default: one message, `payment_declined`. */
  readonly declined?: Declined | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  /** Receives captures that failed. `sweep` of the checkouts retries them. */
  readonly log?: ((error: unknown) => void) | undefined;
}

/** The captures that are committed with paid checkouts. */
export interface Captures {
  /** The writes to commit with the order. */
  writesFor(paid: {
    readonly checkoutId: string;
    readonly paymentKey: string;
  }): readonly RecordWrite[];
  /** Begins the capture. Called when those writes are committed. */
  wake(paid: { readonly paymentKey: string }): void;
  /** Makes the captures that are due now. Called by `sweep`. */
  drain(): Promise<void>;
}

export interface Payments<Payment = unknown> extends Captures {
  /**
   * Reserves or takes the amount, and waits for a provider that has not decided.
   * @throws whatever the provider throws, and what the signal is aborted with: the outcome is unknown. CheckoutError
   * `payment_mismatch` if the provider returns a state in which no money can be taken.
   */
  authorize(request: PaymentRequest<Payment>): Promise<ProviderPayment | Declined>;
  /**
   * Voids or refunds whatever was or will be charged under this key. Pass it to `createCheckouts` as `release`.
   * @throws whatever the provider throws, and CheckoutError `release_failed` if money is still held: try again
   */
  release(paymentKey: string): Promise<void>;
}

/** Collection of the captures that are due. */
const CAPTURES = "payment_capture";
const POLL_MS = 250;
/** In one `drain`, and of these at the same time. */
const [MOST_CAPTURES, AT_ONCE] = [1_000, 16];
/** The states in which the provider holds no money. */
const WITHOUT_MONEY: readonly PaymentState[] = ["voided", "refunded", "declined"];

const DECLINED = /* @__PURE__ */ new Declined([/* @__PURE__ */ writtenMessage("payment_declined")]);

/**
 * Creates the business's side of a payment provider (§2.5): authorize in the hook `complete` of `createCheckouts`, and
 * pass the result as `captures`. A capture that fails is tried again, unless the
 * provider holds no money any more.
 * @example
 * ```ts
 * import { type PaymentProvider, createPayments } from "@proto-gen/runtime/commerce";
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 *
 * declare const provider: PaymentProvider<{ readonly token: string }>;
 * const payments = createPayments({ provider, store: createMemoryStorage() });
 * const price = { amount: 1999, currency: "EUR" };
 * const { signal } = new AbortController();
 * const request = { checkoutId: "checkout_1", paymentKey: "key_1", ...price, payment: { token: "tok_1" }, signal };
 * const payment = await payments.authorize(request);
 * ```
 */
export function createPayments<Payment = unknown>(
  options: PaymentsOptions<Payment>,
): Payments<Payment> {
  const { provider, store, name, declined = DECLINED, now = Date.now } = options;
  const collection = name === undefined ? CAPTURES : `${CAPTURES}_${name}`;
  const report = quiet(options.log);
  const captures: CaptureWorker = createWorker({
    ...{ store, name: collection, schedule: MONEY_SCHEDULE, now },
    perform: ({ payload }) => capturePayment(provider, payload.paymentKey, now),
    report: (what) => reportFailure(what, report),
  });

  return {
    async authorize(request) {
      const payment = await decided(provider, request);
      const { state } = payment;
      if (WITHOUT_MONEY.includes(state)) return declined;
      if (state === "captured" || (state === "authorized" && provider.capture !== undefined))
        return payment;
      throw new CheckoutError("payment_mismatch", `the provider answered \`${state}\``);
    },
    release: (paymentKey) => releasePayment(provider, paymentKey),
    writesFor: ({ checkoutId, paymentKey }) =>
      provider.capture === undefined
        ? []
        : captures.writes({ lane: paymentKey, payload: { paymentKey }, facts: { checkoutId } }),
    wake({ paymentKey }) {
      if (provider.capture !== undefined) void captures.run(paymentKey).catch(report);
    },
    async drain() {
      if (provider.capture === undefined) return;
      // Only captures that are due by now: new ones would keep the sweep from ending.
      const before = { dueBefore: now(), limit: MOST_CAPTURES };
      const due = await store.scan<Task<CaptureFacts>>(collection, before);
      for (let at = 0; at < due.length; at += AT_ONCE)
        await Promise.all(due.slice(at, at + AT_ONCE).map(({ value }) => captures.run(value.lane)));
    },
  };
}

interface CaptureFacts {
  readonly checkoutId: string;
}

type CaptureWorker = Worker<{ readonly paymentKey: string }, CaptureFacts>;

/** Captures what is authorized. A payment that holds no money any more can never be captured. */
async function capturePayment(
  provider: PaymentProvider<never>,
  paymentKey: string,
  now: () => number,
): Promise<Outcome> {
  const found = await provider.find(paymentKey);
  // The business took this payment in another way.
  if (found === undefined) return undefined;
  let { state } = found;
  if (state === "authorized") {
    if (provider.capture === undefined) throw new Error("the provider captures nothing");
    ({ state } = await provider.capture(paymentKey));
  }
  if (state === "captured") return undefined;
  if (!WITHOUT_MONEY.includes(state)) return { nextAt: now() + MONEY_SCHEDULE.baseMs };
  const cause = new Error(`the payment is ${state}`);
  return { code: "capture_failed", cause, final: true };
}

function reportFailure(
  { failure, task }: TaskReport<CaptureFacts>,
  report: (error: unknown) => void,
): void {
  if (failure === undefined) return;
  const what = `payment of checkout ${task.facts.checkoutId}`;
  report(new CheckoutError("capture_failed", what, { cause: failure.cause }));
}

async function decided<Payment>(
  provider: PaymentProvider<Payment>,
  request: PaymentRequest<Payment>,
): Promise<ProviderPayment> {
  const { paymentKey, signal } = request;
  let payment = await provider.authorize(request);
  while (payment.state === "pending") {
    await pause(POLL_MS);
    signal.throwIfAborted();
    payment = (await provider.find(paymentKey)) ?? payment;
  }
  return payment;
}

async function releasePayment(provider: PaymentProvider<never>, paymentKey: string): Promise<void> {
  const found = await provider.find(paymentKey);
  let state = found?.state ?? "pending";
  if (!WITHOUT_MONEY.includes(state) && state !== "captured")
    ({ state } = await provider.void(paymentKey));
  // It was captured before it could be voided.
  if (state === "captured") ({ state } = await provider.refund(paymentKey));
  if (!WITHOUT_MONEY.includes(state))
    throw new CheckoutError("release_failed", `the provider answered \`${state}\``);
}
