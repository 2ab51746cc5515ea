/** Extensions that relax their base. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const composeWeakensBase = codeRule("COMPOSE_WEAKENS_BASE", (context) => context.composed());
