/**
 * What a release says in prose or examples alone, so that no schema can be asked. Code that follows several releases reads it. The values
 * of each release, with their sources, are in the generator (`docs/releases.md`); here are those of the protocol's own text.
 */

export interface ReleaseFacts {
  /** `keyed`: a tool's resource stands in `structuredContent` under its key (§4.5). `bare`: `structuredContent` is the resource. */
  readonly toolResult: "keyed" | "bare";
  /** The answer to a platform of a later protocol version (§9.2, §9.5): a business outcome, or a 422. */
  readonly unsupportedVersion: "outcome" | "error";
  /** The code of the outcome where both sides have no capability in common that the operation needs (§9.5). */
  readonly nothingInCommon: "version_unsupported" | "capabilities_incompatible";
  /** The code of the error for a call that names no profile (§4.8). */
  readonly missingProfile: "invalid_request" | "invalid_profile_url";
  /** The answer where a checkout or an order is not there (§4.3): a 404, or a business outcome, which carts have in all releases. */
  readonly missingResource: "error" | "outcome";
  /** The code of the answer about an order that another platform placed (§4.7). */
  readonly foreignOrder: "not_found" | "unauthorized";
  /** `active`: an answer lists all active capabilities (§2.2). `relevant`: the operation's own, and the extensions of these. */
  readonly answerCapabilities: "active" | "relevant";
  /** The severity of errors where there is no resource to act on (§2.3): that of the code, or `unrecoverable`. */
  readonly outcomeSeverity: "own" | "unrecoverable";
  /** The code of JSON-RPC for `digest_mismatch` and `algorithm_unsupported` (§7). */
  readonly signatureErrors: "-32000" | "-32600";
  /** The request view of a schema that is annotated as shared: that of create, or that of each operation (§1.6). */
  readonly sharedRequest: "create" | "operation";
  /** What an error becomes whose severity the release does not have: a warning, or an error with another severity (§2.3, §3.1). */
  readonly unknownSeverity: "warning" | "error";
  /** The body of a 4xx over REST (§7): `{code, content}`, or `{status, messages}`. */
  readonly errorBody: "code" | "messages";
  /** A search without any input (§4.4). */
  readonly emptySearch: "accepted" | "refused";
  /** The code of the refusal of a request to complete without the mandate that was negotiated (§1.8). */
  readonly missingMandate: "invalid_request" | "mandate_required";
  /** Whether the discount codes of a cart become those of its checkout (§2.7). */
  readonly cartDiscounts: "carried" | "dropped";
}

/** Of the protocol's own text. */
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
