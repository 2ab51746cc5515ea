/**
 * The sources of schema documents, in the order in which they are searched: the bundled schemas, the roots given with
 * `--schemas DIR[=URL-PREFIX]`, then documents that were fetched before. Nothing else is read.
 */

import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { diagnostic, type Diagnostic } from "../errors.js";
import { encodePath, isBelow, normalizeUri } from "../json-schema/uri.js";
import type { FileReader } from "./file-contents.js";
import { indexById, type IdIndex, type Skip } from "./id-index.js";
import { scopeOf } from "./name-scope.js";
import { createDisk, findEntry, listJsonFiles, whyUnreadable, type Disk } from "./root-files.js";
import {
  BUNDLED_ROOT,
  parseRoots,
  prefixesOf,
  type GivenRoot,
  type SchemaRoot,
} from "./schema-root.js";

export interface SchemaFile {
  readonly file: string;
  readonly label: string;
  /** The URI of the file's place, where its root has a prefix. */
  readonly fileUri: string | undefined;
  /** The root that it was found in; undefined for a fetched document. */
  readonly root?: SchemaRoot;
  /** For a fetched document: its expected hash, and the lock file that records it. */
  readonly locked?: { readonly sha256: string; readonly lock: string };
}

export interface Roots {
  /** In the order in which they are searched. */
  readonly all?: readonly SchemaRoot[];
  /**
   * The file of a document: at the place its URI names, else the one whose `$id` is the URI, for
   * releases whose files do not stand where they say.
   *
   * @param from the root of the document that refers to it: the names of that root alone come first
   */
  locate(uri: string, from?: SchemaRoot): SchemaFile | undefined;
  /** Reads a file that was located, once for all who ask. */
  readonly readFile: FileReader;
  /**
   * All files of roots that have a URI, by their place or by their `$id`, those that `locate` gives first.
   *
   * @param from as for `locate`
   */
  holders?(uri: string, from?: SchemaRoot): readonly SchemaFile[];
  /** The URIs of all documents that the roots contain: what a missing one may have been meant to be. */
  uris?(): readonly string[];
  /** Roots that stand in for a release of the package, and files that were skipped. */
  notices?(): readonly Diagnostic[];
  /** What explains that no source contains a document. */
  explainMissing?(uri: string): MissingFile;
}

export interface MissingFile {
  /** The file that a root would have to contain; undefined where no root speaks for the URL alone. */
  readonly expected: string | undefined;
  /** The file that has the URL as a name within its root, which means nothing outside. */
  readonly named: SchemaFile | undefined;
  /** The files that may contain it, if they cannot be read. */
  readonly candidates: readonly SchemaFile[];
}

/**
 * @param own roots that come before what the package brings: where a schema that is named itself stands
 * @param lock what was fetched before
 */
export function createRoots(
  given: readonly GivenRoot[],
  own: readonly SchemaRoot[] = [],
  lock?: Pick<Roots, "locate">,
): Roots {
  const roots = joinEqual([...new Set([...own, BUNDLED_ROOT, ...parseRoots(given)])]);
  const covers = roots.filter((root) => coveredBy(root) !== undefined);
  const search: RootSearch = {
    ...{ roots, covers, disk: createDisk() },
    ...{ idIndexes: new Map(), holders: new Map(), skipped: new Map(), usedCovers: new Set() },
  };
  /** Files by URI, those that were not found among them: several steps of loading ask for each. */
  const located = new Map<string, SchemaFile | undefined>();
  return {
    all: roots,
    locate(uri, from) {
      const named = from === undefined ? undefined : locateName(search, uri, from);
      if (named !== undefined) return named;
      if (!located.has(uri)) located.set(uri, locate(search, uri) ?? lock?.locate(uri));
      return located.get(uri);
    },
    readFile: search.disk.readFile,
    holders: (uri, from) =>
      from !== undefined && scopeOf(from)?.isOwnName(uri) === true
        ? [...namedBy(search, from, uri), ...placesBeyond(search, from, uri)]
        : findHolders(search, uri),
    uris: () => roots.flatMap((root) => listUris(search, root)),
    notices: () => [...[...search.usedCovers].map(coverNotice), ...search.skipped.values()],
    explainMissing: (uri) => explainMissing(search, uri),
  };
}

