/**
 * Load a release whole, without a profile. In: its documents. Out: sources of who supports all of it, with the
 * documents that no capability or service leads to among them.
 */

import { failure } from "../errors.js";
import { isObject, subschemas } from "../json-schema/keywords.js";
import { absolute } from "../json-schema/schema-set.js";
import { placeOf } from "./document.js";
import { loadFrom, type OtherDocument } from "./load.js";
import type { Sources } from "./sources.js";
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
import { readOpenapi } from "./services/read-openapi.js";
import { readMethods } from "./services/read-openrpc.js";
import {
  schemaPointersOf,
  type SourceMethod,
  type SourceRestOperation,
} from "./services/service-document.js";
import { withoutFragment } from "./uri.js";

/** A document of operations that no capability has: a tokenizer's (§4.6), or those of the embedded transport. */
export interface OtherService {
  readonly document: ReleaseDocument;
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
  const otherServices = documentsOf("other-operations").map(readOtherService);
  const others: OtherDocument[] = documentsOf("schema").map((document) => ({
    document,
    pointers: undefined,
  }));
  const services = otherServices.map(({ document, ...source }) => ({
    document,
    pointers: schemaPointersOf(source),
  }));
  const sources = await loadFrom(reader, profile, undefined, [...others, ...services]);
  return { release, sources, otherServices };
}

function readOtherService(document: ReleaseDocument): OtherService {
  const root = isObject(document.root) ? document.root : {};
  const isOpenapi = root["openrpc"] === undefined && root["methods"] === undefined;
  const service = {
    document,
    operations: isOpenapi ? readOpenapi(document) : [],
    methods: isOpenapi ? [] : readMethods(document),
  };
  requireDistinct(document, [...service.operations, ...service.methods]);
  return service;
}

/** Calls are compared by their names: of two that share one, the second would be passed over. */
function requireDistinct(
  document: ReleaseDocument,
  calls: readonly { readonly id: string; readonly pointer: string }[],
): void {
  const first = new Map<string, string>();
  for (const { id, pointer } of calls) {
    const known = first.get(id);
    if (known !== undefined)
      throw failure(
        "SERVICE_DUPLICATE_OPERATION",
        `${id} is the name of two calls, of this and of that at ${known}`,
        placeOf(document, pointer, "key"),
      );
    first.set(id, pointer);
  }
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
