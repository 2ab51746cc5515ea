/** Loads the checks of requests and answers (§9.6) from the generated code. */

import { MAX_ISSUES } from "../error/issue-text.js";
import type { CallChecks } from "./call-checks.js";
import type { CallingOptions, ClientDefinition } from "./definition.js";

/** All that validates is loaded here, and nowhere else: a bundler makes it a part of its own. */
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
