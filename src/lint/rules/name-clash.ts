/** Two types of one name. In: what naming the types of the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const nameClash = codeRule("NAME_CLASH", (context) => context.composed());
