/** Reads the operations and webhooks of an OpenAPI 3.1 document. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Document } from "../document.js";
import { ServiceObject, invalidService, type LinkedDocuments } from "./service-object.js";
import type {
  OperationText,
  SourceParameter,
  SourceResponse,
  SourceRestOperation,
} from "./service-document.js";
import { requireVersion } from "./require-version.js";
import { verbOf } from "./verb.js";

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const PARAMETER_PLACES = ["header", "path", "query", "cookie"];

const JSON_MEDIA_TYPE = /^application\/(?:json|[^;]+\+json)\b/;

export function readOpenapi(document: Document, linked?: LinkedDocuments): SourceRestOperation[] {
  const root = ServiceObject.root(document, linked);
  const version = requireVersion(root, "openapi");
  if (!version.startsWith("3.1"))
    throw invalidService(
      { document, pointer: "/openapi" },
      `OpenAPI ${version} is not supported, only 3.1`,
    );
  const { uri: owner } = document;
  return [
    ...root
      .entries("paths", isSpecified)
      .flatMap(([path, item]) => readPathItem(item, { owner, path, webhook: undefined })),
    ...root
      .entries("webhooks")
      .flatMap(([webhook, item]) => readPathItem(item, { owner, path: undefined, webhook })),
  ];
}

/** `paths` and `responses` may hold anything below names with `x-`. */
export function isSpecified(name: string): boolean {
  return !name.startsWith("x-");
}

type PathItemAddress = Pick<SourceRestOperation, "owner" | "path" | "webhook">;

function readPathItem(item: ServiceObject, address: PathItemAddress): SourceRestOperation[] {
  const shared = item.items("parameters").map(readParameter);
  return METHODS.flatMap((method) => {
    const operation = item.child(method);
    return operation === undefined
      ? []
      : [readOperation(operation, { ...address, method }, shared)];
  });
}

function readOperation(
  operation: ServiceObject,
  address: PathItemAddress & Pick<SourceRestOperation, "method">,
  shared: readonly SourceParameter[],
): SourceRestOperation {
  const own = operation.items("parameters").map(readParameter);
  const overridden = (each: SourceParameter): boolean =>
    own.some(({ name, in: place }) => name === each.name && place === each.in);
  const id = operation.requiredString(
    "operationId",
    "add an operationId, for example create_checkout",
  );
  return {
    id,
    ...address,
    ...partOf(operation),
    ...readText(operation, id),
    parameters: [...shared.filter((each) => !overridden(each)), ...own],
    body: readBody(operation),
    responses: operation
      .entries("responses", isSpecified)
      .map(([status, response]) => readResponse(status, response)),
    security: readSecurity(operation.value),
    unread: bodiesOf(operation).filter(isUnread).map(partOf),
  };
}

/** The document and pointer of a part; its schema is in the same document. */
export function partOf({ document, pointer }: ServiceObject): {
  document: string;
  pointer: string;
} {
  return { document: document.uri, pointer };
}

export function readText(object: ServiceObject, id: string): OperationText {
  return {
    verb: verbOf(id),
    summary: object.string("summary"),
    description: object.string("description"),
    deprecated: object.flag("deprecated"),
    tags: object.strings("tags"),
    more: collectExtensions(object),
  };
}

/** Members that are carried as they are. One with a reference is left out: from another document, it would lead elsewhere. */
function collectExtensions({ value }: ServiceObject): JsonObject {
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

function readParameter(parameter: ServiceObject): SourceParameter {
  const place = parameter.requiredString("in");
  if (!PARAMETER_PLACES.includes(place))
    throw invalidService(
      { document: parameter.document, pointer: `${parameter.pointer}/in` },
      `a parameter must be in ${PARAMETER_PLACES.join(", ")}, not in ${place}`,
    );
  return {
    name: parameter.requiredString("name"),
    in: place as SourceParameter["in"],
    required: parameter.flag("required") || place === "path",
    ...readValue(parameter),
  };
}

const WRITING = ["style", "explode", "allowReserved", "allowEmptyValue"];

function readValue(object: ServiceObject): Omit<SourceParameter, "name" | "in" | "required"> {
  const schema = object.schema("schema");
  const content = schema === undefined ? jsonContentOf(object) : undefined;
  const writing = Object.entries(object.value).filter(([name]) => WRITING.includes(name));
  return {
    description: object.string("description"),
    deprecated: object.flag("deprecated"),
    schema: schema ?? content?.schema,
    mediaType: content?.mediaType,
    writing: Object.fromEntries(writing),
    component: object.component,
    ...partOf(object),
  };
}

function readBody(operation: ServiceObject): SourceRestOperation["body"] {
  const body = operation.child("requestBody");
  const content = body && jsonContentOf(body);
  if (body === undefined || content === undefined) return undefined;
  return {
    required: body.flag("required"),
    description: body.string("description"),
    ...partOf(body),
    ...content,
  };
}

function bodiesOf(operation: ServiceObject): ServiceObject[] {
  const responses = operation.entries("responses", isSpecified).map(([, response]) => response);
  return [operation.child("requestBody") ?? [], responses].flat();
}

function isUnread(body: ServiceObject): boolean {
  return body.entries("content").length > 0 && jsonContentOf(body) === undefined;
}

function readResponse(status: string, response: ServiceObject): SourceResponse {
  const content = jsonContentOf(response);
  return {
    status,
    description: response.string("description") ?? "",
    headers: response.entries("headers").map(([name, header]) => ({
      name,
      in: "header" as const,
      required: header.flag("required"),
      ...readValue(header),
    })),
    schema: content?.schema,
    mediaType: content?.mediaType,
    component: response.component,
    ...partOf(response),
  };
}

/** The schema of JSON content; no types are generated for other media types. */
function jsonContentOf(object: ServiceObject): { mediaType: string; schema: string } | undefined {
  const [mediaType, media] =
    object.entries("content").find(([type]) => JSON_MEDIA_TYPE.test(type)) ?? [];
  const schema = media?.schema("schema");
  if (mediaType === undefined || media === undefined || schema === undefined) return undefined;
  if (media.document !== object.document)
    throw invalidService(
      { document: object.document, pointer: `${object.pointer}/content` },
      "a Media Type Object must be in the same document as its body",
    );
  return { mediaType, schema };
}
