/** An operation as data says how it is called. Its types and validators are separate. */

import type { Validator } from "../schema/validator-interface.js";

type Empty = Readonly<Record<never, never>>;

/**
 * The argument of an operation's client method and server handler: the payload together with the identifiers, such as
 * `{ line_items, currency }` or `{ id }`.
 */
export type RequestOf<Each extends OperationTypes> = ([Each["request"]] extends [undefined]
  ? Empty
  : Each["request"]) & { readonly [Name in Each["identifiers"]]: string };

const READS: ReadonlySet<string> = /* @__PURE__ */ new Set(["read", "search", "lookup"]);

/** The kind of an operation. */
export type Verb =
  "create" | "read" | "update" | "complete" | "cancel" | "delete" | "search" | "lookup";

/** A parameter of a REST call. Its values are text. */
export interface WireParameter {
  readonly name: string;
  readonly in: "header" | "path" | "query" | "cookie";
  readonly required: boolean;
}

/** Refers to a view of a shape in the generated `surface`. */
export interface SurfacePlace {
  /** Such as `dev.proto.shopping.checkout`; the shape's name follows if the capability has several. */
  readonly shape: string;
  /** Such as `response` or `request.create`. */
  readonly view: string;
}

export interface Operation {
  /** The operation id over REST and the tool name over MCP, such as `create_checkout`. */
  readonly id: string;
  readonly verb: Verb;
  /** The root capability whose resource the operation is about. */
  readonly capability: string;
  /**
   * Names of the resource's identifiers, which are in the path or the tool's arguments and not in the payload, such
   * as `id`.
   */
  readonly identifiers: readonly string[];
  /** Identifiers that the payload must repeat because its own schema requires them. Absent for most operations. */
  readonly repeatedIdentifiers?: readonly string[];
  /** Members that every resource has and no error envelope, such as `id`: they distinguish the two. */
  readonly marks: readonly string[];
  /** The views of request and response in `surface`, for platforms with fewer capabilities. */
  readonly surface?: { readonly request?: SurfacePlace; readonly response?: SurfacePlace };
  /** The REST binding (§4.2 to §4.4). */
  readonly rest?: {
    readonly method: "DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT" | "TRACE";
    /** Path below the endpoint, such as `/checkout-sessions/{id}`. */
    readonly path: string;
    readonly parameters: readonly WireParameter[];
    readonly body: "required" | "optional" | "none";
    /** Status of the response with the resource. */
    readonly success: number;
  };
  /** The MCP binding (§4.5). */
  readonly mcp?: {
    readonly tool: string;
    /** The argument that holds the payload. */
    readonly payload?: string;
    /**
     * Identifiers that are part of the payload because the tool has no argument for them. Absent for most tools
     * (§4.5).
     */
    readonly payloadIdentifiers?: readonly string[];
    /** The arguments that are members of the request, if no argument holds it as a whole. */
    readonly members?: readonly string[];
    /** The member of the structured content that holds the resource. */
    readonly result: string;
    /** True if calls have `meta` (§4.5). Those of the first published release do not. */
    readonly meta: boolean;
    /** Where a call has its idempotency key: in `meta`, in an argument of its own, in both, or nowhere. */
    readonly idempotencyKey: { readonly required: boolean; readonly in: readonly string[] };
  };
}

/** The types of an operation, which exist for the compiler only. */
export interface OperationTypes {
  /** The request. Undefined if the platform sends nothing. */
  request: unknown;
  /** The resource in the response. Undefined if there is none. */
  response: unknown;
  /** The response without a resource: the error envelope (§7). */
  outcome: unknown;
  identifiers: string;
  transports: TransportName;
}

export type TransportName = "rest" | "mcp";

/** The types of all operations, by operation name. */
export type OperationMap<Operations> = { readonly [Id in keyof Operations]: OperationTypes };

/** The validators of an operation with every capability active. */
export interface OperationValidators {
  /** Absent if the platform sends nothing. */
  readonly request?: Validator<unknown>;
  /** Absent if the response has no resource. */
  readonly response?: Validator<unknown>;
  readonly outcome: Validator<unknown>;
  /** Validates all arguments of the tool. Absent without an MCP binding. */
  readonly arguments?: Validator<unknown>;
}

export interface Service {
  /** `dev.proto.shopping`. */
  readonly name: string;
  readonly version: string;
  /** The endpoints of the business, from its profile. */
  readonly endpoints: { readonly [Name in TransportName]?: string };
  readonly operations: readonly Operation[];
}

/** Operations that change nothing need no idempotency key (§4.8), although they may have one. */
export function changesState({ verb }: Operation): boolean {
  return !READS.has(verb);
}

/** `create_checkout` becomes `createCheckout`. */
export type MethodName<Id> = Id extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<MethodName<Tail> & string>}`
  : Id;

/** `MethodName` at run time. */
export function methodName(id: string): string {
  return id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A type without some of its members. Unlike `Omit`, it preserves named members next to an index signature, as in
 * payloads whose schema has `"additionalProperties": true`.
 */
export type WithoutMembers<Type, Name extends PropertyKey> = {
  [Member in keyof Type as Member extends Name ? never : Member]: Type[Member];
};

/** The declared member names of a type, without its index signature. */
export type NamedMember<Type> = keyof {
  [
    Member in keyof Type as string extends Member ? never : number extends Member ? never : Member
  ]: Type[Member];
};
