/** Values in which releases of the protocol differ, as generated code has them: code that follows several releases reads them. */

import type { ReleaseFacts } from "./release-facts.js";

/** The party that can resolve an error, if any can (§2.3, §3.2). */
export type Severity =
  "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable";

/** A member that the envelopes of some releases do not have (§2.2). */
export type EnvelopeExtra = "status" | "payment_handlers";

/** A member of a request to complete a checkout that has the payment (§2.5). */
export interface PaymentMember {
  readonly member: string;
  /** The member has `instruments`, or is the one instrument. */
  readonly holds: "instruments" | "instrument";
}

/** The form of order events, as the service document describes the webhook (§4.7). */
export interface EventForm {
  /** `body`: the members `event_id` and `created_time`. `headers`: `Webhook-Id` and `Webhook-Timestamp`, seconds since 1970. */
  readonly identity: "body" | "headers";
  /** `uuid` if an event's id must be one. */
  readonly ids: "any" | "uuid";
  /** Headers that the webhook requires and the sender cannot make itself, such as `Request-Signature`. */
  readonly requiredHeaders: readonly string[];
}

/** The form of an order's lines and of what happens to them, as the order's schema describes it (§2.9). */
export interface OrderLineForm {
  /** The status of a line of which nothing is left. */
  readonly emptyStatus: "fulfilled" | "removed";
  /**
   * `signed`: an adjustment's quantity is below zero where it takes away from the line and above zero where it adds to it, and
   * returns take away from the line's total. `positive`: the quantity only says how many are affected.
   */
  readonly adjustedQuantities: "positive" | "signed";
  /** `kept` if a line has the checkout's quantity as `quantity.original`. */
  readonly originalQuantity: "absent" | "kept";
}

/** The members of a payment in answers. Any other is left out: it may be a credential in the wrong place (§2.5). */
export interface PaymentAnswer {
  /** Of `payment`. */
  readonly members: readonly string[];
  /** Of each of its `instruments`. */
  readonly instrument: readonly string[];
}

export interface ReleaseValues {
  /** `2026-11-20`; `draft` before it is dated. */
  readonly version: string;
  /** The severities that errors in a checkout's messages may have. Others become warnings with the same code. */
  readonly severities: readonly Severity[];
  /** The sign of discounts: `total = subtotal - discount` if it is positive, `subtotal + discount` otherwise. */
  readonly discounts: "positive" | "negative";
  /** `required` if the envelope of every checkout has `payment_handlers`, if only to say that there are none (§2.5). */
  readonly paymentHandlers: "required" | "optional";
  // Undefined in code of an earlier generator, which has these as in the protocol's own text.
  /** The members of a checkout's envelope that the release describes, beside `version` and `capabilities`. No other is sent. */
  readonly envelope?: readonly EnvelopeExtra[];
  /**
   * `required` if every call over REST names the profile of its platform (§4.8). `optional` if the service document lists the
   * headers of calls, and none for that: a call without one is answered, too.
   */
  readonly platformProfile?: "required" | "optional";
  /** Where a request to complete a checkout has its payment; the first that a request has is used. */
  readonly payments?: readonly PaymentMember[];
  /** Undefined if no request to create a checkout names, as `cart_id`, the cart that it is created from. */
  readonly cartId?: "accepted";
  /** The members of extensions that requests for carts and to create a checkout have: the checkout of a cart has them of it. */
  readonly cartMembers?: readonly string[];
  /** Undefined if a checkout has no payment. */
  readonly paymentAnswer?: PaymentAnswer;
  /**
   * The members that the `config` of a payment handler has in answers (§2.1.3), by the names of handlers. A handler whose schema does
   * not say is absent.
   */
  readonly responseConfigs?: Readonly<Record<string, readonly string[]>>;
  /** The form of order events. */
  readonly events?: EventForm;
  /** The form of orders' lines. */
  readonly orderLines?: OrderLineForm;
  /** What no schema says. */
  readonly facts?: ReleaseFacts;
}

/** Generated code gives it to the functions that follow its release; a business never gives it by hand. */
export interface ReleaseOption {
  /** The generated `releaseValues`; the protocol's own text unless given. */
  readonly releaseValues?: ReleaseValues | undefined;
}
