/** References of service documents that lead nowhere. In: what following them has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const serviceSchemaUnresolved = codeRule(
  "SERVICE_SCHEMA_UNRESOLVED",
  ({ loaded }) => loaded.diagnostics,
);
