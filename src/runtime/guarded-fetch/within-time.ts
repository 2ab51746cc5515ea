/** An end for work that may have none. In: milliseconds, the caller's signal. Out: what came first. */

import { DocumentFetchError } from "../document/document-fetch-error.js";
import type { WebSignal } from "../rest/index.js";

/**
 * Does not wait for work that does not heed its signal, as looking up a name does not.
 * @throws DocumentFetchError TIMEOUT, ABORTED
 */
export function withinTime<Result>(
  milliseconds: number,
  caller: WebSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (error: DocumentFetchError): void => {
      reject(error);
      controller.abort(error);
    };
    const aborted = (): void => end(new DocumentFetchError("ABORTED", { cause: caller?.reason }));
    if (caller?.aborted) return aborted();
    const timer = setTimeout(() => end(new DocumentFetchError("TIMEOUT")), milliseconds);
    caller?.addEventListener("abort", aborted);
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        caller?.removeEventListener("abort", aborted);
      });
  });
}
