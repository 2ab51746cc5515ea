/** Reads the methods of an OpenRPC 1 document, which are tools (§4.5). */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Document } from "../document.js";
import { partOf, readText } from "./read-openapi.js";
import { requireVersion } from "./require-version.js";
import { ServiceObject, invalidService, type LinkedDocuments } from "./service-object.js";
import type { SourceArgument, SourceMethod } from "./service-document.js";

export function readOpenrpc(document: Document, linked?: LinkedDocuments): SourceMethod[] {
  const root = ServiceObject.root(document);
  const version = requireVersion(root, "openrpc");
  if (!version.startsWith("1."))
    throw invalidService(
      { document, pointer: "/openrpc" },
      `OpenRPC ${version} is not supported, only 1`,
    );
  return readMethods(document, linked);
}

/** Reads the embedded transport's document, which may list methods as OpenRPC does without being OpenRPC. */
export function readMethods(document: Document, linked?: LinkedDocuments): SourceMethod[] {
  return methodsOf(ServiceObject.root(document, linked), document);
}

/** Reads the messages that an extension adds to the embedded transport: `embedded` in its schema's document. */
export function readEmbeddedMethods(document: Document, linked: LinkedDocuments): SourceMethod[] {
  const embedded = ServiceObject.at(document, "/embedded", linked);
  return embedded === undefined ? [] : methodsOf(embedded, document);
}

function methodsOf(holder: ServiceObject, { uri }: Document): SourceMethod[] {
  return holder.items("methods").map((method) => readMethod(method, uri));
}

function readMethod(method: ServiceObject, owner: string): SourceMethod {
  const result = method.child("result");
  const id = method.requiredString("name");
  return {
    id,
    owner,
    ...partOf(method),
    ...readText(method, id),
    // In OpenRPC a tag is an object with a name.
    tags: method.items("tags").flatMap((tag) => tag.string("name") ?? []),
    arguments: method.items("params").map(readArgument),
    result:
      result === undefined
        ? undefined
        : {
            name: result.requiredString("name"),
            description: textOf(result),
            schema: schemaOf(result),
            ...partOf(result),
          },
    errors: method.items("errors").map(readError),
  };
}

function readArgument(descriptor: ServiceObject): SourceArgument {
  return {
    name: descriptor.requiredString("name"),
    required: descriptor.flag("required"),
    description: textOf(descriptor),
    deprecated: descriptor.flag("deprecated"),
    schema: schemaOf(descriptor),
    ...partOf(descriptor),
  };
}

/** An Error Object is written to the composed document as it is, so that it must be valid. */
function readError(error: ServiceObject): JsonObject {
  error.requiredString("message");
  if (Number.isInteger(error.value["code"])) return error.value;
  throw invalidService(error, "code is missing or not an integer");
}

function textOf(descriptor: ServiceObject): string | undefined {
  return descriptor.string("description") ?? descriptor.string("summary");
}

function schemaOf(descriptor: ServiceObject): string {
  const schema = descriptor.schema("schema");
  if (schema !== undefined) return schema;
  throw invalidService(descriptor, "schema is missing");
}
