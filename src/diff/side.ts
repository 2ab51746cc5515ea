/**
 * One of the two sides: its documents, and their meaning for any set of its capabilities. A side sees its own files
 * alone: it fails to load rather than take a file of another release.
 */

import { compose, type Composition } from "../compose/compose.js";
import { createViewedSchemas, type ViewedSchemas } from "../compose/viewed-schemas.js";
import { failure, ProtoGenError } from "../errors.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { parseFacts } from "../facts/parse-fact.js";
import { checkReleased } from "../load/check-released.js";
import { isSchemaDocument } from "../load/crawl.js";
import type { Document, DocumentPosition } from "../load/document.js";
import { countText } from "../text/count.js";
import { loadWithServices } from "../load/load.js";
import { NO_OVERLAYS, type Overlays } from "../load/overlay/overlays.js";
import type { Overlay } from "../load/overlay/read-overlay.js";
import { readProfileSource } from "../load/read-profile-source.js";
import type { Sources } from "../load/sources.js";
import type { Profile } from "../load/profile.js";
import { leaveOut, openSide as openProfile, readProfile } from "../load/side.js";
import { loadRelease, type OtherService } from "../load/load-release.js";
import { readNamedFile } from "../load/named-file.js";
import { readRelease, readReleaseFiles, type ReleaseFile } from "../load/release.js";
import type { LockFile } from "../load/lock.js";
import { readLock } from "../load/read-lock.js";
import { readSupportedRelease } from "../load/supported-release.js";
import { createReader } from "../load/reader.js";
import { createRoots } from "../load/roots.js";
import { type GivenRoot } from "../load/schema-root.js";
import { createLowering, openEnumLookup, type Lowering } from "../model/lower.js";
import { locateOrigin } from "../model/locate-origin.js";
import { buildServices } from "../model/services/build-services.js";
import type { ServiceModel } from "../model/services/operation.js";
import { agree } from "../negotiate/agree.js";
import {
  overlayIndex,
  parseManifest,
  PLATFORM_INPUT,
  PROFILE_INPUT,
  type Manifest,
} from "../write/manifest.js";
import type { SideSummary } from "./change.js";
import { SetProver } from "./sets/set-prover.js";

/** A release by its directory or its files, or a generated tree by its manifest. */
export type SideChoice =
  | {
      readonly name: string;
      readonly directory: string;
      /** A frozen release: if its files were altered since, loading fails. */
      readonly isRelease?: boolean;
    }
  | { readonly name: string; readonly files: readonly ReleaseFile[] }
  | { readonly name: string; readonly manifest: string };

export interface SideOptions {
  /** The folders of documents that a side refers to and does not contain. */
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** The file or URL of the profile that a manifest was generated for; `profile.json` by default. */
  readonly profile?: string | undefined;
  /** Those that a manifest was generated with: a release is compared as it is. */
  readonly overlays?: Overlays | undefined;
  /** The values of facts in place of those of the side. */
  readonly facts?: FactOverrides | undefined;
}

export interface Side {
  readonly summary: SideSummary;
  readonly sources: Sources;
  readonly otherServices: readonly OtherService[];
  /** Those that it was generated with, and that were given. */
  readonly overlays: readonly Overlay[];
  /** URIs of documents that services refer to and that are not schemas. */
  readonly serviceParts: ReadonlySet<string>;
  /** Names of its capabilities, sorted. */
  readonly capabilities: readonly string[];
  /** Names of those that are of other releases, and that its own extend. */
  readonly outside: ReadonlySet<string>;
  /** Its own documents by address: one address is one document on both sides. */
  readonly documents: ReadonlyMap<string, Document>;
  addressOf(uri: string): string;
}

/** A side, composed for a set of its capabilities. */
export interface SideContext {
  readonly side: Side;
  /** Names of the capabilities of the set. */
  readonly capabilities: readonly string[];
  readonly schemas: ViewedSchemas;
  readonly lowering: Lowering;
  /** Answers questions about the side's own schemas. */
  readonly sets: SetProver;
  /** Undefined if the set is empty: then there are neither operations nor compositions. */
  readonly composed:
    { readonly composition: Composition; readonly services: readonly ServiceModel[] } | undefined;
}

export interface Sides {
  readonly before: SideContext;
  readonly after: SideContext;
}

/** @throws ProtoGenError with what `load` throws, RELEASE_ALTERED or LOAD_STALE_MANIFEST */
export async function openSide(choice: SideChoice, options: SideOptions): Promise<Side> {
  return "manifest" in choice
    ? openManifest(choice.name, choice.manifest, options)
    : openRelease(choice, options);
}

async function openRelease(
  choice: Exclude<SideChoice, { readonly manifest: string }>,
  { schemas, facts }: SideOptions,
): Promise<Side> {
  if ("directory" in choice && choice.isRelease === true) requireUnaltered(choice.directory);
  const [source, files] =
    "directory" in choice
      ? [choice.directory, readReleaseFiles(choice.directory)]
      : [choice.name, choice.files];
  const { release, problems } = readRelease(source, files);
  if (problems.length > 0) throw new ProtoGenError(problems);
  if (release.documents.length === 0)
    throw failure("LOAD_EMPTY_RELEASE", `${choice.name} contains no JSON documents`, {
      place: { file: source },
    });
  const loaded = await loadRelease(release, { schemas, facts });
  return createSide({ ...loaded, name: choice.name, source, prefix: release.prefix });
}

