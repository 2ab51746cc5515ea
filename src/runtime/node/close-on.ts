/** What closes a server from outside: signals to the process, and an `AbortSignal`. */

import process from "node:process";

/** Calls `close` once for the first of them. Out: what stops waiting for any. */
export function closeOn(
  signals: readonly NodeJS.Signals[],
  abort: AbortSignal | undefined,
  close: () => void,
): () => void {
  for (const name of signals) process.once(name, close);
  abort?.addEventListener("abort", close, { once: true });
  return () => {
    for (const name of signals) process.off(name, close);
    abort?.removeEventListener("abort", close);
  };
}
