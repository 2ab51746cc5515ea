/**
 * Mandates (§1.8): the business's signed offer, and the buyer's agreement to it. Interfaces, and what their
 * implementations share.
 */

export {
  mandateProblem,
  type MandateContext,
  type MandatePlatform,
  type MandateVerifier,
  ACCEPTED,
  refused,
  type Accepted,
  type MandateCode,
  type Refused,
  type Verdict,
} from "./mandate-verifier.js";
export {
  merchantAuthorization,
  type MerchantAuthorizationOptions,
  type MerchantAuthorizer,
} from "./merchant-authorization.js";