/** One directory that was given for several URLs is one set of documents, in whatever order they are given. */
function joinEqual(roots: readonly SchemaRoot[]): SchemaRoot[] {
  const joined = new Map<SchemaRoot | string, SchemaRoot>();
  for (const root of roots) {
    const isGiven = root.prefix !== undefined && root.isAssumed !== true;
    const key = isGiven ? realpathSync.native(root.directory) : root;
    const first = joined.get(key);
    if (first === undefined) joined.set(key, root);
    else if (!prefixesOf(first).includes(root.prefix as string)) {
      const [prefix, ...otherPrefixes] = [...prefixesOf(first), root.prefix as string].sort();
      joined.set(key, { ...first, prefix: prefix as string, otherPrefixes });
    }
  }
  return [...joined.values()];
}

/** The one of a directory's URLs that a URL is below: the longest, where that is so for several. */
function prefixAbove(root: SchemaRoot, uri: string): string | undefined {
  return prefixesOf(root)
    .filter((prefix) => isBelow(prefix, uri))
    .reduce<string | undefined>(
      (best, each) => (each.length > (best?.length ?? 0) ? each : best),
      undefined,
    );
}

interface RootSearch {
  /** In the order in which they are searched. */
  readonly roots: readonly SchemaRoot[];
  /** Those that stand in for a release of the package, or for a part of one. */
  readonly covers: readonly SchemaRoot[];
  readonly disk: Disk;
  readonly idIndexes: Map<SchemaRoot, IdIndex>;
  readonly holders: Map<string, readonly SchemaFile[]>;
  /** By file. */
  readonly skipped: Map<string, Diagnostic>;
  readonly usedCovers: Set<SchemaRoot>;
}

/** The URL of a release of the package that a root was given for, or one below it. */
function coveredBy(root: SchemaRoot): string | undefined {
  const all = BUNDLED_ROOT.prefix as string;
  if (root.isAssumed === true) return undefined;
  return prefixesOf(root).find((prefix) => {
    if (!isBelow(all, prefix)) return false;
    const release = decodePath(prefix.slice(all.length + 1).replace(/\/.*/, ""));
    return release !== undefined && existsSync(path.join(BUNDLED_ROOT.directory, release));
  });
}

function coverNotice(root: SchemaRoot): Diagnostic {
  return diagnostic(
    "LOAD_RELEASE_REPLACED",
    `the documents below ${coveredBy(root) ?? ""} come from ${root.label}, and none from the package`,
  );
}

/** The root that alone contains what is below its prefix, for a URL that the package would have, too. */
function findCover({ covers, usedCovers }: RootSearch, uri: string): SchemaRoot | undefined {
  if (covers.length === 0) return undefined;
  const cover = covers.find((root) => isBelow(coveredBy(root) ?? "", uri));
  if (cover !== undefined) usedCovers.add(cover);
  return cover;
}

/** A document by a name that it has within its root alone. */
function locateName(search: RootSearch, uri: string, from: SchemaRoot): SchemaFile | undefined {
  if (scopeOf(from)?.isOwnName(uri) !== true) return undefined;
  const { byId, brokenById } = indexOf(search, from);
  const name = normalizeUri(uri);
  return byId.get(name)?.[0] ?? brokenById.get(name);
}

function locate(search: RootSearch, uri: string): SchemaFile | undefined {
  const cover = findCover(search, uri);
  const isSource = ({ root }: SchemaFile): boolean => cover === undefined || root === cover;
  const found = findHolders(search, uri).find(isSource);
  if (found !== undefined) return found;
  // Its own error says more than that no source contains the document.
  for (const root of cover === undefined ? search.roots : [cover])
    if (root !== BUNDLED_ROOT && mayName(root, uri)) {
      const broken = indexOf(search, root).brokenById.get(normalizeUri(uri));
      if (broken !== undefined) return broken;
    }
  return undefined;
}

function findHolders(search: RootSearch, uri: string): readonly SchemaFile[] {
  const known = search.holders.get(uri) ?? searchHolders(search, uri);
  search.holders.set(uri, known);
  return known;
}

