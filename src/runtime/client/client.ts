/** A client's type: one method an operation, over a service's operations. */

import type { BusinessOutcome } from "../envelope/index.js";
import type { Agreement } from "../negotiation/index.js";
import type {
  MethodName,
  OperationMap,
  OperationTypes,
  RequestOf,
  TransportName,
} from "../service/index.js";
import type { CallOptions } from "./definition.js";
import type { Drift } from "./drift.js";

type Empty = Readonly<Record<never, never>>;

/** The resource in its envelope, or why there is none: `instanceof BusinessOutcome` tells. */
export type ResultOf<Each extends OperationTypes> =
  | ([Each["response"]] extends [undefined] ? undefined : Each["response"])
  | BusinessOutcome<Each["outcome"]>;

/**
 * Takes the payload with what names the resource; nothing, where nothing is required.
 *
 * Throws a `ProtocolError` for what the business says (§7), a `ClientError` for everything else.
 */
export type Method<Each extends OperationTypes> =
  Empty extends RequestOf<Each>
    ? (request?: RequestOf<Each>, options?: CallOptions) => Promise<ResultOf<Each>>
    : (request: RequestOf<Each>, options?: CallOptions) => Promise<ResultOf<Each>>;

/**
 * The business as its profile shows it: it is read again once it has expired (§9.6). Of one that is known by its endpoint alone,
 * `url` and `profile` throw a `ClientError`.
 */
export interface Business {
  /** Of its profile. */
  readonly url: string;
  readonly profile: Readonly<Record<string, unknown>>;
  /** By the names of services: where calls go. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** What is active of what the code was generated for, and what is not, and why. */
  readonly agreement: Agreement;
  /** What differs from what the code was generated for; empty where nothing does. */
  readonly drift: readonly Drift[];
}

/** No operation's name has a `$`. */
export interface ClientMembers {
  readonly $business: Business;
  /** Ends its connections, if it has any: over REST there are none. A later call makes new ones. */
  $close(): Promise<void>;
}

/** Only what is called over `Via`. */
export type Client<
  Operations extends OperationMap<Operations>,
  Via extends TransportName = "rest",
> = ClientMembers & {
  readonly [
    Id in keyof Operations as [Via] extends [Operations[Id]["transports"]] ? MethodName<Id> : never
  ]: Method<Operations[Id]>;
};
