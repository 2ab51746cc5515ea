/** Load, negotiate and compose a release in memory: a release that files share, once a worker. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { compose, type Composition } from "../../src/compose/compose.js";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { readDocument, type Document } from "../../src/load/document.js";
import { load } from "./load.js";
import type { Sources } from "../../src/load/sources.js";
import { buildModel } from "../../src/model/build.js";
import type { Model } from "../../src/model/model.js";
import { agree } from "../../src/negotiate/agree.js";
import type { Release } from "./published.js";

const compositions = new WeakMap<Release, Promise<Composition>>();
const models = new WeakMap<Release, Promise<Model>>();

export function composeRelease(release: Release): Promise<Composition> {
  return once(compositions, release, async () => composeSources(await load(release)));
}

/** With every document of the release among the sources, also those that no capability reaches. */
export async function composeWholeRelease(release: Release): Promise<Composition> {
  return composeSources(withAllDocuments(await load(release), release));
}

export function modelRelease(release: Release): Promise<Model> {
  return once(models, release, async () => buildModel(await composeRelease(release)));
}

function composeSources(sources: Sources): Composition {
  return compose(sources, agree(sources).agreement);
}

function withAllDocuments(sources: Sources, release: Release): Sources {
  const every = [...sources.documents.values(), ...allDocuments(release)];
  const documents = new Map(every.map((document) => [document.uri, document]));
  const schemas = createSchemaSet();
  for (const { uri, root } of documents.values()) schemas.add(uri, root);
  return {
    ...sources,
    documents,
    schemas,
    resolve: (base, document, reference) =>
      schemas.resolve(base, reference) ?? schemas.resolve(document, reference),
  };
}

function allDocuments({ schemas }: Release): Document[] {
  return schemas.flatMap(({ directory, prefix = "" }) =>
    jsonFiles(path.join(directory, "schemas")).map((file) => {
      const uri = `${prefix}/schemas/${file}`;
      return readDocument(uri, file, readFileSync(path.join(directory, "schemas", file)));
    }),
  );
}

/** What was made of a key, or is being made of it. */
function once<Key extends object, Made>(
  made: WeakMap<Key, Promise<Made>>,
  key: Key,
  make: () => Promise<Made>,
): Promise<Made> {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

/** Paths of the JSON files below a directory, with forward slashes, sorted. */
export function jsonFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.split(path.sep).join("/"))
    .sort();
}
