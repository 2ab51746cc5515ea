/**
 * Loads a release whole, without a profile: as a business that supports all of it, and with the documents that no
 * capability or service leads to. The first error is thrown; `loadReleaseLeniently` collects them.
 */

import type { Json } from "@proto-gen/runtime/json";
import { overrideFacts, type FactOverrides } from "../facts/facts-in-force.js";
import { isObject } from "../json-schema/keywords.js";
import type { Document } from "./document.js";
import { guessProtocolName } from "./guess-protocol-name.js";
import { loadFrom, type UndeclaredDocument } from "./load-from.js";
import type { Sources } from "./sources.js";
import { findOutside, listOutsideCapabilities } from "./outside-capabilities.js";
import { createReferencePolicy } from "./reference-policy.js";
import { createReader } from "./reader.js";
import { type Release, type ReleaseDocument, releaseReader } from "./release.js";
import {
  classifyDocuments,
  buildReleaseProfile,
  type ClassifiedDocument,
} from "./release-profile.js";
import { createRoots } from "./roots.js";
import { type GivenRoot } from "./schema-root.js";
import { requireDistinctCalls } from "./services/check-services.js";
import type { LinkedDocuments } from "./services/service-object.js";
import { linkDocuments, type LinkContext } from "./services/link-documents.js";
import { readOpenapi } from "./services/read-openapi.js";
import { readEmbeddedMethods, readMethods } from "./services/read-openrpc.js";
import {
  schemaPointersOf,
  type SourceMethod,
  type SourceRestOperation,
} from "./services/service-document.js";

/** A document of operations that belong to no capability: a tokenizer's (§4.6), or the embedded transport's. */
export interface OtherService {
  readonly document: ReleaseDocument;
  /** The document, and those that hold operations or parts of operations of it. */
  readonly documents: readonly Document[];
  readonly operations: readonly SourceRestOperation[];
  readonly methods: readonly SourceMethod[];
}

export interface LoadedRelease {
  readonly release: Release;
  readonly sources: Sources;
  readonly otherServices: readonly OtherService[];
  /** The names of the capabilities of other releases that its own extend. */
  readonly outside: ReadonlySet<string>;
}

export interface LoadReleaseOptions {
  /** Where documents are that the release refers to and does not hold. */
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** The values of facts in place of those of the release. */
  readonly facts?: FactOverrides | undefined;
}

/** @throws ProtoGenError what `load` throws */
export async function loadRelease(
  release: Release,
  { schemas = [], facts }: LoadReleaseOptions = {},
): Promise<LoadedRelease> {
  const reader = releaseReader(release, createReader(createRoots(schemas)));
  const kinds = classifyDocuments(release);
  const { documents, named } = await findOutside(release, kinds, reader);
  const outside = listOutsideCapabilities(documents, release).filter(({ name }) => named.has(name));
  const built = buildReleaseProfile(release, {
    ...{ kinds, outside },
    protocol: guessProtocolName([...release.documents, ...documents].map(({ root }) => root)),
  });
  const profile = { ...built, facts: overrideFacts(built.facts, facts) };
  const documentsOf = (wanted: ClassifiedDocument["kind"]["kind"]): ReleaseDocument[] =>
    kinds.flatMap(({ document, kind }) => (kind.kind === wanted ? [document] : []));
  const context: LinkContext = { reader, referencePolicy: createReferencePolicy(profile) };
  const otherServices: OtherService[] = [];
  for (const document of documentsOf("other-operations"))
    otherServices.push(await readOtherService(document, context, readCalls));
  for (const { document } of kinds)
    if (listsEmbeddedMethods(document.root))
      otherServices.push(await readOtherService(document, context, readEmbeddedCalls));
  const others: UndeclaredDocument[] = documentsOf("schema").map((document) => ({
    document,
    pointers: undefined,
  }));
  const services = otherServices.flatMap(({ documents, operations, methods }) =>
    schemaPointersOf(documents, [...operations, ...methods]).map(([document, pointers]) => ({
      document,
      pointers,
    })),
  );
  const sources = await loadFrom(reader, profile, { undeclared: [...services, ...others] });
  const names = new Set(outside.map(({ name }) => name));
  return { release, sources, otherServices, outside: names };
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

/** Methods by name, not in a list, are there to be referred to. */
function listsEmbeddedMethods(root: Json): boolean {
  const embedded = isObject(root) ? root["embedded"] : undefined;
  return isObject(embedded) && Array.isArray(embedded["methods"]);
}
