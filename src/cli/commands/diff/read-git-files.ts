/**
 * Reads the schemas of a commit, `git:REF:PATH`. Git runs without a shell, and once the ref is resolved it gets object
 * ids only: an id cannot be taken for an option or a path.
 */

import { spawnSync } from "node:child_process";
import { failure } from "../../../errors.js";
import { MAX_SCHEMA_BYTES } from "../../../load/file-contents.js";
import { RELEASE_MANIFEST, type ReleaseFile } from "../../../load/release.js";

const TIMEOUT_MS = 60_000;
/** The limit of all files together; a release has a few megabytes. */
const MAX_FILES_BYTES = 256 * 1024 * 1024;
const NEWLINE = 0x0a;

interface Entry {
  /** Relative to the path, with slashes. */
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

/**
 * Reads the JSON files below the path. Objects are read as committed, without the substitutes of `git replace`.
 * @throws ProtoGenError USAGE, DIFF_GIT_REPOSITORY, DIFF_GIT_REF, DIFF_GIT_PATH or LOAD_TOO_LARGE
 */
export function readGitFiles(argument: string): readonly ReleaseFile[] {
  const { ref, path } = parseArgument(argument);
  requireRepository(argument);
  const commit = resolveObject(`${ref}^{commit}`);
  if (commit === undefined)
    throw failure("DIFF_GIT_REF", `${argument}: ${ref} is not a commit of this repository`);
  const tree = resolveObject(`${commit}:${path}`);
  if (tree === undefined || gitOutput(["cat-file", "-t", tree])?.toString().trim() !== "tree")
    throw failure("DIFF_GIT_PATH", `${argument}: ${ref} has no directory ${path}`, {
      hint: /^\.\.?(?:\/|$)/.test(path)
        ? "PATH begins with a dot, so it is relative to the working directory; git ls-tree REF lists what is there"
        : undefined,
    });
  const entries = listFiles(argument, tree);
  requireLimits(argument, entries);
  return readContents(entries);
}

function parseArgument(argument: string): { readonly ref: string; readonly path: string } {
  const [, ref = "", path] = /^git:([^:]*)(?::(.*))?$/s.exec(argument) ?? [];
  if (ref === "" || path === undefined || /[\0-\x1f]/.test(argument))
    throw failure("USAGE", `${argument} is not git:REF:PATH`, { hint: "as git:main:schemas is" });
  // Git would take it for an option.
  if (ref.startsWith("-"))
    throw failure("DIFF_GIT_REF", `${argument}: no commit has a name that starts with -`);
  // Git takes ./ for the working directory, and a dot alone for a name.
  return { ref, path: path === "." ? "./" : path };
}

/** Git's own message gives the reason, for example a repository that belongs to another user. */
function requireRepository(argument: string): void {
  const result = runGit(["rev-parse", "--git-dir"]);
  if (result.output !== undefined) return;
  const why = result.message === "" ? "there is no repository here" : result.message;
  throw failure("DIFF_GIT_REPOSITORY", `${argument}: ${why}`);
}

/** The id of an object; undefined where there is none. */
function resolveObject(name: string): string | undefined {
  const id = gitOutput(["rev-parse", "--verify", "--quiet", "--end-of-options", name])
    ?.toString()
    .trim();
  return id !== undefined && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
}

/** Lists JSON files only: no links, no submodules, and not the manifest of a release, which is no schema. */
function listFiles(argument: string, tree: string): readonly Entry[] {
  const { output, message } = runGit(["ls-tree", "-r", "-z", "--long", "--full-tree", tree]);
  if (output === undefined) throw failure("DIFF_GIT_REPOSITORY", `${argument}: ${message}`);
  return output
    .toString()
    .split("\0")
    .flatMap((line) => {
      const [, id = "", size = "", path = ""] =
        /^100[0-7]{3} blob ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line) ?? [];
      if (!path.endsWith(".json") || path === RELEASE_MANIFEST) return [];
      // A partial or broken clone has no size for a missing object. Skipping it would report the schema as removed.
      if (!/^\d+$/.test(size))
        throw failure("DIFF_GIT_REPOSITORY", `${argument}: the clone is missing ${path} (${id})`);
      return [{ path, id, size: Number(size) }];
    })
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

function requireLimits(argument: string, entries: readonly Entry[]): void {
  for (const { path, size } of entries)
    if (size > MAX_SCHEMA_BYTES) throw tooLarge(`${argument}/${path}`, size, MAX_SCHEMA_BYTES);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_FILES_BYTES) throw tooLarge(argument, total, MAX_FILES_BYTES);
}

function tooLarge(file: string, size: number, limit: number): Error {
  return failure("LOAD_TOO_LARGE", `${file} has ${size} bytes; the limit is ${limit}`, {
    place: { file },
  });
}

/** `<id> blob <size>`, a newline, the bytes, a newline: for each id in turn. */
function readContents(entries: readonly Entry[]): readonly ReleaseFile[] {
  const output = gitOutput(["cat-file", "--batch"], entries.map(({ id }) => `${id}\n`).join(""));
  if (output === undefined) throw new Error("git cat-file does not answer");
  let at = 0;
  return entries.map(({ path, id, size }) => {
    const start = output.indexOf(NEWLINE, at) + 1;
    if (output.subarray(at, start - 1).toString() !== `${id} blob ${size}`)
      throw new Error(`git cat-file has no ${path}`);
    at = start + size + 1;
    return { path, bytes: output.subarray(start, start + size) };
  });
}

/** The output of git; undefined where it fails. */
function gitOutput(args: readonly string[], input?: string): Buffer | undefined {
  return runGit(args, input).output;
}

interface GitResult {
  readonly output?: Buffer;
  /** The first line of what git wrote to stderr. */
  readonly message: string;
}

function runGit(args: readonly string[], input = ""): GitResult {
  const { stdout, error, stderr, status } = spawnSync("git", args, {
    input,
    timeout: TIMEOUT_MS,
    maxBuffer: 2 * MAX_FILES_BYTES,
    shell: false,
    env: { ...process.env, ...GIT_ENVIRONMENT },
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT")
    throw failure("DIFF_GIT_REPOSITORY", "git is not installed, or is not in the PATH");
  const message = String(stderr ?? "").split("\n")[0] ?? "";
  return error === undefined && status === 0 ? { output: stdout, message } : { message };
}

/** No password prompts, no fetching for partial clones, no locks, no replaced objects. */
const GIT_ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
};
