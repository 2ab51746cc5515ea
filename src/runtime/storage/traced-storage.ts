/** A storage whose calls are spans. */

import { inSpan, type Span, type Tracer } from "../tracing/span.js";
import type { Storage } from "./storage.js";

/**
 * Wraps a storage so that each call has a span: `storage.get`, `storage.commit` or `storage.scan`, with the names of
 * collections and the number of records, but no keys or values.
 * @example
 * ```ts
 * import { createMemoryStorage, tracedStorage } from "@proto-gen/runtime/storage";
 * import { trace } from "@opentelemetry/api";
 *
 * const store = tracedStorage(createMemoryStorage(), trace.getTracer("shop"));
 * ```
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
