/** What a handler learns of its call, with a signal that is made when it asks for one. */

import type { Principal } from "../auth/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { Deadline } from "./deadline.js";
import type { CallContext } from "./handlers.js";

type Asked = Pick<CallContext, "operation" | "requestId" | "idempotencyKey">;

/** A class: an object's own accessors would be made anew for each call. */
export class DeadlineContext implements CallContext {
  readonly operation: string;
  readonly platform: CallContext["platform"];
  readonly principal: Principal;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly present: CallContext["present"];
  readonly #deadline: Deadline;

  constructor(
    { operation, requestId, idempotencyKey }: Asked,
    platform: CallContext["platform"],
    principal: Principal,
    deadline: Deadline,
    present: CallContext["present"],
  ) {
    this.operation = operation;
    this.platform = platform;
    this.principal = principal;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.present = present;
    this.#deadline = deadline;
  }

  /** Made when a handler asks for it. */
  get signal(): Cancellation {
    return this.#deadline.signal;
  }
}
