/** Patterns that are wrong or dangerous. In: what checking the schemas has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const schemaPattern = codeRule("SCHEMA_PATTERN", ({ loaded }) => loaded.diagnostics);
