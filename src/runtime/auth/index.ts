/** Authentication and permissions (§5): checks, alone or combined. */

export { anyOf, allOf } from "./combined-checks.js";
export { apiKey, type ApiKeyOptions, type ApiKeys, type KeyLookup } from "./api-key.js";
export {
  type Authentication,
  type AuthenticationRules,
  type PermittedCall,
  requireScope,
} from "./authentication.js";
export { bearer, type BearerOptions, type TokenVerifier } from "./bearer.js";
export { type Check, type CheckOptions, type Presented, open } from "./check.js";
export { mtls, type CertificateOwner } from "./mtls.js";
export { isAuthenticated, type Found, type Identity, type Principal } from "./principal.js";
export { signed, type RequestVerifier, type SignedRequest } from "./signed.js";
