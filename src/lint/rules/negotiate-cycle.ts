/** Capabilities that extend each other. In: what composing the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const negotiateCycle = codeRule("NEGOTIATE_CYCLE", (context) => context.composed());
