/**
 * The releases in directories. In: directories that were named. Out: of each the directories of its releases, in
 * the order of their names, or itself where it is a release.
 */

import { readdirSync } from "node:fs";
import { failure } from "../../errors.js";
import { DRAFT, isReleaseDate } from "../../load/release-date.js";
import { requireDirectory } from "../require-directory.js";

/** @throws ProtoGenError FILE_NOT_FOUND, RELEASE_UNREADABLE */
export function releaseDirectories(directories: readonly string[]): string[] {
  return [...new Set(directories.map(plainName).flatMap(releasesIn))];
}

function releasesIn(directory: string): string[] {
  requireDirectory(directory);
  const found = namesIn(directory)
    .filter((name) => name === DRAFT || isReleaseDate(name))
    .sort();
  return found.length === 0
    ? [directory]
    : found.map((name) => (directory === "." ? name : `${directory.replace(/\/$/, "")}/${name}`));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw failure("RELEASE_UNREADABLE", `${directory}: ${message}`, { file: directory });
  }
}

/** `./schemas/` is `schemas`: places are shown by it. */
function plainName(directory: string): string {
  const name = directory.replaceAll("\\", "/").replace(/^(?:\.\/+)+(?=.)/, "");
  return name.replace(/(?<=.)\/+$/, "");
}
