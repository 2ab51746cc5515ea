/**
 * Loads profiles, and every schema document that their capabilities, services and payment handlers lead to. Sources are
 * frozen, and nothing later reads the disk.
 */

import { compareVersions } from "@proto-gen/runtime/negotiation";
import { failure, ProtoGenError } from "../errors.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { Crawl, type CrawlRemote, type StartingPoint } from "./crawl.js";
import { locateSource, type Document } from "./document.js";
import type { LockFile } from "./lock.js";
import { readLock } from "./read-lock.js";
import { readProfile, type Profile, type Service } from "./profile.js";
import { readProfileSource } from "./read-profile-source.js";
import { createReader, type Reader } from "./reader.js";
import { idOf } from "./release.js";
import type { Remote, RemoteOptions } from "./remote.js";
import { createRoots, type Roots, type SchemaRoot } from "./roots.js";
import { checkEndpoints } from "./services/check-endpoints.js";
import { checkReleasedServices, checkServices } from "./services/check-services.js";
import { findReleaseServices, type ServiceSearch } from "./services/find-release-services.js";
import { readServices } from "./services/read-services.js";
import { schemaPointers } from "./services/service-document.js";
import type { Sources } from "./sources.js";
import { readSupportedRelease } from "./supported-release.js";

export interface LoadOptions {
  /** File or URL of the profile to generate for. */
  readonly profile: string;
  /** The release to read the profile of: the profile itself, or the one that it names for that release. */
  readonly release?: string;
  /** File or URL of the other side's profile, to intersect with. */
  readonly platform?: string;
  readonly schemas?: readonly SchemaRoot[];
  /** Fetches documents that no root holds. By default, nothing is fetched. */
  readonly remote?: RemoteOptions;
  /** The values of facts in place of those of the profile's release. */
  readonly facts?: FactOverrides;
  /** Allows profiles and endpoints at http on this machine. */
  readonly development?: boolean;
  /** Is called with the services to bind, before their documents are read. */
  readonly onServices?: (services: readonly Service[]) => void;
}

export async function load({ schemas = [], ...options }: LoadOptions): Promise<Sources> {
  const { development, facts, onServices } = options;
  const lock = readLock(options.profile);
  const remote = await openRemote(options.remote, lock);
  const readSource = (source: string): Promise<Document> =>
    readProfileSource(source, { lock, remote, development });
  const given = await readSource(options.profile);
  const document = await readRelease(given, options.release, readSource);
  const profile = readProfile(document, { development, facts });
  const platform =
    options.platform === undefined
      ? undefined
      : readProfile(await readSource(options.platform), { development });
  if (remote === undefined) {
    const roots = createRoots(schemas, [], lock);
    return withNotices(roots, () =>
      loadWithServices(profile, {
        ...{ platform, roots, onServices },
        reader: createReader(roots),
      }),
    );
  }
  const roots = createRoots(schemas);
  const reader = createReader(roots, remote);
  const crawlRemote = { ...remote, localReader: createReader(roots) };
  return withNotices(roots, () =>
    loadWithServices(profile, {
      ...{ platform, roots, onServices },
      ...{ reader, remote: crawlRemote },
    }),
  );
}

async function readRelease(
  given: Document,
  release: string | undefined,
  read: (url: string) => Promise<Document>,
): Promise<Document> {
  return release === undefined ? given : readSupportedRelease(given, { release, read });
}

async function openRemote(
  options: RemoteOptions | undefined,
  lock: LockFile,
): Promise<Remote | undefined> {
  if (options === undefined) return undefined;
  // Its libraries take long to load.
  const { createRemote } = await import("./fetch-remote.js");
  return createRemote(options, lock);
}

interface LoadWithServicesOptions
  extends ServiceSearch, Pick<LoadFromOptions, "platform" | "remote"> {
  readonly onServices?: LoadOptions["onServices"] | undefined;
}

/** A platform's profile names no services: those of its capabilities' release are bound. */
export async function loadWithServices(
  profile: Profile,
  { platform, remote, onServices = () => {}, ...search }: LoadWithServicesOptions,
): Promise<Sources> {
  if (platform !== undefined || profile.services.length > 0) {
    onServices(profile.services);
    return loadFrom(search.reader, profile, { platform, remote });
  }
  const found = findReleaseServices(profile, search);
  onServices(found.services);
  return loadFrom(found.reader, profile, { remote, services: found.services });
}

/** A file that was skipped may be the one that is missing. */
async function withNotices(roots: Roots, run: () => Promise<Sources>): Promise<Sources> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    throw new ProtoGenError([...error.diagnostics, ...(roots.notices?.() ?? [])]);
  }
}

