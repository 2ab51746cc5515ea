/** In: an OpenAPI 3.1 document, and those that it refers to. Out: its operations and webhooks. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Document } from "../document.js";
import { Cursor, invalid, type LinkedDocuments } from "./cursor.js";
import type {
  OperationText,
  SourceParameter,
  SourceResponse,
  SourceRestOperation,
} from "./service-document.js";
import { verbOf } from "./verb.js";

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const PARAMETER_PLACES = ["header", "path", "query", "cookie"];

const JSON_MEDIA_TYPE = /^application\/(?:json|[^;]+\+json)\b/;

export function readOpenapi(document: Document, linked?: LinkedDocuments): SourceRestOperation[] {
  const root = Cursor.at(document, linked);
  const version = root.requiredString("openapi");
  if (!version.startsWith("3.1"))
    throw invalid(document, "/openapi", `OpenAPI ${version} is not read; 3.1 is`);
  const { uri: owner } = document;
  return [
    ...root
      .entries("paths", isNoExtension)
      .flatMap(([path, item]) => readPathItem(item, { owner, path, webhook: undefined })),
    ...root
      .entries("webhooks")
      .flatMap(([webhook, item]) => readPathItem(item, { owner, path: undefined, webhook })),
  ];
}

/** `paths` and `responses` may hold anything below names with `x-`. */
export function isNoExtension(name: string): boolean {
  return !name.startsWith("x-");
}

type Subject = Pick<SourceRestOperation, "owner" | "path" | "webhook">;

function readPathItem(item: Cursor, subject: Subject): SourceRestOperation[] {
  const shared = item.items("parameters").map(readParameter);
  return METHODS.flatMap((method) => {
    const operation = item.child(method);
    return operation === undefined ? [] : [readOperation(operation, method, subject, shared)];
  });
}

function readOperation(
  operation: Cursor,
  method: string,
  subject: Subject,
  shared: readonly SourceParameter[],
): SourceRestOperation {
  const own = operation.items("parameters").map(readParameter);
  const overridden = (each: SourceParameter): boolean =>
    own.some(({ name, in: place }) => name === each.name && place === each.in);
  const id = operation.requiredString(
    "operationId",
    "an operation is known by its operationId, for example create_checkout",
  );
  return {
    id,
    method,
    ...subject,
    ...partAt(operation),
    ...readText(operation, id),
    parameters: [...shared.filter((each) => !overridden(each)), ...own],
    body: readBody(operation),
    responses: operation
      .entries("responses", isNoExtension)
      .map(([status, response]) => readResponse(status, response)),
    security: readSecurity(operation.value),
    unread: bodiesOf(operation).filter(isUnread).map(partAt),
  };
}

/** Where a part stands; its schema is looked for there. */
export function partAt({ document, pointer }: Cursor): { document: string; pointer: string } {
  return { document: document.uri, pointer };
}

export function readText(cursor: Cursor, id: string): OperationText {
  return {
    verb: verbOf(id),
    summary: cursor.string("summary"),
    description: cursor.string("description"),
    deprecated: cursor.flag("deprecated"),
    tags: cursor.strings("tags"),
    more: moreOf(cursor),
  };
}

/** A reference in what is not interpreted would lead elsewhere from another document. */
function moreOf({ value }: Cursor): JsonObject {
  const carried = Object.entries(value).filter(
    ([name, member]) =>
      (name === "externalDocs" || name.startsWith("x-")) && !holdsReference(member),
  );
  return Object.fromEntries(carried);
}

function holdsReference(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, each]) => name === "$ref" || holdsReference(each));
}

function readSecurity({ security }: JsonObject): readonly JsonObject[] | undefined {
  return Array.isArray(security) ? security.filter(isObject) : undefined;
}

function readParameter(parameter: Cursor): SourceParameter {
  const place = parameter.requiredString("in");
  if (!PARAMETER_PLACES.includes(place))
    throw invalid(
      parameter.document,
      `${parameter.pointer}/in`,
      `a parameter is in ${PARAMETER_PLACES.join(", ")}, not in ${place}`,
    );
  return {
    name: parameter.requiredString("name"),
    in: place as SourceParameter["in"],
    required: parameter.flag("required") || place === "path",
    ...describe(parameter),
  };
}

const WRITING = ["style", "explode", "allowReserved", "allowEmptyValue"];

function describe(cursor: Cursor): Omit<SourceParameter, "name" | "in" | "required"> {
  const schema = cursor.schema("schema");
  const content = schema === undefined ? jsonContentOf(cursor) : undefined;
  const writing = Object.entries(cursor.value).filter(([name]) => WRITING.includes(name));
  return {
    description: cursor.string("description"),
    deprecated: cursor.flag("deprecated"),
    schema: schema ?? content?.schema,
    mediaType: content?.mediaType,
    writing: Object.fromEntries(writing),
    component: cursor.component,
    ...partAt(cursor),
  };
}

function readBody(operation: Cursor): SourceRestOperation["body"] {
  const body = operation.child("requestBody");
  const content = body && jsonContentOf(body);
  if (body === undefined || content === undefined) return undefined;
  return {
    required: body.flag("required"),
    description: body.string("description"),
    ...partAt(body),
    ...content,
  };
}

function bodiesOf(operation: Cursor): Cursor[] {
  const responses = operation.entries("responses", isNoExtension).map(([, response]) => response);
  return [operation.child("requestBody") ?? [], responses].flat();
}

function isUnread(body: Cursor): boolean {
  return body.entries("content").length > 0 && jsonContentOf(body) === undefined;
}

function readResponse(status: string, response: Cursor): SourceResponse {
  const content = jsonContentOf(response);
  return {
    status,
    description: response.string("description") ?? "",
    headers: response.entries("headers").map(([name, header]) => ({
      name,
      in: "header" as const,
      required: header.flag("required"),
      ...describe(header),
    })),
    schema: content?.schema,
    mediaType: content?.mediaType,
    component: response.component,
    ...partAt(response),
  };
}

/** The schema of JSON content; other media types have none that types could be made of. */
function jsonContentOf(cursor: Cursor): { mediaType: string; schema: string } | undefined {
  const [mediaType, media] =
    cursor.entries("content").find(([type]) => JSON_MEDIA_TYPE.test(type)) ?? [];
  const schema = media?.schema("schema");
  if (mediaType === undefined || media === undefined || schema === undefined) return undefined;
  if (media.document !== cursor.document)
    throw invalid(
      cursor.document,
      `${cursor.pointer}/content`,
      "a Media Type Object stands in the document of its body",
    );
  return { mediaType, schema };
}
