/** Tells whether a target has nothing to do. Every build asks this, so it loads no stage but what reads files. */

import { parseRoot } from "../load/schema-root.js";
import { createInputResolver } from "../write/input-bytes.js";
import { recordedOptions, type Manifest } from "../write/manifest.js";
import { createRunMemory, type Environment } from "../write/run-memory.js";
import { findUpToDate } from "../write/up-to-date.js";
import type { GenerationTarget } from "./target.js";

/**
 * @returns the manifest of the output, or undefined if a run may change something: what `development` reads over the network
 *   is not known beforehand
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE for a directory of schemas, and what is wrong with a list of accepted findings
 */
export async function findTargetUpToDate(
  target: GenerationTarget,
  env: Environment,
): Promise<Manifest | undefined> {
  // No manifest records it, since what it accepts is in no output.
  if (target.accept !== undefined)
    (await import("../review/accept-file.js")).readAcceptFile(target.accept);
  const schemas = (target.schemas ?? []).map(parseRoot);
  if (target.development === true) return undefined;
  return findUpToDate({
    out: target.out,
    options: recordedOptions(target),
    resolveInput: createInputResolver({ ...target, schemas }),
    memory: createRunMemory(env),
  });
}
