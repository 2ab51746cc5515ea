/**
 * Load a release whole, without a profile. In: its documents. Out: sources of who supports all of it, with the
 * documents that no capability or service leads to among them.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject, subschemas } from "../json-schema/keywords.js";
import { absolute } from "../json-schema/schema-set.js";
import type { Document } from "./document.js";
import { loadFrom, type OtherDocument } from "./load.js";
import type { Sources } from "./sources.js";
import { createReach } from "./reach.js";
import { createReader, type Reader } from "./reader.js";
import type { Release, ReleaseDocument } from "./release.js";
import { releaseReader } from "./release.js";
import {
  kindsOf,
  releaseProfile,
  type KnownDocument,
  type OutsideCapability,
} from "./release-profile.js";
import { createRoots, type SchemaRoot } from "./roots.js";
import { requireDistinctCalls } from "./services/check-services.js";
import type { LinkedDocuments } from "./services/cursor.js";
import { linkDocuments, type LinkContext } from "./services/link-documents.js";
import { readOpenapi } from "./services/read-openapi.js";
import { readEmbeddedMethods, readMethods } from "./services/read-openrpc.js";
import {
  schemaPointersOf,
  type SourceMethod,
  type SourceRestOperation,
} from "./services/service-document.js";
import { withoutFragment } from "./uri.js";

/** A document of operations that no capability has: a tokenizer's (§4.6), or those of the embedded transport. */
export interface OtherService {
  readonly document: ReleaseDocument;
  /** It, and those that it has operations or parts of operations from. */
  readonly documents: readonly Document[];
  readonly operations: readonly SourceRestOperation[];
  readonly methods: readonly SourceMethod[];
}

export interface LoadedRelease {
  readonly release: Release;
  readonly sources: Sources;
  readonly otherServices: readonly OtherService[];
}

/**
 * @param schemas where documents are that the release refers to and does not hold
 * @throws ProtoGenError what `load` throws
 */
export async function loadRelease(
  release: Release,
  schemas: readonly SchemaRoot[] = [],
): Promise<LoadedRelease> {
  const reader = releaseReader(release, createReader(createRoots(schemas)));
  const kinds = kindsOf(release);
  const profile = releaseProfile(release, await outsideCapabilities(kinds, reader), kinds);
  const documentsOf = (wanted: KnownDocument["kind"]["kind"]): ReleaseDocument[] =>
    kinds.flatMap(({ document, kind }) => (kind.kind === wanted ? [document] : []));
  const context: LinkContext = { reader, reachRefusal: createReach(profile) };
  const otherServices: OtherService[] = [];
  for (const document of documentsOf("other-operations"))
    otherServices.push(await readOtherService(document, context, readCalls));
  for (const { document } of kinds)
    if (listsEmbeddedMethods(document.root))
      otherServices.push(await readOtherService(document, context, readEmbeddedCalls));
  const others: OtherDocument[] = documentsOf("schema").map((document) => ({
    document,
    pointers: undefined,
  }));
  const services = otherServices.flatMap(({ documents, operations, methods }) =>
    schemaPointersOf(documents, [...operations, ...methods]).map(([document, pointers]) => ({
      document,
      pointers,
    })),
  );
  const sources = await loadFrom(reader, profile, undefined, [...services, ...others]);
  return { release, sources, otherServices };
}

type ReadCalls = (
  document: ReleaseDocument,
  linked: LinkedDocuments,
) => Pick<OtherService, "operations" | "methods">;

async function readOtherService(
  document: ReleaseDocument,
  context: LinkContext,
  read: ReadCalls,
): Promise<OtherService> {
  const linked = await linkDocuments(document, context);
  const documents = [...new Set([document, ...linked.values()])];
  const service = { document, documents, ...read(document, linked) };
  requireDistinctCalls(service);
  return service;
}

const readCalls: ReadCalls = (document, linked) => {
  const root = isObject(document.root) ? document.root : {};
  return root["openrpc"] === undefined && root["methods"] === undefined
    ? { operations: readOpenapi(document, linked), methods: [] }
    : { operations: [], methods: readMethods(document, linked) };
};

const readEmbeddedCalls: ReadCalls = (document, linked) => ({
  operations: [],
  methods: readEmbeddedMethods(document, linked),
});

/** A list by itself: what stands there by name is there to be referred to. */
function listsEmbeddedMethods(root: Json): boolean {
  const embedded = isObject(root) ? root["embedded"] : undefined;
  return isObject(embedded) && Array.isArray(embedded["methods"]);
}

/** A vendor's extension names what it extends by a `$defs` entry, and refers to its schema in there. */
async function outsideCapabilities(
  kinds: readonly KnownDocument[],
  reader: Reader,
): Promise<OutsideCapability[]> {
  const own = new Set<string>();
  const wanted = new Map<string, Set<string>>();
  for (const { document, kind } of kinds) {
    if (kind.kind !== "capability" || !isObject(document.root)) continue;
    own.add(kind.name);
    const defs = document.root["$defs"];
    for (const [name, entry] of isObject(defs) ? Object.entries(defs) : []) {
      if (!name.includes(".")) continue;
      const references = referencesIn(entry).map((each) => absolute(document.uri, each));
      wanted.set(name, new Set([...(wanted.get(name) ?? []), ...references.map(withoutFragment)]));
    }
  }
  const found: OutsideCapability[] = [];
  for (const [name, uris] of wanted) {
    if (own.has(name)) continue;
    for (const schema of uris) {
      const root = (await reader.read(schema))?.root;
      if (!isObject(root) || root["name"] !== name || typeof root["version"] !== "string") continue;
      found.push({ name, version: root["version"], schema });
      break;
    }
  }
  return found;
}

function referencesIn(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const own = typeof schema["$ref"] === "string" ? [schema["$ref"]] : [];
  return [...own, ...subschemas(schema, "").flatMap((each) => referencesIn(each.schema))];
}
