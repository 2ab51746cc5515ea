/** Your handlers, one function per operation, and what they receive. */

import type {
  WithoutMembers,
  MethodName,
  OperationMap,
  OperationTypes,
  RequestOf,
} from "../service/operation.js";
import type { Principal } from "../auth/check.js";
import type { BusinessOutcome } from "../envelope/business-outcome.js";
import type { CapabilityConfigs } from "../envelope/create-negotiator.js";
import type { Envelope } from "../envelope/create-envelope.js";
import type { Cancellation } from "../time/time.js";
import type { CallHeaders } from "./deadline-context.js";

export type { RequestOf } from "../service/operation.js";

/** The calling platform. */
export interface CallingPlatform {
  /**
   * URL of its profile (§5.3). Undefined if the call names none, which requires `releaseValues.platformProfile`
   * `optional`.
   */
  readonly profile: string | undefined;
  /** The negotiated capabilities. */
  readonly capabilities: ReadonlySet<string>;
  /** The platform's configuration of each capability, from its profile. */
  readonly configs: CapabilityConfigs;
  /** The envelope of every response to it (§2.2). */
  readonly envelope: Envelope;
}

/** What a handler learns of a call besides its request. */
export interface CallContext {
  /** `create_checkout`. */
  readonly operation: string;
  readonly platform: CallingPlatform;
  /** The caller, of kind `open` if the operation needs no authentication. */
  readonly principal: Principal;
  /** For correlating logs (§4.8). */
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /**
   * Identifies a call across its retries under an idempotency key (§4.8). Store it with an effect to recognize a
   * retry whose first answer was lost. Undefined for a call without a key, or one that changes nothing.
   */
  readonly callId: string | undefined;
  /**
   * Grows with each attempt at the effect of one `callId`: a later attempt begins when the process of an earlier one is silent for
   * longer than `idempotency.leaseMs`. A system behind the handler that refuses a lower token than it has seen for the `callId` has no
   * late effect of the earlier attempt. Undefined where `callId` is.
   */
  readonly fencingToken?: number | undefined;
  /**
   * The headers of the HTTP request, over REST and MCP, for what your own proxy adds. Callers can send any header:
   * trust one only if the proxy sets or removes it in every request. Empty in a context of `contextFor`.
   */
  readonly headers: CallHeaders;
  /**
   * The languages that texts should be in, best first (BCP 47): `context.language` of the request, then
   * `Accept-Language`. See `matchLanguage`. Empty if the caller names none, and in a context of `contextFor`.
   */
  readonly languages: readonly string[];
  /** Aborted when the caller disconnects, the time is over, or another attempt has taken over (see `fencingToken`). */
  readonly signal: Cancellation;
  /**
   * Returns a resource as this platform would receive it: in its envelope, projected to what it negotiated, before
   * finishers. For handlers that store what they answer.
   * @throws InvalidAnswer if the resource cannot be sent
   */
  readonly present: (resource: object) => object;
}

/** The resource without its envelope, which the server adds, or the reason why there is none. */
export type AnswerOf<Each extends OperationTypes, Envelope extends string> =
  | ([Each["response"]] extends [undefined]
      ? undefined
      : WithoutMembers<Each["response"], Envelope>)
  | BusinessOutcome;

export type Handler<Each extends OperationTypes, Envelope extends string> = (
  request: RequestOf<Each>,
  context: CallContext,
) => Promise<AnswerOf<Each, Envelope>> | AnswerOf<Each, Envelope>;

export type Handlers<Operations extends OperationMap<Operations>, Envelope extends string> = {
  readonly [Id in keyof Operations as MethodName<Id>]: Handler<Operations[Id], Envelope>;
};
