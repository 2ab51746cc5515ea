/**
 * Following references. In: a reader, and where to start. Out: every document that is reached, checked, and
 * what its references mean. What is wrong is reported where it stands.
 */

import { isObject, subschemas } from "../json-schema/keywords.js";
import {
  absolute,
  createSchemaSet,
  type ResolvedSchema,
  type SchemaSet,
} from "../json-schema/schema-set.js";
import { diagnostic, failure, type Diagnostic, type SourceLocation } from "../errors.js";
import { checkSchemas } from "./check-document.js";
import { locateSource, type Document } from "./document.js";
import type { Profile } from "./profile.js";
import { createReach, foreignIds } from "./reach.js";
import type { Reader } from "./reader.js";
import { OFFLINE, type Remote } from "./remote.js";
import { refuse, type Report } from "./report.js";
import { didYouMean } from "../text/nearest.js";
import { invalidDiagnostic } from "./services/cursor.js";
import { createTally } from "./schema-tally.js";
import type { ReadServices } from "./services/read-services.js";
import type { Sources } from "./sources.js";
import { withoutFragment } from "./uri.js";
import type { Json } from "@proto-gen/runtime/json";

/** What the reader fetches, and another that does not: for what may be there or not. */
export interface Elsewhere extends Remote {
  readonly local: Reader;
}

/** A schema that a profile names. */
export interface StartingPoint {
  readonly uri: string;
  readonly pointer: string;
  readonly owner: string;
  readonly required: boolean;
}

export interface Crawl {
  start(point: StartingPoint): Promise<void>;
  readonly schemas: SchemaSet;
  /** Takes a document if it is there; nothing is fetched for it. */
  tryLocal(uri: string): Promise<boolean>;
  /** Takes a document that was read already, and all that it refers to. */
  include(document: Document): Promise<void>;
  /** A reference from outside names a schema. */
  reach(location: ResolvedSchema): Promise<void>;
  notice(...diagnostics: readonly Diagnostic[]): void;
  /** A service document is no schema, but holds some: at these pointers. */
  addService(document: Document, pointers: readonly string[]): Promise<void>;
  /** Whether a document was taken with all of its schemas, not only with those that services have in it. */
  isWhole(uri: string): boolean;
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
  const tally = createTally();
  const schemas = createSchemaSet();
  const absent = new Set<string>();
  const notices: Diagnostic[] = [];
  const noticed = new Set<string>();
  const walked = new Map<string, Set<string>>();
  const extras = new Map<string, Set<string>>();
  const serviceDocuments = new Set<Document>();

  async function addService(given: Document, pointers: readonly string[]): Promise<void> {
    // A method may stand in a schema's document, which is here already.
    const document = documents.get(given.uri) ?? given;
    if (document === given) {
      for (const foreign of foreignIds(document)) report(document, () => foreign);
      serviceDocuments.add(document);
      documents.set(document.uri, document);
      schemas.add(document.uri, document.root);
    }
    for (const pointer of pointers) {
      const location = schemas.locate(document.uri, pointer);
      if (location !== undefined) await reach(location);
      else
        report(document, () =>
          invalidDiagnostic(document, pointer, "a schema is an object or a boolean"),
        );
    }
  }

  /** Whether all that is a schema in it was checked and followed. */
  function isWhole(uri: string): boolean {
    if (walked.get(uri)?.has("") === true) return true;
    const document = documents.get(uri);
    if (document === undefined || !serviceDocuments.has(document)) return schemas.has(uri);
    return !isSchemaDocument(document.root);
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
    await checkSchemas(document, profile.vocabulary, start, { report, tally });
    const known = documents.get(document.uri);
    if (known !== undefined) serviceDocuments.delete(known);
    documents.set(document.uri, document);
    schemas.add(document.uri, document.root);
    await follow(document, start);
  }

  /** A reference may name a schema under a keyword that no one walks: it is one from then on. */
  async function reach({ document: uri, pointer, schema }: ResolvedSchema): Promise<void> {
    const document = documents.get(uri);
    if (document === undefined || walked.get(uri)?.has(pointer) === true) return;
    extras.set(uri, (extras.get(uri) ?? new Set<string>()).add(pointer));
    await checkSchemas(document, profile.vocabulary, { schema, pointer }, { report, tally });
    await follow(document, { schema, pointer });
  }

  async function start({ uri, pointer, owner, required }: StartingPoint): Promise<void> {
    // A profile of many capabilities would be searched for each of them.
    const place = (): SourceLocation => locateSource(profile.document, pointer);
    if (await add(withoutFragment(uri))) {
      const location = schemas.at(uri);
      if (location !== undefined) return reach(location);
      throw failure(
        "LOAD_SCHEMA_UNRESOLVED",
        `${owner} names ${uri}: the document is here, but the fragment is not`,
        place(),
        "correct the fragment",
      );
    }
    if (!required) {
      notices.push(
        diagnostic(
          "LOAD_HANDLER_UNRESOLVED",
          `${owner}: no source holds ${uri}${elsewhere.reason(withoutFragment(uri))}; its config stays open`,
          place(),
          elsewhere.hint(uri),
        ),
      );
      return;
    }
    throw failure(
      "LOAD_SCHEMA_UNRESOLVED",
      `${owner} names ${uri}, which no source holds${elsewhere.reason(withoutFragment(uri))}`,
      place(),
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
      const placed = withoutFragment(absolute(document.fileUri, reference));
      if (placed !== target) await add(placed);
      const byPlace = schemas.resolve(document.fileUri, reference);
      if (byPlace === undefined) {
        report(document, () => unresolved(document, reference, pointer, target));
        continue;
      }
      await reach(byPlace);
      if (noticed.has(document.uri)) continue;
      noticed.add(document.uri);
      const message = `${reference} is found only from the file's place, not from its $id ${base}`;
      notices.push(diagnostic("LOAD_REF_BY_PLACE", message, locateSource(document, pointer)));
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
      locateSource(document, pointer),
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
    isWhole,
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
          schemas.resolve(documents.get(document)?.fileUri ?? document, reference),
      }),
  };
}

/** A document that services have parts in may be a schema too, and then says so. */
export function isSchemaDocument(root: Json): boolean {
  return ["$schema", "$id", "$defs"].some((keyword) => isObject(root) && keyword in root);
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
    for (const each of subschemas(schema, pointer).reverse()) stack.push(each);
  }
}
