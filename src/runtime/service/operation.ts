/** An operation as data: how it is called, and what it takes and gives. */

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

export interface Operation<
  Request = unknown,
  Response = unknown,
  Outcome = unknown,
  Identifier extends string = string,
> {
  /** `create_checkout`: operation id over REST, name of the tool over MCP. */
  readonly id: string;
  readonly verb: Verb;
  /** The root whose resource it is about. */
  readonly capability: string;
  /** What names the resource, apart from the payload: `id`, in the path and among the arguments. */
  readonly identifiers: readonly Identifier[];
  /** Where what is sent and what is given stand in `surface`, for platforms with fewer capabilities. */
  readonly surface?: { readonly request?: SurfacePlace; readonly response?: SurfacePlace };
  /** What the platform sends, with everything active; absent where it sends nothing. */
  readonly request?: Validator<Request>;
  /** The resource that the business gives, with everything active; absent where it gives none. */
  readonly response?: Validator<Response>;
  /** What it gives where there is no resource: the error envelope (§7). */
  readonly outcome: Validator<Outcome>;
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
    /** The member of the structured content that holds the resource. */
    readonly result: string;
    /** Whether a call must carry an idempotency key: in `meta`, or as an argument of its own. */
    readonly idempotencyKey: boolean;
  };
}

/** Operations by their names. */
export type OperationMap<Operations> = { readonly [Name in keyof Operations]: Operation };

export interface Service<
  Operations extends OperationMap<Operations> = Readonly<Record<string, Operation>>,
> {
  /** `dev.proto.shopping`. */
  readonly name: string;
  readonly version: string;
  /** Where the business serves it, by its profile. */
  readonly endpoints: { readonly rest?: string; readonly mcp?: string };
  readonly operations: Operations;
}
