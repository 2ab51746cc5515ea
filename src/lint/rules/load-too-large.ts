/** Files that nobody reads for their size. In: what reading the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const loadTooLarge = codeRule("LOAD_TOO_LARGE", ({ problems }) => problems);
