/** The files that the release of 2026-01-11 was published with, one for each view of a source, and the comparison with ours. */

import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { viewText, type View } from "../../src/compose/view.js";
import {
  isObject,
  SCHEMA_ARRAY_KEYWORDS,
  SCHEMA_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from "../../src/json-schema/keywords.js";
import { jsonFiles } from "./compose-release.js";
import { published, PUBLISHED_HOST } from "./published.js";

export const SCHEMAS = `${PUBLISHED_HOST}/schemas/`;
export const folder = path.join(published ?? "", "2026-01-11");
export const derivedFiles =
  published === undefined ? [] : jsonFiles(path.join(folder, "spec/schemas"));
export const sourceFiles = new Set(
  published === undefined ? [] : jsonFiles(path.join(folder, "source/schemas")),
);

/** The endings that the oracle's file names have for a view. */
const VIEWS: readonly (readonly [string, View])[] = [
  [".create_req.json", { direction: "request", operation: "create" }],
  [".update_req.json", { direction: "request", operation: "update" }],
  ["_req.json", { direction: "request", operation: "create" }],
  ["_resp.json", { direction: "response" }],
];

/** The source file and view of a derived file; one without annotations is the same in every view. */
export function originOf(file: string): { readonly source: string; readonly view: View } {
  for (const [ending, view] of sourceFiles.has(file) ? [] : VIEWS) {
    if (file.endsWith(ending)) return { source: `${file.slice(0, -ending.length)}.json`, view };
  }
  return { source: file, view: { direction: "response" } };
}

/** Keywords whose members are named by the author: a `title` there is a property, not a keyword. */
const NAMED_MEMBERS = new Set<string>(SCHEMA_MAP_KEYWORDS);
const SCHEMAS_INSIDE = new Set<string>([...SCHEMA_KEYWORDS, ...SCHEMA_ARRAY_KEYWORDS]);
const DROPPED = new Set(["title", "description", "$id"]);

/** A schema without names, with references as what they name of the source, and `required` as a set. */
export function normalise(schema: Json, base: string): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => normalise(item, base));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !DROPPED.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, member(keyword, value, base)]),
  );
}

/** What stands under an unknown keyword is data. The oracle views references there too: they are left out. */
function member(keyword: string, value: Json, base: string): Json {
  if (keyword === "$ref" && typeof value === "string") return sourceReference(value, base);
  if (keyword === "required" && Array.isArray(value)) return [...(value as string[])].sort();
  if (NAMED_MEMBERS.has(keyword) && isObject(value)) return normaliseMembers(value, base);
  return SCHEMAS_INSIDE.has(keyword) ? normalise(value, base) : withoutReferences(value);
}

function withoutReferences(data: Json): Json {
  return JSON.parse(
    JSON.stringify(data, (name, value: Json) => (name === "$ref" ? undefined : value)),
  ) as Json;
}

function normaliseMembers(value: JsonObject, base: string): Json {
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, normalise(entry, base)]),
  );
}

/**
 * `types/item.create_req.json#/a` and `https://.../types/item.json?view=request.create#/a` name the same
 * view of the same source. The oracle has one file for an unannotated source: there the view says nothing.
 */
function sourceReference(reference: string, base: string): string {
  const { origin, pathname, searchParams, hash } = new URL(reference, base);
  const uri = origin + pathname;
  if (!uri.startsWith(SCHEMAS)) return uri + hash;
  const { source, view } = originOf(uri.slice(SCHEMAS.length));
  const seen = derivedFiles.includes(source) ? "" : (searchParams.get("view") ?? viewText(view));
  return `${source} ${seen} ${decodeURIComponent(hash)}`;
}
