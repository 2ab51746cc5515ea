/** Waits for work that is shared with others. */

import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";

/**
 * Returns the result of `work`, or rejects once the signal is aborted. The work continues.
 * @throws ProtocolError `request_aborted`
 */
export function unlessAborted<Result>(
  work: Promise<Result>,
  signal: Cancellation,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(errorOf(signal.reason));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
    // Always handle the result: an unhandled rejection would end the process.
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

function errorOf(cause: unknown): ProtocolError {
  return cause instanceof ProtocolError ? cause : new ProtocolError("request_aborted", { cause });
}