function requireUnaltered(directory: string): void {
  const altered = checkReleased(directory).filter(({ code }) => code === "RELEASE_ALTERED");
  if (altered.length > 0) throw new ProtoGenError(altered);
}

/** A manifest names documents by their hash: they must be unchanged. */
async function openManifest(
  name: string,
  file: string,
  { schemas = [], profile: chosen, overlays: given = NO_OVERLAYS, facts }: SideOptions,
): Promise<Side> {
  const profile = chosen ?? DEFAULT_PROFILE;
  const manifest = parseManifest(new TextDecoder().decode(readNamedFile(file, MAX_MANIFEST_BYTES)));
  if (manifest === undefined)
    throw failure("LOAD_STALE_MANIFEST", `${file} is not a manifest of generated code`, {
      place: { file },
    });
  const lock = readLock(profile);
  const roots = createRoots(schemas, [], lock);
  const overlays = chooseOverlays(file, manifest, given);
  const reader = createReader(roots, { overlays });
  const document = await (chosen === undefined
    ? readDefault(file, lock)
    : readProfileSource(chosen, { lock }));
  for (const { uri, sha256: expected } of manifest.inputs) {
    if (uri === PLATFORM_INPUT || overlayIndex(uri) !== undefined) continue;
    const found = uri === PROFILE_INPUT ? document.sha256 : (await reader.read(uri))?.sha256;
    if (found !== expected) throw staleManifest(file, uri === PROFILE_INPUT ? profile : uri, found);
  }
  const read = await readManifestProfile(document, { manifest, facts, overlays, lock });
  const sources = await loadWithServices(read, { roots, reader, overlays });
  const prefix = sources.profileSchema?.replace(/\/discovery\/[^/]*$/, "") ?? "";
  const recorded = manifest.options["capabilities"];
  const side = createSide({
    ...{ name, source: file, prefix, sources },
    ...{ otherServices: [], outside: new Set(), overlays: overlays.all },
  });
  if (!Array.isArray(recorded)) return side;
  const names = recorded.map((each) => String(each).split("@")[0]);
  return { ...side, capabilities: side.capabilities.filter((each) => names.includes(each)) };
}

/** The overlays that the manifest was generated with, in their order: the other side may have others. */
function chooseOverlays(file: string, { inputs }: Manifest, given: Overlays): Overlays {
  const recorded = inputs
    .filter(({ uri }) => overlayIndex(uri) !== undefined)
    .sort((a, b) => overlayIndex(a.uri)! - overlayIndex(b.uri)!);
  if (recorded.length === 0) return NO_OVERLAYS;
  const chosen = new Set<Overlay>();
  for (const [index, { sha256 }] of recorded.entries()) {
    const found = given.all.find((each) => each.document.sha256 === sha256 && !chosen.has(each));
    if (found === undefined)
      throw failure(
        "LOAD_STALE_MANIFEST",
        `${file} was generated with ${countText(recorded.length, "overlay")}, of which number ${index + 1} is not given, or has changed`,
        { place: { file }, hint: "give each with --overlay, as it was" },
      );
    chosen.add(found);
  }
  return given.only([...chosen]);
}

/** Nobody has named the profile that is missing. */
async function readDefault(manifest: string, lock: LockFile): Promise<Document> {
  try {
    return await readProfileSource(DEFAULT_PROFILE, { lock });
  } catch (error) {
    if (!(error instanceof ProtoGenError) || error.diagnostics[0]?.code !== "FILE_NOT_FOUND")
      throw error;
    throw failure(
      "FILE_NOT_FOUND",
      `${manifest} was generated from a profile that is not ${DEFAULT_PROFILE}`,
      {
        place: { file: manifest },
        hint: "name the profile with --profile, or in the configuration",
      },
    );
  }
}

interface GeneratedFrom {
  readonly manifest: Manifest;
  readonly overlays: Overlays;
  readonly lock: LockFile;
  readonly facts: FactOverrides | undefined;
}

/**
 * The profile as it was generated from: that of its release, another's without what was left out, and with the facts that were given
 * then. A run with `--development` accepts endpoints on this machine, and the manifest does not say whether it was one.
 */
async function readManifestProfile(
  given: Document,
  { manifest: { leftOut, options }, facts: others, overlays, lock }: GeneratedFrom,
): Promise<Profile> {
  const release = options["release"];
  const changed = overlays.apply(given, given.isRemote === true ? undefined : given.file);
  const read = (url: string): Promise<Document> => readProfileSource(url, { lock, overlays });
  const document =
    typeof release === "string" ? await readSupportedRelease(changed, { release, read }) : changed;
  const recorded = Array.isArray(options["facts"]) ? options["facts"].map(String) : [];
  const facts = { ...parseFacts(recorded), ...others };
  if (leftOut === undefined) return readProfile(document, { facts, development: true });
  const own = leftOut.filter(({ profile }) => profile === PROFILE_INPUT);
  const problems = own.map(({ name, pointer }) => ({ name, pointer, diagnostics: [] }));
  const side = openProfile(document, { whose: "another", facts, development: true });
  return leaveOut(side, problems).profile;
}

