/** Visibility that is none. In: what checking the schemas has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const schemaVisibility = codeRule("SCHEMA_VISIBILITY", ({ loaded }) => loaded.diagnostics);
