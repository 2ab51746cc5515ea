/**
 * The time that a call has. In: the caller's signal, milliseconds. Out: a signal for the handler, and an
 * end for whoever waits.
 */

import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { WebSignal } from "../rest/index.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare const AbortController: new () => {
  readonly signal: Cancellation;
  abort(reason: unknown): void;
};

/** A deadline makes a signal only if someone asks for one. */
export class Deadline {
  readonly #caller: WebSignal | undefined;
  #controller: InstanceType<typeof AbortController> | undefined;
  #reason: ProtocolError | undefined;

  constructor(caller: WebSignal | undefined) {
    this.#caller = caller;
  }

  /** Aborted when the caller goes away, or when the time is over. */
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
   * What `work` gives, or an error once the time is over. The work goes on: what it does in the end is
   * stored, and answers the same call when it comes again.
   *
   * @throws ProtocolError temporarily_unavailable
   */
  within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#end(milliseconds)), milliseconds);
      // Where the time was over first, nobody waits for what becomes of the work.
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
   * As a signal's, without making one: for work that nobody waits for any more, before it begins.
   *
   * @throws ProtocolError temporarily_unavailable once the caller has gone or the time is over
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
