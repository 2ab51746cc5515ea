/**
 * Verifies checkout mandates (§1.8). The specification leaves their format open (§2.11); accepted are SD-JWT with key
 * binding (RFC 9901), and compact JWS (RFC 7515), each with the checkout in a claim. `jwsMandates` serves a whole business: its checkouts
 * are signed with its keys, and mandates verified with the platforms'.
 */

import type { Mandates, MandateParties } from "../business/mandates.js";
import {
  type MandateContext,
  type MandateVerifier,
  refused,
  type Verdict,
  ACCEPTED,
} from "../commerce/mandate/mandates.js";
import { equalJson, isObject, own, type Members } from "../json/members.js";
import {
  type MandateKeys,
  mandateClaims,
  type ReadingRules,
  platformKeys,
} from "./mandate-claims.js";
import { verifyMerchantAuthorization, without, jwsAuthorizer } from "./merchant-authorization.js";
import { Refusal } from "./verify-token.js";

export interface JwsMandateVerifierOptions {
  /** The keys that may sign mandates: `platformKeys`, or keys of issuers that the business trusts. */
  readonly keysFor: MandateKeys;
  /**
   * The business's own `signing_keys`, or a function that returns them: its authorization inside a mandate must
   * verify.
   */
  readonly signingKeys: readonly object[] | (() => readonly object[]);
  /** `aud` must be one of these, the platforms' names for this business. Default: not checked. */
  readonly audience?: string | readonly string[] | undefined;
  /** Tolerated error of other clocks, in seconds. Default: 5. */
  readonly clockToleranceSeconds?: number | undefined;
  /** Maximum seconds since `iat`, of the key binding if there is one. Default: only `exp` counts. */
  readonly maxAge?: number | undefined;
  /** The claim with the checkout. Default: checkout. */
  readonly claim?: string | undefined;
}

/** Enough for a checkout in base64url, twice. */
const MAX_LENGTH = 524_288;

/**
 * Creates a verifier of checkout mandates (§1.8), for `mandates` of `createCheckouts`.
 * @throws TypeError if an option would disable a check
 * @example
 * ```ts
 * import { jwsMandateVerifier, platformKeys } from "@proto-gen/runtime/jose";
 * import { approvedPlatforms } from "@proto-gen/runtime/server";
 *
 * const keysFor = platformKeys(approvedPlatforms({}));
 * const verifier = jwsMandateVerifier({ keysFor, signingKeys: [], maxAge: 600 });
 * const platform = { profile: "https://agent.example/profile.json" };
 * const context = { checkout: { id: "checkout_1" }, platform, now: Date.now() };
 * (await verifier.verify(undefined, context)).kind; // "refused"
 * ```
 */
export function jwsMandateVerifier(options: JwsMandateVerifierOptions): MandateVerifier {
  const { keysFor, signingKeys, claim = "checkout" } = options;
  const rules = rulesOf(options);
  const own = typeof signingKeys === "function" ? signingKeys : () => signingKeys;

  async function judge(mandate: string, context: MandateContext): Promise<Verdict> {
    const claims = await mandateClaims(mandate, context, keysFor, rules);
    return checkoutVerdict(claims, claim, context, own());
  }

  return {
    async verify(mandate, context) {
      requireNumber("now", context.now);
      if (mandate === undefined || mandate === null || mandate === "")
        return refused("mandate_required", "Completing this checkout requires a mandate.");
      if (typeof mandate !== "string" || mandate.length > MAX_LENGTH)
        return refused("mandate_invalid_signature", "This is not a mandate.");
      try {
        return await judge(mandate, context);
      } catch (thrown) {
        if (thrown instanceof Refusal) return thrown.verdict;
        throw thrown;
      }
    },
  };
}

function rulesOf({
  audience,
  clockToleranceSeconds = 5,
  maxAge,
}: JwsMandateVerifierOptions): ReadingRules {
  requireNumber("clockToleranceSeconds", clockToleranceSeconds);
  requireNumber("maxAge", maxAge ?? 0);
  if (audience === undefined) return { clockToleranceSeconds, maxAge };
  const list = typeof audience === "string" ? [audience] : [...audience];
  if (list.length === 0 || !list.every((each) => typeof each === "string" && each !== ""))
    throw new TypeError("jwsMandateVerifier: audience must not be empty");
  return { clockToleranceSeconds, maxAge, audience: list };
}

/** Comparisons with NaN would let every time pass. */
function requireNumber(name: string, value: number): void {
  if (!Number.isFinite(value) || value < 0)
    throw new TypeError(`jwsMandateVerifier: ${name} must be a non-negative number`);
}

/**
 * Compares the checkout in a mandate with the current one, including the business's signature.
 * @param signingKeys the business's own
 */
async function checkoutVerdict(
  claims: Members,
  claim: string,
  { checkout, platform }: MandateContext,
  signingKeys: unknown,
): Promise<Verdict> {
  const agreed = own(claims, claim);
  if (!isObject(agreed)) return mismatch("The mandate has no checkout.");
  const ap2 = own(agreed, "ap2");
  const authorization = isObject(ap2) ? own(ap2, "merchant_authorization") : undefined;
  const authorized = await verifyMerchantAuthorization(agreed, authorization, signingKeys);
  if (authorized.kind === "refused") return authorized;
  if (isSame(agreed, checkout, platform.envelope?.name)) return ACCEPTED;
  return mismatch("The mandate is for another checkout, or for what this one was before.");
}

/**
 * A member that a server adds is compared only if the business stored it, since the signature covers everything that
 * the business signed.
 */
function isSame(agreed: Members, checkout: object, envelope: string | undefined): boolean {
  const current = JSON.parse(JSON.stringify(checkout)) as object;
  const added = envelope === undefined ? ["ap2"] : [envelope, "ap2"];
  const unknown = new Set(added.filter((name) => !Object.hasOwn(current, name)));
  return equalJson(without(agreed, unknown), current);
}

function mismatch(content: string): Verdict {
  return refused("mandate_scope_mismatch", content);
}

interface JwsMandatesOptions extends Omit<JwsMandateVerifierOptions, "keysFor" | "signingKeys"> {
  /** Default: the keys in the profile of the platform. */
  readonly keysFor?: MandateKeys | undefined;
}

/**
 * Creates the option `mandates` of `createBusiness`.
 * @example
 * ```ts
 * import { jwsMandates } from "@proto-gen/runtime/jose";
 *
 * const mandates = jwsMandates({ audience: "https://shop.example" });
 * ```
 */
export function jwsMandates(options: JwsMandatesOptions = {}): Mandates {
  return async ({ signer, signingKeys, platforms }: MandateParties) => ({
    authorizer: await jwsAuthorizer(signer),
    verifier: jwsMandateVerifier({
      ...options,
      keysFor: options.keysFor ?? platformKeys(platforms),
      signingKeys,
    }),
  });
}
