/**
 * Finds mistakes in an OpenAPI document that a reader would pass over: members that nothing reads, paths that no request
 * matches, and path parameters without a place or a value. `diff` compares such documents all the same, so that they are
 * notices, and not thrown.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { keywordLimit, nearest, nearestKeyword } from "../../text/nearest.js";
import { locateSource, type Document, type DocumentPosition } from "../document.js";
import { checkPathParameters } from "./check-path-parameters.js";
import { isSpecified, METHODS } from "./read-openapi.js";
import { type LinkedDocuments, ServiceObject, serviceDiagnostic } from "./service-object.js";
import type { SourceRestOperation } from "./service-document.js";

const ROOT = ["openapi", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components"];
const ROOT_MEMBERS = [...ROOT, "security", "tags", "externalDocs"];
const PATH_ITEM_MEMBERS = ["$ref", "summary", "description", "servers", "parameters"];
const OPERATION = ["tags", "summary", "description", "externalDocs", "operationId", "parameters"];
const OPERATION_MEMBERS = [
  ...[...OPERATION, "requestBody", "responses", "callbacks", "deprecated", "security", "servers"],
];
const BODY_MEMBERS = ["description", "content", "required", "headers", "links"];
const MEDIA_TYPE_MEMBERS = ["schema", "example", "examples", "encoding"];

export function checkOpenapi(
  document: Document,
  linked: LinkedDocuments,
  operations: readonly SourceRestOperation[],
): Diagnostic[] {
  const root = ServiceObject.root(document, linked);
  const items = [...root.entries("paths", isSpecified), ...root.entries("webhooks")];
  const all = [
    ...findMisspelt(root, ROOT_MEMBERS),
    ...checkPaths(root),
    ...items.flatMap(([, item]) => checkPathItem(item)),
    ...root.entries("paths", isSpecified).flatMap(([, item]) => warnOfMissingResponses(item)),
    ...checkPathParameters(operations, [document, ...linked.values()]),
  ];
  return distinct(all);
}

/** A path item, or a parameter, that several places refer to is checked for each of them. */
function distinct(all: readonly Diagnostic[]): Diagnostic[] {
  return [
    ...new Map(all.map((each) => [JSON.stringify([each.message, each.place]), each])).values(),
  ];
}

function checkPaths(root: ServiceObject): Diagnostic[] {
  const paths = root.child("paths");
  if (paths === undefined) return [];
  return Object.keys(paths.value)
    .filter((path) => isSpecified(path) && !path.startsWith("/"))
    .map((path) =>
      problemAt(memberOf(paths, path), [
        `the path ${JSON.stringify(path)} does not begin with a slash, so no request matches it`,
        `write "/${path}"`,
      ]),
    );
}

function checkPathItem(item: ServiceObject): Diagnostic[] {
  return [
    ...findMisspelt(item, PATH_ITEM_MEMBERS),
    ...findUnknownMethods(item),
    ...operationsOf(item).flatMap(checkOperation),
  ];
}

/** Members of a path item that hold an operation, or are nearly a method: their names are too short for `findMisspelt`. */
function findUnknownMethods(item: ServiceObject): Diagnostic[] {
  const known = [...METHODS, ...PATH_ITEM_MEMBERS];
  const missing = METHODS.filter((method) => !Object.hasOwn(item.value, method));
  return Object.entries(item.value).flatMap(([name, value]) => {
    if (known.includes(name) || !isSpecified(name)) return [];
    const near = nearest(name.toLowerCase(), missing, keywordLimit(name));
    const isOperation =
      isObject(value) && OPERATION_MARKS.some((mark) => Object.hasOwn(value, mark));
    if (near === undefined && !isOperation) return [];
    return [
      problemAt(memberOf(item, name), [
        `${JSON.stringify(name)} is not a method, so its operation is not read`,
        near === undefined ? `use one of ${METHODS.join(", ")}` : `did you mean ${near}?`,
      ]),
    ];
  });
}

/** Members that an operation has, and nothing else in a path item. */
const OPERATION_MARKS = ["operationId", "responses", "requestBody"];

function operationsOf(item: ServiceObject): ServiceObject[] {
  return METHODS.flatMap((method) => item.child(method) ?? []);
}

function checkOperation(operation: ServiceObject): Diagnostic[] {
  const responses = operation.entries("responses", isSpecified).map(([, response]) => response);
  const bodies = [operation.child("requestBody") ?? [], responses].flat();
  return [
    ...findMisspelt(operation, OPERATION_MEMBERS),
    ...bodies.flatMap((body) => [
      ...findMisspelt(body, BODY_MEMBERS),
      ...body.entries("content").flatMap(([, media]) => findMisspelt(media, MEDIA_TYPE_MEMBERS)),
    ]),
  ];
}

function findMisspelt(object: ServiceObject, known: readonly string[]): Diagnostic[] {
  const missing = known.filter((name) => !Object.hasOwn(object.value, name));
  return Object.keys(object.value).flatMap((name) => {
    if (known.includes(name) || !isSpecified(name)) return [];
    const meant = nearestKeyword(name, missing);
    return meant === undefined
      ? []
      : [
          problemAt(memberOf(object, name), [
            `${JSON.stringify(name)} is not a member that is read`,
            `did you mean ${meant}?`,
          ]),
        ];
  });
}

function warnOfMissingResponses(item: ServiceObject): Diagnostic[] {
  return operationsOf(item).flatMap((operation) => {
    const { responses, operationId } = operation.value;
    if (responses !== undefined || findMisspelt(operation, OPERATION_MEMBERS).length > 0) return [];
    return [
      diagnostic("SERVICE_NO_RESPONSE", `${String(operationId)} has no responses`, {
        place: locateSource(operation.document, operation.pointer, "key"),
      }),
    ];
  });
}

function memberOf({ document, pointer }: DocumentPosition, name: string): DocumentPosition {
  return { document, pointer: joinPointer(pointer, name) };
}

function problemAt(at: DocumentPosition, [message, hint]: readonly [string, string]): Diagnostic {
  return serviceDiagnostic(at, message, { hint, target: "key" });
}
