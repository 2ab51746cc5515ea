/**
 * The schemas of a commit. In: `git:REF:PATH`. Out: the JSON files below the path, as the commit has them. Git is
 * called without a shell; after the first call by the ids of objects only, which name nothing else.
 */

import { spawnSync } from "node:child_process";
import { failure } from "../../errors.js";
import { MAX_SCHEMA_BYTES } from "../../load/reader.js";
import { RELEASE_MANIFEST, type ReleaseFile } from "../../load/release.js";

const TIMEOUT_MS = 60_000;
/** Of all files together: a release has a few megabytes. */
const MAX_FILES_BYTES = 256 * 1024 * 1024;
const NEWLINE = 0x0a;

interface Entry {
  /** Relative to the path, with slashes. */
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

/**
 * None where there is no JSON. What `git replace` puts in the place of an object is not read.
 * @throws ProtoGenError USAGE, DIFF_GIT_REPOSITORY, DIFF_GIT_REF, DIFF_GIT_PATH or LOAD_TOO_LARGE
 */
export function readGitFiles(argument: string): readonly ReleaseFile[] {
  const { ref, path } = parse(argument);
  requireRepository(argument);
  const commit = resolve(`${ref}^{commit}`);
  if (commit === undefined)
    throw failure("DIFF_GIT_REF", `${argument}: ${ref} is no commit of this repository`);
  const tree = resolve(`${commit}:${path}`);
  if (tree === undefined || git(["cat-file", "-t", tree])?.toString().trim() !== "tree")
    throw failure("DIFF_GIT_PATH", `${argument}: ${ref} has no directory ${path}`);
  const entries = listing(argument, tree);
  requireLimits(argument, entries);
  return contents(entries);
}

function parse(argument: string): { readonly ref: string; readonly path: string } {
  const [, ref = "", path] = /^git:([^:]*)(?::(.*))?$/s.exec(argument) ?? [];
  if (ref === "" || path === undefined || /[\0-\x1f]/.test(argument))
    throw failure("USAGE", `${argument} is not git:REF:PATH`, undefined, "as git:main:schemas is");
  // Git would take it for an option.
  if (ref.startsWith("-"))
    throw failure("DIFF_GIT_REF", `${argument}: no commit has a name that starts with -`);
  // Git takes ./ for the working directory, and a dot alone for a name.
  return { ref, path: path === "." ? "./" : path };
}

/** Git says why: also that it does not trust a repository that is someone else's. */
function requireRepository(argument: string): void {
  const answer = ask(["rev-parse", "--git-dir"]);
  if (answer.output !== undefined) return;
  const why = answer.complaint === "" ? "there is no repository here" : answer.complaint;
  throw failure("DIFF_GIT_REPOSITORY", `${argument}: ${why}`);
}

/** The id of an object; undefined where there is none. */
function resolve(name: string): string | undefined {
  const id = git(["rev-parse", "--verify", "--quiet", "--end-of-options", name])?.toString().trim();
  return id !== undefined && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
}

/** JSON files alone: links and submodules are none, and a release's list of its files is no schema. */
function listing(argument: string, tree: string): readonly Entry[] {
  const { output, complaint } = ask(["ls-tree", "-r", "-z", "--long", "--full-tree", tree]);
  if (output === undefined) throw failure("DIFF_GIT_REPOSITORY", `${argument}: ${complaint}`);
  return output
    .toString()
    .split("\0")
    .flatMap((line) => {
      const [, id = "", size = "", path = ""] =
        /^100[0-7]{3} blob ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line) ?? [];
      if (!path.endsWith(".json") || path === RELEASE_MANIFEST) return [];
      // Git knows no size of what a partial or a broken clone lacks. To pass over it would be to call it removed.
      if (!/^\d+$/.test(size))
        throw failure("DIFF_GIT_REPOSITORY", `${argument}: the clone lacks ${path} (${id})`);
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
  return failure("LOAD_TOO_LARGE", `${file} has ${size} bytes; the limit is ${limit}`, { file });
}

/** `<id> blob <size>`, a newline, the bytes, a newline: for each id in turn. */
function contents(entries: readonly Entry[]): readonly ReleaseFile[] {
  const output = git(["cat-file", "--batch"], entries.map(({ id }) => `${id}\n`).join(""));
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

/** What git answers; undefined where it fails. */
function git(args: readonly string[], input?: string): Buffer | undefined {
  return ask(args, input).output;
}

interface Answer {
  readonly output?: Buffer;
  /** The first line of what git said instead. */
  readonly complaint: string;
}

function ask(args: readonly string[], input = ""): Answer {
  const { stdout, error, stderr, status } = spawnSync("git", args, {
    input,
    timeout: TIMEOUT_MS,
    maxBuffer: 2 * MAX_FILES_BYTES,
    shell: false,
    env: { ...process.env, ...QUIET },
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT")
    throw failure("DIFF_GIT_REPOSITORY", "git is not installed, or is not in the PATH");
  const complaint = String(stderr ?? "").split("\n")[0] ?? "";
  return error === undefined && status === 0 ? { output: stdout, complaint } : { complaint };
}

/** It asks nobody for a password, fetches nothing that a partial clone has left out, and reads what a commit has itself. */
const QUIET = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
};
