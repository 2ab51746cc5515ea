/** URLs that no authority can be read from (§1.9). In: what the capabilities declare of themselves. Out: a finding each. */

import { codeRule } from "../rule.js";
import { authorityDiagnostics } from "../authority-diagnostics.js";

export const authorityInvalidUrl = codeRule("AUTHORITY_INVALID_URL", authorityDiagnostics);
