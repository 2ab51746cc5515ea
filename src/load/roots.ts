/**
 * The sources of schema documents, in the order in which they are searched: the bundled schemas, the roots given with
 * `--schemas DIR[=URL-PREFIX]`, then documents that were fetched before. Nothing else is read.
 */

import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import type { FileReader } from "./file-contents.js";
import { findSharedId, indexById, type IdIndex, type Skip } from "./id-index.js";
import { createDisk, findEntry, whyUnreadable, type Disk } from "./root-files.js";
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
  const disk = createDisk();
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

/** A root with a prefix holds documents of the prefix's origin: no other is worth reading its files for. */
function mayHold({ prefix }: SchemaRoot, uri: string): boolean {
  return (
    prefix === undefined || (URL.canParse(uri) && new URL(prefix).origin === new URL(uri).origin)
  );
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
  const unreadable = whyUnreadable(root.directory, file, entry, disk);
  if (unreadable === undefined) return { file, label, fileUri: uri };
  skip(label, unreadable);
  return undefined;
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
