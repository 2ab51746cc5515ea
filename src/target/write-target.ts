/** Generates what a target asks for, and writes it. */

import { failure } from "../errors.js";
import type { GenerateOptions, Generation } from "../generate.js";
import { parseRoot } from "../load/schema-root.js";
import { readAcceptFile } from "../review/accept-file.js";
import { createRunMemory, type Environment } from "../write/run-memory.js";
import { writeLock } from "../write/write-lock.js";
import { writeTree, type WriteOptions, type WriteResult } from "../write/write-tree.js";
import type { GenerationTarget } from "./target.js";

export interface TargetRun extends Pick<GenerateOptions, "remote" | "onStage"> {
  generate(options: GenerateOptions): Promise<Generation>;
}

/** @throws ProtoGenError with what the pipeline finds, and USAGE where there is nothing to write */
export async function generateTarget(
  { out: _out, schemas = [], accept, ...options }: GenerationTarget,
  { generate, remote, onStage }: TargetRun,
): Promise<Generation> {
  const generation = await generate({
    ...options,
    schemas: schemas.map(parseRoot),
    accepted: accept === undefined ? undefined : readAcceptFile(accept),
    remote,
    onStage,
  });
  // Writing no files would remove those of earlier runs.
  if (generation.files.length === 0)
    throw failure("USAGE", `--only ${options.only?.join(",") ?? ""} leaves nothing to write`);
  return generation;
}

/** @throws ProtoGenError as `writeTree` does, and for a lock file that cannot be written */
export function writeTarget(
  { profile, out }: GenerationTarget,
  { files, record, fetched, isRepeatable = true }: Generation,
  { env, ...options }: WriteOptions & { readonly env: Environment },
): WriteResult {
  const { dryRun = false } = options;
  // Before the generated files: their manifest names these documents.
  if (!dryRun && fetched.length > 0) writeLock(profile, fetched);
  const result = writeTree(out, files, record, options);
  if (!dryRun && isRepeatable) createRunMemory(env).remember(out, result.manifest);
  return result;
}
