/** What a handler learns of its call, with a signal that is made when it asks for one. */

import type { Principal } from "../auth/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { Deadline } from "./deadline.js";
import type { CallContext } from "./handlers.js";

/** A class: an object's own accessors would be made anew for each call. */
export class DeadlineContext implements CallContext {
  readonly operation: string;
  readonly platform: CallContext["platform"];
  readonly principal: Principal;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly #deadline: Deadline;

  constructor(
    operation: string,
    platform: CallContext["platform"],
    principal: Principal,
    requestId: string | undefined,
    idempotencyKey: string | undefined,
    deadline: Deadline,
  ) {
    this.operation = operation;
    this.platform = platform;
    this.principal = principal;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.#deadline = deadline;
  }

  /** Made when a handler asks for it. */
  get signal(): Cancellation {
    return this.#deadline.signal;
  }
}
