/** `lint --fix`: corrects the files of drafts. Published releases never change. */

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { failure } from "../../../errors.js";
import { fixRelease } from "../../../lint/fix.js";
import { readLintedFiles } from "../../../lint/lint.js";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";
import { RELEASE_MANIFEST, type ReleaseFile } from "../../../load/release.js";
import type { SchemaRoot } from "../../../load/schema-root.js";
import { isErrno, replaceFile } from "../../../write/replace-file.js";

/**
 * @returns the names of the files that were written
 * @throws ProtoGenError WRITE_FAILED
 */
export async function fixReleases(
  directories: readonly string[],
  schemas: readonly SchemaRoot[],
): Promise<string[]> {
  const written: string[] = [];
  for (const directory of directories.filter((each) => !isReleased(each))) {
    const files = readLintedFiles(directory);
    for (const fixed of await fixRelease({ directory, files, schemas })) {
      const before = files.find((file) => file.path === fixed.path);
      write(`${directory}/${fixed.path}`, before, fixed);
      written.push(`${directory}/${fixed.path}`);
    }
  }
  return written;
}

function isReleased(directory: string): boolean {
  return (
    isReleaseDate(path.basename(path.resolve(directory))) ||
    existsSync(path.join(directory, RELEASE_MANIFEST))
  );
}

/** Follows links, and does not overwrite what an editor has saved since the file was read. */
function write(name: string, before: ReleaseFile | undefined, { bytes }: ReleaseFile): void {
  try {
    const file = realpathSync(name);
    if (before === undefined || !readFileSync(file).equals(before.bytes))
      throw failure("WRITE_FAILED", `${name} has changed meanwhile`, { hint: "run again" });
    replaceFile(file, new TextDecoder().decode(bytes), statSync(file).mode);
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${name}: ${error.message}`, { place: { file: name } });
  }
}
