/** Objects with one key twice. In: what reading the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const jsonDuplicateKey = codeRule("JSON_DUPLICATE_KEY", ({ problems }) => problems);
