/** Readiness and graceful shutdown of a server, for load balancers, container platforms and signal handlers. */

import { ProtocolError } from "../error/index.js";
import { pause } from "../idempotency/pause.js";
import { jsonAnswer } from "../rest/index.js";
import { readRecord, type Storage } from "../storage/index.js";
import { withinTime } from "../time/within-time.js";
import type { Route } from "./transport.js";

/** `storage_unavailable`: the storage fails, so calls would get a 503. */
export type Readiness = "ready" | "stopping" | "storage_unavailable";

export interface StopOptions {
  /**
   * Time for which the server still takes calls, in milliseconds, so that a load balancer that polls `/readyz` can
   * redirect them first. Default: 0.
   */
  readonly delayMs?: number;
  /** Time that requests in flight may take to finish, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
}

export interface Lifecycle {
  readiness(): Promise<Readiness>;
  stop(options?: StopOptions): Promise<boolean>;
  /** Counts a request as in flight while it is being answered. */
  during<Result>(answer: () => Promise<Result>): Promise<Result>;
  /** The routes of `/healthz` and `/readyz`. Undefined for other paths. */
  probe(path: string): Route | undefined;
  /** @throws ProtocolError `temporarily_unavailable` once no more calls are taken */
  requireOpen(): void;
}

/** The storage is asked at most once in this time. */
const FRESH_MS = 1_000;
const STORAGE_MS = 2_000;
const STATUSES = { ready: 200, stopping: 503, storage_unavailable: 503 } as const;

export function createLifecycle(store: Storage): Lifecycle {
  let state: "open" | "stopping" | "closed" = "open";
  let inFlight = 0;
  let whenIdle: (() => void) | undefined;
  let latest: { readonly at: number; readonly isAvailable: Promise<boolean> } | undefined;
  let stopped: Promise<boolean> | undefined;

  function isAvailable(): Promise<boolean> {
    const at = Date.now();
    if (latest === undefined || Math.abs(at - latest.at) >= FRESH_MS)
      latest = { at, isAvailable: canBeAsked(store) };
    return latest.isAvailable;
  }

  async function readiness(): Promise<Readiness> {
    const isReady = state === "open" && (await isAvailable());
    if (isReady) return "ready";
    return state === "open" ? "storage_unavailable" : "stopping";
  }

  async function end({ delayMs = 0, timeoutMs = 10_000 }: StopOptions): Promise<boolean> {
    state = "stopping";
    if (delayMs > 0) await pause(delayMs);
    state = "closed";
    const idle = new Promise<void>((resolve) => (whenIdle = resolve));
    if (inFlight === 0) return true;
    const late = (): Error => new Error("requests were still in flight");
    const wait = withinTime(timeoutMs, undefined, () => idle, { timeout: late, aborted: late });
    return wait.then(
      () => true,
      () => false,
    );
  }

  const probes: Readonly<Record<string, Route>> = {
    "/healthz": probeOf(async () => jsonAnswer(200, { status: "alive" })),
    "/readyz": probeOf(async () => {
      const status = await readiness();
      return jsonAnswer(STATUSES[status], { status });
    }),
  };

  return {
    readiness,
    stop: (options = {}) => (stopped ??= end(options)),
    async during(answer) {
      inFlight += 1;
      try {
        return await answer();
      } finally {
        inFlight -= 1;
        if (inFlight === 0) whenIdle?.();
      }
    },
    probe: (path) => (Object.hasOwn(probes, path) ? probes[path] : undefined),
    requireOpen() {
      if (state !== "closed") return;
      const content = "The server is stopping. Retry: another server will take the call.";
      throw new ProtocolError("temporarily_unavailable", {
        content,
        headers: { "Retry-After": "1" },
      });
    },
  };
}

function probeOf(answer: () => ReturnType<Route["answer"]>): Route {
  return {
    isProbe: true,
    answer({ request: { method } }) {
      if (method === "GET" || method === "HEAD") return answer();
      throw new ProtocolError("method_not_allowed", { headers: { Allow: "GET, HEAD" } });
    },
  };
}

async function canBeAsked(store: Storage): Promise<boolean> {
  const late = (): Error => new Error("the storage did not answer in time");
  const ask = () => readRecord(store, "health", "ready");
  return withinTime(STORAGE_MS, undefined, ask, { timeout: late, aborted: late }).then(
    () => true,
    () => false,
  );
}
