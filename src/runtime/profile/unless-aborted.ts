/** Waiting for what others wait for, too. */

import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";

/**
 * What the work gives, or an error once the signal says so. The work goes on.
 * @throws ProtocolError request_aborted
 */
export function unlessAborted<Result>(
  work: Promise<Result>,
  signal: Cancellation,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(errorOf(signal.reason));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
    // Heard in any case: an error that nobody hears ends the process.
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

function errorOf(cause: unknown): ProtocolError {
  return cause instanceof ProtocolError ? cause : new ProtocolError("request_aborted", { cause });
}
