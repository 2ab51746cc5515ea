/** The documents of a release as its site publishes them: each URL has the version, and each reference is one. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { PUBLISHED_HOST } from "./published.js";

/**
 * @param source the directory of the release's own files
 * @returns by path below it
 */
export function deployedDocuments(source: string, version: string): ReadonlyMap<string, Json> {
  const names = readdirSync(source, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((each) => each.endsWith(".json"))
      .map((name) => {
        const file = path.join(source, name);
        return [name, rewritten(read(file), { file, version })] as const;
      }),
  );
}

interface Place {
  readonly file: string;
  readonly version: string;
}

function rewritten(value: Json, place: Place): Json {
  if (Array.isArray(value)) return value.map((each: Json) => rewritten(each, place));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).map(([key, member]): [string, Json] => {
    if (typeof member !== "string") return [key, rewritten(member, place)];
    if (key === "$id") return [key, publishedUrl(member, place)];
    return [key, key === "$ref" ? publishedUrl(targetOf(member, place), place) : member];
  });
  return Object.fromEntries(entries);
}

function publishedUrl(url: string, { version }: Place): string {
  const own = `${PUBLISHED_HOST}/schemas/`;
  return url.startsWith(own)
    ? `${PUBLISHED_HOST}/${version}/schemas/${url.slice(own.length)}`
    : url;
}

/** A relative reference leads to a file, which says its URL. */
function targetOf(reference: string, { file }: Place): string {
  if (/^(?:#|https?:)/.test(reference)) return reference;
  const [relative = "", fragment] = reference.split("#");
  const { $id = relative } = read(path.join(path.dirname(file), relative)) as { $id?: string };
  return fragment === undefined ? $id : `${$id}#${fragment}`;
}

function read(file: string): Json {
  return JSON.parse(readFileSync(file, "utf8")) as Json;
}
