/** The type of a client: one method per operation. */

import type { BusinessOutcome } from "../envelope/business-outcome.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type {
  MethodName,
  OperationMap,
  OperationTypes,
  RequestOf,
  TransportName,
} from "../service/operation.js";
import type { CallOptions } from "./definition.js";
import type { Drift } from "./drift.js";

type Empty = Readonly<Record<never, never>>;

/** The resource in its envelope, or a `BusinessOutcome` that says why there is no resource. Check with `instanceof`. */
export type ResultOf<Each extends OperationTypes> =
  | ([Each["response"]] extends [undefined] ? undefined : Each["response"])
  | BusinessOutcome<Each["outcome"]>;

/**
 * Takes the payload together with the identifiers; the argument is optional if nothing is required.
 *
 * Throws a `ProtocolError` for errors that the business reports (§7), and a `ClientError` for all others.
 */
export type Method<Each extends OperationTypes> =
  Empty extends RequestOf<Each>
    ? (request?: RequestOf<Each>, options?: CallOptions) => Promise<ResultOf<Each>>
    : (request: RequestOf<Each>, options?: CallOptions) => Promise<ResultOf<Each>>;

/**
 * The business according to its profile, which is fetched again once it has expired (§9.6). If only its endpoint is
 * known, `url` and `profile` throw a `ClientError`.
 */
export interface Business {
  /** URL of the profile. */
  readonly url: string;
  readonly profile: Readonly<Record<string, unknown>>;
  /** The endpoints to call, by service name. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Which of the generated capabilities are active, and why the others are not. */
  readonly agreement: Agreement;
  /** Differences from what the code was generated for. Empty if there are none. */
  readonly drift: readonly Drift[];
}

/** No operation's name contains `$`, so these cannot collide. */
export interface ClientMembers {
  readonly $business: Business;
  /** Closes open connections, if the transport has any; REST does not. A later call opens new ones. */
  $close(): Promise<void>;
}

/** One method per operation available over `Via`. */
export type Client<
  Operations extends OperationMap<Operations>,
  Via extends TransportName = "rest",
> = ClientMembers & {
  readonly [
    Id in keyof Operations as [Via] extends [Operations[Id]["transports"]] ? MethodName<Id> : never
  ]: Method<Operations[Id]>;
};
