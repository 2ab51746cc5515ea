/** Compiles a business's module beside the code that is generated for a release. */

import { bundleOf } from "./bundle.js";
import { compileErrors, writeEmitted } from "./emitted.js";
import type { ownRelease } from "./published.js";

/**
 * @param name of the directory to write to, without the release's
 * @returns the compiler's errors in the module
 */
export async function businessErrors(
  name: string,
  release: typeof ownRelease,
  content: string,
): Promise<readonly string[]> {
  const out = `${name}-${release.name}`;
  const { files } = await bundleOf(release, out);
  const all = [...files, { path: "business.ts", content }];
  return compileErrors(writeEmitted(out, all), all, { judged: ["business.ts"] });
}
