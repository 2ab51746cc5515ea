/** Finds the URI of a schema that is named by its file, and the root in which the documents beside it are found. */

import path from "node:path";
import { pathToFileURL } from "node:url";
import { encodePath } from "../json-schema/uri.js";
import { realPath } from "./named-file.js";
import type { SchemaRoot } from "./schema-root.js";

export interface SchemaFileRoot {
  readonly uri: string;
  /** The URI of the file's place; it differs from `uri` where the file says another `$id`. */
  readonly fileUri: string;
  readonly root: SchemaRoot;
}

export function findSchemaFileRoot(
  file: string,
  id: string | undefined,
  given: readonly SchemaRoot[],
): SchemaFileRoot {
  const root = given.find((each) => relativeTo(each, file) !== undefined);
  if (root === undefined) return findReleaseRoot(file, id);
  const relative = relativeTo(root, file) as string;
  if (root.prefix !== undefined) {
    const uri = `${root.prefix}/${encodePath(relative)}`;
    return { uri, fileUri: uri, root };
  }
  if (id !== undefined) return { uri: id, fileUri: id, root };
  const prefix = pathToFileURL(root.directory).href;
  const uri = `${prefix}/${encodePath(relative)}`;
  return { uri, fileUri: uri, root: { ...root, prefix, isAssumed: true } };
}

function relativeTo({ directory }: SchemaRoot, file: string): string | undefined {
  const relative = path.relative(realPath(directory), realPath(file));
  return relative.startsWith("..") || path.isAbsolute(relative)
    ? undefined
    : relative.split(path.sep).join("/");
}

/**
 * `/work/schemas/shop/checkout.json` that calls itself `https://host/schemas/shop/checkout.json` says where
 * its release stands. The root is the highest directory that both have a name for, and no higher:
 * what a schema names reaches nothing else on this disk.
 */
function findReleaseRoot(file: string, id: string | undefined): SchemaFileRoot {
  const at = path.resolve(file);
  const place = pathToFileURL(at).href;
  // Nothing stands beside a name such as `urn:example:checkout`.
  if (id !== undefined && !URL.canParse(".", id)) return { uri: id, ...rootAt(at, place) };
  const directories = path.dirname(at).split(path.sep);
  const named = directories.map(encodePath);
  const uri = id ?? place;
  const segments = new URL(".", uri).href.replace(/\/$/, "").split("/");
  const shared =
    id === undefined || !id.endsWith(`/${encodePath(path.basename(at))}`) ? 0 : sharedEnd();
  const up = Math.max(0, shared - 1);
  const directory = directories.slice(0, directories.length - up).join(path.sep) || path.sep;
  const prefix = segments.slice(0, segments.length - up).join("/");
  return {
    uri,
    fileUri: uri,
    root: { directory, prefix, label: labelOf(directory), isAssumed: true },
  };

  function sharedEnd(): number {
    // `https:`, nothing and the host are no directories.
    const most = Math.min(directories.length - 1, segments.length - 3);
    let count = 0;
    while (count < most && named.at(-1 - count) === segments.at(-1 - count)) count++;
    return count;
  }
}

function rootAt(file: string, place: string): Omit<SchemaFileRoot, "uri"> {
  const directory = path.dirname(file);
  const prefix = new URL(".", place).href.replace(/\/$/, "");
  return {
    fileUri: place,
    root: { directory, prefix, label: labelOf(directory), isAssumed: true },
  };
}

function labelOf(directory: string): string {
  const relative = path.relative("", directory);
  return relative === "" ? "." : relative.startsWith("..") ? directory : relative;
}
