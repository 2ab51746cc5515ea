/**
 * One side of a comparison. In: what the command line calls it. Out: where its files are: a directory, the files
 * of a commit, or the manifest of a generation. Nothing is read of them but what tells which it is.
 */

import { existsSync, readdirSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { failure } from "../../errors.js";
import type { SideChoice } from "../../diff/side.js";
import { readNamedFile } from "../../load/named-file.js";
import { packageDirectory } from "../../load/roots.js";
import { didYouMean } from "../../text/nearest.js";
import { isForeignManifest, MANIFEST_PATH, parseManifest } from "../../write/manifest.js";
import { readGitFiles } from "./git-files.js";

/** Where releases lie, in the working directory and in the package. */
const RELEASES = "schemas";
/** A release's name says no path, and is not `.` or `..`. */
const RELEASE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** A manifest lists a few hundred files. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** @throws ProtoGenError DIFF_UNKNOWN_SIDE and those of `readGitFiles` */
export function sideChoice(argument: string): SideChoice {
  if (argument.startsWith("git:")) return { name: argument, files: readGitFiles(argument) };
  const release = releaseDirectory(argument);
  if (release !== undefined) return { name: argument, directory: release, isRelease: true };
  return pathChoice(argument);
}

function releaseDirectory(name: string): string | undefined {
  if (!RELEASE_NAME.test(name)) return undefined;
  return roots()
    .map((root) => path.join(root, name))
    .find(isDirectory);
}

/** As messages name them: relative where they can be. */
function roots(): readonly string[] {
  const own = path.join(packageDirectory(), RELEASES);
  return [RELEASES, path.relative("", own).startsWith("..") ? own : path.relative("", own)];
}

function pathChoice(name: string): SideChoice {
  const stats = statsOf(name);
  if (stats?.isDirectory() === true) {
    const manifest = path.join(name, MANIFEST_PATH);
    return existsSync(manifest) && isOurs(manifest)
      ? { name, manifest }
      : { name, directory: name };
  }
  if (stats?.isFile() === true && path.basename(name) === MANIFEST_PATH && isOurs(name))
    return { name, manifest: name };
  throw unknownSide(name, stats !== undefined);
}

/** A release may have a list of its own files by that name. */
function isOurs(file: string): boolean {
  const text = new TextDecoder().decode(readNamedFile(file, MAX_MANIFEST_BYTES));
  return !isForeignManifest(text) && parseManifest(text) !== undefined;
}

function unknownSide(name: string, isThere: boolean): Error {
  const what = isThere
    ? `${name} is neither a directory nor a ${MANIFEST_PATH} that a run has written`
    : `${name === "" ? "an empty name" : name} is no release and no directory`;
  return failure("DIFF_UNKNOWN_SIDE", what, undefined, didYouMean(name, releaseNames()));
}

function releaseNames(): readonly string[] {
  return roots()
    .filter(isDirectory)
    .flatMap((root) => readdirSync(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function isDirectory(directory: string): boolean {
  return statsOf(directory)?.isDirectory() === true;
}

/** A name may be none that a file can have: too long, or with a zero in it. */
function statsOf(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}
