/** What a receiver of webhooks is made of, and what it says. */

import type { Cancellation } from "../../idempotency/index.js";
import type { Storage } from "../../storage/index.js";
import type { Answer, BodyLimits, WebResponse } from "../../rest/index.js";
import type { Connection } from "../../server/connection.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import type { ServerRequest } from "../../server/transport.js";
import type { Tracer } from "../../tracing/span.js";
import type { RetrySchedule } from "../../worker/index.js";
import type { VerifiedWebhook } from "./verified-webhook.js";

/** The members of every event of an order (§4.7); the generated type has more. */
export interface OrderEventBody {
  readonly id: string;
  readonly checkout_id: string;
  /** In releases whose events have it in the body, as `created_time`; the event's context has both in all releases. */
  readonly event_id?: string;
  readonly created_time?: string;
}

export interface OwnerQuestion {
  readonly orderId: string;
  readonly checkoutId: string;
  /** URL of the profile of whoever has signed: ids are each business's own, and two may have the same. */
  readonly business: string;
}

/** URL of the profile of the business that the checkout was made with; undefined where it is not known. */
export type OwnerOf = (question: OwnerQuestion) => string | undefined | Promise<string | undefined>;

/** What is known of an event beside the order. */
export interface OrderEventContext {
  readonly eventId: string;
  /** `created_time`, in milliseconds since 1970; whole seconds where the release has it in a header. */
  readonly createdAt: number;
  /** URL of the profile of the business, which has signed. Ids of orders are each business's own. */
  readonly business: string;
  /** 1 unless it failed before. */
  readonly attempt: number;
  /** Aborted when the time is over. */
  readonly signal: Cancellation;
}

/**
 * Called once for each event, and of one order one after the other, never with an older state after a newer
 * one. What it throws has it called again, as does the end of the process: with the same event id.
 */
export type OnOrder<Order> = (order: Order, context: OrderEventContext) => unknown;

/** What a generated validator has of it. */
export interface OrderValidator {
  check(
    value: unknown,
    limit?: number,
  ): readonly { readonly path: string; readonly message: string }[];
}

/** What came of a request or of processing an event: no body, no signature. */
export interface ReceiptLogEntry {
  readonly level: "info" | "error";
  /** `older`: than what is there already; `refused`: see `code`. The last four are of `onOrder`. */
  readonly became:
    | "accepted"
    | "duplicate"
    | "older"
    | "refused"
    | "processed"
    | "postponed"
    | "dead"
    | "lost"
    | "unavailable";
  /** URL of the profile that the request names; it is verified unless it was refused. */
  readonly business?: string | undefined;
  readonly eventId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Of the answer. */
  readonly status?: number;
  readonly code?: string | undefined;
  readonly attempt?: number;
  /** Milliseconds since 1970, where it is tried again. */
  readonly nextAt?: number | undefined;
  readonly cause?: unknown;
}

export interface WebhookReceiverLimits extends BodyLimits {
  /** How far in the future the time of an event may be; 300,000 unless told. */
  readonly futureMs?: number | undefined;
  /** How long an event is known again: longer than senders retry. 2,592,000,000 (30 days) unless told. */
  readonly seenMs?: number | undefined;
  /** Calls of `onOrder` at a time; 16 unless told. */
  readonly concurrent?: number | undefined;
  /** And for one business; 8 unless told. */
  readonly perBusiness?: number | undefined;
  /** Milliseconds that a call may take; 60,000 unless told. */
  readonly attemptMs?: number | undefined;
  /** Milliseconds after which an event of a process that is silent is another's; 120,000 unless told. */
  readonly leaseMs?: number | undefined;
  /** How often it is looked whether something is due; 1,000 unless told. */
  readonly pollMs?: number | undefined;
}

export interface WebhookReceiverOptions<Order extends OrderEventBody = OrderEventBody> {
  /**
   * `config.webhook_url` of the platform's profile: its path is answered, and its host is what signatures
   * must be for, whatever a proxy makes of Host.
   */
  readonly url: string;
  /** Profiles of businesses, which have their keys: `createPlatformProfiles` fetches them. */
  readonly businesses: PlatformProfiles;
  readonly store: Storage;
  /** `createOwners` has one. */
  readonly ownerOf: OwnerOf;
  readonly onOrder: OnOrder<Order>;
  /** The generated `OrderEvent`. Of what is not checked, `onOrder` knows the members of `OrderEventBody`. */
  readonly validate?: OrderValidator;
  /**
   * Verifies what the release leaves to both sides, such as `Request-Signature`: it throws a `ProtocolError`, or gives false, to refuse the event.
   * The signature of §5.4 has been verified before.
   */
  readonly verify?: ((request: VerifiedWebhook) => unknown) | undefined;
  /** Of `onOrder`. */
  readonly schedule?: RetrySchedule | undefined;
  /** Seconds that two clocks may differ, for signatures; 60 unless told. */
  readonly clockSkew?: number | undefined;
  /** Seconds after which a signature is too old; none unless told. */
  readonly maxAge?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** From 0 up to 1. */
  readonly random?: (() => number) | undefined;
  /** Makes a span of each attempt: a tracer of `@opentelemetry/api`. */
  readonly tracer?: Tracer | undefined;
  readonly log?: ((entry: ReceiptLogEntry) => void) | undefined;
  readonly limits?: WebhookReceiverLimits | undefined;
  /** Lets `url` and businesses' profiles be http, if `businesses` does. */
  readonly development?: boolean | undefined;
}

/** An event that `onOrder` failed at until it was given up. */
export interface DeadEvent {
  /** For `reprocess`. */
  readonly id: string;
  readonly business: string;
  readonly eventId: string;
  readonly orderId: string;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly diedAt: number;
}

export interface WebhookReceiver {
  /** Never rejects. The request target is that of a `Request`: where there is a socket, use `answer`. */
  fetch(request: ServerRequest): Promise<WebResponse>;
  /** The same, with what the request's carrier knows beside it; `toNodeHandler` and `serveNode` take it. */
  answer(request: ServerRequest, connection?: Connection): Promise<Answer>;
  /** Calls `onOrder` for what is due now, and resolves when it is done with that. */
  process(): Promise<void>;
  /** Calls `onOrder` for what is due from now on, until it is closed. */
  start(): void;
  /** In the order of their ids; `after` is the last one of the page before. */
  deadEvents(options?: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly DeadEvent[]>;
  /**
   * Has a dead event processed as if it had not been tried, also where newer ones of its order were since.
   * False where there is none.
   */
  reprocess(id: string): Promise<boolean>;
  /** Begins nothing more, and resolves when nothing is under way. The store stays open. */
  close(): Promise<void>;
}
