/**
 * The sources of schema documents, in the order in which they are searched: the bundled schemas, the roots given with
 * `--schemas DIR[=URL-PREFIX]`, then documents that were fetched before. Nothing else is read.
 */

import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BUDGETS } from "../budgets.js";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import { createFileReader, type FileContent, type FileReader } from "./file-contents.js";
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
  /** Reads a file that was located, once for all who ask. */
  readonly readFile: FileReader;
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
  lock?: Pick<Roots, "locate">,
): Roots {
  const roots = [...own, BUNDLED_ROOT, ...given];
  const disk: Disk = { readFile: createFileReader(), realDirectory: rememberRealPaths() };
  const idIndexes = new Map<SchemaRoot, IdIndex>();
  const skipped = new Map<string, Diagnostic>();
  const sharedIds = new Map<string, SharedId>();
  /** Files by URI, those that were not found among them: several steps of loading ask for each. */
  const located = new Map<string, SchemaFile | undefined>();
  const skip: Skip = (file, why) =>
    void skipped.set(file, diagnostic("LOAD_SKIPPED", `${file} ${why}`, { place: { file } }));

  function idsOf(root: SchemaRoot): IdIndex {
    const known = idIndexes.get(root) ?? indexById(root, disk, skip);
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
          : locateBelowPrefix(root, root.prefix, { uri, disk, skip }),
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
    readFile: disk.readFile,
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

/** The disk as one run sees it: what was asked before has the same answer. */
interface Disk {
  readonly readFile: FileReader;
  /** The real path of a directory. */
  readonly realDirectory: (directory: string) => string;
}

function rememberRealPaths(): (directory: string) => string {
  const known = new Map<string, string>();
  return (directory) => {
    const real = known.get(directory) ?? realpathSync.native(directory);
    known.set(directory, real);
    return real;
  };
}

interface FileSearch {
  readonly uri: string;
  readonly disk: Disk;
  readonly skip: Skip;
}

function locateBelowPrefix(
  root: SchemaRoot,
  prefix: string,
  { uri, disk, skip }: FileSearch,
): SchemaFile | undefined {
  if (!uri.startsWith(`${prefix}/`) || uri.includes("?")) return undefined;
  const relative = decodePath(uri.slice(prefix.length + 1));
  if (relative === undefined) return undefined;
  const file = path.join(root.directory, relative);
  const entry = findEntry(file);
  if (entry === undefined || entry.stats.isDirectory()) return undefined;
  const label = `${root.label}/${relative}`;
  const unreadable = whyUnreadable(root, file, entry, disk);
  if (unreadable === undefined) return { file, label, fileUri: uri };
  skip(label, unreadable);
  return undefined;
}

interface FileEntry {
  readonly isLink: boolean;
  /** Those of a link's target. */
  readonly stats: Stats;
}

/** Returns undefined where nothing can be read: no file, a link that leads nowhere, or no permission to look. */
function findEntry(file: string): FileEntry | undefined {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isSymbolicLink()
      ? { isLink: true, stats: statSync(file) }
      : { isLink: false, stats };
  } catch {
    return undefined;
  }
}

/**
 * A link must not lead out of the root: what a profile names reaches nothing else on this disk. Reading from a pipe
 * or a device may never end.
 */
function whyUnreadable(
  { directory }: SchemaRoot,
  file: string,
  { isLink, stats }: FileEntry,
  { realDirectory }: Disk,
): string | undefined {
  // The directory that a file stands in may be a link, too.
  const real = isLink ? realpathSync.native(file) : realDirectory(path.dirname(file)) + path.sep;
  if (!real.startsWith(realDirectory(directory) + path.sep))
    return "is a link to a file outside its directory";
  if (!stats.isFile()) return "is a pipe, socket, device or linked directory";
  return undefined;
}

function whyLinkUnreadable(root: SchemaRoot, file: string, disk: Disk): string | undefined {
  const entry = findEntry(file);
  return entry === undefined ? "is a broken link" : whyUnreadable(root, file, entry, disk);
}

/** Returns undefined for a file that may not be read: who asks for it by its place is told. */
function readIfAllowed(file: string, { readFile }: Disk): FileContent | undefined {
  try {
    return readFile(file);
  } catch {
    return undefined;
  }
}

function whyTooLarge(size: number): string | undefined {
  return size > LIMIT ? `has ${shown(size)} bytes; the limit is ${shown(LIMIT)}` : undefined;
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

function indexById(root: SchemaRoot, disk: Disk, skip: Skip): IdIndex {
  const index = new Map<string, IndexedFile>();
  // With their types: links to directories are not followed then.
  const entries = readdirSync(root.directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.name.endsWith(".json") && !entry.isDirectory())
    .map((entry) => ({ entry, file: path.join(entry.parentPath, entry.name) }))
    .sort((left, right) => (left.file < right.file ? -1 : 1));
  const directories = new Map<string, string>();
  for (const { entry, file } of files) {
    const above = directories.get(entry.parentPath) ?? pathWithin(root, entry.parentPath);
    directories.set(entry.parentPath, above);
    const relative = above + entry.name;
    const label = `${root.label}/${relative}`;
    const unreadable = entry.isFile() ? undefined : whyLinkUnreadable(root, file, disk);
    const content = unreadable === undefined ? readIfAllowed(file, disk) : undefined;
    const reason = unreadable ?? (content && whyTooLarge(content.size));
    if (reason !== undefined) {
      skip(label, reason);
      continue;
    }
    const id = content && idIn(content.bytes);
    const place = root.prefix === undefined ? undefined : `${root.prefix}/${relative}`;
    if (id === undefined) continue;
    const first = index.get(id);
    if (first === undefined) index.set(id, { file, label, fileUri: place, others: [] });
    else first.others.push({ file, label });
  }
  return index;
}

/** The path of a directory in a root, with a slash behind each name. */
function pathWithin({ directory }: SchemaRoot, within: string): string {
  const segments = path.relative(directory, within).split(path.sep);
  return segments.map((segment) => (segment === "" ? "" : `${segment}/`)).join("");
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

/** Only to find the file: a document that is used is parsed again, strictly. */
function idIn(bytes: Buffer): string | undefined {
  // Its name may be written with escapes.
  if (!bytes.includes("$id") && !bytes.includes("\\u")) return undefined;
  try {
    const { $id } = JSON.parse(bytes.toString("utf8")) as { readonly $id?: unknown };
    return typeof $id === "string" ? $id : undefined;
  } catch {
    return undefined;
  }
}
