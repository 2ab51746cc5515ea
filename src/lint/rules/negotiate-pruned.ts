/** Capabilities whose own release does not have what they require. In: what composing it has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const negotiatePruned = codeRule(
  "NEGOTIATE_PRUNED",
  (context) => context.composed(),
  "require what this release has, or leave the demand out",
);
