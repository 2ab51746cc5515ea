/**
 * Follows the references of a document, depth first: reads the documents that they lead to, and checks and follows the
 * schemas that they name. A reference resolves against `$id`; only if nothing is there, against the file's place, with
 * a warning.
 */

import type { Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic, type SourceLocation } from "../errors.js";
import { fragmentProblem } from "../json-schema/fragment.js";
import { isObject } from "../json-schema/keywords.js";
import type { NameScope, ResolvedSchema, SchemaSet } from "../json-schema/schema-set.js";
import { resolveUri, withoutFragment } from "../json-schema/uri.js";
import { didYouMean, nearestKeyword } from "../text/nearest.js";
import { checkDialect, checkSchemas, type LocatedSchema } from "./check-document.js";
import { collectReferences, type SchemaReference } from "./collect-references.js";
import type { DiagnosticSink } from "./diagnostic-sink.js";
import { locateSource, type Document } from "./document.js";
import { claimNames, type Claims } from "./claims.js";
import { scopeOf } from "./name-scope.js";
import type { MissingSink } from "./missing-documents.js";
import { idHint } from "./nearest-document.js";
import type { Profile } from "./profile.js";
import type { Reader } from "./reader.js";
import { findForeignIds, type ReferencePolicy } from "./reference-policy.js";
import type { Remote } from "./remote.js";
import type { SchemaBudget } from "./schema-budget.js";

/** The schema with which a check or a search begins. */
interface SchemaStart {
  readonly schema: Json;
  readonly pointer: string;
}

/** The numbers of notices that the checks of schemas made. */
interface NoticeCounts {
  warnings: number;
  errors: number;
}

/** The state of one crawl. Documents and schemas are by URI. */
export interface CrawlContext {
  readonly reader: Reader;
  readonly profile: Profile;
  readonly report: DiagnosticSink;
  readonly missing: MissingSink;
  readonly remote: Remote;
  readonly referencePolicy: ReferencePolicy;
  readonly budget: SchemaBudget;
  readonly schemas: SchemaSet;
  readonly documents: Map<string, Document>;
  /** Documents that were added for the schemas that services have in them. */
  readonly serviceDocuments: Set<Document>;
  /** Pointers of the schemas whose references were collected, by document. */
  readonly visited: Map<string, Set<string>>;
  /** Pointers of schemas under unknown keywords, which a reference names, by document. */
  readonly extraSchemas: Map<string, Set<string>>;
  /** Every schema that was checked, by document and pointer. */
  readonly checkedSchemas: Map<string, Map<string, LocatedSchema>>;
  /** URIs that no source contains. */
  readonly absent: Set<string>;
  readonly notices: Diagnostic[];
  readonly noticeCounts: NoticeCounts;
  readonly claims: Claims;
  /** Documents whose references were found by the file's place: one warning each. */
  readonly foundByPlace: Set<string>;
}

/** Reads and adds a document, unless it is there. False if no source contains it. */
export async function readInto(
  context: CrawlContext,
  uri: string,
  { reader = context.reader, from }: ReadOptions = {},
): Promise<boolean> {
  const { schemas, absent } = context;
  const scope = scopeOf(from?.foundIn);
  // A name that the directory has for itself is not the document that all others know by it.
  if (scope?.isOwnName(uri) === true ? isNameOf(scope, uri, schemas) : schemas.has(uri))
    return true;
  const document = await reader.read(uri, from);
  if (document === undefined) {
    absent.add(uri);
    return false;
  }
  if (!schemas.has(document.uri)) await addDocument(context, document);
  // One document may be known by several URLs.
  if (scope?.isOwnName(uri) !== true) schemas.addName(uri, document.uri);
  return true;
}

function isNameOf(scope: NameScope, uri: string, schemas: SchemaSet): boolean {
  return schemas.resource(uri, scope)?.scope === scope;
}

interface ReadOptions {
  readonly reader?: Reader;
  /** The document that refers to it. */
  readonly from?: Document | undefined;
}

/** Checks a document, adds it, and follows its references. */
export async function addDocument(context: CrawlContext, document: Document): Promise<void> {
  const { documents, serviceDocuments } = context;
  const start = { schema: document.root, pointer: "" };
  reportForeignIds(context, document);
  reportMisspeltId(context, document);
  checkDialect(document, noticeSink(context, "warnings"));
  await checkIn(context, document, start);
  const known = documents.get(document.uri);
  if (known !== undefined) serviceDocuments.delete(known);
  documents.set(document.uri, document);
  addToSchemas(context, document);
  await followReferences(context, document, start);
}

/** Adds a document with the names that it has for itself and its parts. */
export function addToSchemas(context: CrawlContext, document: Document): void {
  // A fetched document is known by its URL alone, whatever its `$id` says.
  const names = { scope: scopeOf(document.foundIn), isNamedByUri: document.isRemote };
  const index = context.schemas.add(document.uri, document.root, names);
  if (index === undefined) return;
  for (const problem of claimNames(document, index, context))
    context.report(document, () => problem);
}

/** A reference may name a schema under an unknown keyword: it is a schema from then on. */
export async function followSchema(
  context: CrawlContext,
  { document: uri, pointer, schema }: ResolvedSchema,
): Promise<void> {
  const { documents, visited, extraSchemas } = context;
  const document = documents.get(uri);
  if (document === undefined || visited.get(uri)?.has(pointer) === true) return;
  extraSchemas.set(uri, (extraSchemas.get(uri) ?? new Set<string>()).add(pointer));
  const start = { schema, pointer };
  await checkIn(context, document, start);
  await followReferences(context, document, start);
}

