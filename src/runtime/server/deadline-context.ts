/** The context of a call. Its signal and headers are created lazily, since most handlers use neither. */

import type { Principal } from "../auth/index.js";
import type { Cancellation } from "../time/cancellation.js";
import type { WebHeaders } from "../rest/index.js";
import type { Deadline } from "./deadline.js";
import type { CallContext } from "./handlers.js";

export interface SentParts extends Pick<
  CallContext,
  "operation" | "requestId" | "idempotencyKey" | "callId"
> {
  /** Undefined for a call that did not come over HTTP. */
  readonly headers: WebHeaders | undefined;
}

type Present = (resource: object, context: CallContext) => object;

/** A class, because object literals with accessors would create these for each call. */
export class DeadlineContext implements CallContext {
  readonly operation: string;
  readonly platform: CallContext["platform"];
  readonly principal: Principal;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly callId: string | undefined;
  readonly present: CallContext["present"];
  readonly #deadline: Deadline;
  readonly #sent: WebHeaders | undefined;
  #headers: CallHeaders | undefined;

  constructor(
    { operation, requestId, idempotencyKey, callId, headers }: SentParts,
    platform: CallContext["platform"],
    principal: Principal,
    deadline: Deadline,
    present: Present,
  ) {
    this.operation = operation;
    this.platform = platform;
    this.principal = principal;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.callId = callId;
    // Handlers take it out of the context.
    this.present = (resource) => present(resource, this);
    this.#deadline = deadline;
    this.#sent = headers;
  }

  get headers(): CallHeaders {
    this.#headers ??= callHeaders(this.#sent);
    return this.#headers;
  }

  get signal(): Cancellation {
    return this.#deadline.signal;
  }
}

/** The HTTP header fields of a call, as handlers read them. Works the same over REST and MCP. */
export interface CallHeaders {
  /**
   * Returns the value of a field, by its case-insensitive name. Null if the request lacks it. Repeated fields are
   * joined with ", ".
   */
  get(name: string): string | null;
}

/** @param sent undefined for a call that did not come over HTTP: it has no fields */
function callHeaders(sent: WebHeaders | undefined): CallHeaders {
  return Object.freeze({ get: (name: string) => sent?.get(name) ?? null });
}
