/** Bodies that are no JSON. In: what looking at the operations has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const serviceNotJson = codeRule("SERVICE_NOT_JSON", ({ loaded }) => loaded.diagnostics);
