/** What a business writes: one function an operation. */

import type { WithoutMembers } from "../service/without-members.js";
import type { Principal } from "../auth/index.js";
import type { BusinessOutcome, CapabilityConfigs, Envelope } from "../envelope/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { MethodName, OperationMap, OperationTypes, RequestOf } from "../service/index.js";
import type { CallHeaders } from "./call-headers.js";

export type { RequestOf } from "../service/index.js";

/** The platform that calls. */
export interface CallingPlatform {
  /** URL of its profile (§5.3); undefined for a call that names none, where `releaseValues.platformProfile` is `optional`. */
  readonly profile: string | undefined;
  /** What it and the business both have. */
  readonly capabilities: ReadonlySet<string>;
  /** What its profile says of each of them. */
  readonly configs: CapabilityConfigs;
  /** What every answer to it carries (§2.2). */
  readonly envelope: Envelope;
}

/** What a handler learns of a call beside its request. */
export interface CallContext {
  /** `create_checkout`. */
  readonly operation: string;
  readonly platform: CallingPlatform;
  /** Who calls; of kind `open` where the operation asks nobody who it is. */
  readonly principal: Principal;
  /** For traces (§4.8). */
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /**
   * The same for each retry of a call under its idempotency key, and for no other call (§4.8): store it with an effect to recognize a
   * retry whose first answer was lost. Undefined for a call without a key, or one that changes nothing.
   */
  readonly callId: string | undefined;
  /**
   * The headers of the HTTP request, over REST and over MCP, for what the business's own proxy adds to requests. Callers can send any
   * header, so trust one only if the proxy sets or removes it in every request. The context of `contextFor` has none.
   */
  readonly headers: CallHeaders;
  /** Aborted when the caller goes away or the time is over. */
  readonly signal: Cancellation;
  /**
   * A resource of this operation as this platform would get it: in its envelope, with what it has agreed to,
   * without what finishers add. For handlers that keep what they answer.
   * @throws InvalidAnswer where the server could not send it
   */
  readonly present: (resource: object) => object;
}

/** The resource without its envelope, which the server adds; or why there is none. */
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
