/**
 * Finds documents by their `$id`, for releases whose files do not stand where they say: an index of all files of a root.
 */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readIfAllowed, whyLinkUnreadable, whyTooLarge, type Disk } from "./root-files.js";
import type { SchemaFile, SchemaRoot } from "./roots.js";
import type { SharedId } from "./shared-id.js";

/** Told a file, as errors show it, and why it is not read. */
export type Skip = (file: string, why: string) => void;

/** The first file with each `$id`, and the others that have it. */
export type IdIndex = ReadonlyMap<string, IndexedFile>;

export interface IndexedFile extends SchemaFile {
  readonly others: Pick<SchemaFile, "file" | "label">[];
}

export function indexById(root: SchemaRoot, disk: Disk, skip: Skip): IdIndex {
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
    const unreadable = entry.isFile() ? undefined : whyLinkUnreadable(root.directory, file, disk);
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

export function findSharedId(id: string, { others, ...taken }: IndexedFile): SharedId | undefined {
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
