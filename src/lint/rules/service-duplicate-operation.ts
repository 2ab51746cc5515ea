/** Two operations of one name. In: what comparing the operations has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const serviceDuplicateOperation = codeRule(
  "SERVICE_DUPLICATE_OPERATION",
  ({ loaded }) => loaded.diagnostics,
);
