/**
 * Mandates (§1.8): the business's signed offer, and the buyer's agreement to it. Interfaces, and what their
 * implementations share.
 */

export { mandateProblem } from "./mandate-verifier.js";
export type { MandateContext, MandatePlatform, MandateVerifier } from "./mandate-verifier.js";
export {
  merchantAuthorization,
  type MerchantAuthorizationOptions,
} from "./merchant-authorization.js";
export type { MerchantAuthorizer } from "./merchant-authorization.js";
export {
  ACCEPTED,
  refused,
  type Accepted,
  type MandateCode,
  type Refused,
  type Verdict,
} from "./verdict.js";
