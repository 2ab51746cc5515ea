/** Schemas that refer to themselves in place. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const modelRecursion = codeRule("MODEL_RECURSION", (context) => context.composed());
