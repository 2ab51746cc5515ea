/** A refused mandate as a message on its checkout (§2.3). In: a verdict. Out: what the platform is told. */

import { errorMessage, type ErrorMessage, type Severity } from "../envelope/index.js";
import type { MandateCode, Verdict } from "./verdict.js";

/**
 * Who can mend it (§3.2). A platform that has no mandate, or no key, cannot speak for its buyer: the checkout is
 * complete but for the buyer's own word, in the business's trusted UI (§1.8). For all else it reads the checkout
 * again, asks its buyer again, and completes again.
 */
const SEVERITIES: Readonly<Record<MandateCode, Severity>> = {
  mandate_required: "requires_buyer_review",
  agent_missing_key: "requires_buyer_review",
  mandate_invalid_signature: "recoverable",
  mandate_expired: "recoverable",
  mandate_scope_mismatch: "recoverable",
  merchant_authorization_invalid: "recoverable",
  merchant_authorization_missing: "recoverable",
};

/** For the checkout's `messages`; undefined for a mandate that is accepted. */
export function mandateProblem(verdict: Verdict): ErrorMessage | undefined {
  if (verdict.kind === "accepted") return undefined;
  const { code, content } = verdict;
  const path = "$.ap2.checkout_mandate";
  return errorMessage({ code, content, severity: SEVERITIES[code], path });
}
