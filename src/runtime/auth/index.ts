/** Authentication and permissions (§5): checks, alone or combined. */

export { allOf } from "./all-of.js";
export { anyOf } from "./any-of.js";
export { apiKey, type ApiKeyOptions, type ApiKeys, type KeyLookup } from "./api-key.js";
export type { Authentication, AuthenticationRules, PermittedCall } from "./authentication.js";
export { bearer, type BearerOptions, type TokenVerifier } from "./bearer.js";
export type { Check, CheckOptions, Presented } from "./check.js";
export { mtls, type CertificateOwner } from "./mtls.js";
export { open } from "./open.js";
export { isAuthenticated, type Found, type Identity, type Principal } from "./principal.js";
export { requireScope } from "./require-scope.js";
export { signed, type RequestVerifier, type SignedRequest } from "./signed.js";
