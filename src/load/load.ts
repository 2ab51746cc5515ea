/**
 * Load: profiles, then every schema document that their capabilities, services and payment
 * handlers reach. In: file names and roots. Out: frozen sources; nothing later reads the disk.
 */

import { isObject, subschemas } from "../json-schema/keywords.js";
import {
  absolute,
  createSchemaSet,
  type Location,
  type SchemaSet,
} from "../json-schema/schema-set.js";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import { refuse, type Report } from "./report.js";
import { checkSchemas } from "./check-document.js";
import { readDocument, placeOf, type Document } from "./document.js";
import { readNamedFile } from "./named-file.js";
import { readProfile, type Profile } from "./profile.js";
import { readLock } from "./lock.js";
import { createReach, foreignIds } from "./reach.js";
import { createReader, type Reader } from "./reader.js";
import { OFFLINE, type FetchedDocument, type Remote, type RemoteOptions } from "./remote.js";
import { createRoots, type SchemaRoot } from "./roots.js";
import { didYouMean } from "../text/nearest.js";
import { checkServices } from "./services/check-services.js";
import { invalidDiagnostic } from "./services/cursor.js";
import { readServices, type ReadServices } from "./services/read-services.js";
import { schemaPointers, type SourceService } from "./services/service-document.js";
import { withoutFragment } from "./uri.js";
import type { Json } from "@proto-gen/runtime/json";

/** A profile's size limit (256 KiB). */
const MAX_PROFILE_BYTES = 256 * 1024;

export interface LoadOptions {
  /** File of the profile to generate for. */
  readonly profile: string;
  /** File of the other side's profile, to intersect with. */
  readonly platform?: string;
  readonly schemas?: readonly SchemaRoot[];
  /** How documents are fetched that no root holds; unless told, nothing leaves this machine. */
  readonly remote?: RemoteOptions;
}

export interface Sources {
  readonly profile: Profile;
  readonly platform: Profile | undefined;
  /** Schema documents by retrieval URI. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly schemas: SchemaSet;
  /** Pointers of schemas that only a reference makes one, by document: they stand under unknown keywords. */
  readonly extraSchemas: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the profile's services offer; their documents are among `documents` too. */
  readonly services: readonly SourceService[];
  /** Every document that was read: what a run depends on. */
  readonly inputs: readonly Document[];
  /** The document that describes a profile, by the convention that it stands at `discovery/profile.json` of its release. */
  readonly profileSchema: string | undefined;
  /** What was fetched from elsewhere, for the lock file. */
  readonly fetched: readonly FetchedDocument[];
  /** URIs that were looked for and not found: a run is stale once one of them appears. */
  readonly absent: readonly string[];
  readonly notices: readonly Diagnostic[];
  /** What a `$ref` in a document names, by `$id`, else by the file's place. */
  resolve(base: string, document: string, reference: string): ReturnType<SchemaSet["resolve"]>;
}

export async function load({ schemas = [], ...options }: LoadOptions): Promise<Sources> {
  const profile = readProfile(readProfileFile(options.profile));
  const platform =
    options.platform === undefined ? undefined : readProfile(readProfileFile(options.platform));
  const lock = readLock(options.profile);
  if (options.remote === undefined)
    return loadFrom(createReader(createRoots(schemas, [], lock)), profile, platform);
  // What fetches is loaded by those who fetch.
  const { createRemote } = await import("./fetch-remote.js");
  const remote = createRemote(options.remote, lock);
  const roots = createRoots(schemas);
  const reader = createReader(roots, remote);
  return loadFrom(reader, profile, platform, [], { ...remote, local: createReader(roots) });
}

/** A document that no profile names. */
export interface OtherDocument {
  readonly document: Document;
  /** Where schemas stand in it; undefined where it is one itself. */
  readonly pointers: readonly string[] | undefined;
}

/** What the reader fetches, and another that does not: for what may be there or not. */
interface Elsewhere extends Remote {
  readonly local: Reader;
}

