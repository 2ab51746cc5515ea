/** Hosts that are not the authority of the name (§1.9). In: what the capabilities declare of themselves. Out: a finding each. */

import { codeRule } from "../rule.js";
import { authorityDiagnostics } from "../authority-diagnostics.js";

export const authorityMismatch = codeRule("AUTHORITY_MISMATCH", authorityDiagnostics);
