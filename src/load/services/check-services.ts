/** Checks what the services of a profile offer together. Errors that keep them from being read are reported, others returned. */

import { diagnostic, type DiagnosticCode, type Diagnostic } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import type { SchemaSet } from "../../json-schema/schema-set.js";
import { locateSource, type Document } from "../document.js";
import { throwDiagnostic, type DiagnosticSink } from "../diagnostic-sink.js";
import {
  documentOf,
  operationPointers,
  type McpDocument,
  type RestDocument,
  type SourceMethod,
  type SourceRestOperation,
  type SourceService,
} from "./service-document.js";

/** Checks the services of a profile: one server offers all of them, so names are unique across them. */
export function checkServices(
  services: readonly SourceService[],
  schemas: SchemaSet,
  report: DiagnosticSink = throwDiagnostic,
): Diagnostic[] {
  const calls = services.flatMap(callsOf);
  const methods = services.flatMap(methodsOf);
  requireDistinct(calls, ROUTE_KEY, report);
  requireDistinct(calls, NAME_KEY, report);
  requireDistinct(methods, NAME_KEY, report);
  for (const { embedded } of services)
    if (embedded !== undefined) requireDistinctCalls({ ...embedded, operations: [] }, report);
  return services.flatMap((service) => collectNotices(service, schemas));
}

/** Checks each document of a release by itself: it may be served alone, so others may reuse names and routes. */
export function checkReleasedServices(
  services: readonly SourceService[],
  schemas: SchemaSet,
  report: DiagnosticSink = throwDiagnostic,
): Diagnostic[] {
  for (const { rest, mcp } of services) {
    if (rest !== undefined) requireDistinctCalls({ ...rest, methods: [] }, report);
    if (mcp !== undefined) requireDistinctCalls({ ...mcp, operations: [] }, report);
  }
  return services.flatMap((service) => collectNotices(service, schemas));
}

/** Calls of one document are told apart by their names, or, over REST, by their routes. */
export function requireDistinctCalls(
  {
    documents,
    operations,
    methods,
  }: Pick<RestDocument, "documents" | "operations"> & Pick<McpDocument, "methods">,
  report: DiagnosticSink = throwDiagnostic,
): void {
  for (const group of byOwner(operations)) {
    const calls = group.map((source) => ({ documents, source }));
    requireDistinct(calls, ROUTE_KEY, report);
    requireDistinct(calls, NAME_KEY, report);
  }
  for (const group of byOwner(methods)) {
    const calls = group.map((source) => ({ documents, source }));
    requireDistinct(calls, NAME_KEY, report);
  }
}

function byOwner<Call extends SourceRestOperation | SourceMethod>(
  calls: readonly Call[],
): Iterable<readonly Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) groups.set(call.owner, [...(groups.get(call.owner) ?? []), call]);
  return groups.values();
}

/** Errors of a document are among them: `diff` compares it all the same. */
function collectNotices(service: SourceService, schemas: SchemaSet): Diagnostic[] {
  return [
    ...(service.rest?.problems ?? []),
    ...warnOfInlineFields(service, schemas),
    ...callsOf(service).flatMap(warnOfNonJson),
  ];
}

/** Generated clients and servers leave such bodies out, so the user must be told. */
function warnOfNonJson({ documents, source }: PlacedCall<SourceRestOperation>): Diagnostic[] {
  return source.unread.map((body) =>
    diagnostic(
      "SERVICE_BODY_NOT_JSON",
      `${source.id} has a body that is not JSON or has no schema; it is left out`,
      { place: locateSource(documentOf(documents, body), body.pointer) },
    ),
  );
}

interface PlacedCall<Source> {
  readonly documents: readonly Document[];
  readonly source: Source;
}

function callsOf({ rest }: SourceService): PlacedCall<SourceRestOperation>[] {
  if (rest === undefined) return [];
  return rest.operations.map((source) => ({ documents: rest.documents, source }));
}

function methodsOf({ mcp }: SourceService): PlacedCall<SourceMethod>[] {
  if (mcp === undefined) return [];
  return mcp.methods.map((source) => ({ documents: mcp.documents, source }));
}

/** A path's parameters tell it apart from no other path, whatever they are called. */
function routeOf({ source: { method, path, webhook } }: PlacedCall<SourceRestOperation>): string {
  const place = path === undefined ? `webhook ${webhook}` : path.replace(/\{[^}]*\}/g, "{}");
  return `${method.toUpperCase()} ${place}`;
}

interface UniqueKey<Source> {
  readonly keyOf: (call: PlacedCall<Source>) => string;
  /** The code of the error for a second call with a key. */
  readonly code: DiagnosticCode;
}

const ROUTE_KEY: UniqueKey<SourceRestOperation> = {
  code: "SERVICE_DUPLICATE_ROUTE",
  keyOf: routeOf,
};

const NAME_KEY: UniqueKey<SourceRestOperation | SourceMethod> = {
  code: "SERVICE_DUPLICATE_OPERATION",
  keyOf: ({ source }) => source.id,
};

function requireDistinct<Source extends SourceRestOperation | SourceMethod>(
  all: readonly PlacedCall<Source>[],
  { code, keyOf }: UniqueKey<Source>,
  report: DiagnosticSink,
): void {
  const first = new Map<string, PlacedCall<Source>>();
  for (const each of all) {
    const key = keyOf(each);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, each);
      continue;
    }
    const document = documentOf(each.documents, each.source);
    report(document, () => {
      const other = locateSource(
        documentOf(before.documents, before.source),
        before.source.pointer,
        "key",
      );
      const place = locateSource(document, each.source.pointer, "key");
      const { id } = each.source;
      const both =
        id === key
          ? `two operations are named ${id}`
          : `${id} is ${key}, and so is ${before.source.id}`;
      return diagnostic(code, `${both} (${other.file}:${other.line ?? 1})`, { place });
    });
  }
}

/** §2.1.1: transport definitions are thin. One warning a document, however many there are. */
function warnOfInlineFields(service: SourceService, schemas: SchemaSet): Diagnostic[] {
  return operationPointers(service).flatMap(([document, pointers]) => {
    const found = pointers.flatMap((pointer) => {
      const location = schemas.locate(document.uri, pointer);
      return location !== undefined && enumeratesFields(location.schema) ? [pointer] : [];
    });
    const [first] = found;
    if (first === undefined) return [];
    const more = found.length === 1 ? "" : `, and so do ${found.length - 1} more`;
    return [
      diagnostic(
        "SERVICE_INLINE_FIELDS",
        `this schema of ${service.name} defines fields inline${more}`,
        { place: locateSource(document, first) },
      ),
    ];
  });
}

function enumeratesFields(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list : [];
  });
  return isObject(schema["properties"]) || branches.some(enumeratesFields);
}
