/**
 * The sources of schema documents, in the order in which they are searched: the bundled schemas, the roots given with
 * `--schemas DIR[=URL-PREFIX]`, then documents that were fetched before. Nothing else is read.
 */

import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BUDGETS } from "../budgets.js";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import type { SharedId } from "./shared-id.js";

/** A directory of schemas; with a prefix, `PREFIX/x.json` is `DIR/x.json`, without one `$id` says. */
export interface SchemaRoot {
  readonly directory: string;
  readonly prefix?: string;
  /** How errors show files in it. */
  readonly label: string;
}

export interface SchemaFile {
  readonly file: string;
  readonly label: string;
  /** The URI of the file's place, where its root has a prefix. */
  readonly fileUri: string | undefined;
  /** For a fetched document: its expected hash, and the lock file that records it. */
  readonly locked?: { readonly sha256: string; readonly lock: string };
}

export interface Roots {
  /**
   * The file of a document: at the place its URI names, else the one whose `$id` is the URI, for
   * releases whose files do not stand where they say.
   */
  locate(uri: string): SchemaFile | undefined;
  /** The URIs of all documents that the roots contain: what a missing one may have been meant to be. */
  uris?(): readonly string[];
  /** Files that were skipped: links that lead out of a root or nowhere, pipes, and what is too large. */
  skipped?(): readonly Diagnostic[];
  /** Files with the `$id` of one that was taken, and another content. */
  sharedIds?(): readonly SharedId[];
}

/** The directory of this package, wherever in it this module was built to. */
export function packageDirectory(): string {
  let directory = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(directory, "package.json"))) directory = path.dirname(directory);
  return directory;
}

const BUNDLED = path.join(packageDirectory(), "schemas");

/** Releases that ship with the package, under the URLs of their `$id`s. */
export const BUNDLED_ROOT: SchemaRoot = {
  directory: BUNDLED,
  prefix: "https://proto.dev/schemas",
  label: "schemas",
};

