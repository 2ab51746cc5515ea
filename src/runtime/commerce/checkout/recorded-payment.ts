/**
 * The payments of a session that may have been charged. Each is recorded before its provider is called, so that a
 * charge with an unknown outcome can be traced and released.
 */

import { isObject, own } from "../../json/members.js";
import { randomKey } from "../../text/encoding.js";
import { amountOf } from "../totals/total.js";
import { chosenInstrument, type InstrumentShape, type PaymentShape } from "./instruments.js";
import type { SessionRecord } from "./session-record.js";
import type { CheckoutShape } from "./types.js";

/** The instrument that pays, without its credential. */
export type PaidInstrument = Readonly<Partial<Record<"id" | "handler_id" | "type", string>>>;

export interface PaymentOnRecord {
  /** Also the idempotency key sent to the payment provider. */
  readonly paymentKey: string;
  /** In minor units of the currency. Undefined if the checkout has no total. */
  readonly amount: number | undefined;
  /** ISO 4217. */
  readonly currency: string;
  /** Undefined for a payment on the business's own page, or without instruments. */
  readonly instrument?: PaidInstrument | undefined;
  /** Milliseconds since 1970. */
  readonly beganAt: number;
}

export interface UnsettledPayment extends PaymentOnRecord {
  readonly checkoutId: string;
  /** `running`: the outcome is still open. `releasing`: `release` is called until it succeeds. */
  readonly state: "running" | "releasing";
}

/** The process that runs a payment for which others wait. */
export interface PaymentLease {
  readonly by: string;
  /** Other processes treat the payment as lost from then on, unless it is renewed. Milliseconds since 1970. */
  readonly leaseEndsAt: number;
}

export interface RunningAttempt extends Partial<PaymentLease> {
  /** `complete`: by the platform. `finish`: by the buyer, on the business's own page. */
  readonly trigger: "complete" | "finish";
  /** Any process may give it up from then on. Milliseconds since 1970. */
  readonly endsAt: number;
  /** Its process was lost and it was released, but it may still be charged until `endsAt`. */
  readonly isGivenUp?: boolean | undefined;
}

/** Has an attempt, a release, or both. */
export interface RecordedPayment extends PaymentOnRecord {
  /** Undefined once it can no longer be charged. */
  readonly attempt?: RunningAttempt | undefined;
  /** Identifies the release that is due: a payment needs a second one if a charge came after the first. */
  readonly releaseId?: string | undefined;
}

export interface RunningPayment extends RecordedPayment {
  readonly attempt: RunningAttempt;
}

export interface BeginningPayment {
  readonly paymentKey: string;
  /** With its `instruments`. */
  readonly payment: unknown;
  readonly beganAt: number;
  readonly attempt: RunningAttempt;
}

export function runningPayment(
  { currency, totals }: CheckoutShape,
  { payment, ...begun }: BeginningPayment,
): RunningPayment {
  const amount = amountOf(totals, "total");
  return { ...begun, amount, currency, instrument: instrumentOf(payment) };
}

