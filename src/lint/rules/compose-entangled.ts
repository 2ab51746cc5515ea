/** Extensions that change too much of each other. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const composeEntangled = codeRule("COMPOSE_ENTANGLED", (context) => context.composed());
