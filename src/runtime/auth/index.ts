/** Authentication and permissions (§5): checks, alone or combined. */

export { apiKey } from "./api-key.js";
export { type Authentication, type AuthenticationRules, requireScope } from "./authentication.js";
export { bearer } from "./bearer.js";
export { allOf, anyOf, type Check, type Identity, open, type Principal } from "./check.js";
export { mtls } from "./mtls.js";
export { signed } from "./signed.js";
