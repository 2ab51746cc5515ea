/** Mandates and authorizations as JOSE has them (RFC 7515, RFC 7519, RFC 9901), on `jose`. */

export { jwsAuthorizer } from "./jws-authorizer.js";
export { verifyMerchantAuthorization } from "./verify-merchant-authorization.js";
