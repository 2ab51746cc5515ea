/** The model's operations: what a service offers, over which transports, with which types. */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { View } from "../../compose/view.js";
import type { OperationText } from "../../load/services/service-document.js";
import type { Verb } from "@proto-gen/runtime/service";
import type { Definition } from "../node.js";

/** What the document of one transport says of an operation. */
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
  /** Where its value is a document of its own: of which type. */
  readonly mediaType: string | undefined;
  /** How its value is written, in OpenAPI's words: `style`, `explode` and others. */
  readonly writing: JsonObject;
  /** The name that the service document gives it below `components`; undefined where it stands inline. */
  readonly component: string | undefined;
  /** Where the service's documents have it. */
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
  /** What its body may be: the resource, the error envelope, or both; none where it has no body. */
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
  /** Where the service's documents have it. */
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
  /** Member of the structured content that holds the resource. */
  readonly resultKey: string;
  readonly resultDescription: string | undefined;
  /** All arguments as one object: what a tool's `inputSchema` says. */
  readonly input: Definition;
  /** The structured content, an error envelope included: what a tool's `outputSchema` says. */
  readonly output: Definition;
  /** The arguments that have a call's idempotency key: `meta`, or one of its own. */
  readonly idempotencyKey: { readonly required: boolean; readonly in: readonly string[] };
  /** JSON-RPC errors that the document lists. */
  readonly errors: readonly JsonObject[];
}

/** Something that a platform asks of a business, in one call. */
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
  /** What the platform sends: the payload, with everything active; undefined where there is none. */
  readonly request: Definition | undefined;
  /** The resource that the business gives, with everything active; undefined where it gives none. */
  readonly response: Definition | undefined;
  /** What it gives where there is no resource: the error envelope (§7). */
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
  /** What it is answered with; undefined for a notification. */
  readonly result: Definition | undefined;
}

/** An operation of a service document that the profile does not have. */
export interface LeftOut {
  readonly id: string;
  readonly service: string;
  readonly reason: string;
}

/** A service of the profile, with the operations that its capabilities give it. */
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
  readonly leftOut: readonly LeftOut[];
}

/** A service document, less its operations and schemas. */
export interface ServiceTransport {
  readonly endpoint: string | undefined;
  /** `info`, `tags`, `security`, `components.securitySchemes` and other members, as the document has them. */
  readonly document: JsonObject;
}

/** What names the resource: parameters of the path; over MCP alone, the argument of that name (§4.5). */
export function identifiersOf({ rest, mcp }: Pick<Operation, "rest" | "mcp">): string[] {
  const inPath = rest?.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  return inPath ?? (mcp?.arguments ?? []).map(({ name }) => name).filter((name) => name === "id");
}
