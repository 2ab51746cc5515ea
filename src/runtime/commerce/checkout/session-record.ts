/** A checkout as it is stored, and the effects of time on it. */

import { writtenMessage, type WrittenMessage } from "../../envelope/written-messages.js";
import type { CapabilityConfigs } from "../../envelope/create-negotiator.js";
import type { EnvelopeMember } from "../../envelope/create-envelope.js";
import type { ErrorMessage, Message } from "../../envelope/message.js";
import type { QuotaClient } from "../../storage/quota.js";
import type { OrderPlatform } from "../order/order-record.js";
import type { CallContext, CallingPlatform } from "../../server/handlers.js";
import { configOf, isCapability } from "../../vocabulary/vocabulary.js";
import { over } from "./continue-url.js";
import { move, isTerminal } from "./status.js";
import type { CallsOnRecord } from "./made-calls.js";
import {
  completionOf,
  withRelease,
  type RecordedPayment,
  type PaymentOnRecord,
  type RunningAttempt,
} from "./recorded-payment.js";
import { ownerOf, recordClientOf, type SessionOwner } from "./session-owner.js";
import type { CheckoutShape, RequestShape } from "./types.js";

/** The reason why a payment led to no order. */
export interface Refusal {
  readonly paymentKey: string;
  readonly messages: readonly Message[];
}

/** The result of the negotiation at the platform's last create or update. */
export interface Agreed {
  readonly capabilities: readonly string[];
  readonly configs: CapabilityConfigs;
  /** The envelope's member, which is the protocol's name. */
  readonly name: string;
}

export interface SessionRecord extends CallsOnRecord {
  /** Without envelope and credentials. */
  readonly checkout: CheckoutShape;
  /** The last accepted create or update, without credentials. It is evaluated again before the payment. */
  readonly request: RequestShape;
  readonly owner: SessionOwner;
  /** The recipient of order events. */
  readonly platform: OrderPlatform;
  readonly agreed: Agreed;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The last failure of a buyer's payment, for callers waiting in another process. */
  readonly refusal?: Refusal | undefined;
  /** The key of the payment that the order is for. It reveals a commit that was reported as failed. */
  readonly paidWith?: string | undefined;
  /** Payments that may have been charged: they are running, or to be released. */
  readonly payments: readonly RecordedPayment[];
}

/** Collection of the records, by checkout id. */
export const CHECKOUTS = "checkout";

/**
 * The client of a session that may be evicted. Undefined if it was paid, or a payment is running or to be released.
 */
export function clientOfSession(record: SessionRecord): QuotaClient | undefined {
  const { checkout, payments, paidWith, owner } = record;
  const isPaid = paidWith !== undefined || checkout.status === "completed";
  return payments.length > 0 || isPaid ? undefined : recordClientOf(owner);
}

/** The part of the calling platform that is stored. */
export function callerOf(context: CallContext): Pick<SessionRecord, "platform" | "agreed"> {
  const { profile, capabilities, configs, envelope } = context.platform;
  const { principal } = ownerOf(context);
  const url = configOf(configs, "order")?.["webhook_url"];
  const webhookUrl = typeof url === "string" ? url : undefined;
  const hearsOrders = [...capabilities].some((each) => isCapability(each, "order"));
  return {
    platform: {
      profile,
      principal,
      webhookUrl,
      hearsOrders,
      envelope: envelope.member,
    },
    agreed: { capabilities: [...capabilities], configs, name: envelope.name },
  };
}

/** Restores the platform as its calls have it. */
export function platformOf({ platform, agreed }: SessionRecord): CallingPlatform {
  const { capabilities, configs, name } = agreed;
  return {
    profile: platform.profile,
    capabilities: new Set(capabilities),
    configs,
    envelope: { name, member: platform.envelope as EnvelopeMember },
  };
}

/**
 * Applies the passage of time: expires the session and gives up late payments. Returns the same object if nothing
 * changes.
 */
export function atTime(record: SessionRecord, now: number): SessionRecord {
  const free = withoutLate(record, now);
  const { checkout, expiresAt } = free;
  if (completionOf(free) !== undefined || isTerminal(checkout.status) || now < expiresAt)
    return free;
  return { ...free, checkout: expired(checkout) };
}

