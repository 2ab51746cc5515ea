/** In: an OpenAPI 3.1 document. Out: its operations and webhooks. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Document } from "../document.js";
import { Cursor, invalid } from "./cursor.js";
import type {
  OperationText,
  SourceParameter,
  SourceResponse,
  SourceRestOperation,
} from "./service-document.js";
import { verbOf } from "./verb.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const PARAMETER_PLACES = ["header", "path", "query", "cookie"];

const JSON_MEDIA_TYPE = /^application\/(?:json|[^;]+\+json)\b/;

export function readOpenapi(document: Document): SourceRestOperation[] {
  const root = Cursor.at(document);
  const version = root.requiredString("openapi");
  if (!version.startsWith("3.1"))
    throw invalid(document, "/openapi", `OpenAPI ${version} is not read; 3.1 is`);
  return [
    ...root
      .entries("paths")
      .flatMap(([path, item]) => readPathItem(item, { path, webhook: undefined })),
    ...root
      .entries("webhooks")
      .flatMap(([webhook, item]) => readPathItem(item, { path: undefined, webhook })),
  ];
}

type Subject = Pick<SourceRestOperation, "path" | "webhook">;

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
    pointer: operation.pointer,
    ...readText(operation, id),
    parameters: [...shared.filter((each) => !overridden(each)), ...own],
    body: readBody(operation),
    responses: operation
      .entries("responses")
      .map(([status, response]) => readResponse(status, response)),
    security: readSecurity(operation.value),
  };
}

export function readText(cursor: Cursor, id: string): OperationText {
  return {
    verb: verbOf(id),
    summary: cursor.string("summary"),
    description: cursor.string("description"),
    deprecated: cursor.flag("deprecated"),
    tags: cursor.strings("tags"),
  };
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

function describe(
  cursor: Cursor,
): Pick<SourceParameter, "description" | "deprecated" | "schema" | "component"> {
  return {
    description: cursor.string("description"),
    deprecated: cursor.flag("deprecated"),
    schema: cursor.schema("schema") ?? jsonSchemaOf(cursor),
    component: cursor.component,
  };
}

function readBody(operation: Cursor): SourceRestOperation["body"] {
  const body = operation.child("requestBody");
  const schema = body && jsonSchemaOf(body);
  if (body === undefined || schema === undefined) return undefined;
  return { required: body.flag("required"), description: body.string("description"), schema };
}

function readResponse(status: string, response: Cursor): SourceResponse {
  return {
    status,
    description: response.string("description") ?? "",
    headers: response.entries("headers").map(([name, header]) => ({
      name,
      in: "header" as const,
      required: header.flag("required"),
      ...describe(header),
    })),
    schema: jsonSchemaOf(response),
    component: response.component,
  };
}

/** Pointer of the schema of JSON content; other media types have none that types could be made of. */
function jsonSchemaOf(cursor: Cursor): string | undefined {
  const media = cursor.entries("content").find(([type]) => JSON_MEDIA_TYPE.test(type));
  return media?.[1].schema("schema");
}
