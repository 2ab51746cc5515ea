/** The parts of an OpenAPI operation beside schemas: media types of bodies, and security. */

import type { Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { isObject } from "../../json-schema/keywords.js";
import type { ServiceObject } from "../../load/services/service-object.js";
import { childAddress } from "./member.js";
import { callObject, ownerObject } from "./service-objects.js";
import type { Call } from "./call.js";
import type { SideContext } from "../side.js";

/** A body, and the types that it may be of; none where there is no body. */
export interface TypedBody {
  /** `the body`, `status 201`. */
  readonly name: string;
  readonly sentWith: "request" | "response";
  readonly types: readonly string[];
  /** The named schema that it has, where it says no more; what changes in that is said there. */
  readonly reference: string | undefined;
  readonly at: SchemaAddress;
}

/** Alternative security requirements by name, each with the definitions of its schemes. */
export interface Security {
  readonly alternatives: ReadonlyMap<string, Json>;
  readonly at: SchemaAddress;
}

export interface Contract {
  readonly bodies: readonly TypedBody[];
  readonly security: Security;
}

/** The result of a tool; undefined if it has none. */
export function readToolResult(
  context: SideContext,
  call: Call,
): Pick<TypedBody, "reference" | "at"> | undefined {
  const method = callObject(context, call, "mcp");
  if (method === undefined) return undefined;
  const result = method.child("result");
  return { reference: result && referenceIn(result.value), at: addressAt(result ?? method) };
}

/** Undefined for a call that no OpenAPI document has. */
export function readContract(context: SideContext, call: Call): Contract | undefined {
  const operation = callObject(context, call, "rest");
  const root = call.at.rest && ownerObject(context, call.at.rest);
  if (operation === undefined || root === undefined) return undefined;
  const body = operation.child("requestBody");
  const responses = operation.entries("responses", (name) => !name.startsWith("x-"));
  return {
    bodies: [
      ...(body === undefined ? [] : [typedBody("the body", "request", body)]),
      ...responses.map(([status, each]) => typedBody(`status ${status}`, "response", each)),
    ],
    security: readSecurity(root, operation),
  };
}

function typedBody(name: string, sentWith: TypedBody["sentWith"], body: ServiceObject): TypedBody {
  const content = body.value["content"];
  const types = isObject(content) ? Object.entries(content) : [];
  const [reference] = types.flatMap(([, type]) => referenceIn(type) ?? []);
  return { name, sentWith, types: types.map(([type]) => type), reference, at: addressAt(body) };
}

function addressAt({ document, pointer }: ServiceObject): SchemaAddress {
  return { document: document.uri, pointer };
}

function referenceIn(type: Json): string | undefined {
  const schema = isObject(type) ? type["schema"] : undefined;
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** The requirements of the operation, else of the document; none is an alternative, too. */
function readSecurity(root: ServiceObject, operation: ServiceObject): Security {
  const owner = operation.value["security"] === undefined ? root : operation;
  const stated = owner.value["security"];
  const alternatives: readonly Json[] = Array.isArray(stated) && stated.length > 0 ? stated : [{}];
  return {
    alternatives: new Map(
      alternatives.map((way) => [requirementText(way), resolveSchemes(root, way)]),
    ),
    at: stated === undefined ? addressAt(operation) : childAddress(addressAt(owner), "security"),
  };
}

function requirementText(way: Json): string {
  const schemes = isObject(way) ? Object.entries(way) : [];
  if (schemes.length === 0) return "nothing";
  return schemes
    .map(([name, scopes]) =>
      Array.isArray(scopes) && scopes.length > 0 ? `${name} (${scopes.join(", ")})` : name,
    )
    .join(" and ");
}

/** The definitions of the schemes, without descriptions. */
function resolveSchemes(root: ServiceObject, way: Json): Json {
  const names = isObject(way) ? Object.keys(way) : [];
  return names.map((name) => {
    const scheme = root.child("components", "securitySchemes", name)?.value ?? {};
    return Object.fromEntries(Object.entries(scheme).filter(([key]) => key !== "description"));
  });
}
