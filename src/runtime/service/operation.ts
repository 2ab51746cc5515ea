/** An operation as data: how it is called. What it takes and gives stands apart: types, and checks. */

import type { Validator } from "../schema/index.js";

/** What an operation does. */
export type Verb =
  "create" | "read" | "update" | "complete" | "cancel" | "delete" | "search" | "lookup";

/** A parameter of a call over REST; its values are text. */
export interface WireParameter {
  readonly name: string;
  readonly in: "header" | "path" | "query" | "cookie";
  readonly required: boolean;
}

/** A view of a shape in the generated `surface`. */
export interface SurfacePlace {
  /** `dev.proto.shopping.checkout`, in a container with its shape. */
  readonly shape: string;
  /** `response`, `request.create`. */
  readonly view: string;
}

export interface Operation {
  /** `create_checkout`: operation id over REST, name of the tool over MCP. */
  readonly id: string;
  readonly verb: Verb;
  /** The root whose resource it is about. */
  readonly capability: string;
  /** What names the resource, apart from the payload: `id`, in the path and among the arguments. */
  readonly identifiers: readonly string[];
  /** Those that the payload has to repeat, since its own schema requires them; absent for most operations. */
  readonly repeatedIdentifiers?: readonly string[];
  /** Members that every resource has and no error envelope: `id`. One that is there tells them apart. */
  readonly marks: readonly string[];
  /** Where what is sent and what is given stand in `surface`, for platforms with fewer capabilities. */
  readonly surface?: { readonly request?: SurfacePlace; readonly response?: SurfacePlace };
  /** How it is called over REST (§4.2 to §4.4). */
  readonly rest?: {
    readonly method: "DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT" | "TRACE";
    /** Below the endpoint: `/checkout-sessions/{id}`. */
    readonly path: string;
    readonly parameters: readonly WireParameter[];
    readonly body: "required" | "optional" | "none";
    /** Status of the response that carries the resource. */
    readonly success: number;
  };
  /** How it is called over MCP (§4.5). */
  readonly mcp?: {
    readonly tool: string;
    /** The argument that holds the payload. */
    readonly payload?: string;
    /** What names the resource in the payload, since the tool has no argument for it; absent for most tools (§4.5). */
    readonly payloadIdentifiers?: readonly string[];
    /** The arguments that are members of the request, if none holds it as a whole; absent if there are none. */
    readonly members?: readonly string[];
    /** The member of the structured content that holds the resource. */
    readonly result: string;
    /** Whether a call has `meta` (§4.5); those of the first published release have none. */
    readonly meta: boolean;
    /** The arguments that have a call's idempotency key: `meta`, one of its own, or both; or none. */
    readonly idempotencyKey: { readonly required: boolean; readonly in: readonly string[] };
  };
}

/** The types of an operation: what generated code says of it to the compiler alone. */
export interface OperationTypes {
  /** What the platform sends; undefined where it sends nothing. */
  request: unknown;
  /** The resource that the business gives; undefined where it gives none. */
  response: unknown;
  /** What it gives where there is no resource: the error envelope (§7). */
  outcome: unknown;
  identifiers: string;
  transports: TransportName;
}

export type TransportName = "rest" | "mcp";

/** The types of operations by the names of these. */
export type OperationMap<Operations> = { readonly [Id in keyof Operations]: OperationTypes };

/** What an operation takes and gives, with everything active, as checks. */
export interface OperationValidators {
  /** Absent where the platform sends nothing. */
  readonly request?: Validator<unknown>;
  /** Absent where the business gives no resource. */
  readonly response?: Validator<unknown>;
  readonly outcome: Validator<unknown>;
  /** All arguments of its tool; absent where it is not called over MCP. */
  readonly arguments?: Validator<unknown>;
}

export interface Service {
  /** `dev.proto.shopping`. */
  readonly name: string;
  readonly version: string;
  /** Where the business serves it, by its profile. */
  readonly endpoints: { readonly [Name in TransportName]?: string };
  readonly operations: readonly Operation[];
}
