/**
 * Survey a release without a profile, for its author: every document of it, all that they refer to, and all that is
 * wrong with them, not only the first mistake. In: the release. Out: frozen sources, the services and capabilities
 * that it has, and diagnostics. `loadRelease` is for who needs a release that is right.
 */

import { vocabularyOf } from "@proto-gen/runtime/vocabulary";
import { CODES, ProtoGenError, type Diagnostic } from "../errors.js";
import { annotationName } from "./annotation-name.js";
import type { Document } from "./document.js";
import { createCrawl, isSchemaDocument, type Crawl } from "./crawl.js";
import type { Sources } from "./sources.js";
import type { Profile } from "./profile.js";
import { createReach } from "./reach.js";
import type { Reader } from "./reader.js";
import { collection, type Report } from "./report.js";
import { releaseReader, type Release, type ReleaseDocument } from "./release.js";
import {
  isServiceDocument,
  kindOf,
  releaseProfile,
  type OutsideCapability,
} from "./release-profile.js";
import { checkReleasedServices } from "./services/check-services.js";
import { releaseServices, type ReleaseService } from "./services/release-services.js";
import { schemaPointers, type SourceService } from "./services/service-document.js";

export interface SurveyedRelease {
  readonly release: Release;
  /** Of the release and of what it refers to; its services are those that answer for capabilities. */
  readonly sources: Sources;
  readonly capabilities: readonly ReleaseCapability[];
  readonly services: readonly ReleaseService[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files of which not everything is said. */
  readonly more: ReadonlySet<string>;
}

export interface ReleaseCapability {
  readonly name: string;
  readonly document: Document;
  readonly extends: readonly string[];
}

/** @param others where documents are that are not below the release's URL */
export async function surveyRelease(release: Release, others: Reader): Promise<SurveyedRelease> {
  const { report, found, more } = collection();
  const reader = releaseReader(release, others);
  const crawl = createCrawl(reader, undeclared(release), report);
  const reachRefusal = createReach(undeclared(release));
  const services = await releaseServices(release, { reader, reachRefusal, report });
  const parts = new Set(services.flatMap(({ source }) => partFiles(source)));
  for (const document of release.documents)
    if (!isServiceDocument(document.root) && !parts.has(document.file))
      await includeOnce(crawl, document, report);
  for (const { source } of services) {
    for (const [document, pointers] of schemaPointers(source))
      await crawl.addService(document, pointers);
    crawl.notice(...checkReleasedServices([source], crawl.schemas, report));
  }
  const answering = services.filter(({ isOfCapabilities }) => isOfCapabilities);
  const loaded = crawl.finish(undeclared(release), undefined, undefined, {
    services: answering.map(({ source }) => source),
    documents: [],
  });
  const profile = releaseProfile(declarable(release), outsideOf(release, loaded));
  const own = new Set(release.documents.map(({ file }) => file));
  return {
    release,
    sources: Object.freeze({ ...loaded, profile, notices: [] }),
    capabilities: capabilitiesOf(profile, loaded),
    services,
    // Others are told of their mistakes by their own authors, but for those that stand in the way here.
    diagnostics: [...found.values(), ...loaded.notices].filter(
      ({ code, place }) => CODES[code].exit > 0 || own.has(place?.file ?? ""),
    ),
    more,
  };
}

/** Documents that are there for what services have in them, and are no schemas. */
function partFiles({ rest, mcp }: SourceService): string[] {
  return [rest, mcp]
    .flatMap((transport) => transport?.documents ?? [])
    .filter(({ root }) => !isServiceDocument(root) && !isSchemaDocument(root))
    .map(({ file }) => file);
}

/** A reference may have brought it already, by its `$id` or by its place. */
async function includeOnce(
  { schemas, include }: Crawl,
  document: ReleaseDocument,
  report: Report,
): Promise<void> {
  const { uri, fileUri: place, root } = document;
  if (schemas.root(uri) === root || schemas.root(place) === root) return;
  try {
    // Of two that have one `$id`, the second is known by its place.
    await include(schemas.has(uri) ? { ...document, uri: place } : document);
  } catch (error) {
    // It refers to something of others that is no JSON.
    if (!(error instanceof ProtoGenError)) throw error;
    for (const each of error.diagnostics) report(document, () => each);
  }
}

/** Before it is known what there is to declare. */
function undeclared(release: Release): Profile {
  const profile = releaseProfile({ ...release, documents: [] });
  return {
    ...profile,
    vocabulary: vocabularyOf(annotationName(release.documents.map(({ root }) => root))),
  };
}

const VERSION = /^(?:\d{4}-\d{2}-\d{2}|draft)$/;

/** Without the capabilities of which no profile could name the version, and those that are there twice. */
function declarable(release: Release): Release {
  const names = new Set<string>();
  const documents = release.documents.filter((document) => {
    const kind = kindOf(document, release);
    if (kind.kind !== "capability") return true;
    if (!VERSION.test(kind.version) || names.has(kind.name)) return false;
    names.add(kind.name);
    return true;
  });
  return { ...release, documents };
}

/** Capabilities of others, which a document of the release refers to. */
function outsideOf(release: Release, { documents }: Sources): OutsideCapability[] {
  const own = new Set(release.documents.map(({ file }) => file));
  const taken = new Set(
    release.documents.flatMap((each) => {
      const kind = kindOf(each, release);
      return kind.kind === "capability" ? [kind.name] : [];
    }),
  );
  return [...documents.values()].flatMap((document) => {
    if (own.has(document.file)) return [];
    const kind = kindOf({ ...document, path: "" }, release);
    if (kind.kind !== "capability" || taken.has(kind.name) || !VERSION.test(kind.version))
      return [];
    taken.add(kind.name);
    return [{ name: kind.name, version: kind.version, schema: document.uri }];
  });
}

function capabilitiesOf({ registry }: Profile, { documents }: Sources): ReleaseCapability[] {
  return registry.capabilities.flatMap(({ name, schema, extends: parents }) => {
    const document = documents.get(schema ?? "");
    return document === undefined ? [] : [{ name, document, extends: parents }];
  });
}
