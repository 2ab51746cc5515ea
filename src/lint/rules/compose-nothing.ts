/** Extensions that add nothing. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const composeNothing = codeRule("COMPOSE_NOTHING", (context) => context.composed());
