/**
 * The values in which releases of the protocol differ, as generated code provides them to code that supports several
 * releases.
 */

/** The party that can resolve an error, if any (§2.3, §3.2). */
export type Severity =
  "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable";

/** An envelope member that some releases lack (§2.2). */
export type EnvelopeExtra = "status" | "payment_handlers";

/** A member of a Complete Checkout request that has the payment (§2.5). */
export interface PaymentMember {
  readonly member: string;
  /** The member either has `instruments`, or is the one instrument. */
  readonly holds: "instruments" | "instrument";
}

/** The form of order events, from the webhook in the service document (§4.7). */
export interface EventForm {
  /**
   * `body`: the members `event_id` and `created_time`. `headers`: `Webhook-Id` and `Webhook-Timestamp`, in seconds
   * since 1970.
   */
  readonly identity: "body" | "headers";
  /** `uuid` if event ids must be UUIDs. */
  readonly ids: "any" | "uuid";
  /** Headers that the webhook requires and the sender cannot compute itself, such as `Request-Signature`. */
  readonly requiredHeaders: readonly string[];
}

/** The form of order lines and their changes, from the order's schema (§2.9). */
export interface OrderLineForm {
  /** Status of a line of which nothing is left. */
  readonly emptyStatus: "fulfilled" | "removed";
  /**
   * `signed`: an adjustment's quantity is negative if it removes from the line and positive if it adds to it, and
   * returns lower the line's total. `positive`: the quantity only counts the affected items.
   */
  readonly adjustedQuantities: "positive" | "signed";
  /** `kept` if lines have the checkout's quantity as `quantity.original`. */
  readonly originalQuantity: "absent" | "kept";
}

/** The members of a payment in responses. All others are removed, since they may be misplaced credentials (§2.5). */
export interface PaymentAnswer {
  /** Members of `payment`. */
  readonly members: readonly string[];
  /** Members of each of its `instruments`. */
  readonly instrument: readonly string[];
}

export interface ReleaseValues {
  /** Such as `2026-11-20`, or `draft` before the release is dated. */
  readonly version: string;
  /**
   * The severities that errors in a checkout's messages may have. Errors with others become warnings with the same
   * code.
   */
  readonly severities: readonly Severity[];
  /** The sign of discounts: `total = subtotal - discount` if positive, `subtotal + discount` if negative. */
  readonly discounts: "positive" | "negative";
  /** `required` if every checkout's envelope has `payment_handlers`, even an empty one (§2.5). */
  readonly paymentHandlers: "required" | "optional";
  // The following are undefined in code of earlier generators, which means: as in the protocol's own text.
  /** The members of a checkout's envelope, besides `version` and `capabilities`. No others are sent. */
  readonly envelope?: readonly EnvelopeExtra[];
  /**
   * `required` if every REST call must name its platform's profile (§4.8). `optional` if the service document lists
   * the headers of calls without one for it: a call without it is answered too.
   */
  readonly platformProfile?: "required" | "optional";
  /** The places of the payment in a Complete Checkout request. The first one present is used. */
  readonly payments?: readonly PaymentMember[];
  /** Undefined if create requests cannot name a cart as `cart_id`. */
  readonly cartId?: "accepted";
  /** The extension members that both cart and create-checkout requests have, which a checkout takes from its cart. */
  readonly cartMembers?: readonly string[];
  /** Undefined if checkouts have no payment. */
  readonly paymentAnswer?: PaymentAnswer;
  /**
   * The members of a payment handler's `config` in responses (§2.1.3), by handler name. Handlers whose schema does
   * not say are absent.
   */
  readonly responseConfigs?: Readonly<Record<string, readonly string[]>>;
  /** The form of order events. */
  readonly events?: EventForm;
  /** The form of orders' lines. */
  readonly orderLines?: OrderLineForm;
  /** Facts that no schema states. */
  readonly facts?: ReleaseFacts;
}

/** Set by generated code for functions that depend on the release. Never set it by hand. */
export interface ReleaseOption {
  /** The generated `releaseValues`. Default: the protocol's own text. */
  readonly releaseValues?: ReleaseValues | undefined;
}

/**
 * The values of a release that are only stated in prose or examples, so no schema can provide them. Code that
 * supports several releases reads them. The values of each release, with their sources, are in the generator
 * (`docs/releases.md`); those below are of the protocol's own text.
 */
export interface ReleaseFacts {
  /**
   * `keyed`: a tool's resource is in `structuredContent` under its key (§4.5). `bare`: `structuredContent` is the
   * resource.
   */
  readonly toolResult: "keyed" | "bare";
  /** The response to a platform of a later protocol version (§9.2, §9.5): a business outcome, or a 422. */
  readonly unsupportedVersion: "outcome" | "error";
  /** Code of the outcome if both sides lack a common capability that the operation needs (§9.5). */
  readonly nothingInCommon: "version_unsupported" | "capabilities_incompatible";
  /** Code of the error for a call that names no profile (§4.8). */
  readonly missingProfile: "invalid_request" | "invalid_profile_url";
  /**
   * The response if a checkout or an order does not exist (§4.3): a 404, or a business outcome. Carts have an outcome
   * in all releases.
   */
  readonly missingResource: "error" | "outcome";
  /** Code of the response about another platform's order (§4.7). */
  readonly foreignOrder: "not_found" | "unauthorized";
  /**
   * `active`: a response lists all active capabilities (§2.2). `relevant`: the operation's own and its extensions.
   */
  readonly answerCapabilities: "active" | "relevant";
  /** Severity of errors without a resource to act on (§2.3): the code's own, or `unrecoverable`. */
  readonly outcomeSeverity: "own" | "unrecoverable";
  /** JSON-RPC code for `digest_mismatch` and `algorithm_unsupported` (§7). */
  readonly signatureErrors: "-32000" | "-32600";
  /** The request view for a schema annotated as shared: that of create, or that of each operation (§1.6). */
  readonly sharedRequest: "create" | "operation";
  /**
   * Replacement for an error whose severity the release lacks: a warning, or an error with another severity (§2.3,
   * §3.1).
   */
  readonly unknownSeverity: "warning" | "error";
  /** Body of a 4xx over REST (§7): `{code, content}`, or `{status, messages}`. */
  readonly errorBody: "code" | "messages";
  /** Whether a search without any input is allowed (§4.4). */
  readonly emptySearch: "accepted" | "refused";
  /** Code for a Complete Checkout request without the negotiated mandate (§1.8). */
  readonly missingMandate: "invalid_request" | "mandate_required";
  /** `carried` if a cart's discount codes are applied to its checkout (§2.7). */
  readonly cartDiscounts: "carried" | "dropped";
}

/** The facts of the protocol's own text. */
export const SPECIFICATION_FACTS: ReleaseFacts = /* @__PURE__ */ Object.freeze({
  toolResult: "keyed",
  unsupportedVersion: "outcome",
  nothingInCommon: "version_unsupported",
  missingProfile: "invalid_request",
  missingResource: "error",
  foreignOrder: "not_found",
  answerCapabilities: "active",
  outcomeSeverity: "own",
  signatureErrors: "-32000",
  sharedRequest: "create",
  unknownSeverity: "warning",
  errorBody: "code",
  emptySearch: "accepted",
  missingMandate: "invalid_request",
  cartDiscounts: "carried",
});
