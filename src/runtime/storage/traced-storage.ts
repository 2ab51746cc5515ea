/** A storage whose questions are spans. */

import { inSpan, type Span, type Tracer } from "../tracing/span.js";
import type { Storage } from "./storage.js";

/**
 * The same storage, with a span for each question: `storage.get`, `storage.commit` and `storage.scan`. They name collections, and
 * count records; no key and no value is in them.
 */
export function tracedStorage(storage: Storage, tracer: Tracer): Storage {
  function asked<Result>(
    what: string,
    collections: readonly string[],
    ask: (span: Span | undefined) => Promise<Result>,
  ): Promise<Result> {
    const names = [...new Set(collections)].sort().join(" ");
    const attributes = { "storage.collections": names, "storage.records": collections.length };
    return inSpan(tracer, `storage.${what}`, ask, { kind: 2, attributes });
  }
  return {
    get: (keys) =>
      asked(
        "get",
        keys.map(({ collection }) => collection),
        () => storage.get(keys),
      ),
    commit: (writes) =>
      asked(
        "commit",
        writes.map(({ collection }) => collection),
        async (span) => {
          const result = await storage.commit(writes);
          span?.setAttribute("storage.result", result.kind);
          return result;
        },
      ),
    scan: (collection, options) =>
      asked("scan", [collection], async (span) => {
        const found = await storage.scan<never>(collection, options);
        span?.setAttribute("storage.records", found.length);
        return found;
      }),
    close: () => storage.close(),
  };
}
