/** Loads the validators of requests and responses (§9.6) from the generated code. */

import { MAX_ISSUES } from "../error/issue-text.js";
import type { CallChecks } from "./call-checks.js";
import type { CallingOptions, ClientDefinition } from "./definition.js";

/** Everything that validates is loaded here and nowhere else, so bundlers make it a separate chunk. */
export async function loadChecks(
  { checks }: ClientDefinition,
  options: Pick<CallingOptions, "validate" | "onInvalidAnswer">,
): Promise<CallChecks> {
  const [generated, { createCallChecks }] = await Promise.all([
    checks(),
    import("./call-checks.js"),
  ]);
  return createCallChecks(generated, options, MAX_ISSUES);
}
