/**
 * Mandates (§1.8): the interface through which they are verified, with the verdict, accepted for the checkout or refused with a reason; and
 * the proof of what a business offered, a finisher of the mandate capability that signs each checkout before it is sent.
 */

import { writtenMessage, type WrittenMessage } from "../../envelope/written-messages.js";
import type { FinishedCall, Finisher } from "../../server/payloads.js";
import type { Cancellation } from "../../time/time.js";

/** Codes of the protocol's published releases, since the specification has none (§2.11). */
export type MandateCode =
  /** The capability is active, but no mandate was sent. */
  | "mandate_required"
  /** The key that would verify the mandate was not found. */
  | "agent_missing_key"
  /** It is not a mandate, or its signature is invalid. */
  | "mandate_invalid_signature"
  /** It has expired or is not valid yet. */
  | "mandate_expired"
  /** It is for another checkout, another state of it, or another business. */
  | "mandate_scope_mismatch"
  /** The business has not authorized the checkout in the mandate. */
  | "merchant_authorization_invalid"
  /** The checkout in the mandate lacks the business's authorization. */
  | "merchant_authorization_missing";

interface Accepted {
  readonly kind: "accepted";
}

export interface Refused {
  readonly kind: "refused";
  readonly code: MandateCode;
  /** Text for a person, without any part of the mandate. */
  readonly content: string;
}

export type Verdict = Accepted | Refused;

export const ACCEPTED: Accepted = Object.freeze({ kind: "accepted" });

/**
 * Creates the verdict that refuses a mandate (§1.8), for a `MandateVerifier` of your own. `content` must not repeat any
 * part of the mandate.
 * @example
 * ```ts
 * import { type MandateVerifier, refused } from "@proto-gen/runtime/commerce";
 *
 * const closed: MandateVerifier = {
 *   verify: async () => refused("agent_missing_key", "This shop accepts no mandates yet."),
 * };
 * ```
 */
export function refused(code: MandateCode, content: string): Refused {
  return { kind: "refused", code, content };
}

/** The platform that sent the mandate, such as a handler's `context.platform`. */
export interface MandatePlatform {
  /** URL of its profile (§5.3). Undefined if the platform names none. */
  readonly profile: string | undefined;
  /** The member that the server adds to a resource; its name is the protocol's. */
  readonly envelope?: { readonly name: string } | undefined;
}

export interface MandateContext {
  /**
   * The checkout as the business last sent it to this platform. The envelope and `ap2`, which the server adds, are
   * only compared if they are present here.
   */
  readonly checkout: object;
  readonly platform: MandatePlatform;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The nonce that the platform had to sign with this checkout. Undefined if the business gave none. */
  readonly nonce?: string | undefined;
  /** The call's signal, for fetching keys. */
  readonly signal?: Cancellation | undefined;
}

export interface MandateVerifier {
  /**
   * A mandate is for one state of one checkout and does not limit how often it is used: the caller must make sure
   * that a completed checkout is not completed again.
   * @param mandate `ap2.checkout_mandate` as it was sent; undefined if absent
   * @throws TypeError if `now` is not a time
   * @throws whatever finding the keys throws: a mandate that could not be verified is not refused
   */
  verify(mandate: unknown, context: MandateContext): Promise<Verdict>;
}

/**
 * Turns a refused mandate into a message of the checkout (§2.3). Undefined if the mandate is accepted.
 * @example
 * ```ts
 * import { mandateProblem, refused } from "@proto-gen/runtime/commerce";
 *
 * mandateProblem({ kind: "accepted" }); // undefined
 * mandateProblem(refused("mandate_expired", "The mandate has expired."))?.path; // "$.ap2.checkout_mandate"
 * ```
 */
export function mandateProblem(verdict: Verdict): WrittenMessage<MandateCode> | undefined {
  if (verdict.kind === "accepted") return undefined;
  const { code, content } = verdict;
  return writtenMessage(code, { content, path: "$.ap2.checkout_mandate" });
}

export interface MerchantAuthorizationOptions {
  /**
   * Called with every signed checkout before it is sent, for example to store it: a mandate must contain exactly
   * this.
   */
  readonly keep?: ((checkoutBody: object, call: FinishedCall) => Promise<void> | void) | undefined;
}

/**
 * Creates the finisher that signs each checkout before it is sent, as `ap2.merchant_authorization` (§1.8).
 * @param authorizer pass a function if keys are rotated at run time
 * @example
 * ```ts
 * import { merchantAuthorization } from "@proto-gen/runtime/commerce";
 * import { jwsAuthorizer } from "@proto-gen/runtime/jose";
 * import { type PrivateJwk } from "@proto-gen/runtime/signature";
 * import type { ServerOptions } from "@proto-gen/runtime/server";
 *
 * declare const privateKey: PrivateJwk;
 * const authorize = merchantAuthorization(await jwsAuthorizer(privateKey));
 * const options: Partial<ServerOptions> = { finishers: { "dev.proto.shopping.ap2_mandate": authorize } };
 * ```
 */
export function merchantAuthorization(
  authorizer: MerchantAuthorizer | (() => MerchantAuthorizer),
  { keep }: MerchantAuthorizationOptions = {},
): Finisher {
  const current = typeof authorizer === "function" ? authorizer : () => authorizer;
  return async (body, call) => {
    const checkout = sentWithoutAp2(body);
    const authorization = await current().sign(checkout);
    // Replaces a member that the handler may have set: a mandate that was sent is never returned.
    const whole = { ...checkout, ap2: { merchant_authorization: authorization } };
    await keep?.(whole, call);
    return whole;
  };
}

/** Copies via JSON, since the handler's object could change while it is being signed. */
function sentWithoutAp2(body: object): object {
  return JSON.parse(JSON.stringify({ ...body, ap2: undefined })) as object;
}

/** The interface through which a business's checkouts are signed (§1.8). */
export interface MerchantAuthorizer {
  /**
   * Returns the signature over a checkout.
   * @param checkoutBody as it is sent: JSON values only, with the envelope and without `ap2`
   * @throws if it cannot be signed; the checkout is then not sent
   */
  sign(checkoutBody: object): Promise<string>;
}