/** The same with a reader of one's own, and with documents that the profile does not lead to. */
export async function loadFrom(
  reader: Reader,
  profile: Profile,
  platform?: Profile,
  others: readonly OtherDocument[] = [],
  elsewhere: Elsewhere = { ...OFFLINE, local: reader },
): Promise<Sources> {
  const crawl = createCrawl(reader, profile, refuse, elsewhere);
  for (const start of startingPoints(profile)) await crawl.start(start);
  const services = await readServices(profile, reader, elsewhere);
  for (const service of services.services) {
    for (const [document, pointers] of schemaPointers(service))
      await crawl.addService(document, pointers);
  }
  crawl.notice(...checkServices(services.services, crawl.schemas));
  const profileSchema = await findProfileSchema(profile, crawl);
  for (const { document, pointers } of others) {
    if (crawl.schemas.has(document.uri)) continue;
    if (pointers === undefined) await crawl.include(document);
    else await crawl.addService(document, pointers);
  }
  return crawl.finish(profile, platform, profileSchema, services);
}

export function readProfileFile(file: string): Document {
  return readDocument(file, file, readNamedFile(file, MAX_PROFILE_BYTES));
}

interface StartingPoint {
  readonly uri: string;
  readonly pointer: string;
  readonly owner: string;
  readonly required: boolean;
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
    placeOf(profile.document, pointer),
    "add the URL of its JSON Schema",
  );
}

export interface Crawl {
  start(point: StartingPoint): Promise<void>;
  readonly schemas: SchemaSet;
  /** Takes a document if it is there; nothing is fetched for it. */
  tryLocal(uri: string): Promise<boolean>;
  /** Takes a document that was read already, and all that it refers to. */
  include(document: Document): Promise<void>;
  /** A reference from outside names a schema. */
  reach(location: Location): Promise<void>;
  notice(...diagnostics: readonly Diagnostic[]): void;
  /** A service document is no schema, but holds some: at these pointers. */
  addService(document: Document, pointers: readonly string[]): Promise<void>;
  finish(
    profile: Profile,
    platform: Profile | undefined,
    profileSchema: string | undefined,
    services: ReadServices,
  ): Sources;
}

