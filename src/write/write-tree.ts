/**
 * Write: only changed files are written, each atomically, the manifest last. Of the files of an earlier run that this
 * run no longer writes, only unedited ones are removed.
 */

import { failure } from "../errors.js";
import type { OutputFile } from "./output-paths.js";
import type { ManifestRecord } from "./manifest.js";
import { planTree, type PlannedFile } from "./tree-plan.js";

/** Paths relative to the output directory, sorted; `manifest.json` is among them. */
export interface WriteResult {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** Files of an earlier run that this run no longer writes, left because someone edited them. */
  readonly kept: readonly string[];
  /** The text of `manifest.json`. */
  readonly manifest: string;
}

export interface WriteOptions {
  /** Says what would be done, and does nothing. */
  readonly dryRun?: boolean;
  /** Replaces files that no earlier run wrote. */
  readonly force?: boolean;
}

/** Files that a message names. */
const MAX_NAMED = 5;

/**
 * Writes the files that changed, removes those that are no longer generated, and keeps the manifest.
 *
 * @param out the directory, which is made if it does not exist
 * @throws ProtoGenError WRITE_OUTSIDE_OUT, MODEL_NAME_CLASH or WRITE_NOT_GENERATED before anything is written;
 *   USAGE_OUT_NOT_DIRECTORY where `out` is a file or another program's, WRITE_FAILED where it cannot be written
 *
 * @example
 * ```ts
 * import { generate, writeTree } from "proto-gen";
 *
 * const { files, record } = await generate({ profile: "./profile.json", only: ["types"] });
 * const { created, changed, removed } = writeTree("./generated", files, record, { dryRun: true });
 * console.log(`${created.length + changed.length} files to write, ${removed.length} to remove`);
 * ```
 */
export function writeTree(
  out: string,
  files: readonly OutputFile[],
  record: ManifestRecord,
  options: WriteOptions = {},
): WriteResult {
  const { directory, files: planned, orphans, foreign } = planTree(out, files, record);
  if (foreign.length > 0 && options.force !== true) throw foreignFailure(out, foreign);
  // The last in the list: it must not vouch for files that are not there yet.
  const manifest = planned.at(-1)!;
  const removable = orphans.filter(({ asRecorded }) => asRecorded);
  if (options.dryRun !== true) {
    for (const file of planned.slice(0, -1)) writeIfNeeded(file);
    for (const { path } of removable) directory.remove(path);
    writeIfNeeded(manifest);
  }

  function writeIfNeeded({ path, content, state }: PlannedFile): void {
    if (state !== "same") directory.write(path, content);
  }

  return Object.freeze({
    created: pathsIn(planned, "absent"),
    changed: pathsIn(planned, "different", "linked"),
    unchanged: pathsIn(planned, "same"),
    removed: removable.map(({ path }) => path).sort(),
    kept: orphans.flatMap(({ path, asRecorded }) => (asRecorded ? [] : [path])).sort(),
    manifest: manifest.content,
  });
}

function foreignFailure(out: string, paths: readonly string[]): Error {
  const named = paths.slice(0, MAX_NAMED).join(", ");
  const more = paths.length - MAX_NAMED;
  return failure(
    "WRITE_NOT_GENERATED",
    `${out} contains files that no earlier run wrote and that this run would overwrite: ${named}${more > 0 ? ` and ${more} more` : ""}`,
  );
}

function pathsIn(
  files: readonly PlannedFile[],
  ...states: readonly PlannedFile["state"][]
): string[] {
  return files
    .filter(({ state }) => states.includes(state))
    .map(({ path }) => path)
    .sort();
}
