/** Two operations at one path. In: what comparing the operations has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const serviceDuplicateRoute = codeRule(
  "SERVICE_DUPLICATE_ROUTE",
  ({ loaded }) => loaded.diagnostics,
);