function instrumentOf(payment: unknown): PaidInstrument | undefined {
  if (!isObject(payment) || !Array.isArray(own(payment, "instruments"))) return undefined;
  const chosen = chosenInstrument(payment as PaymentShape<InstrumentShape>);
  if (!isObject(chosen)) return undefined;
  const entries = ["id", "handler_id", "type"].map((name) => [name, own(chosen, name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}

/** The payments that may still lead to an order. */
export function openPayments({ payments }: Pick<SessionRecord, "payments">): RunningPayment[] {
  return payments.filter(
    (each): each is RunningPayment => each.attempt !== undefined && each.attempt.isGivenUp !== true,
  );
}

/** The platform's payment, if it is running. */
export function completionOf(record: Pick<SessionRecord, "payments">): RunningPayment | undefined {
  return openPayments(record).find(({ attempt }) => attempt.trigger === "complete");
}

export function openPayment(record: SessionRecord, paymentKey: string): RunningPayment | undefined {
  return openPayments(record).find((each) => each.paymentKey === paymentKey);
}

export function withPayment(record: SessionRecord, payment: RecordedPayment): SessionRecord {
  const others = record.payments.filter(({ paymentKey }) => paymentKey !== payment.paymentKey);
  return { ...record, payments: [...others, payment] };
}

/** Drops a payment once nothing is left to do for it. */
function withSettled(record: SessionRecord, payment: RecordedPayment): SessionRecord {
  const { attempt, releaseId, paymentKey } = payment;
  const isSettled = attempt === undefined && releaseId === undefined;
  const others = record.payments.filter((each) => each.paymentKey !== paymentKey);
  return isSettled ? { ...record, payments: others } : withPayment(record, payment);
}

function changed(
  record: SessionRecord,
  paymentKey: string,
  change: (payment: RecordedPayment) => RecordedPayment,
): SessionRecord {
  const payment = record.payments.find((each) => each.paymentKey === paymentKey);
  return payment === undefined ? record : withSettled(record, change(payment));
}

/** The payment has ended, and is charged no more. */
export function withoutAttempt(record: SessionRecord, paymentKey: string): SessionRecord {
  return changed(record, paymentKey, ({ attempt: _ended, ...payment }) => payment);
}

/** The release has succeeded. Changes nothing if a newer release of the payment has replaced it. */
export function withoutRelease(record: SessionRecord, releaseId: string): SessionRecord {
  const payment = record.payments.find((each) => each.releaseId === releaseId);
  if (payment === undefined) return record;
  const { releaseId: _released, ...rest } = payment;
  return withSettled(record, rest);
}

/**
 * Marks the payment for release, again if it was released before: a charge may have come later. Never releases the
 * payment that the order is for.
 */
export function withRelease(record: SessionRecord, paymentKey: string): SessionRecord {
  if (record.paidWith === paymentKey) return record;
  return changed(record, paymentKey, ({ attempt: _ended, ...payment }) => ({
    ...payment,
    releaseId: randomKey(),
  }));
}

/**
 * Releases another process's payment now, and once more when its time is over: that process may still charge it, and
 * cannot tell if the store fails it.
 */
export function withEarlyRelease(record: SessionRecord, paymentKey: string): SessionRecord {
  return changed(record, paymentKey, (payment) => ({
    ...payment,
    attempt: payment.attempt && { ...payment.attempt, isGivenUp: true },
    releaseId: randomKey(),
  }));
}

/**
 * A charge came, or may have come, after its payment was released: records the payment again and releases it once
 * more.
 */
export function withLateCharge(record: SessionRecord, payment: RecordedPayment): SessionRecord {
  if (record.paidWith === payment.paymentKey) return record;
  return withRelease(withPayment(record, payment), payment.paymentKey);
}

/** Releases a payment that the provider reports, unless the session knows it or its order is for it. */
export function withReported(
  record: SessionRecord,
  paymentKey: string,
  beganAt: number,
): SessionRecord {
  if (record.payments.some((each) => each.paymentKey === paymentKey)) return record;
  const { currency } = record.checkout;
  return withLateCharge(record, { paymentKey, amount: undefined, currency, beganAt });
}

/** The payments that may or may not have been charged. */
export function unsettledOf({ checkout, payments }: SessionRecord): readonly UnsettledPayment[] {
  return payments.map(({ attempt: _attempt, releaseId, ...payment }) => ({
    ...payment,
    checkoutId: checkout.id,
    state: releaseId === undefined ? "running" : "releasing",
  }));
}

/** A one-line description for the log. */
export function describePayment(checkout: CheckoutShape, payment: PaymentOnRecord): string {
  const { paymentKey, amount, currency, instrument = {} } = payment;
  const { id = "?", handler_id = "?", type = "?" } = instrument;
  const paid = `${amount ?? "?"} ${currency} by ${type} ${id} of ${handler_id}`;
  return `payment ${paymentKey} of checkout ${checkout.id}: ${paid}`;
}
