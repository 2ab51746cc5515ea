/** A directory of schemas, and how `--schemas` and a configuration write it: `DIR`, `DIR=URL-PREFIX`, with `vendor:` or `npm:` before. */

import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { failure, ProtoGenError } from "../errors.js";
import { normalizeUri } from "../json-schema/uri.js";
import { isUrl } from "../text/http-url.js";
import { namesPackage, schemasPackage } from "./schemas-package.js";

/** A directory of schemas; with a prefix, `PREFIX/x.json` is `DIR/x.json`, without one `$id` says. */
export interface SchemaRoot {
  readonly directory: string;
  readonly prefix?: string;
  /** Further URLs that the same directory was given for. Its files are known by the first. */
  readonly otherPrefixes?: readonly string[];
  /** How errors show files in it. */
  readonly label: string;
  /** Set if nobody gave the prefix: an `$id` in the directory made it probable. */
  readonly isAssumed?: true;
  /** Set for the schemas of others: what their author alone can mend is a warning. */
  readonly isVendor?: true;
}

/** A directory of schemas as `--schemas` takes it, or parsed. */
export type GivenRoot = string | SchemaRoot;

/** The URLs that a directory was given for; the first is the one that its files are known by. */
export function prefixesOf({ prefix, otherPrefixes = [] }: SchemaRoot): readonly string[] {
  return prefix === undefined ? [] : [prefix, ...otherPrefixes];
}

/** The directory of this package, wherever in it this module was built to. */
export function packageDirectory(): string {
  let directory = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(directory, "package.json"))) directory = path.dirname(directory);
  return directory;
}

/** Releases that ship with the package, under the URLs of their `$id`s. */
export const BUNDLED_ROOT: SchemaRoot = {
  directory: path.join(packageDirectory(), "schemas"),
  prefix: "https://proto.dev/schemas",
  label: "schemas",
};

/** Marks a directory of schemas as one of others. */
const VENDOR_MARK = "vendor:";

/**
 * Parses `DIR` or `DIR=URL-PREFIX`; with `vendor:` before it, the schemas are not the author's own. `npm:PACKAGE` is a directory.
 *
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE
 *
 * @example
 * ```ts
 * import { generate, parseRoot } from "proto-gen";
 *
 * const schemas = [parseRoot("./schemas=https://example.com/schemas")];
 * schemas[0]?.prefix; // "https://example.com/schemas"
 * const { files } = await generate({ profile: "./profile.json", schemas });
 * ```
 */
export function parseRoot(text: string): SchemaRoot {
  const { isVendor, directory, prefix } = splitRoot(text);
  const found = namesPackage(directory) ? schemasPackage(directory, ".") : directory;
  if (!existsSync(found) || !statSync(found).isDirectory())
    throw failure("FILE_NOT_FOUND", `--schemas ${text}: ${found} is not a directory`);
  return {
    directory: found,
    ...(prefix === undefined ? {} : { prefix: parsePrefix(text, prefix) }),
    label: found,
    ...(isVendor ? { isVendor: true as const } : {}),
  };
}

/** The directory that a root names, which may be missing; undefined where its package is. */
export function rootDirectory(text: string): string | undefined {
  const { directory } = splitRoot(text);
  if (!namesPackage(directory)) return directory;
  try {
    return schemasPackage(directory, ".");
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return undefined;
  }
}

/** The text of a root that was given in another directory, as `parseRoot` takes it in the working directory. */
export function rebaseRoot(text: string, from: string): string {
  const { isVendor, directory, prefix } = splitRoot(text, from);
  const found = namesPackage(directory)
    ? schemasPackage(directory, from)
    : path.resolve(from, directory);
  return rootText({ isVendor, directory: path.relative("", found) || ".", prefix });
}

export function rootText({ isVendor, directory, prefix }: RootText): string {
  return `${isVendor ? VENDOR_MARK : ""}${directory}${prefix === undefined ? "" : `=${prefix}`}`;
}

interface RootText {
  readonly isVendor: boolean;
  readonly directory: string;
  /** As it was written. */
  readonly prefix: string | undefined;
}

/** A directory may have the name of a mark or a prefix in its own. */
export function splitRoot(text: string, from = "."): RootText {
  const exists = (name: string): boolean => existsSync(path.resolve(from, name));
  const isVendor = text.startsWith(VENDOR_MARK) && !exists(text);
  const root = isVendor ? text.slice(VENDOR_MARK.length) : text;
  const equals = exists(root) ? -1 : root.search(/=https?:/i);
  return equals < 0
    ? { isVendor, directory: root, prefix: undefined }
    : { isVendor, directory: root.slice(0, equals), prefix: root.slice(equals + 1) };
}

/** @throws ProtoGenError USAGE for what is no URL that schemas are published at */
function parsePrefix(text: string, prefix: string): string {
  const refuse = (why: string, hint: string): Error =>
    failure("USAGE", `--schemas ${text}: ${prefix} ${why}`, { hint });
  if (/^http:/i.test(prefix))
    throw refuse(
      "is http, and every schema has an https URL (§1.9)",
      `--schemas ${text.replace(/=http:/i, "=https:")}`,
    );
  const example = "write DIR=https://example.com/schemas";
  if (!isUrl(prefix)) throw refuse("is not a URL", example);
  const { search, hash, username, password } = new URL(prefix);
  if (/[?#]/.test(prefix) || search + hash + username + password !== "")
    throw refuse("has more than a host and a path", example);
  return normalizeUri(prefix).replace(/\/+$/, "");
}

/** @throws ProtoGenError as `parseRoot` does */
export function parseRoots(given: readonly GivenRoot[]): SchemaRoot[] {
  return given.map((each) => (typeof each === "string" ? parseRoot(each) : each));
}
