/**
 * Loads profiles, and every schema document that their capabilities, services and payment handlers lead to. Sources are
 * frozen, and nothing later reads the disk.
 */

import { sharedIdDiagnostic } from "./shared-id.js";
import { failure, ProtoGenError, type Diagnostic } from "../errors.js";
import { Crawl, type CrawlRemote, type StartingPoint } from "./crawl.js";
import { locateSource, type Document } from "./document.js";
import { readLock, type LockFile } from "./lock.js";
import { readProfile, type Profile, type Service } from "./profile.js";
import { readProfileSource } from "./read-profile-source.js";
import { createReader, type Reader } from "./reader.js";
import type { Remote, RemoteOptions } from "./remote.js";
import { createRoots, type Roots, type SchemaRoot } from "./roots.js";
import { checkEndpoints } from "./services/check-endpoints.js";
import { checkReleasedServices, checkServices } from "./services/check-services.js";
import { findReleaseServices, type ServiceSearch } from "./services/find-release-services.js";
import { readServices } from "./services/read-services.js";
import { schemaPointers } from "./services/service-document.js";
import type { Sources } from "./sources.js";

export interface LoadOptions {
  /** File or URL of the profile to generate for. */
  readonly profile: string;
  /** File or URL of the other side's profile, to intersect with. */
  readonly platform?: string;
  readonly schemas?: readonly SchemaRoot[];
  /** Fetches documents that no root holds. By default, nothing is fetched. */
  readonly remote?: RemoteOptions;
  /** Allows profiles and endpoints at http on this machine. */
  readonly development?: boolean;
  /** Is called with the services to bind, before their documents are read. */
  readonly onServices?: (services: readonly Service[]) => void;
}

export async function load({ schemas = [], ...options }: LoadOptions): Promise<Sources> {
  const { development, onServices } = options;
  const lock = readLock(options.profile);
  const remote = await openRemote(options.remote, lock);
  const read = async (source: string): Promise<Profile> =>
    readProfile(await readProfileSource(source, { lock, remote, development }), { development });
  const profile = await read(options.profile);
  const platform = options.platform === undefined ? undefined : await read(options.platform);
  if (remote === undefined) {
    const roots = createRoots(schemas, [], lock);
    return withSkipped(roots, () =>
      loadWithServices(profile, {
        ...{ platform, roots, schemas, onServices },
        reader: createReader(roots),
      }),
    );
  }
  const roots = createRoots(schemas);
  const reader = createReader(roots, remote);
  const crawlRemote = { ...remote, localReader: createReader(roots) };
  return withSkipped(roots, () =>
    loadWithServices(profile, {
      ...{ platform, roots, schemas, onServices },
      ...{ reader, remote: crawlRemote },
    }),
  );
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

function noticesOf(roots: Roots): readonly Diagnostic[] {
  return [...(roots.skipped?.() ?? []), ...(roots.sharedIds?.() ?? []).map(sharedIdDiagnostic)];
}

/** A file that was skipped may be the one that is missing. */
async function withSkipped(roots: Roots, run: () => Promise<Sources>): Promise<Sources> {
  try {
    const sources = await run();
    const skipped = noticesOf(roots);
    return skipped.length === 0
      ? sources
      : Object.freeze({ ...sources, notices: [...sources.notices, ...skipped] });
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    throw new ProtoGenError([...error.diagnostics, ...noticesOf(roots)]);
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
  const directories = new Set(
    profile.registry.capabilities.flatMap(({ schema }) =>
      schema === undefined ? [] : (directoryOf(schema) ?? []),
    ),
  );
  const candidates = new Set([...directories].flatMap(profileSchemasAbove));
  for (const candidate of candidates) {
    if (await crawl.addLocal(candidate)) return candidate;
  }
  return undefined;
}

export function profileSchemasAbove(schema: string): string[] {
  const candidates: string[] = [];
  const directory = directoryOf(schema);
  if (directory === undefined) return candidates;
  for (let base = new URL(directory); ; base = new URL("..", base)) {
    candidates.push(new URL("discovery/profile.json", base).href);
    if (base.pathname === "/") return candidates;
  }
}

/** Undefined for a name, such as `urn:example:checkout`, which stands below nothing. */
function directoryOf(schema: string): string | undefined {
  return URL.canParse(".", schema) ? new URL(".", schema).href : undefined;
}
