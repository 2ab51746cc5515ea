/**
 * Loads a release without a profile and collects all of its mistakes, for its author. `loadRelease` throws the first
 * one instead.
 */

import { isVersion, vocabularyOf } from "@proto-gen/runtime/negotiation";
import {
  overrideFacts,
  releaseFacts,
  type FactOverrides,
  type ReleaseName,
} from "../facts/facts-in-force.js";
import { CODES, ProtoGenError, type Diagnostic } from "../errors.js";
import { guessRelease } from "./guess-protocol-name.js";
import { filesOf, type Document } from "./document.js";
import { Crawl, isSchemaDocument } from "./crawl.js";
import type { Sources } from "./sources.js";
import { findOutside, listOutsideCapabilities } from "./outside-capabilities.js";
import { isObject } from "../json-schema/keywords.js";
import type { Profile } from "./profile.js";
import { createReferencePolicy } from "./reference-policy.js";
import type { Reader } from "./reader.js";
import { createDiagnosticCollection, type DiagnosticSink } from "./diagnostic-sink.js";
import { releaseReader, type Release, type ReleaseDocument } from "./release.js";
import {
  isServiceDocument,
  buildReleaseProfile,
  classifyDocument,
  classifyDocuments,
} from "./release-profile.js";
import { checkReleasedServices } from "./services/check-services.js";
import { readReleaseServices, type ReleaseService } from "./services/release-services.js";
import { schemaPointers, type SourceService } from "./services/service-document.js";

export interface ReleaseWithDiagnostics {
  readonly release: Release;
  /** Includes the documents that the release refers to; of its services, those that belong to capabilities. */
  readonly sources: Sources;
  readonly capabilities: readonly ReleaseCapability[];
  readonly services: readonly ReleaseService[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files with more mistakes than were collected. */
  readonly truncatedFiles: ReadonlySet<string>;
}

export interface ReleaseCapability {
  readonly name: string;
  readonly document: Document;
  readonly extends: readonly string[];
}

/**
 * @param others reads the documents that are not below the release's URL
 * @param facts values of facts in place of those of the release
 */
export async function loadReleaseLeniently(
  release: Release,
  others: Reader,
  facts?: FactOverrides,
): Promise<ReleaseWithDiagnostics> {
  const { report, diagnostics, truncatedFiles } = createDiagnosticCollection();
  const reader = releaseReader(release, others);
  const outside = await findOutside(release, classifyDocuments(release), reader);
  const guessed = guessRelease(
    [...release.documents, ...outside.documents].map(({ root }) => root),
  );
  const emptyProfile = createEmptyProfile(release, guessed, facts);
  const crawl = new Crawl({ reader, profile: emptyProfile, report });
  const referencePolicy = createReferencePolicy(emptyProfile);
  const services = await readReleaseServices(release, {
    reader,
    referencePolicy,
    report,
  });
  const parts = new Set(services.flatMap(({ source }) => collectPartFiles(source)));
  for (const document of release.documents)
    if (!isServiceDocument(document.root) && !parts.has(document.file))
      await addOnce(document, crawl, report);
  for (const { root, uri } of outside.documents)
    if (isObject(root) && outside.named.has(String(root["name"]))) await crawl.addLocal(uri);
  for (const { source } of services) {
    for (const [document, pointers] of schemaPointers(source))
      await crawl.addService(document, pointers);
    crawl.addNotices(checkReleasedServices([source], crawl.schemas, report));
  }
  const answering = services.filter(({ isOfCapabilities }) => isOfCapabilities);
  const loaded = crawl.toSources({
    profile: emptyProfile,
    services: { services: answering.map(({ source }) => source), documents: [] },
  });
  const built = buildReleaseProfile(keepDeclarable(release), {
    outside: listOutsideCapabilities(loaded.documents.values(), release),
    protocol: guessed.protocol,
  });
  const profile = { ...built, facts: overrideFacts(built.facts, facts) };
  const own = new Set(release.documents.flatMap(filesOf));
  return {
    release,
    sources: Object.freeze({ ...loaded, profile, notices: [] }),
    capabilities: collectCapabilities(profile, loaded),
    services,
    // Warnings about documents of others are for their own authors.
    diagnostics: [...diagnostics.values(), ...loaded.notices].filter(
      ({ code, place }) => CODES[code].exit > 0 || own.has(place?.file ?? ""),
    ),
    truncatedFiles,
  };
}

/** Documents that hold parts of services, and are not schemas. */
function collectPartFiles({ rest, mcp }: SourceService): string[] {
  return [rest, mcp]
    .flatMap((transport) => transport?.documents ?? [])
    .filter(({ root }) => !isServiceDocument(root) && !isSchemaDocument(root))
    .map(({ file }) => file);
}

/** A reference may have added the document already, by its `$id` or by its place. */
async function addOnce(
  document: ReleaseDocument,
  crawl: Crawl,
  report: DiagnosticSink,
): Promise<void> {
  const { uri, fileUri, root } = document;
  const { schemas } = crawl;
  if (schemas.root(uri) === root || schemas.root(fileUri) === root) return;
  try {
    // The second of two documents with the same `$id` is identified by its location.
    await crawl.addDocument(schemas.has(uri) ? { ...document, uri: fileUri } : document);
  } catch (error) {
    // It refers to a document elsewhere that is not JSON.
    if (!(error instanceof ProtoGenError)) throw error;
    for (const each of error.diagnostics) report(document, () => each);
  }
}

/** Gives the vocabulary before the capabilities are known. */
function createEmptyProfile(
  release: Release,
  name: ReleaseName,
  facts: FactOverrides | undefined,
): Profile {
  return {
    ...buildReleaseProfile({ ...release, documents: [] }),
    vocabulary: vocabularyOf(name.protocol),
    facts: releaseFacts(name, facts),
  };
}

/** Leaves out capabilities whose version no profile can name, and repeated ones. */
function keepDeclarable(release: Release): Release {
  const names = new Set<string>();
  const documents = release.documents.filter((document) => {
    const kind = classifyDocument(document, release);
    if (kind.kind !== "capability") return true;
    if (!isVersion(kind.version) || names.has(kind.name)) return false;
    names.add(kind.name);
    return true;
  });
  return { ...release, documents };
}

function collectCapabilities({ registry }: Profile, { documents }: Sources): ReleaseCapability[] {
  return registry.capabilities.flatMap(({ name, schema, extends: parents }) => {
    const document = documents.get(schema ?? "");
    return document === undefined ? [] : [{ name, document, extends: parents }];
  });
}
