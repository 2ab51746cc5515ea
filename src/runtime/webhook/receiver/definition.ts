/** The options, log entries and interface of a webhook receiver. */

import type { Cancellation } from "../../time/time.js";
import type { Storage } from "../../storage/storage.js";
import type { Answer } from "../../rest/answer.js";
import type { BodyLimits } from "../../rest/read-json-body.js";
import type { WebResponse, WebHeaders } from "../../rest/web.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import type { ServerRequest, Connection } from "../../server/transport.js";
import type { Tracer } from "../../tracing/span.js";
import type { RetrySchedule } from "../../worker/task.js";

/** The members that every order event has (§4.7). The generated type has more. */
export interface OrderEventBody {
  readonly id: string;
  readonly checkout_id: string;
  /** Present in releases whose events have them in the body. The event's context has both in all releases. */
  readonly event_id?: string;
  readonly created_time?: string;
}

export interface OwnerQuestion {
  readonly orderId: string;
  readonly checkoutId: string;
  /** URL of the signer's profile. Ids are local to a business: two may use the same. */
  readonly business: string;
}

/** Returns the profile URL of the business that the checkout was made with. Undefined if that is unknown. */
export type OwnerOf = (question: OwnerQuestion) => string | undefined | Promise<string | undefined>;

/** What accompanies the order in an event. */
export interface OrderEventContext {
  readonly eventId: string;
  /** The event's time in milliseconds since 1970, in whole seconds if the release has it in a header. */
  readonly createdAt: number;
  /** URL of the profile of the business, whose signature was verified. Order ids are local to a business. */
  readonly business: string;
  /** Starts at 1. */
  readonly attempt: number;
  /** Aborted when `attemptMs` is over. */
  readonly signal: Cancellation;
}

/**
 * Called for each event, one at a time per order and never with an older state after a newer one. It is called again
 * with the same event id if it throws or the process ends.
 */
export type OnOrder<Order> = (order: Order, context: OrderEventContext) => unknown;

/** The part of a generated validator that is used. */
export interface OrderValidator {
  check(
    value: unknown,
    limit?: number,
  ): readonly { readonly path: string; readonly message: string }[];
}

/** The result of a request or of processing an event. Contains no body and no signature. */
export interface ReceiptLogEntry {
  readonly level: "info" | "error";
  /**
   * `older`: a newer event of the order was already accepted. `refused`: see `code`. The last four concern `onOrder`.
   */
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
  /** URL of the profile that the request names. Verified unless the request was refused. */
  readonly business?: string | undefined;
  readonly eventId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Status of the response. */
  readonly status?: number;
  readonly code?: string | undefined;
  readonly attempt?: number;
  /** Time of the next attempt, if any. Milliseconds since 1970. */
  readonly nextAt?: number | undefined;
  readonly cause?: unknown;
}

export interface WebhookReceiverLimits extends BodyLimits {
  /** How far in the future an event's time may be, in milliseconds. Default: 300,000. */
  readonly futureMs?: number | undefined;
  /**
   * How long events are recognized as duplicates, in milliseconds; must exceed the senders' retries. Default:
   * 2,592,000,000 (30 days).
   */
  readonly seenMs?: number | undefined;
  /** Concurrent calls of `onOrder`. Default: 16. */
  readonly concurrent?: number | undefined;
  /** Concurrent calls of `onOrder` per business. Default: 8. */
  readonly perBusiness?: number | undefined;
  /** Time limit of a call, in milliseconds. Default: 60,000. */
  readonly attemptMs?: number | undefined;
  /** Time after which another process takes over an event from a silent one, in milliseconds. Default: 120,000. */
  readonly leaseMs?: number | undefined;
  /** Polling interval, in milliseconds. Default: 1,000. */
  readonly pollMs?: number | undefined;
}

export interface WebhookReceiverOptions<Order extends OrderEventBody = OrderEventBody> {
  /**
   * `config.webhook_url` of the platform's profile. Its path is served, and signatures must cover its host, whatever
   * Host header a proxy sends.
   */
  readonly url: string;
  /** The businesses' profiles, with their keys: use `createPlatformProfiles`. */
  readonly businesses: PlatformProfiles;
  readonly store: Storage;
  /** Use the one of `createOwners`. */
  readonly ownerOf: OwnerOf;
  readonly onOrder: OnOrder<Order>;
  /** The generated `OrderEvent`. Without it, only the members of `OrderEventBody` are checked. */
  readonly validate?: OrderValidator | undefined;
  /**
   * Verifies what the release leaves to both sides, such as `Request-Signature`. To refuse the event, throw a
   * `ProtocolError` or return false. The signature of §5.4 has already been verified.
   */
  readonly verify?: ((request: VerifiedWebhook) => unknown) | undefined;
  /** Retries of `onOrder`. */
  readonly schedule?: RetrySchedule | undefined;
  /** Tolerated clock difference for signatures, in seconds. Default: 60. */
  readonly clockSkew?: number | undefined;
  /** Maximum age of a signature, in seconds. Default: no limit. */
  readonly maxAge?: number | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random?: (() => number) | undefined;
  /** A tracer of `@opentelemetry/api`: each attempt gets a span. */
  readonly tracer?: Tracer | undefined;
  readonly log?: ((entry: ReceiptLogEntry) => void) | undefined;
  readonly limits?: WebhookReceiverLimits | undefined;
  /** Allows `url` and the businesses' profiles to be http, if `businesses` does too. */
  readonly development?: boolean | undefined;
}

/** An event that was given up after `onOrder` kept failing. */
export interface DeadEvent {
  /** Pass this to `reprocess`. */
  readonly id: string;
  readonly business: string;
  readonly eventId: string;
  readonly orderId: string;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly diedAt: number;
}

export interface WebhookReceiver {
  /** Never rejects. Takes the request target from the `Request`; use `answer` if there is a socket. */
  fetch(request: ServerRequest): Promise<WebResponse>;
  /** Like `fetch`, with what the transport knows about the request. Suits `toNodeHandler` and `serveNode`. */
  answer(request: ServerRequest, connection?: Connection): Promise<Answer>;
  /** Calls `onOrder` for all events that are due now, and resolves when done. */
  process(): Promise<void>;
  /** Keeps calling `onOrder` for due events until `close`. */
  start(): void;
  /** Ordered by id; `after` is the last id of the previous page. */
  deadEvents(options?: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly DeadEvent[]>;
  /**
   * Processes a dead event as if for the first time, even if newer events of its order came since. False if it does
   * not exist.
   */
  reprocess(id: string): Promise<boolean>;
  /** Starts nothing new, and resolves when running calls have ended. Does not close the store. */
  close(): Promise<void>;
}

/** The argument of a receiver's option `verify`. A request whose §5.4 signature has been verified. */
export interface VerifiedWebhook {
  /** URL of the business's profile. */
  readonly business: string;
  readonly headers: Pick<WebHeaders, "get">;
  readonly body: Uint8Array;
}
