/** The options, log entries and interface of a webhook sender. */

import type { Storage } from "../../storage/storage.js";
import type { AddedHeaders } from "../../rest/added-headers.js";
import type { OrderOutbox } from "../../commerce/order/order-record.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import type { Signer } from "../../signature/signer.js";
import type { Tracer } from "../../tracing/span.js";
import type { RetrySchedule } from "../../worker/task.js";
import type { WebhookPost } from "../webhook-post.js";
import type { EventFormOption } from "../event-form.js";
import type { DeliveryFacts } from "./delivery.js";

/** The result of an attempt. Contains no body, signature or key. */
export interface DeliveryLogEntry extends Partial<DeliveryFacts> {
  readonly level: "info" | "error";
  /**
   * `lost`: another process took the delivery over, or its result could not be written; it is sent again.
   * `unavailable`: due deliveries could not be read.
   */
  readonly became: "delivered" | "postponed" | "dead" | "lost" | "unavailable";
  readonly host?: string;
  readonly attempt?: number;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** Time of the next attempt, if any. Milliseconds since 1970. */
  readonly nextAt?: number | undefined;
  readonly cause?: unknown;
}

export interface WebhookSenderLimits {
  /** Concurrent deliveries. Default: 32. */
  readonly concurrent?: number | undefined;
  /** Concurrent deliveries per host. Default: 4. */
  readonly perHost?: number | undefined;
  /** Time limit of an attempt, in milliseconds. Default: 15,000. */
  readonly attemptMs?: number | undefined;
  /** Time after which another process takes over a delivery from a silent one, in milliseconds. Default: 60,000. */
  readonly leaseMs?: number | undefined;
  /** Polling interval, in milliseconds. Default: 1,000. */
  readonly pollMs?: number | undefined;
}

/** Bound by generated code: the protocol's name and the form of events. */
export interface WebhookBinding extends EventFormOption {
  /** The protocol's name. */
  readonly name: string;
}

export interface WebhookSenderOptions {
  /** Must be the store of the orders: an event is committed with its order. */
  readonly store: Storage;
  /** URL of the business's profile, with the signer's public key: `https://.../.well-known/proto`. */
  readonly profile: string;
  /** Pass a function if keys are rotated at run time. */
  readonly signer: Signer | (() => Signer);
  /**
   * The platforms' profiles, as for the server. Each attempt then reads the current webhook URL (§6.1), and an event
   * waits while the profile has none. Default: the URL at the time of the purchase.
   */
  readonly platforms?: Pick<PlatformProfiles, "get"> | undefined;
  /** On Node, use `guardedPost()`. */
  readonly post: WebhookPost;
  /**
   * Additional headers, not covered by the signature: each is a text, or a function called for each attempt. Headers
   * that the release requires must be among them.
   */
  readonly headers?: AddedHeaders | undefined;
  readonly schedule?: RetrySchedule | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  /** Returns the share of the maximum delay to wait before a retry, from 0 up to, but not including, 1. */
  readonly random?: (() => number) | undefined;
  /** A tracer of `@opentelemetry/api`: each attempt gets a span. */
  readonly tracer?: Tracer | undefined;
  readonly log?: ((entry: DeliveryLogEntry) => void) | undefined;
  readonly limits?: WebhookSenderLimits | undefined;
  /** Allows webhook URLs to be http, if `post` does too. */
  readonly development?: boolean | undefined;
}

/** A delivery that was given up. */
export interface DeadLetter extends DeliveryFacts {
  /** Pass this to `redeliver` or `discard`. */
  readonly id: string;
  /** 1 for the order's creation. */
  readonly sequence: number;
  readonly host: string;
  readonly attempts: number;
  /** Code of the last failure. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly diedAt: number;
}

/** Methods that return a promise reject with `StorageError` if the store fails. */
export interface WebhookSender extends OrderOutbox {
  /** Keeps sending due events until `close`. */
  start(): void;
  /** Sends all events that are due now, and resolves when done. For callers with their own scheduler. */
  deliverDue(): Promise<void>;
  /** Ordered by id; `after` is the last id of the previous page. */
  deadLetters(options?: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly DeadLetter[]>;
  /** Sends a dead letter as if for the first time. False if it does not exist. */
  redeliver(id: string): Promise<boolean>;
  /** Deletes a dead letter. False if it does not exist. */
  discard(id: string): Promise<boolean>;
  /** Starts nothing new, and resolves when running attempts have ended. Does not close the store. */
  close(): Promise<void>;
}
