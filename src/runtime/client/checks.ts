/** What requests and answers are held against (§9.6). In: what was generated. Out: validators, or none. */

import type { SubsetValidators } from "../service/index.js";
import type { ClientDefinition } from "./definition.js";

/** All that validates is loaded here, and nowhere else: a bundler makes it a part of its own. */
export async function loadChecks({ checks }: ClientDefinition): Promise<SubsetValidators> {
  const [generated, { createSubsetValidators }] = await Promise.all([
    checks(),
    import("../service/subset-validators.js"),
  ]);
  return createSubsetValidators(generated);
}
