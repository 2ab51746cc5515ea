/**
 * The record of a payment, written before its provider is called, so that a charge with an unknown outcome can be
 * traced.
 */

import { isObject, own } from "../json/members.js";
import { amountOf } from "../totals/index.js";
import { chosenInstrument, type PaymentShape, type InstrumentShape } from "./instruments.js";
import { withRelease, type SessionRecord } from "./session-record.js";
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

export interface BeginningPayment {
  readonly paymentKey: string;
  /** With its `instruments`. */
  readonly payment: unknown;
  readonly beganAt: number;
}

export function paymentOf(
  { currency, totals }: CheckoutShape,
  { paymentKey, payment, beganAt }: BeginningPayment,
): PaymentOnRecord {
  const amount = amountOf(totals, "total");
  return { paymentKey, amount, currency, instrument: instrumentOf(payment), beganAt };
}

export function withPayment(record: SessionRecord, payment: PaymentOnRecord): SessionRecord {
  const { payments = [] } = record;
  const others = payments.filter(({ paymentKey }) => paymentKey !== payment.paymentKey);
  return { ...record, payments: [...others, payment] };
}

/**
 * A charge came, or may have come, after its payment was released: records the payment again and releases it once
 * more.
 */
export function withLateCharge(record: SessionRecord, payment: PaymentOnRecord): SessionRecord {
  return withRelease(withPayment(record, payment), payment.paymentKey);
}

function instrumentOf(payment: unknown): PaidInstrument | undefined {
  if (!isObject(payment) || !Array.isArray(own(payment, "instruments"))) return undefined;
  const chosen = chosenInstrument(payment as PaymentShape<InstrumentShape>);
  if (!isObject(chosen)) return undefined;
  const entries = ["id", "handler_id", "type"].map((name) => [name, own(chosen, name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}

/** The payments that may or may not have been charged. */
export function unsettledOf(record: SessionRecord): readonly UnsettledPayment[] {
  const { checkout, completion, finishing = [], releases, payments = [] } = record;
  // Includes payments that another process gave up as lost: they may still be charged.
  const running = [
    ...(completion === undefined ? [] : [completion.paymentKey]),
    ...finishing.map(({ paymentKey }) => paymentKey),
  ];
  const states = new Map([
    ...running.map((key) => [key, "running"] as const),
    ...releases.map(({ paymentKey }) => [paymentKey, "releasing"] as const),
  ]);
  return payments.flatMap((each) => {
    const state = states.get(each.paymentKey);
    return state === undefined ? [] : [{ ...each, checkoutId: checkout.id, state }];
  });
}

/** Drops the payments whose outcome is known. */
export function withoutSettled(record: SessionRecord): SessionRecord {
  const { payments, ...rest } = record;
  if (payments === undefined) return record;
  const open = new Set(unsettledOf(record).map(({ paymentKey }) => paymentKey));
  const left = payments.filter(({ paymentKey }) => open.has(paymentKey));
  if (left.length === payments.length) return record;
  return left.length === 0 ? rest : { ...rest, payments: left };
}

/** A one-line description for the log. */
export function describePayment(checkout: CheckoutShape, record: PaymentOnRecord): string {
  const { paymentKey, amount, currency, instrument = {} } = record;
  const { id = "?", handler_id = "?", type = "?" } = instrument;
  const paid = `${amount ?? "?"} ${currency} by ${type} ${id} of ${handler_id}`;
  return `payment ${paymentKey} of checkout ${checkout.id}: ${paid}`;
}
