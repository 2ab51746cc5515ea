/** Loads every schema document that a profile's capabilities, services and payment handlers lead to. */

import { compareVersions } from "@proto-gen/runtime/negotiation";
import { type DeclaredCapability, isOfProtocol } from "@proto-gen/runtime/codegen/generator";
import { failure } from "../errors.js";
import { withoutFragment } from "../json-schema/uri.js";
import {
  EntriesFailed,
  NO_ATTEMPTS,
  ownProblems,
  type Attempts,
  type EntryPlace,
} from "./attempt.js";
import { Crawl, type CrawlRemote, type StartingPoint } from "./crawl.js";
import { locateSource, type Document } from "./document.js";
import type { Profile, Service } from "./profile.js";
import type { Reader } from "./reader.js";
import { idOf } from "./release.js";
import { checkEndpoints } from "./services/check-endpoints.js";
import { checkReleasedServices, checkServices } from "./services/check-services.js";
import { readServices, type ReadServices } from "./services/read-services.js";
import { schemaPointers } from "./services/service-document.js";
import type { Sources } from "./sources.js";

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
  /** The capabilities to load; all that the profile declares unless given. */
  readonly wanted?: ReadonlySet<DeclaredCapability>;
  /** By default, the first failure is thrown. */
  readonly attempts?: Attempts;
}

/**
 * Loads what a profile leads to with the caller's own reader.
 *
 * @throws EntriesFailed where attempts have failed
 */
export async function loadFrom(
  reader: Reader,
  profile: Profile,
  options: LoadFromOptions = {},
): Promise<Sources> {
  const { platform, undeclared, remote, services: bound = profile.services } = options;
  const crawl = new Crawl({ reader, profile, remote });
  const attempts = attemptsIn(crawl, options);
  for (const { entry, start } of collectStartingPoints(profile, options))
    await attempts.run([entry], async () => crawl.addStartingPoint(start()));
  const services = await loadServices(crawl, { ...profile, services: bound }, { reader, attempts });
  if (hasFailed(attempts)) throw new EntriesFailed(attempts, crawl.found(services));
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

/** An entry fails with the documents that it misses; without attempts, those of all are refused together at the end. */
function attemptsIn(crawl: Crawl, { attempts }: LoadFromOptions): Attempts {
  if (attempts === undefined) return NO_ATTEMPTS;
  return {
    run: (entries, action) => attempts.run(entries, () => crawl.addEntry(action)),
    failed: attempts.failed,
    unreached: attempts.unreached,
  };
}

function hasFailed({ failed, unreached }: Attempts): boolean {
  return failed.length > 0 || unreached.length > 0;
}

/** @throws EntriesFailed also for what may follow from an entry that has failed before */
async function loadServices(
  crawl: Crawl,
  profile: Profile,
  { reader, attempts }: { readonly reader: Reader; readonly attempts: Attempts },
): Promise<ReadServices> {
  try {
    const read = await readServices(profile, { reader, attempts, missing: crawl.missing });
    for (const service of read.services)
      for (const [document, pointers] of schemaPointers(service))
        await attempts.run(entriesOfDocument(profile.services, service.name, document), () =>
          crawl.addService(document, pointers),
        );
    return read;
  } catch (error) {
    if (!hasFailed(attempts) || ownProblems(error) === undefined) throw error;
    throw new EntriesFailed(attempts, crawl.found({ documents: [] }));
  }
}

interface EntryStart {
  readonly entry: EntryPlace;
  /** @throws ProtoGenError for an entry that names no schema */
  start(): StartingPoint;
}

function collectStartingPoints(profile: Profile, { wanted }: LoadFromOptions): EntryStart[] {
  const member = `/${profile.vocabulary.name}`;
  const capabilities = inLoadOrder(profile)
    .filter((each) => wanted === undefined || wanted.has(each))
    .map(({ name, schema, pointer }) => ({
      entry: { name, pointer: `${member}${pointer}` },
      start: () => ({
        uri: requireSchema(profile, { name, schema, pointer: `${member}${pointer}` }),
        pointer: `${member}${pointer}/schema`,
        owner: name,
        required: true,
      }),
    }));
  // Without its schema, a handler is still one: only its config is open then.
  const handlers = profile.paymentHandlers.flatMap(({ name, schema }) =>
    schema === undefined
      ? []
      : [
          {
            entry: { name, pointer: schema.pointer },
            start: () => ({ ...schema, owner: name, required: false }),
          },
        ],
  );
  return [...capabilities, ...handlers];
}

/** Of two documents that claim one name, the second is at fault: the order of a profile must not decide which that is. */
function inLoadOrder({ registry, vocabulary }: Profile): readonly DeclaredCapability[] {
  const rank = ({ name, extends: parents }: DeclaredCapability): number =>
    (isOfProtocol(vocabulary, name) ? 0 : 2) + (parents.length === 0 ? 0 : 1);
  return [...registry.capabilities].sort(
    (left, right) =>
      rank(left) - rank(right) ||
      (left.name < right.name ? -1 : left.name > right.name ? 1 : 0) ||
      compareVersions(left.version, right.version),
  );
}

/** The bindings that name a document, or else all of its service: it may hold parts of any. */
function entriesOfDocument(
  services: readonly Service[],
  service: string,
  { uri }: Document,
): readonly EntryPlace[] {
  const bindings = services.flatMap((each) => (each.name === service ? each.bindings : []));
  const own = bindings.filter(({ schema = "" }) => withoutFragment(schema) === uri);
  // Those that a release is searched for stand in no profile.
  const declared = (own.length === 0 ? bindings : own).filter(({ pointer }) => pointer !== "");
  return declared.map(({ pointer }) => ({ name: service, pointer }));
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