function checkIn(context: CrawlContext, document: Document, start: SchemaStart): Promise<void> {
  const { profile, report, budget, checkedSchemas } = context;
  const checked = checkedSchemas.get(document.uri) ?? new Map<string, LocatedSchema>();
  checkedSchemas.set(document.uri, checked);
  return checkSchemas(document, start, {
    vocabulary: profile.vocabulary,
    ...{ report, budget },
    warn: noticeSink(context, "warnings"),
    refuse: noticeSink(context, "errors"),
    visit: (each) => void checked.set(each.pointer, each),
  });
}

/** Finding the line of a notice takes time, and a hostile document has millions. */
const MAX_NOTICES = 100;

/** Errors are counted apart, so that no number of warnings hides one. */
function noticeSink(
  { notices, noticeCounts }: CrawlContext,
  kind: keyof NoticeCounts,
): DiagnosticSink {
  return (_, make) => {
    if (++noticeCounts[kind] <= MAX_NOTICES) notices.push(make());
  };
}

/** An `$id` that is almost the URL of the file's place: references to either would find only one of the two. */
function reportMisspeltId({ report }: CrawlContext, document: Document): void {
  if (document.isRemote === true) return;
  const id = isObject(document.root) ? document.root["$id"] : undefined;
  if (typeof id !== "string" || id === document.fileUri) return;
  if (nearestKeyword(id, [document.fileUri]) === undefined) return;
  report(document, () =>
    diagnostic("LOAD_ID_MISMATCH", `$id is ${id}, but the document is at ${document.fileUri}`, {
      place: locateSource(document, "/$id"),
      hint: idHint(id, document.fileUri),
    }),
  );
}

export function reportForeignIds({ report }: CrawlContext, document: Document): void {
  for (const each of findForeignIds(document)) report(document, () => each);
}

async function followReferences(
  context: CrawlContext,
  document: Document,
  start: SchemaStart,
): Promise<void> {
  const visited = context.visited.get(document.uri) ?? new Set<string>();
  context.visited.set(document.uri, visited);
  const { schemas } = context;
  // All are collected first: following one may lead back here.
  const references = [...collectReferences(document, { schemas, start, visited })];
  for (const each of references) await followReference(context, document, each);
}

async function followReference(
  context: CrawlContext,
  document: Document,
  found: SchemaReference,
): Promise<void> {
  const { referencePolicy, report, schemas } = context;
  const { reference, base, pointer } = found;
  const target = withoutFragment(schemas.target(base, reference));
  const refusal = referencePolicy({ document, pointer, reference, target });
  if (refusal !== undefined) {
    report(document, () => refusal);
    return;
  }
  if (target !== schemas.target(base, "")) await readInto(context, target, { from: document });
  const schema = schemas.resolve(base, reference);
  if (schema !== undefined) return followSchema(context, schema);
  await followByPlace(context, document, found);
}

/** For documents that were found by their `$id`, but refer to others by where their files stand. */
async function followByPlace(
  context: CrawlContext,
  document: Document,
  found: SchemaReference,
): Promise<void> {
  const { reference, base, pointer } = found;
  const target = withoutFragment(context.schemas.target(base, reference));
  const placed = resolveUri(document.fileUri, reference);
  if (withoutFragment(placed) !== target)
    await readInto(context, withoutFragment(placed), { from: document });
  const schema = context.schemas.at(placed);
  if (schema === undefined) {
    reportUnresolved(context, document, found);
    return;
  }
  await followSchema(context, schema);
  if (context.foundByPlace.has(document.uri)) return;
  context.foundByPlace.add(document.uri);
  const message = `${reference} resolves against the file's location, but not against its $id ${context.schemas.target(base, "")}`;
  context.notices.push(
    diagnostic("LOAD_REF_BY_PLACE", message, { place: locateSource(document, pointer) }),
  );
}

function reportUnresolved(
  { documents, serviceDocuments, schemas, report, missing }: CrawlContext,
  document: Document,
  { reference, base, pointer }: SchemaReference,
): void {
  const uri = withoutFragment(schemas.target(base, reference));
  const code = serviceDocuments.has(document) ? "SERVICE_SCHEMA_UNRESOLVED" : "LOAD_REF_UNRESOLVED";
  const what = `${pointer.slice(pointer.lastIndexOf("/") + 1)} ${reference}`;
  const place = (): SourceLocation => locateSource(document, pointer);
  const found = documents.get(uri);
  if (found === undefined)
    missing(document, {
      ...{ uri, code, place, isRelative: !URL.canParse(reference) },
      message: (reason) => `${what}: no source contains ${uri}${reason}`,
    });
  else
    report(document, () => {
      const problem = fragmentProblem(reference) ?? `${uri} exists, but has no such fragment`;
      const hint = fragmentHint(found, reference);
      return diagnostic(code, `${what}: ${problem}`, { place: place(), hint });
    });
}

function fragmentHint({ root }: Document, reference: string): string | undefined {
  const defs = isObject(root) && isObject(root["$defs"]) ? Object.keys(root["$defs"]) : [];
  return didYouMean(
    reference.slice(reference.indexOf("#")),
    defs.map((name) => `#/$defs/${name}`),
  );
}
