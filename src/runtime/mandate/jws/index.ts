/** Mandates and authorizations in JOSE formats (RFC 7515, RFC 7519, RFC 9901), based on `jose`. */

export { jwsMandateVerifier, type JwsMandateVerifierOptions } from "./jws-mandate-verifier.js";
export { platformKeys, type MandateKeys, type MandateSigner } from "./mandate-keys.js";
export { verifyMerchantAuthorization, jwsAuthorizer } from "./merchant-authorization.js";
