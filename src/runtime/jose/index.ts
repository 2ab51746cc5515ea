/** Checks bearer tokens that are JWTs, and signs and verifies mandates as JWS (§1.8). Requires the package `jose`. */

export { jwtBearer } from "./jwt-bearer.js";
export { jwsMandateVerifier, jwsMandates } from "./jws-mandate-verifier.js";
export { platformKeys } from "./mandate-claims.js";
export { jwsAuthorizer, verifyMerchantAuthorization } from "./merchant-authorization.js";
