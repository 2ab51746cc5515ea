/** Mandates (§1.8): what a business offered, signed, and what the buyer agreed to. Ports, and what they share. */

export { mandateProblem } from "./mandate-problem.js";
export type { MandateContext, MandatePlatform, MandateVerifier } from "./mandate-verifier.js";
export {
  merchantAuthorization,
  type MerchantAuthorizationOptions,
} from "./merchant-authorization.js";
export type { MerchantAuthorizer } from "./merchant-authorizer.js";
export {
  ACCEPTED,
  refused,
  type Accepted,
  type MandateCode,
  type Refused,
  type Verdict,
} from "./verdict.js";
