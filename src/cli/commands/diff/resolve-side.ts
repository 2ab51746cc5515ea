/**
 * Resolves one side of a comparison: a directory, the files of a commit, or the manifest of a generation. It reads
 * only as much as is needed to tell these apart; `diff` loads the rest.
 */

import { existsSync, readdirSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { failure } from "../../../errors.js";
import type { SideChoice } from "../../../diff/side.js";
import { readNamedFile } from "../../../load/named-file.js";
import { packageDirectory } from "../../../load/schema-root.js";
import { didYouMean } from "../../../text/nearest.js";
import { isForeignManifest, MANIFEST_PATH, parseManifest } from "../../../write/manifest.js";
import { readGitFiles } from "./read-git-files.js";

/** Holds the releases, both in the working directory and in the package. */
const RELEASES = "schemas";
/** The name of a release is not a path, nor `.` or `..`. */
const RELEASE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** A manifest lists a few hundred files. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** @throws ProtoGenError DIFF_UNKNOWN_SIDE and those of `readGitFiles` */
export function resolveSide(argument: string): SideChoice {
  if (argument.startsWith("git:")) return { name: argument, files: readGitFiles(argument) };
  const release = releaseDirectory(argument);
  if (release !== undefined) return { name: argument, directory: release, isRelease: true };
  return pathChoice(argument);
}

function releaseDirectory(name: string): string | undefined {
  if (!RELEASE_NAME.test(name)) return undefined;
  return releaseRoots()
    .map((root) => path.join(root, name))
    .find(isDirectory);
}

/** Relative to the working directory if they are in it, because messages show them. */
function releaseRoots(): readonly string[] {
  const own = path.join(packageDirectory(), RELEASES);
  return [RELEASES, path.relative("", own).startsWith("..") ? own : path.relative("", own)];
}

function pathChoice(name: string): SideChoice {
  const stats = statsOf(name);
  if (stats?.isDirectory() === true) {
    const manifest = path.join(name, MANIFEST_PATH);
    return existsSync(manifest) && isGenerationManifest(manifest)
      ? { name, manifest }
      : { name, directory: name };
  }
  if (
    stats?.isFile() === true &&
    path.basename(name) === MANIFEST_PATH &&
    isGenerationManifest(name)
  )
    return { name, manifest: name };
  throw unknownSide(name, stats !== undefined);
}

/** A release may have a manifest of its own, in the same file. */
function isGenerationManifest(file: string): boolean {
  const text = new TextDecoder().decode(readNamedFile(file, MAX_MANIFEST_BYTES));
  return !isForeignManifest(text) && parseManifest(text) !== undefined;
}

function unknownSide(name: string, isThere: boolean): Error {
  const what = isThere
    ? `${name} is neither a directory nor a ${MANIFEST_PATH} of a run`
    : `${name === "" ? "an empty name" : name} is neither a release nor a directory`;
  return failure("DIFF_UNKNOWN_SIDE", what, { hint: didYouMean(name, releaseNames()) });
}

/** The releases that are at hand: those of the working directory, and those of the package. */
export function releaseNames(): readonly string[] {
  return releaseRoots()
    .filter(isDirectory)
    .flatMap((root) => readdirSync(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function isDirectory(directory: string): boolean {
  return statsOf(directory)?.isDirectory() === true;
}

/** `statSync` throws for names that no file can have: too long, or with a zero byte. */
function statsOf(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}
