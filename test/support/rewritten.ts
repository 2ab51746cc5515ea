/**
 * A published release that is written otherwise and says the same. In: a release, and what is done to its documents.
 * Out: the release that they make.
 */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { diff } from "../../src/diff/compare.js";
import { memoryRelease } from "./bundle.js";
import { releaseFiles } from "./diff/release-files.js";
import type { Release } from "./published.js";

/** JSON documents by their path below the root: `schemas/shopping/checkout.json`. */
export type Documents = Map<string, JsonObject>;

export function documentsBelow({ schemas }: Release): Documents {
  const found: Documents = new Map();
  for (const { directory } of schemas) {
    for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
      if (!name.endsWith(".json")) continue;
      found.set(name, JSON.parse(readFileSync(path.join(directory, name), "utf8")) as JsonObject);
    }
  }
  return found;
}

export function rewritten(
  release: Release,
  name: string,
  rewrite: (documents: Documents, profile: JsonObject) => void,
): Release {
  const documents = documentsBelow(release);
  const profile = JSON.parse(readFileSync(release.profile, "utf8")) as JsonObject;
  rewrite(documents, profile);
  const byUrl = [...documents].map(([at, document]) => [`${prefixOf(release)}/${at}`, document]);
  return memoryRelease(`${release.name}-${name}`, profile, Object.fromEntries(byUrl) as JsonObject);
}

/** The URL below which a release's documents stand. */
export function prefixOf({ schemas }: Release): string {
  return schemas[0]?.prefix ?? "";
}

/** A schema as it reads from another document of the same directory. */
export function movedFrom(document: string, schema: Json): Json {
  if (Array.isArray(schema))
    return (schema as readonly Json[]).map((each) => movedFrom(document, each));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" && value.startsWith("#")
        ? path.basename(document) + value
        : movedFrom(document, value),
    ]),
  );
}

/** What `diff` says of two releases: each rule and what it is about. */
export async function changesBetween(before: Documents, after: Documents): Promise<string[]> {
  const side = (name: string, all: Documents) => ({
    name,
    files: releaseFiles(Object.fromEntries(all)),
  });
  const { changes } = await diff({ before: side("before", before), after: side("after", after) });
  return changes.map(({ rule, subject }) => `${rule} ${subject}`);
}
