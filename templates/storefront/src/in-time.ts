/** Work of others that may never end. In: how long it is waited for. Out: what it gives, or an error. */

import { once } from "node:events";

/**
 * @param work its signal is aborted when nobody waits any longer
 * @throws the signal's reason, a TimeoutError, once the time is over
 */
export function inTime<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(milliseconds);
  const tooLate = once(signal, "abort").then(() => {
    throw signal.reason;
  });
  return Promise.race([work(signal), tooLate]);
}
