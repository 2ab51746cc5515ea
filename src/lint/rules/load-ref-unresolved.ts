/** References that lead nowhere. In: what following all of them has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const loadRefUnresolved = codeRule(
  "LOAD_REF_UNRESOLVED",
  ({ loaded }) => loaded.diagnostics,
);
