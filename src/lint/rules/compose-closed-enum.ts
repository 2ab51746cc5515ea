/** Extensions that add values to closed enums. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const composeClosedEnum = codeRule("COMPOSE_CLOSED_ENUM", (context) => context.composed());
