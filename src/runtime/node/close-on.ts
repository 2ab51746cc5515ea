/** Closes a server on process signals or an `AbortSignal`. */

import process from "node:process";

/** Calls `close` once, on the first of them. Returns a function that removes the listeners. */
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
