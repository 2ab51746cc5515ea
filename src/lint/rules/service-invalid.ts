/** Service documents of the wrong shape. In: what reading and composing them has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const serviceInvalid = codeRule("SERVICE_INVALID", (context) => [
  ...context.loaded.diagnostics,
  ...context.composed(),
]);