function withoutLate(record: SessionRecord, now: number): SessionRecord {
  const late = record.payments.filter(({ attempt }) => attempt && now >= attempt.endsAt);
  return late.reduce(
    (each, { paymentKey, attempt }) =>
      attempt?.trigger === "complete" ? giveUp(each, TIMED_OUT) : withRelease(each, paymentKey),
    record,
  );
}

function expired(checkout: CheckoutShape): CheckoutShape {
  const status = move(checkout.status, "expire", "canceled");
  const ended = over(checkout, status);
  return { ...ended, messages: [...(ended.messages ?? []), SESSION_EXPIRED] };
}

export const SESSION_EXPIRED: WrittenMessage<"session_expired"> =
  /* @__PURE__ */ writtenMessage("session_expired");
export const TIMED_OUT: WrittenMessage<"completion_timed_out"> =
  /* @__PURE__ */ writtenMessage("completion_timed_out");
export const FAILED: WrittenMessage<"completion_failed"> =
  /* @__PURE__ */ writtenMessage("completion_failed");

/** Gives up the platform's payment. It may have been charged, or may still be, so it is released. */
export function giveUp(record: SessionRecord, why: ErrorMessage): SessionRecord {
  const { checkout } = record;
  const status = move(checkout.status, "fail", "ready_for_complete");
  const messages = [...withoutFailures(checkout), why];
  return withoutCompletion({ ...record, checkout: { ...checkout, status, messages } });
}

/** Releases the platform's payment, if it is running. */
export function withoutCompletion(record: SessionRecord): SessionRecord {
  const completion = completionOf(record);
  return completion === undefined ? record : withRelease(record, completion.paymentKey);
}

/** Drops the errors of the previous attempt: a checkout that can be completed has no other errors. */
export function withoutFailures({ messages = [] }: CheckoutShape): CheckoutShape["messages"] & {} {
  return messages.filter(({ type }) => type !== "error");
}

/** The time of the next change caused by time alone. Milliseconds since 1970. */
export function dueAt(record: SessionRecord): number | undefined {
  const { checkout, payments, expiresAt } = record;
  const times = payments.flatMap(({ attempt }) => attempt?.endsAt ?? []);
  if (completionOf(record) === undefined && !isTerminal(checkout.status)) times.push(expiresAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * The time from which the session may be deleted, in milliseconds since 1970. Undefined while a payment's outcome is
 * open.
 */
export function keptUntil(
  { payments, expiresAt }: SessionRecord,
  now: number,
  keepMs: number,
): number | undefined {
  return payments.length > 0 ? undefined : Math.max(expiresAt, now) + keepMs;
}

interface FormerAttempt extends Omit<RunningAttempt, "trigger"> {
  readonly paymentKey: string;
}

interface FormerRecord extends Omit<SessionRecord, "payments"> {
  readonly completion?: FormerAttempt | undefined;
  readonly finishing?: readonly FormerAttempt[] | undefined;
  readonly payments?: readonly PaymentOnRecord[] | undefined;
  readonly releases: readonly { readonly id: string; readonly paymentKey: string }[];
}

/** Reads sessions that former versions of this package stored, which had their payments in four members. */
export function asSessionRecord(stored: SessionRecord | FormerRecord): SessionRecord {
  if (!("releases" in stored)) return stored;
  const { completion, finishing = [], payments = [], releases, ...record } = stored;
  const attempts = new Map<string, RunningAttempt>([
    ...(completion === undefined ? [] : [attemptOf("complete", completion)]),
    ...finishing.map((each) => attemptOf("finish", each)),
  ]);
  const released = new Map(releases.map(({ paymentKey, id }) => [paymentKey, id]));
  const keys = new Set([...attempts.keys(), ...released.keys()]);
  const { currency } = record.checkout;
  const recorded = [...keys].map((paymentKey): RecordedPayment => {
    const unknown = { paymentKey, amount: undefined, currency, beganAt: 0 };
    const payment = payments.find((each) => each.paymentKey === paymentKey) ?? unknown;
    return {
      ...payment,
      attempt: attempts.get(paymentKey),
      releaseId: released.get(paymentKey),
    };
  });
  return { ...record, payments: recorded };
}

function attemptOf(
  trigger: RunningAttempt["trigger"],
  { paymentKey, ...attempt }: FormerAttempt,
): readonly [string, RunningAttempt] {
  return [paymentKey, { ...attempt, trigger }];
}
