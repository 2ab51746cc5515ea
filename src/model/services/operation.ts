/** The model's operations: what a service offers, over which transports, with which types. */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { View } from "../../compose/view.js";
import type { OperationText } from "../../load/services/service-document.js";
import type { Verb } from "@proto-gen/runtime/codegen/generator";
import { collectInPlace, collectRequiredMembers } from "../in-place.js";
import type { Definition } from "../node.js";

/** The texts about an operation in the document of one transport. */
export type TransportText = Omit<OperationText, "verb">;

export interface OperationViews {
  readonly request: View;
  readonly response: View;
}

/** A header, path or query parameter, or a header of a response. */
export interface Parameter {
  readonly name: string;
  readonly in: "header" | "path" | "query" | "cookie";
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** Its schema, where it has one; the definition of an inline one has no named type. */
  readonly schema: Definition | undefined;
  /** The media type of a value that is a document of its own. */
  readonly mediaType: string | undefined;
  /** The serialization of its value, in OpenAPI's keywords: `style`, `explode` and others. */
  readonly writing: JsonObject;
  /** Its name below `components` in the service document; undefined where it stands inline. */
  readonly component: string | undefined;
  /** Its address in the service's documents. */
  readonly document: string;
  readonly pointer: string;
}

/** A JSON body. */
export interface Body {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Definition;
  /** `application/json`, or one that is written like it. */
  readonly mediaType: string;
  readonly document: string;
  readonly pointer: string;
}

/** An answer of an operation over REST. */
export interface RestResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Parameter[];
  /** The alternatives of its body: the resource, the error envelope, or both; none where it has no body. */
  readonly alternatives: readonly Definition[];
  readonly mediaType: string | undefined;
  readonly component: string | undefined;
  readonly document: string;
  readonly pointer: string;
}

/** How an operation is called over REST (§4.2 to §4.4). */
export interface RestBinding {
  readonly text: TransportText;
  /** In lower case, as in OpenAPI. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: readonly RestResponse[];
  /** Status of the response that carries the resource. */
  readonly success: number;
  /** OpenAPI's own, where the document sets it for the operation. */
  readonly security: readonly JsonObject[] | undefined;
}

/** One argument of a tool. */
export interface Argument {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly schema: Definition;
  /** Its address in the service's documents. */
  readonly document: string;
  readonly pointer: string;
}

/** How an operation is called over MCP (§4.5). */
export interface McpBinding {
  readonly text: TransportText;
  readonly tool: string;
  readonly arguments: readonly Argument[];
  /** Name of the argument that holds the request's payload; undefined where there is none. */
  readonly payload: string | undefined;
  /** The arguments that are members of the payload, if no argument holds it as a whole. */
  readonly members: readonly string[];
  /** Member of the structured content that holds the resource. */
  readonly resultKey: string;
  readonly resultDescription: string | undefined;
  /** All arguments as one object: the tool's `inputSchema`. */
  readonly input: Definition;
  /** The structured content, which may be an error envelope: the tool's `outputSchema`. */
  readonly output: Definition;
  /** The arguments that carry a call's idempotency key: `meta`, or one of its own. */
  readonly idempotencyKey: { readonly required: boolean; readonly in: readonly string[] };
  /** JSON-RPC errors that the document lists. */
  readonly errors: readonly JsonObject[];
}

/** One call of a platform to a business. */
export interface Operation {
  /** `create_checkout`: operation id in OpenAPI, method in OpenRPC. */
  readonly id: string;
  /** `dev.proto.shopping`. */
  readonly service: string;
  readonly verb: Verb;
  /** The root whose resource it is about. */
  readonly capability: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** The views of its request and its response. */
  readonly views: OperationViews;
  /** The payload that the platform sends, with every active extension; undefined where there is none. */
  readonly request: Definition | undefined;
  /** The resource that the business returns, with every active extension; undefined where it returns none. */
  readonly response: Definition | undefined;
  /** The error envelope that it returns where there is no resource (§7). */
  readonly outcome: Definition;
  readonly rest: RestBinding | undefined;
  readonly mcp: McpBinding | undefined;
}

/** A call of the business to the platform (§4.7): no verb, and the platform's address. */
export interface Webhook {
  /** Its name below `webhooks`. */
  readonly name: string;
  readonly id: string;
  readonly service: string;
  readonly capability: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly rest: RestBinding;
}

/** A message of the embedded transport, between a business's page and the host that shows it. */
export interface EmbeddedMethod {
  readonly id: string;
  readonly service: string;
  readonly text: TransportText;
  /** Its parameters by name, as one object. */
  readonly params: Definition;
  /** The answer; undefined for a notification. */
  readonly result: Definition | undefined;
}

/** An operation of a service document that the profile does not have. */
export interface OmittedOperation {
  readonly id: string;
  readonly service: string;
  readonly reason: string;
}

/** A service of the profile, with the operations that its active capabilities have. */
export interface ServiceModel {
  readonly name: string;
  readonly version: string;
  /** Module path below the output directory, without extension. */
  readonly module: string;
  readonly rest: ServiceTransport | undefined;
  readonly mcp: ServiceTransport | undefined;
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
  readonly embedded: readonly EmbeddedMethod[];
  readonly omittedOperations: readonly OmittedOperation[];
}

/** A service document without its operations and schemas. */
export interface ServiceTransport {
  readonly endpoint: string | undefined;
  /** `info`, `tags`, `security`, `components.securitySchemes` and other members, as the document has them. */
  readonly document: JsonObject;
}

/** The argument that names an existing resource (§4.5). */
export const ID = "id";

interface Identified {
  readonly rest: Pick<RestBinding, "parameters"> | undefined;
  readonly mcp: { readonly arguments: readonly { readonly name: string }[] } | undefined;
}

/** The names of the parameters that identify the resource: those of the path; over MCP alone, the `id` argument (§4.5). */
export function identifiersOf({ rest, mcp }: Identified): string[] {
  const inPath = rest?.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  return inPath ?? (mcp?.arguments ?? []).map(({ name }) => name).filter((name) => name === ID);
}

/** The identifiers that the payload has to repeat: its own schema requires them. */
export function repeatedIdentifiersOf(operation: Operation): string[] {
  const required = operation.request === undefined ? [] : collectRequiredMembers(operation.request);
  return identifiersOf(operation).filter((name) => required.includes(name));
}

/**
 * What names a resource in the tool's payload: `id`, and the parameters of the path, where the payload declares them and the
 * tool has no argument for them. §4.5 bars them from payloads of tools that have one.
 */
export function payloadIdentifiersOf(operation: Pick<Operation, "rest" | "mcp">): string[] {
  const { arguments: all = [], payload } = operation.mcp ?? {};
  const schema = all.find(({ name }) => name === payload)?.schema;
  if (schema === undefined) return [];
  const declared = [...collectInPlace([schema.node])].flatMap((node) => [
    ...node.properties.keys(),
  ]);
  return [...new Set([ID, ...identifiersOf(operation)])].filter(
    (name) => declared.includes(name) && !all.some((each) => each.name === name),
  );
}