/** Where a project without a configuration has it. */
export const DEFAULT_PROFILE = "profile.json";
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

function staleManifest(file: string, what: string, found: string | undefined): Error {
  return failure(
    "LOAD_STALE_MANIFEST",
    found === undefined
      ? `${file} was generated from ${what}, which no source contains`
      : `${file} was generated from an earlier version of ${what}`,
    { place: { file } },
  );
}

interface SideParts {
  readonly name: string;
  readonly source: string;
  readonly prefix: string;
  readonly sources: Sources;
  readonly otherServices: readonly OtherService[];
  readonly outside: ReadonlySet<string>;
  readonly overlays?: readonly Overlay[];
}

function createSide({
  name,
  source,
  prefix,
  sources,
  otherServices,
  outside,
  overlays = [],
}: SideParts): Side {
  const addressOf = (uri: string): string =>
    uri.startsWith(`${prefix}/`) ? uri.slice(prefix.length + 1) : uri;
  // A document found by its `$id` is also known by its file, and the file is its address.
  const own = [...sources.documents.values()].filter(
    ({ fileUri: place }) => prefix === "" || place.startsWith(`${prefix}/`),
  );
  return Object.freeze({
    summary: { name, source, version: sources.profile.registry.version },
    sources,
    ...{ otherServices, outside, overlays },
    serviceParts: collectServiceParts(sources, otherServices),
    capabilities: [
      ...new Set(sources.profile.registry.capabilities.map((each) => each.name)),
    ].sort(),
    documents: new Map(own.map((document) => [addressOf(document.fileUri), document])),
    addressOf: (uri: string) => addressOf(sources.documents.get(uri)?.fileUri ?? uri),
  });
}

function collectServiceParts(
  { services }: Sources,
  otherServices: readonly OtherService[],
): ReadonlySet<string> {
  const transports = services.flatMap(({ rest, mcp }) => [rest, mcp]);
  const documents = [...transports, ...otherServices].flatMap((each) => each?.documents ?? []);
  const parts = documents.filter(({ root }) => !isSchemaDocument(root));
  return new Set(parts.map(({ uri }) => uri));
}

/** All sets of schemas of a side: calls of a capability that the other side lacks are composed with a larger set. */
const schemasBySide = new WeakMap<Side, ViewedSchemas[]>();

/** Composes and lowers a side for a set of its capabilities. */
export function createSideContext(side: Side, capabilities: readonly string[]): SideContext {
  const { sources } = side;
  if (capabilities.length === 0) {
    const own = createViewedSchemas(sources);
    const lowering = createLowering(own.set, {
      ...openEnumLookup(own),
      place: (at) => locateOrigin(at, { schemas: own, sources }),
    });
    return {
      ...{ side, capabilities },
      schemas: withSourcesOfAll(side, own),
      lowering,
      sets: new SetProver(),
      composed: undefined,
    };
  }
  const { agreement } = agree(sources, capabilities);
  const composition = compose(sources, agreement);
  const lowering = createLowering(composition.schemas.set, {
    ...openEnumLookup(composition.schemas),
    place: (at) => locateOrigin(at, composition),
  });
  // Not the whole model: names that clash in generated code do not matter here.
  const { services } = buildServices(composition, lowering);
  const schemas = withSourcesOfAll(side, composition.schemas);
  return {
    ...{ side, capabilities, schemas, lowering },
    sets: new SetProver(),
    composed: { composition, services },
  };
}

/** Also resolves sources of documents that another set of the same side has viewed. */
function withSourcesOfAll(side: Side, own: ViewedSchemas): ViewedSchemas {
  const all = schemasBySide.get(side) ?? [];
  schemasBySide.set(side, all);
  all.push(own);
  return {
    ...own,
    source: (uri) =>
      own.source(uri) ?? all.map((each) => each.source(uri)).find((found) => found !== undefined),
  };
}

/** An address in the viewed documents, as a position in its author's text. */
export interface ReleasePosition extends DocumentPosition {
  /** The same in every release: `shopping/types/buyer.json#/properties/email`. */
  readonly address: string;
}

export function locateInRelease(
  { schemas, side }: SideContext,
  { document, pointer }: { readonly document: string; readonly pointer: string },
): ReleasePosition | undefined {
  const source = schemas.source(document);
  const uri = source?.document ?? document;
  const found = side.sources.documents.get(uri);
  if (found === undefined) return undefined;
  return { address: `${side.addressOf(uri)}#${pointer}`, document: found, pointer };
}

/** The capability whose schema the document is. */
export function owningCapability({ sources }: Side, uri: string): string | undefined {
  const place = sources.documents.get(uri)?.fileUri ?? uri;
  return sources.profile.registry.capabilities.find(
    ({ schema }) => schema === uri || schema === place,
  )?.name;
}
