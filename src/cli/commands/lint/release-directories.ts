import { readdirSync } from "node:fs";
import { failure } from "../../../errors.js";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";
import { DRAFT } from "../../../load/release-profile.js";
import { requireDirectory } from "../../directory.js";

/**
 * Finds the releases in the given directories: the subdirectories that are named as releases, in the order of their
 * names, or the directory itself if it has none.
 * @throws ProtoGenError FILE_NOT_FOUND, RELEASE_UNREADABLE
 */
export function releaseDirectories(directories: readonly string[]): string[] {
  return [...new Set(directories.map(plainName).flatMap(releasesIn))];
}

function releasesIn(directory: string): string[] {
  requireDirectory(directory);
  const releases = namesIn(directory)
    .filter((name) => name === DRAFT || isReleaseDate(name))
    .sort();
  return releases.length === 0
    ? [directory]
    : releases.map((name) =>
        directory === "." ? name : `${directory.replace(/\/$/, "")}/${name}`,
      );
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw failure("RELEASE_UNREADABLE", `${directory}: ${message}`, { place: { file: directory } });
  }
}

/** `./schemas/` becomes `schemas`, because messages show the name. */
function plainName(directory: string): string {
  const name = directory.replaceAll("\\", "/").replace(/^(?:\.\/+)+(?=.)/, "");
  return name.replace(/(?<=.)\/+$/, "");
}
