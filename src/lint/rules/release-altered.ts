/** Released files that changed. In: what comparing with the manifest has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const releaseAltered = codeRule("RELEASE_ALTERED", ({ problems }) => problems);
