/**
 * Load: profiles, then every schema document that their capabilities, services and payment
 * handlers reach. In: file names and roots. Out: frozen sources; nothing later reads the disk.
 */

import { BUDGETS } from "../budgets.js";
import { failure, ProtoGenError } from "../errors.js";
import { createCrawl, type Crawl, type Elsewhere, type StartingPoint } from "./crawl.js";
import { locateSource, readDocument, type Document } from "./document.js";
import { readLock } from "./lock.js";
import { readNamedFile } from "./named-file.js";
import { readProfile, type Profile } from "./profile.js";
import { createReader, type Reader } from "./reader.js";
import { OFFLINE, type RemoteOptions } from "./remote.js";
import { refuse } from "./report.js";
import { createRoots, type Roots, type SchemaRoot } from "./roots.js";
import { checkEndpoints } from "./services/check-endpoints.js";
import { checkReleasedServices, checkServices } from "./services/check-services.js";
import { readServices } from "./services/read-services.js";
import { schemaPointers } from "./services/service-document.js";
import type { Sources } from "./sources.js";

export interface LoadOptions {
  /** File of the profile to generate for. */
  readonly profile: string;
  /** File of the other side's profile, to intersect with. */
  readonly platform?: string;
  readonly schemas?: readonly SchemaRoot[];
  /** How documents are fetched that no root holds; unless told, nothing leaves this machine. */
  readonly remote?: RemoteOptions;
}

export async function load({ schemas = [], ...options }: LoadOptions): Promise<Sources> {
  const profile = readProfile(readProfileFile(options.profile));
  const platform =
    options.platform === undefined ? undefined : readProfile(readProfileFile(options.platform));
  const lock = readLock(options.profile);
  if (options.remote === undefined) {
    const roots = createRoots(schemas, [], lock);
    return withSkipped(roots, () => loadFrom(createReader(roots), profile, platform));
  }
  // What fetches is loaded by those who fetch.
  const { createRemote } = await import("./fetch-remote.js");
  const remote = createRemote(options.remote, lock);
  const roots = createRoots(schemas);
  const reader = createReader(roots, remote);
  const elsewhere = { ...remote, local: createReader(roots) };
  return withSkipped(roots, () => loadFrom(reader, profile, platform, undefined, elsewhere));
}

/** What was passed over may be what is missing. */
async function withSkipped(roots: Roots, run: () => Promise<Sources>): Promise<Sources> {
  try {
    const sources = await run();
    const skipped = roots.skipped?.() ?? [];
    return skipped.length === 0
      ? sources
      : Object.freeze({ ...sources, notices: [...sources.notices, ...skipped] });
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    throw new ProtoGenError([...error.diagnostics, ...(roots.skipped?.() ?? [])]);
  }
}

/** A document that no profile names. */
export interface OtherDocument {
  readonly document: Document;
  /** Where schemas stand in it; undefined where it is one itself. */
  readonly pointers: readonly string[] | undefined;
}

/**
 * The same with a reader of one's own.
 *
 * @param others of a release by itself: its documents that the profile does not lead to
 */
export async function loadFrom(
  reader: Reader,
  profile: Profile,
  platform?: Profile,
  others: readonly OtherDocument[] | undefined = undefined,
  elsewhere: Elsewhere = { ...OFFLINE, local: reader },
): Promise<Sources> {
  const crawl = createCrawl(reader, profile, refuse, elsewhere);
  for (const start of startingPoints(profile)) await crawl.start(start);
  const services = await readServices(profile, reader, elsewhere);
  for (const service of services.services) {
    for (const [document, pointers] of schemaPointers(service))
      await crawl.addService(document, pointers);
  }
  const check = others === undefined ? checkServices : checkReleasedServices;
  crawl.notice(...checkEndpoints(profile), ...check(services.services, crawl.schemas));
  const profileSchema = await findProfileSchema(profile, crawl);
  for (const { document, pointers } of others ?? []) {
    if (pointers !== undefined) await crawl.addService(document, pointers);
    else if (!crawl.isWhole(document.uri)) await crawl.include(document);
  }
  return crawl.finish(profile, platform, profileSchema, services);
}

export function readProfileFile(file: string): Document {
  return readDocument(file, file, readNamedFile(file, BUDGETS.profileBytes.limit));
}

function startingPoints(profile: Profile): StartingPoint[] {
  const member = `/${profile.vocabulary.name}`;
  const capabilities = profile.registry.capabilities.map(({ name, schema, pointer }) => ({
    uri: requireSchema(profile, name, schema, `${member}${pointer}`),
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
  name: string,
  schema: string | undefined,
  pointer: string,
): string {
  if (schema !== undefined) return schema;
  throw failure(
    "PROFILE_INVALID",
    `${name} declares no \`schema\`, so there is nothing to compose`,
    locateSource(profile.document, pointer),
    "add the URL of its JSON Schema",
  );
}

/** The nearest `discovery/profile.json` above a capability's schema: that is of the schema's own release. */
async function findProfileSchema(profile: Profile, crawl: Crawl): Promise<string | undefined> {
  const candidates = profile.registry.capabilities.flatMap(({ schema }) =>
    schema === undefined ? [] : profileSchemasAbove(schema),
  );
  for (const candidate of new Set(candidates)) {
    if (await crawl.tryLocal(candidate)) return candidate;
  }
  return undefined;
}

export function profileSchemasAbove(schema: string): string[] {
  const candidates: string[] = [];
  // A name, such as `urn:example:checkout`, stands below nothing.
  if (!URL.canParse(".", schema)) return candidates;
  for (let base = new URL(".", schema); ; base = new URL("..", base)) {
    candidates.push(new URL("discovery/profile.json", base).href);
    if (base.pathname === "/") return candidates;
  }
}
