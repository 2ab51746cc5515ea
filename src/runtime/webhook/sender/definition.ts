/** What a sender of webhooks is made of, and what it says. */

import type { Storage } from "../../storage/index.js";
import type { AddedHeaders } from "../../rest/added-headers.js";
import type { OrderOutbox } from "../../order/order-outbox.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import type { Signer } from "../../signature/index.js";
import type { Tracer } from "../../tracing/span.js";
import type { RetrySchedule } from "../../worker/index.js";
import type { WebhookPost } from "../webhook-post.js";
import type { EventFormOption } from "../event-form.js";
import type { DeliveryFacts } from "./delivery.js";

/** What became of an attempt, without body, signature and key. */
export interface DeliveryLogEntry extends Partial<DeliveryFacts> {
  readonly level: "info" | "error";
  /**
   * `lost`: another process has taken it over, or it could not be written down, so that it is sent again.
   * `unavailable`: it could not be read what is due.
   */
  readonly became: "delivered" | "postponed" | "dead" | "lost" | "unavailable";
  readonly host?: string;
  readonly attempt?: number;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** Milliseconds since 1970, where it is tried again. */
  readonly nextAt?: number | undefined;
  readonly cause?: unknown;
}

export interface WebhookSenderLimits {
  /** Deliveries at a time; 32 unless told. */
  readonly concurrent?: number | undefined;
  /** And to one host; 4 unless told. */
  readonly perHost?: number | undefined;
  /** Milliseconds that an attempt may take; 15,000 unless told. */
  readonly attemptMs?: number | undefined;
  /** Milliseconds after which a delivery of a process that is silent is another's; 60,000 unless told. */
  readonly leaseMs?: number | undefined;
  /** How often it is looked whether something is due; 1,000 unless told. */
  readonly pollMs?: number | undefined;
}

/** What generated code knows: the name of the protocol, and the form of events. */
export interface WebhookBinding extends EventFormOption {
  /** The protocol's. */
  readonly name: string;
}

export interface WebhookSenderOptions {
  /** The one that has the orders: both are written together. */
  readonly store: Storage;
  /** URL of the business's profile, which has the signer's key: `https://.../.well-known/proto`. */
  readonly profile: string;
  /** A function, where keys are rotated while it runs. */
  readonly signer: Signer | (() => Signer);
  /**
   * Platforms' profiles, as the server has them: each attempt reads the webhook URL from the profile as it is then (§6.1), and an
   * event of a platform whose profile has none is kept until it has one. The URL is that of the purchase unless given.
   */
  readonly platforms?: Pick<PlatformProfiles, "get"> | undefined;
  /** `guardedPost()` on Node. */
  readonly post: WebhookPost;
  /**
   * Headers beside the sender's own, which the signature does not cover: each is a text, or a function that makes it for each
   * attempt. A header that the release requires must be given.
   */
  readonly headers?: AddedHeaders | undefined;
  readonly schedule?: RetrySchedule | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** From 0 up to 1: how much of the longest wait a retry takes. */
  readonly random?: (() => number) | undefined;
  /** Makes a span of each attempt: a tracer of `@opentelemetry/api`. */
  readonly tracer?: Tracer | undefined;
  readonly log?: ((entry: DeliveryLogEntry) => void) | undefined;
  readonly limits?: WebhookSenderLimits | undefined;
  /** Lets webhook URLs be http, if `post` does. */
  readonly development?: boolean | undefined;
}

/** A delivery that was given up. */
export interface DeadLetter extends DeliveryFacts {
  /** For `redeliver` and `discard`. */
  readonly id: string;
  /** 1 for the order's creation. */
  readonly sequence: number;
  readonly host: string;
  readonly attempts: number;
  /** Of the last failure. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly diedAt: number;
}

/** Each of these rejects with `StorageError` where the store cannot be asked. */
export interface WebhookSender extends OrderOutbox {
  /** Sends what is due from now on, until it is closed. */
  start(): void;
  /** Sends what is due now, and resolves when it is done with that: for whoever has a clock of their own. */
  deliverDue(): Promise<void>;
  /** In the order of their ids; `after` is the last one of the page before. */
  deadLetters(options?: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly DeadLetter[]>;
  /** Sends a dead letter as if it had not been tried; false where there is none. */
  redeliver(id: string): Promise<boolean>;
  /** Forgets a dead letter; false where there is none. */
  discard(id: string): Promise<boolean>;
  /** Begins nothing more, and resolves when nothing is under way. The store stays open. */
  close(): Promise<void>;
}
