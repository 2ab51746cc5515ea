/** Every request, once it is answered: what it was, and what the business says of it. */

import { AsyncLocalStorage } from "node:async_hooks";
import type { LogEntry } from "@proto-gen/runtime/server";
import type { Answered } from "../../src/cli/mock/messages.js";
import type { Answering } from "../storefront/src/listeners.js";

export interface RequestLog {
  front(server: Answering): Answering;
  log(entry: LogEntry): void;
}

export function createRequestLog(onAnswered: (answered: Answered) => void): RequestLog {
  /** Which request an entry is about: it does not say that itself. */
  const running = new AsyncLocalStorage<{ entry?: LogEntry }>();
  return {
    front: (server) => ({
      async answer(request, connection) {
        const since = performance.now();
        const call: { entry?: LogEntry } = {};
        const answer = await running.run(call, () => server.answer(request, connection));
        const milliseconds = Math.round(performance.now() - since);
        const { operation, status = answer.status, code, cause } = call.entry ?? {};
        onAnswered({
          kind: "answered",
          method: request.method,
          path: new URL(request.url).pathname,
          status,
          milliseconds,
          ...(operation === undefined ? {} : { operation }),
          ...(code === undefined ? {} : { code }),
          ...(cause === undefined ? {} : { cause: String(cause) }),
        });
        return answer;
      },
    }),
    log(entry) {
      const call = running.getStore();
      if (call !== undefined) call.entry = entry;
    },
  };
}