/** A document that no profile names. */
export interface UndeclaredDocument {
  readonly document: Document;
  /** The positions of schemas in it; undefined if it is a schema itself. */
  readonly pointers: readonly string[] | undefined;
}

export interface LoadFromOptions {
  readonly platform?: Profile | undefined;
  /** For a release without its own profile: the documents that the profile does not refer to. */
  readonly undeclared?: readonly UndeclaredDocument[];
  readonly remote?: CrawlRemote | undefined;
  /** The services to bind if the profile names none. */
  readonly services?: readonly Service[];
}

/** Loads what a profile leads to with the caller's own reader. */
export async function loadFrom(
  reader: Reader,
  profile: Profile,
  { platform, undeclared, remote, services: bound = profile.services }: LoadFromOptions = {},
): Promise<Sources> {
  const crawl = new Crawl({ reader, profile, remote });
  for (const start of collectStartingPoints(profile)) await crawl.addStartingPoint(start);
  const services = await readServices({ ...profile, services: bound }, reader, remote);
  for (const service of services.services) {
    for (const [document, pointers] of schemaPointers(service))
      await crawl.addService(document, pointers);
  }
  const check = undeclared === undefined ? checkServices : checkReleasedServices;
  crawl.addNotices(checkEndpoints(profile));
  crawl.addNotices(check(services.services, crawl.schemas));
  const profileSchema = await findProfileSchema(profile, crawl);
  for (const { document, pointers } of undeclared ?? []) {
    if (pointers !== undefined) await crawl.addService(document, pointers);
    else if (!crawl.isWhole(document.uri)) await crawl.addDocument(document);
  }
  return crawl.toSources({ profile, platform, profileSchema, services });
}

function collectStartingPoints(profile: Profile): StartingPoint[] {
  const member = `/${profile.vocabulary.name}`;
  const capabilities = profile.registry.capabilities.map(({ name, schema, pointer }) => ({
    uri: requireSchema(profile, { name, schema, pointer: `${member}${pointer}` }),
    pointer: `${member}${pointer}/schema`,
    owner: name,
    required: true,
  }));
  const handlers = profile.paymentHandlers.flatMap(({ name, schema }) =>
    schema === undefined
      ? []
      : [{ uri: schema.uri, pointer: schema.pointer, owner: name, required: false }],
  );
  return [...capabilities, ...handlers];
}

function requireSchema(
  profile: Profile,
  {
    name,
    schema,
    pointer,
  }: { readonly name: string; readonly schema: string | undefined; readonly pointer: string },
): string {
  if (schema !== undefined) return schema;
  throw failure("PROFILE_INVALID", `${name} has no \`schema\`, so it cannot be composed`, {
    place: locateSource(profile.document, pointer),
    hint: "add the URL of its JSON Schema",
  });
}

/** The nearest `discovery/profile.json` above a capability's schema belongs to the schema's own release. */
async function findProfileSchema(profile: Profile, crawl: Crawl): Promise<string | undefined> {
  const tried = new Set<string>();
  const capabilities = [...profile.registry.capabilities].sort(
    (left, right) =>
      compareVersions(right.version, left.version) || (left.name < right.name ? -1 : 1),
  );
  for (const { schema = "" } of capabilities) {
    const document = crawl.documentAt(schema);
    for (const name of document === undefined ? [schema] : namesOf(document))
      for (const candidate of profileSchemasAbove(name)) {
        const key = `${document?.foundIn?.label ?? ""} ${candidate}`;
        if (tried.has(key)) continue;
        tried.add(key);
        const found = await crawl.addLocal(candidate, document);
        if (found !== undefined) return found;
      }
  }
  return undefined;
}

/** The URI of a document, and what it calls itself. */
function namesOf({ uri, root }: Document): readonly string[] {
  const id = idOf(root);
  return id === undefined || id === uri ? [uri] : [uri, id];
}

export function profileSchemasAbove(schema: string): string[] {
  const candidates: string[] = [];
  const directory = directoryOf(schema);
  if (directory === undefined) return candidates;
  for (let base = new URL(directory); ;) {
    candidates.push(new URL("discovery/profile.json", base).href);
    // The root: `/`, but for a URL such as `file:///C:/`.
    const above = new URL("..", base);
    if (above.href === base.href) return candidates;
    base = above;
  }
}

/** Undefined for a name, such as `urn:example:checkout`, which stands below nothing. */
function directoryOf(schema: string): string | undefined {
  return URL.canParse(".", schema) ? new URL(".", schema).href : undefined;
}
