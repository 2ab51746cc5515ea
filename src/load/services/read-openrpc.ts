/** In: an OpenRPC 1 document, and those that it refers to. Out: its methods, which are tools (§4.5). */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Document } from "../document.js";
import { partAt, readText } from "./read-openapi.js";
import { Cursor, invalid, type LinkedDocuments } from "./cursor.js";
import type { SourceArgument, SourceMethod } from "./service-document.js";

export function readOpenrpc(document: Document, linked?: LinkedDocuments): SourceMethod[] {
  const root = Cursor.at(document);
  const version = root.requiredString("openrpc");
  if (!version.startsWith("1."))
    throw invalid(document, "/openrpc", `OpenRPC ${version} is not read; 1 is`);
  return readMethods(document, linked);
}

/** The same of a document that is not OpenRPC, but lists methods as OpenRPC does: the embedded transport's. */
export function readMethods(document: Document, linked?: LinkedDocuments): SourceMethod[] {
  return methodsOf(Cursor.at(document, linked), document);
}

/** The messages that an extension adds to the embedded transport may stand in its schema's document, below `embedded`. */
export function readEmbeddedMethods(document: Document, linked: LinkedDocuments): SourceMethod[] {
  const embedded = Cursor.atPlace(document, "/embedded", linked);
  return embedded === undefined ? [] : methodsOf(embedded, document);
}

function methodsOf(holder: Cursor, { uri }: Document): SourceMethod[] {
  return holder.items("methods").map((method) => readMethod(method, uri));
}

function readMethod(method: Cursor, owner: string): SourceMethod {
  const result = method.child("result");
  const id = method.requiredString("name");
  return {
    id,
    owner,
    ...partAt(method),
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
            ...partAt(result),
          },
    errors: method.items("errors").map(readError),
  };
}

function readArgument(descriptor: Cursor): SourceArgument {
  return {
    name: descriptor.requiredString("name"),
    required: descriptor.flag("required"),
    description: textOf(descriptor),
    deprecated: descriptor.flag("deprecated"),
    schema: schemaOf(descriptor),
    ...partAt(descriptor),
  };
}

/** Written to the composed document as it is, so that it has to be one (OpenRPC, Error Object). */
function readError(error: Cursor): JsonObject {
  error.requiredString("message");
  if (Number.isInteger(error.value["code"])) return error.value;
  throw invalid(error.document, error.pointer, "code is missing, or no integer");
}

function textOf(descriptor: Cursor): string | undefined {
  return descriptor.string("description") ?? descriptor.string("summary");
}

function schemaOf(descriptor: Cursor): string {
  const schema = descriptor.schema("schema");
  if (schema !== undefined) return schema;
  throw invalid(descriptor.document, descriptor.pointer, "schema is missing");
}
