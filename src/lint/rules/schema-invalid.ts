/** Keywords with values that JSON Schema does not allow. In: what checking the schemas has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const schemaInvalid = codeRule("SCHEMA_INVALID", ({ loaded }) => loaded.diagnostics);
