/** Authentication and permissions (§5): checks, alone or combined. */

export { apiKey } from "./api-key.js";
export {
  type Authentication,
  type AuthenticationRules,
  requireScope,
  allOf,
  anyOf,
  type Check,
  type Identity,
  mtls,
  open,
  type Principal,
} from "./check.js";
export { bearer } from "./bearer.js";
export { signed } from "./signed.js";