/** @param report what is wrong with a document; the first error is thrown unless told otherwise */
export function createCrawl(
  reader: Reader,
  profile: Profile,
  report: Report = refuse,
  elsewhere: Elsewhere = { ...OFFLINE, local: reader },
): Crawl {
  const reachRefusal = createReach(profile);
  const documents = new Map<string, Document>();
  const schemas = createSchemaSet();
  const absent = new Set<string>();
  const notices: Diagnostic[] = [];
  const noticed = new Set<string>();
  const walked = new Map<string, Set<string>>();
  const extras = new Map<string, Set<string>>();
  const serviceDocuments = new Set<Document>();

  async function addService(document: Document, pointers: readonly string[]): Promise<void> {
    for (const foreign of foreignIds(document)) report(document, () => foreign);
    serviceDocuments.add(document);
    documents.set(document.uri, document);
    schemas.add(document.uri, document.root);
    for (const pointer of pointers) {
      const location = schemas.locate(document.uri, pointer);
      if (location !== undefined) await reach(location);
      else
        report(document, () =>
          invalidDiagnostic(document, pointer, "a schema is an object or a boolean"),
        );
    }
  }

  async function add(uri: string, from: Reader = reader): Promise<boolean> {
    if (schemas.has(uri)) return true;
    const document = await from.read(uri);
    if (document === undefined) {
      absent.add(uri);
      return false;
    }
    await include(document);
    return true;
  }

  async function include(document: Document): Promise<void> {
    const start = { schema: document.root, pointer: "" };
    for (const foreign of foreignIds(document)) report(document, () => foreign);
    await checkSchemas(document, profile.vocabulary, start, report);
    documents.set(document.uri, document);
    schemas.add(document.uri, document.root);
    await follow(document, start);
  }

  /** A reference may name a schema under a keyword that no one walks: it is one from then on. */
  async function reach({ document: uri, pointer, schema }: Location): Promise<void> {
    const document = documents.get(uri);
    if (document === undefined || walked.get(uri)?.has(pointer) === true) return;
    extras.set(uri, (extras.get(uri) ?? new Set<string>()).add(pointer));
    await checkSchemas(document, profile.vocabulary, { schema, pointer }, report);
    await follow(document, { schema, pointer });
  }

  async function start({ uri, pointer, owner, required }: StartingPoint): Promise<void> {
    const place = placeOf(profile.document, pointer);
    if (await add(withoutFragment(uri))) {
      const location = schemas.at(uri);
      if (location !== undefined) return reach(location);
      throw failure(
        "LOAD_SCHEMA_UNRESOLVED",
        `${owner} names ${uri}: the document is here, but the fragment is not`,
        place,
        "correct the fragment",
      );
    }
    if (!required) {
      notices.push(
        diagnostic(
          "LOAD_HANDLER_UNRESOLVED",
          `${owner}: no source holds ${uri}${elsewhere.reason(withoutFragment(uri))}; its config stays open`,
          place,
          elsewhere.hint(uri),
        ),
      );
      return;
    }
    throw failure(
      "LOAD_SCHEMA_UNRESOLVED",
      `${owner} names ${uri}, which no source holds${elsewhere.reason(withoutFragment(uri))}`,
      place,
      elsewhere.hint(uri),
    );
  }

  async function follow(
    document: Document,
    from: { readonly schema: Json; readonly pointer: string },
  ): Promise<void> {
    const seen = walked.get(document.uri) ?? new Set<string>();
    walked.set(document.uri, seen);
    for (const { reference, base, pointer } of [...referencesOf(document, schemas, from, seen)]) {
      const target = withoutFragment(absolute(base, reference));
      const refusal = reachRefusal(document, target, pointer, reference);
      if (refusal !== undefined) {
        report(document, () => refusal);
        continue;
      }
      if (!schemas.has(target) && target !== base) await add(target);
      const found = schemas.resolve(base, reference);
      if (found !== undefined) {
        await reach(found);
        continue;
      }
      const placed = withoutFragment(absolute(document.place, reference));
      if (placed !== target) await add(placed);
      const byPlace = schemas.resolve(document.place, reference);
      if (byPlace === undefined) {
        report(document, () => unresolved(document, reference, pointer, target));
        continue;
      }
      await reach(byPlace);
      if (noticed.has(document.uri)) continue;
      noticed.add(document.uri);
      const message = `${reference} is found only from the file's place, not from its $id ${base}`;
      notices.push(diagnostic("LOAD_REF_BY_PLACE", message, placeOf(document, pointer)));
    }
  }

  function unresolved(
    document: Document,
    reference: string,
    pointer: string,
    target: string,
  ): Diagnostic {
    const known = documents.has(target)
      ? `${target} is here, but the fragment is not`
      : `no source holds ${target}${elsewhere.reason(target)}`;
    const hint = documents.has(target)
      ? fragmentHint(documents.get(target)!, reference)
      : (didYouMean(target, documents.keys()) ?? elsewhere.hint(target));
    return diagnostic(
      serviceDocuments.has(document) ? "SERVICE_SCHEMA_UNRESOLVED" : "LOAD_REF_UNRESOLVED",
      `$ref ${reference}: ${known}`,
      placeOf(document, pointer),
      hint,
    );
  }

  return {
    schemas,
    start,
    tryLocal: (uri) => add(uri, elsewhere.local),
    include,
    reach,
    notice: (...diagnostics) => void notices.push(...diagnostics),
    addService,
    finish: (own, platform, profileSchema, services) =>
      Object.freeze({
        profile: own,
        platform,
        documents,
        services: services.services,
        inputs: [...new Set([...documents.values(), ...services.documents])],
        schemas,
        extraSchemas: extras,
        profileSchema,
        fetched: elsewhere.fetched,
        absent: [...absent].sort(),
        notices: [...own.notices, ...notices],
        resolve: (base: string, document: string, reference: string) =>
          schemas.resolve(base, reference) ??
          schemas.resolve(documents.get(document)?.place ?? document, reference),
      }),
  };
}

function fragmentHint(document: Document, reference: string): string | undefined {
  const { root } = document;
  const defs = isObject(root) && isObject(root["$defs"]) ? Object.keys(root["$defs"]) : [];
  return didYouMean(
    reference.slice(reference.indexOf("#")),
    defs.map((name) => `#/$defs/${name}`),
  );
}

interface FoundReference {
  readonly reference: string;
  readonly base: string;
  readonly pointer: string;
}

/** Every `$ref` and `$dynamicRef` at the place of a schema; those in data or under unknown keywords are data. */
export function* referencesOf(
  document: Document,
  schemas: SchemaSet,
  from: { readonly schema: Json; readonly pointer: string },
  seen: Set<string>,
): Generator<FoundReference> {
  const stack: { schema: Json; pointer: string }[] = [from];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { schema, pointer } = next;
    seen.add(pointer);
    if (!isObject(schema)) continue;
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = schema[keyword];
      if (typeof reference !== "string") continue;
      const at = `${pointer}/${keyword}`;
      const base = schemas.locate(document.uri, pointer)?.resource.uri ?? document.uri;
      yield { reference, base, pointer: at };
    }
    stack.push(...subschemas(schema, pointer).reverse());
  }
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
