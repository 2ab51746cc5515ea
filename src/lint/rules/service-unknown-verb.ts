/** Operations whose names say nothing. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const serviceUnknownVerb = codeRule("SERVICE_UNKNOWN_VERB", (context) => context.composed());
