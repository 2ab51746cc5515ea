/** What needs the package `jose`: bearer tokens that are JWTs, and mandates that are JWS (§1.8). */

export { jwtBearer } from "./jwt-bearer.js";
export { jwsMandateVerifier } from "./jws-mandate-verifier.js";
export { platformKeys } from "./mandate-keys.js";
export { jwsAuthorizer, verifyMerchantAuthorization } from "./merchant-authorization.js";
