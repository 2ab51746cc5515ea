/**
 * What goes wrong on purpose, around the handlers. In: the faults that are wanted. Out: handlers that wait, or
 * that refuse before anything has happened.
 */

import { setTimeout as pause } from "node:timers/promises";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { CallContext } from "@proto-gen/runtime/server";
import type { Fault } from "../../src/mock/messages.js";
import type { Handlers } from "../storefront/src/generated/server.js";

const SLOW_MS = 3000;
const AGAIN = { "Retry-After": "1" };
/** Keys whose second try has not come: as many are remembered. */
const MOST_KEYS = 10_000;
const READING = /^(?:get|search|lookup)_/;

/** Throws, or waits, before a call is handled. */
type Obstacle = (context: CallContext) => Promise<void> | void;
type Handler = (request: never, context: CallContext) => unknown;

export function withFaults(faults: readonly Fault[]): (handlers: Handlers) => Handlers {
  const obstacles: readonly Obstacle[] = [
    ...(faults.includes("slow") ? [slow] : []),
    ...(faults.includes("fail") ? [failing()] : []),
  ];
  return (handlers) => {
    const wrapped = Object.entries<Handler>(handlers).map(([name, handler]) => [
      name,
      async (request: never, context: CallContext) => {
        for (const obstacle of obstacles) await obstacle(context);
        return handler(request, context);
      },
    ]);
    return Object.fromEntries(wrapped) as Handlers;
  };
}

async function slow({ signal }: CallContext): Promise<void> {
  try {
    await pause(SLOW_MS, undefined, { signal: signal as AbortSignal });
  } catch {
    // The caller went away, or the time is over; nothing has happened.
    throw new ProtocolError("temporarily_unavailable", { headers: AGAIN });
  }
}

/** The first try of a call that changes something, and every second call of any other kind. */
function failing(): Obstacle {
  const waiting = new Set<string>();
  const refusedLast = new Set<string>();

  function isSecond(seen: Set<string>, key: string): boolean {
    if (seen.delete(key)) return true;
    seen.add(key);
    for (const oldest of seen) {
      if (seen.size <= MOST_KEYS) break;
      seen.delete(oldest);
    }
    return false;
  }

  return ({ operation, idempotencyKey, platform }) => {
    const isRead = READING.test(operation) || idempotencyKey === undefined;
    const isServed = isRead
      ? isSecond(refusedLast, operation)
      : isSecond(waiting, JSON.stringify([platform.profile, operation, idempotencyKey]));
    if (!isServed) throw new ProtocolError("temporarily_unavailable", { headers: AGAIN });
  };
}