function searchHolders(search: RootSearch, uri: string): readonly SchemaFile[] {
  const isCovered = findCover(search, uri) !== undefined;
  const holders = search.roots.flatMap((root) => {
    if (root.prefix === undefined) return namedBy(search, root, uri);
    return root === BUNDLED_ROOT && isCovered ? [] : locateBelowPrefix(search, root, uri);
  });
  if (holders.length > 0) return holders;
  // Bundled files stand where they say, and reading them all for nothing takes time.
  return search.roots.flatMap((root) =>
    root !== BUNDLED_ROOT && root.prefix !== undefined && mayName(root, uri)
      ? namedBy(search, root, uri)
      : [],
  );
}

function namedBy(search: RootSearch, root: SchemaRoot, uri: string): readonly SchemaFile[] {
  return indexOf(search, root).byId.get(normalizeUri(uri)) ?? [];
}

/** The files at the place of a name that another root speaks for, unless that is the URL of which its own is a part. */
function placesBeyond(search: RootSearch, from: SchemaRoot, uri: string): SchemaFile[] {
  return search.roots.flatMap((root) => {
    const prefix = root === from ? undefined : prefixAbove(root, uri);
    const isAncestor = prefixesOf(from).some((own) => prefix !== undefined && isBelow(prefix, own));
    return prefix === undefined || isAncestor ? [] : locateBelowPrefix(search, root, uri);
  });
}

/** A name that counts for all is below the prefix, where there is one. */
function mayName(root: SchemaRoot, uri: string): boolean {
  return root.prefix === undefined || prefixAbove(root, uri) !== undefined;
}

function indexOf(search: RootSearch, root: SchemaRoot): IdIndex {
  const known =
    search.idIndexes.get(root) ??
    indexById(root, search.disk, (file, why) => noteSkipped(search, file, why));
  search.idIndexes.set(root, known);
  return known;
}

const noteSkipped = ({ skipped }: RootSearch, ...[file, why]: Parameters<Skip>): void => {
  skipped.set(file, diagnostic("LOAD_FILE_SKIPPED", `${file} ${why}`, { place: { file } }));
};

/** The package's own files do not change while it runs. */
let bundledUris: readonly string[] | undefined;

function listUris(search: RootSearch, root: SchemaRoot): readonly string[] {
  const { directory, prefix } = root;
  if (prefix === undefined) return [...indexOf(search, root).byId.keys()];
  const list = (): readonly string[] =>
    listJsonFiles(directory).map((file) => `${prefix}/${encodePath(file)}`);
  return root === BUNDLED_ROOT ? (bundledUris ??= list()) : list();
}

function explainMissing(search: RootSearch, uri: string): MissingFile {
  const cover = findCover(search, uri);
  const isSource = (root: SchemaRoot): boolean => root !== BUNDLED_ROOT && mayName(root, uri);
  const files = search.roots.filter(isSource).flatMap((root) => indexOf(search, root).files);
  return {
    expected: cover && `${cover.label}/${uri.slice((coveredBy(cover) ?? "").length + 1)}`,
    named: search.roots.flatMap((root) =>
      scopeOf(root)?.isOwnName(uri) === true ? namedBy(search, root, uri) : [],
    )[0],
    candidates: files,
  };
}

function locateBelowPrefix(search: RootSearch, root: SchemaRoot, uri: string): SchemaFile[] {
  const { directory } = root;
  const prefix = prefixAbove(root, uri);
  if (prefix === undefined || uri.includes("?")) return [];
  const relative = decodePath(uri.slice(prefix.length + 1));
  if (relative === undefined) return [];
  const file = path.join(directory, relative);
  const entry = findEntry(file);
  if (entry === undefined || entry.stats.isDirectory()) return [];
  const label = `${root.label}/${relative}`;
  const unreadable = whyUnreadable(directory, file, entry, search.disk);
  const fileUri = prefix === root.prefix ? uri : `${root.prefix}${uri.slice(prefix.length)}`;
  if (unreadable === undefined) return [{ file, label, root, fileUri }];
  noteSkipped(search, label, unreadable);
  return [];
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
