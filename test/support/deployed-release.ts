/**
 * The published form of a release: its own files say `https://host/schemas/x.json`, and its site writes the version into each
 * URL.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { temporaryDirectory } from "../write/temporary.js";
import { PUBLISHED_HOST, type Release } from "./published.js";

/** The URL of a release at its site. */
export function siteOf({ name }: Pick<Release, "name">): string {
  return `${PUBLISHED_HOST}/${name}`;
}

/** The profile as it is published: it names what the site has. */
export function publishedProfile(release: Release): JsonObject {
  const text = readFileSync(release.profile, "utf8");
  const own = /https:\/\/ucp\.dev\/(?=schemas\/|services\/)/g;
  return JSON.parse(text.replaceAll(own, `${siteOf(release)}/`)) as JsonObject;
}

/** What the release's site has, in a directory. */
export function deployed(source: string, version: string): string {
  const directory = temporaryDirectory();
  for (const [name, document] of deployedDocuments(source, version)) {
    const target = path.join(directory, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, JSON.stringify(document));
  }
  return directory;
}

/**
 * What the release's site has: each URL has the version, and each reference is one.
 *
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
