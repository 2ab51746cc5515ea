/** A checkout as it is stored, and the effects of time on it. */

import {
  writtenMessage,
  type CapabilityConfigs,
  type EnvelopeMember,
  type ErrorMessage,
  type Message,
  type WrittenMessage,
} from "../envelope/index.js";
import type { QuotaClient } from "../storage/quota.js";
import { randomKey } from "../random/random-key.js";
import type { OrderPlatform } from "../order/order-record.js";
import type { CallContext, CallingPlatform } from "../server/handlers.js";
import { configOf, isCapability } from "../vocabulary/capability.js";
import { over } from "./continue-url.js";
import { move } from "./machine.js";
import type { CallsOnRecord } from "./made-calls.js";
import type { PaymentOnRecord } from "./payment-on-record.js";
import { ownerOf, recordClientOf, type SessionOwner } from "./session-owner.js";
import { isTerminal } from "./status.js";
import type { CheckoutShape, RequestShape } from "./types.js";

/** A running payment. */
export interface Completion {
  /** Distinguishes this attempt from any other. */
  readonly paymentKey: string;
  /** The time at which it is given up. Milliseconds since 1970. */
  readonly endsAt: number;
}

/** A payment that the buyer makes on the business's own page. */
export interface Finishing extends Completion {
  /** The process that runs it. */
  readonly by?: string | undefined;
  /**
   * The time from which other processes treat it as lost, unless its process renews the lease. Milliseconds since
   * 1970.
   */
  readonly leaseEndsAt?: number | undefined;
  /** It was lost and released, but may still be charged until `endsAt`. */
  readonly isGivenUp?: boolean | undefined;
}

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
  readonly completion?: Completion | undefined;
  /** Payments on the business's own page, which no status shows. */
  readonly finishing?: readonly Finishing[] | undefined;
  /** The last failure of one of these, for callers waiting in another process. */
  readonly refusal?: Refusal | undefined;
  /** The key of the payment that the order is for. It reveals a commit that was reported as failed. */
  readonly paidWith?: string | undefined;
  /** Payments with an open outcome. */
  readonly payments?: readonly PaymentOnRecord[] | undefined;
  /** Payments that may have been charged and are still to be released. */
  readonly releases: readonly PendingRelease[];
}

export interface PendingRelease {
  /** Identifies this release: a payment needs a second one if a charge came after the first. */
  readonly id: string;
  readonly paymentKey: string;
}

/** Collection of the records, by checkout id. */
export const CHECKOUTS = "checkout";

/**
 * The client of a session that may be evicted. Undefined if it was paid, or a payment is running or to be released.
 */
export function clientOfSession(record: SessionRecord): QuotaClient | undefined {
  const { checkout, completion, finishing, paidWith, releases, owner } = record;
  const isPaying = completion !== undefined || finishing !== undefined || releases.length > 0;
  const isPaid = paidWith !== undefined || checkout.status === "completed";
  return isPaying || isPaid ? undefined : recordClientOf(owner);
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
export function settled(record: SessionRecord, now: number): SessionRecord {
  const free = withoutLate(record, now);
  const { checkout, completion, expiresAt } = free;
  if (completion !== undefined || isTerminal(checkout.status) || now < expiresAt) return free;
  return { ...free, checkout: expired(checkout) };
}

function withoutLate(record: SessionRecord, now: number): SessionRecord {
  const { completion, finishing = [] } = record;
  const isLate = completion !== undefined && now >= completion.endsAt;
  const late = finishing.filter(({ endsAt }) => now >= endsAt);
  const free = isLate ? givenUp(record, TIMED_OUT) : record;
  return late.reduce((each, { paymentKey }) => withRelease(each, paymentKey), free);
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

/** Gives up the running attempt. It may have been charged, or may still be, so it is released. */
export function givenUp(record: SessionRecord, why: ErrorMessage): SessionRecord {
  const { checkout } = record;
  const status = move(checkout.status, "fail", "ready_for_complete");
  const messages = [...withoutFailures(checkout), why];
  return withoutCompletion({ ...record, checkout: { ...checkout, status, messages } });
}

/** Releases the running payment, if any. */
export function withoutCompletion({ completion, ...record }: SessionRecord): SessionRecord {
  return completion === undefined ? record : withRelease(record, completion.paymentKey);
}

/**
 * Marks the payment for release, again if it was released before: a charge may have come later. Never releases the
 * payment that the order is for.
 */
export function withRelease(record: SessionRecord, paymentKey: string): SessionRecord {
  if (record.paidWith === paymentKey) return record;
  const others = record.releases.filter((each) => each.paymentKey !== paymentKey);
  const release = { id: randomKey(), paymentKey };
  return { ...withoutFinishing(record, paymentKey), releases: [...others, release] };
}

/** The buyer's payments that may still lead to an order. */
export function openFinishing({ finishing = [] }: SessionRecord): readonly Finishing[] {
  return finishing.filter(({ isGivenUp }) => isGivenUp !== true);
}

/**
 * Releases another process's payment now, and once more when its time is over: that process may still charge it, and
 * cannot tell if the store fails it.
 */
export function withEarlyRelease(record: SessionRecord, paymentKey: string): SessionRecord {
  const { finishing = [] } = record;
  const kept = finishing.map((each) =>
    each.paymentKey === paymentKey ? { ...each, isGivenUp: true } : each,
  );
  return { ...withRelease(record, paymentKey), finishing: kept };
}

/** Removes a payment that has ended. */
export function withoutFinishing(record: SessionRecord, paymentKey: string): SessionRecord {
  const { finishing = [], ...rest } = record;
  const left = finishing.filter((each) => each.paymentKey !== paymentKey);
  return left.length === 0 ? rest : { ...rest, finishing: left };
}

/** Drops the errors of the previous attempt: a checkout that can be completed has no other errors. */
export function withoutFailures({ messages = [] }: CheckoutShape): CheckoutShape["messages"] & {} {
  return messages.filter(({ type }) => type !== "error");
}

/** The time of the next change caused by time alone. Milliseconds since 1970. */
export function dueAt({
  checkout,
  completion,
  finishing = [],
  expiresAt,
}: SessionRecord): number | undefined {
  const times = finishing.map(({ endsAt }) => endsAt);
  if (completion !== undefined) times.push(completion.endsAt);
  else if (!isTerminal(checkout.status)) times.push(expiresAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * The time from which the session may be deleted, in milliseconds since 1970. Undefined while a payment's outcome is
 * open.
 */
export function keptUntil(
  { completion, finishing = [], expiresAt, releases }: SessionRecord,
  now: number,
  keepMs: number,
): number | undefined {
  const isOpen = completion !== undefined || finishing.length > 0 || releases.length > 0;
  return isOpen ? undefined : Math.max(expiresAt, now) + keepMs;
}
