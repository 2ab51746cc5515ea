/** Directories of schemas in installed packages: `npm:@vendor/schemas/2026-01-23`, found as Node finds a package. */

import { existsSync } from "node:fs";
import module, { createRequire } from "node:module";
import path from "node:path";
import { failure } from "../errors.js";

const MARK = "npm:";

/** What Yarn adds to `node:module`: the resolver of the project that a directory belongs to. */
interface PlugAndPlay {
  findPnpApi?(directory: string): PackageResolver | null;
}

interface PackageResolver {
  resolveToUnqualified(name: string, issuer: string): string | null;
}

export function namesPackage(text: string): boolean {
  return text.startsWith(MARK);
}

/**
 * @param text `npm:NAME` or `npm:NAME/DIRECTORY`
 * @param from the directory of the project that has the package
 * @throws ProtoGenError FILE_NOT_FOUND where it is not installed
 */
export function schemasPackage(text: string, from: string): string {
  const [, name, below = ""] = /^npm:((?:@[^/]+\/)?[^/@.][^/]*)(?:\/(.*))?$/s.exec(text) ?? [];
  if (name === undefined)
    throw failure("FILE_NOT_FOUND", `${text} does not name a package`, {
      hint: "npm:NAME or npm:NAME/DIRECTORY, for example npm:@vendor/schemas",
    });
  const directory = findPackage(name, from);
  if (directory === undefined)
    throw failure("FILE_NOT_FOUND", `${text}: the package ${name} is not installed`, {
      hint: `add ${name} to the devDependencies of the project`,
    });
  const at = path.resolve(directory, below);
  // A package speaks for its own files alone.
  if (at !== directory && !at.startsWith(directory + path.sep))
    throw failure("FILE_NOT_FOUND", `${text} leads out of the package`);
  return at;
}

/**
 * The directory of an installed package. It may hide its package.json from `require.resolve`; and under Plug'n'Play no
 * directory holds the packages.
 *
 * @param from the directory of the project that has it
 */
export function findPackage(name: string, from: string): string | undefined {
  const issuer = path.resolve(from) + path.sep;
  const plugAndPlay = (module as PlugAndPlay).findPnpApi?.(issuer);
  if (plugAndPlay)
    return attempt(() => plugAndPlay.resolveToUnqualified(name, issuer) ?? undefined);
  const folders = createRequire(path.join(issuer, "package.json")).resolve.paths(name) ?? [];
  return folders
    .map((folder) => path.join(folder, name))
    .find((directory) => existsSync(path.join(directory, "package.json")));
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
