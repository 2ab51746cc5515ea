/** A checkout as it is kept, and what time makes of it. */

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

/** A payment that runs. */
export interface Completion {
  /** Tells this attempt's end from that of any other. */
  readonly paymentKey: string;
  /** When it is given up: milliseconds since 1970. */
  readonly endsAt: number;
}

/** One that the buyer makes on the business's own page. */
export interface Finishing extends Completion {
  /** The process that is at it. */
  readonly by?: string | undefined;
  /** When other processes take it for lost, unless that process renews it first: milliseconds since 1970. */
  readonly leaseEndsAt?: number | undefined;
  /** It was lost and released; its charge may still come, until it ends. */
  readonly isGivenUp?: boolean | undefined;
}

/** Why there was no order. */
export interface Refusal {
  readonly paymentKey: string;
  readonly messages: readonly Message[];
}

/** What a platform and the business have in common, as of the platform's last call that counted. */
export interface Agreed {
  readonly capabilities: readonly string[];
  readonly configs: CapabilityConfigs;
  /** The protocol's: the envelope's member. */
  readonly name: string;
}

export interface SessionRecord extends CallsOnRecord {
  /** Without envelope and credentials. */
  readonly checkout: CheckoutShape;
  /** The last one that counted, without credentials: evaluated again before the payment. */
  readonly request: RequestShape;
  readonly owner: SessionOwner;
  /** Who hears of the order. */
  readonly platform: OrderPlatform;
  readonly agreed: Agreed;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly completion?: Completion | undefined;
  /** On the business's own page, where no status says that they run. */
  readonly finishing?: readonly Finishing[] | undefined;
  /** How the last one of them ended that came to nothing: for whoever waited for it in another process. */
  readonly refusal?: Refusal | undefined;
  /** Key of the payment that the order is for: whoever did not hear that it was written finds it here. */
  readonly paidWith?: string | undefined;
  /** Payments whose end is open. */
  readonly payments?: readonly PaymentOnRecord[] | undefined;
  /** Payments of which nobody knows whether there was a charge, until they are released. */
  readonly releases: readonly PendingRelease[];
}

export interface PendingRelease {
  /** Of this release: a payment may need a second one, for a charge that came after the first. */
  readonly id: string;
  readonly paymentKey: string;
}

/** The collection of records, by the checkout's id. */
export const CHECKOUTS = "checkout";

/** The client of a session that may be forgotten: nothing was paid, and no payment runs or is to be taken back. */
export function clientOfSession(record: SessionRecord): QuotaClient | undefined {
  const { checkout, completion, finishing, paidWith, releases, owner } = record;
  const isPaying = completion !== undefined || finishing !== undefined || releases.length > 0;
  const isPaid = paidWith !== undefined || checkout.status === "completed";
  return isPaying || isPaid ? undefined : recordClientOf(owner);
}

/** What is kept of the platform that calls. */
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

/** The platform as its calls have it. */
export function platformOf({ platform, agreed }: SessionRecord): CallingPlatform {
  const { capabilities, configs, name } = agreed;
  return {
    profile: platform.profile,
    capabilities: new Set(capabilities),
    configs,
    envelope: { name, member: platform.envelope as EnvelopeMember },
  };
}

/** The record as it is now: expired, without payments that took too long. Itself where neither is so. */
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

/** A charge may have been made, or may still be: it is released. */
export function givenUp(record: SessionRecord, why: ErrorMessage): SessionRecord {
  const { checkout } = record;
  const status = move(checkout.status, "fail", "ready_for_complete");
  const messages = [...withoutFailures(checkout), why];
  return withoutCompletion({ ...record, checkout: { ...checkout, status, messages } });
}

/** Without the payment that runs, if there is one: it is released. */
export function withoutCompletion({ completion, ...record }: SessionRecord): SessionRecord {
  return completion === undefined ? record : withRelease(record, completion.paymentKey);
}

/**
 * The payment under this key is to be taken back, once more if it was already: a charge may have come later.
 * Never the one that the order is for.
 */
export function withRelease(record: SessionRecord, paymentKey: string): SessionRecord {
  if (record.paidWith === paymentKey) return record;
  const others = record.releases.filter((each) => each.paymentKey !== paymentKey);
  const release = { id: randomKey(), paymentKey };
  return { ...withoutFinishing(record, paymentKey), releases: [...others, release] };
}

/** Payments of the buyer's that may still end with an order. */
export function openFinishing({ finishing = [] }: SessionRecord): readonly Finishing[] {
  return finishing.filter(({ isGivenUp }) => isGivenUp !== true);
}

/**
 * A payment of another process is taken back, and once more when its time is over: nobody knows whether that process
 * still charges, nor could it say so where the store fails it.
 */
export function withEarlyRelease(record: SessionRecord, paymentKey: string): SessionRecord {
  const { finishing = [] } = record;
  const kept = finishing.map((each) =>
    each.paymentKey === paymentKey ? { ...each, isGivenUp: true } : each,
  );
  return { ...withRelease(record, paymentKey), finishing: kept };
}

/** The payment under this key has come to an end. */
export function withoutFinishing(record: SessionRecord, paymentKey: string): SessionRecord {
  const { finishing = [], ...rest } = record;
  const left = finishing.filter((each) => each.paymentKey !== paymentKey);
  return left.length === 0 ? rest : { ...rest, finishing: left };
}

/** An attempt's errors end with the next one: a checkout that can be completed has no others. */
export function withoutFailures({ messages = [] }: CheckoutShape): CheckoutShape["messages"] & {} {
  return messages.filter(({ type }) => type !== "error");
}

/** When time changes something about it: milliseconds since 1970. */
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

/** When it may be forgotten; never while the end of a payment is open. Milliseconds since 1970. */
export function keptUntil(
  { completion, finishing = [], expiresAt, releases }: SessionRecord,
  now: number,
  keepMs: number,
): number | undefined {
  const isOpen = completion !== undefined || finishing.length > 0 || releases.length > 0;
  return isOpen ? undefined : Math.max(expiresAt, now) + keepMs;
}
