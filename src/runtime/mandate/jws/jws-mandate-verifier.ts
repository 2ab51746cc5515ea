/**
 * Checkout mandates (§1.8), whose format the specification leaves open (§2.11): an SD-JWT with key binding
 * (RFC 9901), or a compact JWS (RFC 7515). Each has the checkout in a claim. In: whose keys are trusted, and the
 * business's own. Out: a verifier.
 */

import type { MandateContext, MandateVerifier } from "../mandate-verifier.js";
import { refused, type Verdict } from "../verdict.js";
import type { MandateKeys } from "./mandate-keys.js";
import { mandateClaims, type ReadingRules } from "./mandate-claims.js";
import { Refusal } from "./refusal.js";
import { checkoutVerdict } from "./checkout-verdict.js";

export interface JwsMandateVerifierOptions {
  /** Who may sign mandates: `platformKeys`, or keys of issuers whom the business trusts. */
  readonly keysFor: MandateKeys;
  /** The business's own `signing_keys`, or what gives them: its authorization inside a mandate must verify. */
  readonly signingKeys: readonly object[] | (() => readonly object[]);
  /** `aud`, one of them: what platforms call this business. Whoever it names unless given. */
  readonly audience?: string | readonly string[] | undefined;
  /** By how much others' clocks may be wrong; 5 unless told. */
  readonly clockToleranceSeconds?: number | undefined;
  /** Seconds since `iat`, of the key binding where there is one; `exp` alone counts unless told. */
  readonly maxAge?: number | undefined;
  /** The claim that has the checkout: `checkout` unless told. */
  readonly claim?: string | undefined;
}

/** More is no mandate: a checkout in base64url, twice over. */
const MAX_LENGTH = 524_288;

/** @throws TypeError for options with which something would not be checked */
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
        return refused("mandate_required", "Completing this checkout needs a mandate.");
      if (typeof mandate !== "string" || mandate.length > MAX_LENGTH)
        return refused("mandate_invalid_signature", "This is no mandate.");
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
    throw new TypeError("jwsMandateVerifier: there is no audience");
  return { clockToleranceSeconds, maxAge, audience: list };
}

/** Every time is within one that is no number. */
function requireNumber(name: string, value: number): void {
  if (!Number.isFinite(value) || value < 0)
    throw new TypeError(`jwsMandateVerifier: ${name} is no number from 0 on`);
}
