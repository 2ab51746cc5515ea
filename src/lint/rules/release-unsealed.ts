/** Releases without a manifest. In: what comparing with it has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const releaseUnsealed = codeRule("RELEASE_UNSEALED", ({ problems }) => problems);
