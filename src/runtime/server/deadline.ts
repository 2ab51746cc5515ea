/** The time limit of a call. It aborts the handler's signal and ends the wait of whoever asked for the result. */

import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../time/cancellation.js";
import type { WebSignal } from "../rest/index.js";

/** Creates a signal only on demand. */
export class Deadline {
  readonly #caller: WebSignal | undefined;
  #controller: InstanceType<typeof AbortController> | undefined;
  #reason: ProtocolError | undefined;

  constructor(caller: WebSignal | undefined) {
    this.#caller = caller;
  }

  /** Aborted when the caller disconnects or the time is over. */
  get signal(): Cancellation {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const caller = this.#caller;
    if (this.#reason !== undefined) controller.abort(this.#reason);
    else if (caller?.aborted) controller.abort(caller.reason);
    else caller?.addEventListener("abort", () => controller.abort(caller.reason));
    return controller.signal;
  }

  /**
   * Returns the result of `work`, or rejects when the time is over. The work continues: its result is stored and
   * answers a retry.
   * @throws ProtocolError `temporarily_unavailable`
   */
  within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#end(milliseconds)), milliseconds);
      // After a timeout, the result has no effect here.
      work.then(
        (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  }

  /**
   * Like the signal's method, without creating a signal. Call it before starting work that nobody may be waiting for.
   * @throws ProtocolError `temporarily_unavailable` once the caller has disconnected or the time is over
   */
  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
    if (this.#caller?.aborted) throw comeAgain(this.#caller.reason);
  }

  #end(milliseconds: number): ProtocolError {
    const error = comeAgain(new Error(`the handler took longer than ${milliseconds} ms`));
    this.#reason = error;
    this.#controller?.abort(error);
    return error;
  }
}

function comeAgain(cause: unknown): ProtocolError {
  return new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" }, cause });
}
