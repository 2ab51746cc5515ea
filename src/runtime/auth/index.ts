/** Authentication and permissions (§5): checks, alone or combined. */

export { apiKey } from "./api-key.js";
export { type Authentication, type AuthenticationRules, requireScope } from "./authentication.js";
export { bearer } from "./bearer.js";
export { type Check, open } from "./check.js";
export { allOf, anyOf } from "./combined-checks.js";
export { mtls } from "./mtls.js";
export type { Identity, Principal } from "./principal.js";
export { signed } from "./signed.js";
