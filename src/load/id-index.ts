/**
 * Finds documents by their `$id`, for releases whose files do not stand where they say: an index of all files of a root.
 */

import path from "node:path";
import { encodePath, isAbsolute, normalizeUri, resolveUri } from "../json-schema/uri.js";
import {
  listTree,
  readIfAllowed,
  whyLinkUnreadable,
  whyTooLarge,
  type Disk,
} from "./root-files.js";
import type { SchemaFile } from "./roots.js";
import type { SchemaRoot } from "./schema-root.js";

/** Told a file, as errors show it, and why it is not read. */
export type Skip = (file: string, why: string) => void;

export interface IdIndex {
  /** The files with each `$id`, as `normalizeUri` spells it, in the order of their paths. */
  readonly byId: ReadonlyMap<string, readonly SchemaFile[]>;
  /** Files that are not JSON, by what their text seems to say as `$id`: whoever asks for that gets the file's error. */
  readonly brokenById: ReadonlyMap<string, SchemaFile>;
  /** Every file that was read. */
  readonly files: readonly SchemaFile[];
}

export function indexById(root: SchemaRoot, disk: Disk, skip: Skip): IdIndex {
  const byId = new Map<string, SchemaFile[]>();
  const brokenById = new Map<string, SchemaFile>();
  const files: SchemaFile[] = [];
  for (const file of readableFiles(root, disk, skip)) {
    files.push(file);
    const { bytes } = disk.readFile(file.file);
    const written = idIn(bytes);
    const id = written && absoluteId(written.id, file.fileUri);
    if (written === undefined || id === undefined) continue;
    if (!written.isJson) brokenById.set(id, brokenById.get(id) ?? file);
    else byId.set(id, [...(byId.get(id) ?? []), file]);
  }
  return { byId, brokenById, files };
}

function* readableFiles(root: SchemaRoot, disk: Disk, skip: Skip): Generator<SchemaFile, void> {
  const files = listTree(root.directory)
    .filter((entry) => entry.name.endsWith(".json") && !entry.isDirectory())
    .map((entry) => ({ entry, file: path.join(entry.parentPath, entry.name) }))
    .sort((left, right) => (left.file < right.file ? -1 : 1));
  const directories = new Map<string, string>();
  for (const { entry, file } of files) {
    const above = directories.get(entry.parentPath) ?? pathWithin(root, entry.parentPath);
    directories.set(entry.parentPath, above);
    const relative = above + entry.name;
    const label = `${root.label}/${relative}`;
    const unreadable = entry.isFile() ? undefined : whyLinkUnreadable(root.directory, file, disk);
    const content = unreadable === undefined ? readIfAllowed(file, disk) : undefined;
    const reason = unreadable ?? (content && whyTooLarge(content.size));
    if (reason !== undefined) skip(label, reason);
    else if (content !== undefined) yield { file, label, root, fileUri: placeOf(root, relative) };
  }
}

function placeOf({ prefix }: SchemaRoot, relative: string): string | undefined {
  return prefix === undefined ? undefined : `${prefix}/${encodePath(relative)}`;
}

/** The path of a directory in a root, with a slash behind each name. */
function pathWithin({ directory }: SchemaRoot, within: string): string {
  const segments = path.relative(directory, within).split(path.sep);
  return segments.map((segment) => (segment === "" ? "" : `${segment}/`)).join("");
}

/** A relative `$id` means something only where the file's place has a URL. */
function absoluteId(id: string, place: string | undefined): string | undefined {
  if (place !== undefined) return normalizeUri(resolveUri(place, id));
  return isAbsolute(id) ? normalizeUri(id) : undefined;
}

interface WrittenId {
  readonly id: string;
  readonly isJson: boolean;
}

/** Only to find the file: a document that is used is parsed again, strictly. */
function idIn(bytes: Buffer): WrittenId | undefined {
  const encoding = otherEncoding(bytes);
  // Its name may be written with escapes.
  if (encoding === undefined && !bytes.includes("$id") && !bytes.includes("\\u")) return undefined;
  const text = bytes.toString(encoding ?? "utf8");
  try {
    const { $id } = JSON.parse(text) as { readonly $id?: unknown };
    return typeof $id === "string" ? { id: $id, isJson: true } : undefined;
  } catch {
    const id = /"\$id"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
    return id === undefined ? undefined : { id, isJson: false };
  }
}

/** The encoding that a byte-order mark tells, where it is not UTF-8. */
function otherEncoding(bytes: Buffer): "utf16le" | undefined {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : undefined;
}
