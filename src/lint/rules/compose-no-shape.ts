/** Extensions that mirror no shape of their container. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const composeNoShape = codeRule("COMPOSE_NO_SHAPE", (context) => context.composed());
