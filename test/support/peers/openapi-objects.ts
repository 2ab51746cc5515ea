/**
 * The objects of an OpenAPI 3.1 document that may have examples: media types, parameters, headers
 * and schemas at any depth. A reference is not followed; its target is among the components.
 */

import { joinPointer, parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject, subschemas } from "../../../src/json-schema/keywords.js";

export interface OpenapiObject {
  readonly kind: "media type" | "parameter" | "schema";
  readonly value: JsonObject;
  readonly pointer: string;
}

type Kind =
  | OpenapiObject["kind"]
  | "callback"
  | "components"
  | "document"
  | "encoding"
  | "operation"
  | "path item"
  | "request body"
  | "response";

/** A member's kind, or `[kind]` where the member is a map or an array of it. */
type Members = Readonly<Record<string, Kind | readonly [Kind]>>;

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

const MEMBERS: Readonly<Record<Exclude<Kind, "callback" | "schema">, Members>> = {
  document: { paths: ["path item"], webhooks: ["path item"], components: "components" },
  components: {
    schemas: ["schema"],
    responses: ["response"],
    parameters: ["parameter"],
    requestBodies: ["request body"],
    headers: ["parameter"],
    callbacks: ["callback"],
    pathItems: ["path item"],
  },
  "path item": {
    parameters: ["parameter"],
    ...Object.fromEntries(METHODS.map((method) => [method, "operation" as const])),
  },
  operation: {
    parameters: ["parameter"],
    requestBody: "request body",
    responses: ["response"],
    callbacks: ["callback"],
  },
  "request body": { content: ["media type"] },
  response: { headers: ["parameter"], content: ["media type"] },
  parameter: { schema: "schema", content: ["media type"] },
  "media type": { schema: "schema", encoding: ["encoding"] },
  encoding: { headers: ["parameter"] },
};

export function openapiObjects(document: JsonObject): Generator<OpenapiObject> {
  return visit("document", document, "");
}

function* visit(kind: Kind, value: Json | undefined, pointer: string): Generator<OpenapiObject> {
  if (!isObject(value)) return;
  if (kind === "schema") yield* schemasIn(value, pointer);
  else if (kind === "callback") yield* visitEach("path item", value, pointer);
  else if (!("$ref" in value)) {
    if (kind === "media type" || kind === "parameter") yield { kind, value, pointer };
    for (const [name, member] of Object.entries(MEMBERS[kind])) {
      const at = joinPointer(pointer, name);
      if (typeof member === "string") yield* visit(member, value[name], at);
      else yield* visitEach(member[0], value[name], at);
    }
  }
}

function* visitEach(
  kind: Kind,
  values: Json | undefined,
  pointer: string,
): Generator<OpenapiObject> {
  if (typeof values !== "object" || values === null) return;
  for (const [name, value] of Object.entries(values) as [string, Json][])
    yield* visit(kind, value, joinPointer(pointer, name));
}

function* schemasIn(value: JsonObject, pointer: string): Generator<OpenapiObject> {
  yield { kind: "schema", value, pointer };
  for (const child of subschemas(value, pointer))
    if (isObject(child.schema)) yield* schemasIn(child.schema, child.pointer);
}

/** The value at a JSON pointer, percent-escapes undone. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  return parsePointer(decodeURIComponent(pointer)).reduce<Json | undefined>(
    (value, token) =>
      typeof value === "object" && value !== null
        ? (value as Record<string, Json>)[token]
        : undefined,
    root,
  );
}
