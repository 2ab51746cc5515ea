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