/** Parses `DIR` or `DIR=URL-PREFIX`. */
export function parseRoot(text: string): SchemaRoot {
  refuseHttp(text);
  const equals = text.search(/=https:\/\//);
  const directory = equals < 0 ? text : text.slice(0, equals);
  if (!existsSync(directory) || !statSync(directory).isDirectory())
    throw failure("FILE_NOT_FOUND", `--schemas ${text}: ${directory} is not a directory`);
  if (equals < 0) return { directory, label: directory };
  return { directory, prefix: text.slice(equals + 1).replace(/\/+$/, ""), label: directory };
}

/** @throws ProtoGenError USAGE for a URL prefix at http: taken for a directory's name, it would only be missing */
function refuseHttp(text: string): void {
  const equals = text.search(/=http:\/\//i);
  if (equals < 0 || existsSync(text)) return;
  const prefix = text.slice(equals + 1);
  throw failure(
    "USAGE",
    `--schemas ${text}: ${prefix} is http, and every schema has an https URL (§1.9)`,
    { hint: `--schemas ${text.slice(0, equals)}=${prefix.replace(/^http:/i, "https:")}` },
  );
}

/**
 * @param own roots that come before what the package brings: where a schema that is named itself stands
 * @param lock what was fetched before
 */
export function createRoots(
  given: readonly SchemaRoot[],
  own: readonly SchemaRoot[] = [],
  lock?: Roots,
): Roots {
  const roots = [...own, BUNDLED_ROOT, ...given];
  const idIndexes = new Map<SchemaRoot, IdIndex>();
  const skipped = new Map<string, Diagnostic>();
  const sharedIds = new Map<string, SharedId>();
  /** Files by URI, those that were not found among them: several steps of loading ask for each. */
  const located = new Map<string, SchemaFile | undefined>();
  const skip: Skip = (file, why) =>
    void skipped.set(file, diagnostic("LOAD_SKIPPED", `${file} ${why}`, { place: { file } }));

  function idsOf(root: SchemaRoot): IdIndex {
    const known = idIndexes.get(root) ?? indexById(root, skip);
    idIndexes.set(root, known);
    return known;
  }

  function findById(root: SchemaRoot, uri: string): SchemaFile | undefined {
    const found = idsOf(root).get(uri);
    const shared = found && !sharedIds.has(uri) ? findSharedId(uri, found) : undefined;
    if (shared !== undefined) sharedIds.set(uri, shared);
    return found;
  }

  function first(find: (root: SchemaRoot) => SchemaFile | undefined): SchemaFile | undefined {
    for (const root of roots) {
      const found = find(root);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function search(uri: string): SchemaFile | undefined {
    return (
      first((root) =>
        root.prefix === undefined
          ? findById(root, uri)
          : locateBelowPrefix({ ...root, prefix: root.prefix }, uri, skip),
      ) ??
      // Bundled files stand where they say, and reading them all for nothing takes time.
      first((root) =>
        root !== BUNDLED_ROOT && mayHold(root, uri) ? findById(root, uri) : undefined,
      ) ??
      lock?.locate(uri)
    );
  }

  return {
    locate(uri) {
      if (!located.has(uri)) located.set(uri, search(uri));
      return located.get(uri);
    },
    uris: () => roots.flatMap((root) => listUris(root, idsOf)),
    skipped: () => [...skipped.values()],
    sharedIds: () => [...sharedIds.values()],
  };
}

function listUris(root: SchemaRoot, idsOf: (root: SchemaRoot) => IdIndex): string[] {
  const { directory, prefix } = root;
  if (prefix === undefined) return [...idsOf(root).keys()];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => `${prefix}/${file.split(path.sep).map(encodeURIComponent).join("/")}`);
}

const LIMIT = BUDGETS.documentBytes.limit;

function shown(count: number): string {
  return count.toLocaleString("en-US");
}

/** Told a file, as errors show it, and why it is not read. */
type Skip = (file: string, why: string) => void;

/** A root with a prefix holds documents of the prefix's origin: no other is worth reading its files for. */
function mayHold({ prefix }: SchemaRoot, uri: string): boolean {
  return (
    prefix === undefined || (URL.canParse(uri) && new URL(prefix).origin === new URL(uri).origin)
  );
}

function locateBelowPrefix(
  { prefix, ...root }: SchemaRoot & Pick<Required<SchemaRoot>, "prefix">,
  uri: string,
  skip: Skip,
): SchemaFile | undefined {
  if (!uri.startsWith(`${prefix}/`) || uri.includes("?")) return undefined;
  const relative = decodePath(uri.slice(prefix.length + 1));
  if (relative === undefined) return undefined;
  const file = path.join(root.directory, relative);
  if (!existsSync(file)) return undefined;
  const stats = statSync(file);
  if (stats.isDirectory()) return undefined;
  const label = `${root.label}/${relative}`;
  const unreadable = whyUnreadable(root, file, stats);
  if (unreadable === undefined) return { file, label, fileUri: uri };
  skip(label, unreadable);
  return undefined;
}

/**
 * A link must not lead out of the root: what a profile names reaches nothing else on this disk. Reading from a pipe
 * or a device may never end.
 */
function whyUnreadable(
  { directory }: SchemaRoot,
  file: string,
  stats = statIfLeading(file),
): string | undefined {
  if (stats === undefined) return "is a broken link";
  const real = realpathSync.native(file);
  if (!real.startsWith(realpathSync.native(directory) + path.sep))
    return "is a link to a file outside its directory";
  if (!stats.isFile()) return "is a pipe, socket, device or linked directory";
  return undefined;
}

function whyTooLarge(file: string): string | undefined {
  const { size } = statSync(file);
  return size > LIMIT ? `has ${shown(size)} bytes; the limit is ${shown(LIMIT)}` : undefined;
}

/** Returns undefined for a broken or circular link. */
function statIfLeading(file: string): ReturnType<typeof statSync> {
  try {
    return statSync(file);
  } catch (error) {
    if (["ENOENT", "ELOOP", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return undefined;
    throw error;
  }
}

function decodePath(encoded: string): string | undefined {
  try {
    const decoded = decodeURIComponent(encoded);
    const safe = !decoded.includes("\0") && !decoded.split(/[\\/]/).includes("..");
    return safe ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** The first file with each `$id`, and the others that have it. */
type IdIndex = ReadonlyMap<string, IndexedFile>;

interface IndexedFile extends SchemaFile {
  readonly others: Pick<SchemaFile, "file" | "label">[];
}

function indexById(root: SchemaRoot, skip: Skip): IdIndex {
  const index = new Map<string, IndexedFile>();
  // With their types: links to directories are not followed then.
  const entries = readdirSync(root.directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.name.endsWith(".json") && !entry.isDirectory())
    .map((entry) => ({ entry, file: path.join(entry.parentPath, entry.name) }))
    .sort((left, right) => (left.file < right.file ? -1 : 1));
  for (const { entry, file } of files) {
    const relative = path.relative(root.directory, file).split(path.sep).join("/");
    const label = `${root.label}/${relative}`;
    const reason = (entry.isFile() ? undefined : whyUnreadable(root, file)) ?? whyTooLarge(file);
    if (reason !== undefined) {
      skip(label, reason);
      continue;
    }
    const id = readId(file);
    const place = root.prefix === undefined ? undefined : `${root.prefix}/${relative}`;
    if (id === undefined) continue;
    const first = index.get(id);
    if (first === undefined) index.set(id, { file, label, fileUri: place, others: [] });
    else first.others.push({ file, label });
  }
  return index;
}

function findSharedId(id: string, { others, ...taken }: IndexedFile): SharedId | undefined {
  const text = readFileSync(taken.file, "utf8");
  for (const other of others) {
    const otherText = readFileSync(other.file, "utf8");
    if (otherText !== text)
      return {
        id,
        taken: { file: taken.label, text },
        other: { file: other.label, text: otherText },
      };
  }
  return undefined;
}

/** Only to find the file: a document that is used is read again, strictly. */
function readId(file: string): string | undefined {
  try {
    const { $id } = JSON.parse(readFileSync(file, "utf8")) as { readonly $id?: unknown };
    return typeof $id === "string" ? $id : undefined;
  } catch {
    return undefined;
  }
}
