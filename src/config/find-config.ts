/** Finds the configuration of a project: in the working directory, or else in the nearest directory above it. */

import { existsSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import { failure } from "../errors.js";

const CONFIG_FILES = Object.freeze(
  ["ts", "mts", "js", "mjs", "json"].map((extension) => `proto-gen.config.${extension}`),
);

/** The member of package.json that is a configuration. */
export const PACKAGE_MEMBER = "proto-gen";

/** Where a repository begins: what is above it belongs to others. */
const REPOSITORY = ".git";

/**
 * @returns the path of the file, which is package.json where the configuration is its member; undefined where there is none
 * @throws ProtoGenError CONFIG_INVALID where one directory has several
 */
export function findConfig(directory: string): string | undefined {
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    const found = configsIn(at);
    const [first, second] = found;
    if (second !== undefined)
      throw failure(
        "CONFIG_INVALID",
        `${at} has several configurations: ${found.map((file) => path.basename(file)).join(", ")}`,
        {
          place: { file: second },
          hint: "keep one of them, or name one with --config",
        },
      );
    if (first !== undefined) return first;
    if (endsSearch(at)) return undefined;
  }
}

/** @returns absolute paths of all files that decide what `findConfig` finds, those among them that do not exist */
export function configPlaces(directory: string): string[] {
  const places: string[] = [];
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    places.push(...[...CONFIG_FILES, "package.json"].map((name) => path.join(at, name)));
    if (endsSearch(at) || configsIn(at).length > 0) return places;
  }
}

function endsSearch(directory: string): boolean {
  return existsSync(path.join(directory, REPOSITORY)) || path.dirname(directory) === directory;
}

/** True for what may be a configuration: a package.json is one if it has the member. */
export function mayBeConfig(file: string): boolean {
  return path.basename(file) !== "package.json" || hasMember(file);
}

function configsIn(directory: string): string[] {
  // One that is a link to nothing is found, and reported where it is read.
  const files = CONFIG_FILES.map((name) => path.join(directory, name)).filter(
    (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined,
  );
  const manifest = path.join(directory, "package.json");
  return hasMember(manifest) ? [...files, manifest] : files;
}

/** Whatever else is wrong with a package.json is not this program's to report. */
function hasMember(file: string): boolean {
  try {
    const text = readFileSync(file, "utf8");
    if (!text.includes(`"${PACKAGE_MEMBER}"`)) return false;
    // npm reads one that begins with a byte order mark; that it is refused here is said where it is read.
    const manifest = JSON.parse(text.replace(/^\uFEFF/, "")) as Readonly<
      Record<string, unknown>
    > | null;
    return (
      typeof manifest === "object" && manifest !== null && Object.hasOwn(manifest, PACKAGE_MEMBER)
    );
  } catch {
    return false;
  }
}
