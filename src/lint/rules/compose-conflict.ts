/** Schemas that do not merge. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const composeConflict = codeRule("COMPOSE_CONFLICT", (context) => context.composed());
