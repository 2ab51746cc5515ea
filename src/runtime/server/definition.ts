/** What a server is made of: generated data, the business's profile, and ports. */

import type { ResponseHandlers } from "../envelope/index.js";
import type { IdempotencyStore } from "../idempotency/index.js";
import type { Agreement } from "../negotiation/index.js";
import type { BodyLimits, HeaderLimits } from "../rest/index.js";
import type { Surface } from "../schema/index.js";
import type { OperationMap, Service } from "../service/index.js";
import type { CallContext } from "./handlers.js";
import type { PlatformProfiles } from "./platforms.js";

/** From generated modules: `negotiation.ts`, `surface.ts`, and one of `services/`. */
export interface ServerDefinition<
  Operations extends OperationMap<Operations>,
  Name extends string = string,
> {
  /** The protocol's name: the envelope's member. */
  readonly name: Name;
  readonly agreement: Agreement;
  readonly surface: Surface;
  readonly service: Service<Operations>;
}

/** What happened, without what was said: no body, no credential, no key. */
export interface LogEntry {
  readonly level: "info" | "error";
  readonly operation: string | undefined;
  readonly requestId: string | undefined;
  readonly status: number;
  /** Of a protocol error. */
  readonly code?: string;
  /** Why an answer was not sent: the issues of a handler's answer, or what it threw. */
  readonly cause?: unknown;
}

export interface ServerOptions {
  /** The profile that `/.well-known/<name>` publishes; its registries' shape is that of envelopes. */
  readonly profile: object;
  readonly platforms: PlatformProfiles;
  /** Where a buyer can go on when the platform and the business have nothing in common: https. */
  readonly continueUrl: string;
  /** In memory unless given. */
  readonly idempotency?: IdempotencyStore;
  /** What the resource can be paid with (§2.5), in the variant for responses; none unless given. */
  readonly paymentHandlers?: (
    resource: object,
    context: CallContext,
  ) => ResponseHandlers | undefined;
  readonly limits?: HeaderLimits & BodyLimits;
  readonly log?: (entry: LogEntry) => void;
}
