/**
 * What an OpenAPI document says of a call beside schemas: media types of bodies, and who may call. In: a call and its
 * side. Out: both, with where they stand.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { isObject } from "../../json-schema/keywords.js";
import type { ServiceObject } from "../../load/services/service-object.js";
import { inside } from "./member.js";
import { callCursor, ownerCursor } from "./call-cursor.js";
import type { Call } from "./call.js";
import type { Seen } from "../side.js";

/** A body, and the types that it may be of; none where there is no body. */
export interface TypedBody {
  /** `the body`, `status 201`. */
  readonly name: string;
  readonly sentWith: "call" | "answer";
  readonly types: readonly string[];
  /** The named schema that it has, where it says no more; what changes in that is said there. */
  readonly reference: string | undefined;
  readonly at: SchemaAddress;
}

/** One way to show who calls: schemes with their definitions, by name. */
export interface Security {
  readonly ways: ReadonlyMap<string, Json>;
  readonly at: SchemaAddress;
}

export interface Contract {
  readonly bodies: readonly TypedBody[];
  readonly security: Security;
}

/** Of a tool; undefined where it has none. */
export function resultOf(seen: Seen, call: Call): Pick<TypedBody, "reference" | "at"> | undefined {
  const method = callCursor(seen, call, "mcp");
  if (method === undefined) return undefined;
  const result = method.child("result");
  const { pointer } = result ?? method;
  return {
    reference: result && referenceIn(result.value),
    at: { document: (result ?? method).document.uri, pointer },
  };
}

/** Undefined for a call that no OpenAPI document has. */
export function contractOf(seen: Seen, call: Call): Contract | undefined {
  const operation = callCursor(seen, call, "rest");
  const root = call.at.rest && ownerCursor(seen, call.at.rest);
  if (operation === undefined || root === undefined) return undefined;
  const at = ({ document, pointer }: ServiceObject): SchemaAddress => ({
    document: document.uri,
    pointer,
  });
  const body = operation.child("requestBody");
  const answers = operation.entries("responses", (name) => !name.startsWith("x-"));
  return {
    bodies: [
      ...(body === undefined ? [] : [typedBody("the body", "call", body, at(body))]),
      ...answers.map(([status, each]) => typedBody(`status ${status}`, "answer", each, at(each))),
    ],
    security: securityOf(root, operation, at),
  };
}

function typedBody(
  name: string,
  sentWith: TypedBody["sentWith"],
  body: ServiceObject,
  at: SchemaAddress,
): TypedBody {
  const content = body.value["content"];
  const types = isObject(content) ? Object.entries(content) : [];
  const [reference] = types.flatMap(([, type]) => referenceIn(type) ?? []);
  return { name, sentWith, types: types.map(([type]) => type), reference, at };
}

function referenceIn(type: Json): string | undefined {
  const schema = isObject(type) ? type["schema"] : undefined;
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** Its own, else that of the document; to have none is one way, too. */
function securityOf(
  root: ServiceObject,
  operation: ServiceObject,
  at: (cursor: ServiceObject) => SchemaAddress,
): Security {
  const owner = operation.value["security"] === undefined ? root : operation;
  const stated = owner.value["security"];
  const ways: readonly Json[] = Array.isArray(stated) && stated.length > 0 ? stated : [{}];
  return {
    ways: new Map(ways.map((way) => [wayText(way), schemesIn(root, way)])),
    at: stated === undefined ? at(operation) : inside(at(owner), "security"),
  };
}

function wayText(way: Json): string {
  const schemes = isObject(way) ? Object.entries(way) : [];
  if (schemes.length === 0) return "nothing";
  return schemes
    .map(([name, scopes]) =>
      Array.isArray(scopes) && scopes.length > 0 ? `${name} (${scopes.join(", ")})` : name,
    )
    .join(" and ");
}

/** What each scheme is, descriptions aside. */
function schemesIn(root: ServiceObject, way: Json): Json {
  const names = isObject(way) ? Object.keys(way) : [];
  return names.map((name) => {
    const scheme = root.child("components", "securitySchemes", name)?.value ?? {};
    return Object.fromEntries(Object.entries(scheme).filter(([key]) => key !== "description"));
  });
}
