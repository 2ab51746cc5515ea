/** Compositions that no value satisfies. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const composeUnsatisfiable = codeRule("COMPOSE_UNSATISFIABLE", (context) =>
  context.composed(),
);
