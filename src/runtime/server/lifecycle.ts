/** Readiness and graceful shutdown of a server, for load balancers, container platforms and signal handlers. */

import { ProtocolError } from "../error/protocol-error.js";
import { jsonAnswer } from "../rest/answer.js";
import { readRecord, type Storage } from "../storage/storage.js";
import { withinTime, pause } from "../time/time.js";
import type { Route } from "./transport.js";

/** `storage_unavailable`: the storage fails, so calls would get a 503. */
export type Readiness = "ready" | "stopping" | "storage_unavailable";

export interface StopOptions {
  /**
   * Time for which the server still takes calls, in milliseconds, so that a load balancer that polls `/readyz` can
   * redirect them first. Default: 0.
   */
  readonly delayMs?: number | undefined;
  /** Time that requests in flight may take to finish, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** The storage is asked at most once in this time. */
const FRESH_MS = 1_000;
const STORAGE_MS = 2_000;
const STATUSES = { ready: 200, stopping: 503, storage_unavailable: 503 } as const;

export class Lifecycle {
  readonly #store: Storage;
  readonly #probes: Readonly<Record<string, Route>>;
  #state: "open" | "stopping" | "closed" = "open";
  #inFlight = 0;
  #whenIdle: (() => void) | undefined;
  #latest: { readonly at: number; readonly isAvailable: Promise<boolean> } | undefined;
  #stopped: Promise<boolean> | undefined;

  constructor(store: Storage) {
    this.#store = store;
    this.#probes = {
      "/healthz": probeOf(async () => jsonAnswer(200, { status: "alive" })),
      "/readyz": probeOf(async () => {
        const status = await this.readiness();
        return jsonAnswer(STATUSES[status], { status });
      }),
    };
  }

  async readiness(): Promise<Readiness> {
    const isReady = this.#state === "open" && (await this.#isAvailable());
    if (isReady) return "ready";
    return this.#state === "open" ? "storage_unavailable" : "stopping";
  }

  stop(options: StopOptions = {}): Promise<boolean> {
    return (this.#stopped ??= this.#end(options));
  }

  /** Counts a request as in flight while it is being answered. */
  async during<Result>(answer: () => Promise<Result>): Promise<Result> {
    this.#inFlight += 1;
    try {
      return await answer();
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#whenIdle?.();
    }
  }

  /** The routes of `/healthz` and `/readyz`. Undefined for other paths. */
  probe(path: string): Route | undefined {
    return Object.hasOwn(this.#probes, path) ? this.#probes[path] : undefined;
  }

  /** @throws ProtocolError `temporarily_unavailable` once no more calls are taken */
  requireOpen(): void {
    if (this.#state !== "closed") return;
    const content = "The server is stopping. Retry: another server will take the call.";
    throw new ProtocolError("temporarily_unavailable", {
      content,
      headers: { "Retry-After": "1" },
    });
  }

  #isAvailable(): Promise<boolean> {
    const at = Date.now();
    if (this.#latest === undefined || Math.abs(at - this.#latest.at) >= FRESH_MS)
      this.#latest = { at, isAvailable: canBeAsked(this.#store) };
    return this.#latest.isAvailable;
  }

  async #end({ delayMs = 0, timeoutMs = 10_000 }: StopOptions): Promise<boolean> {
    this.#state = "stopping";
    if (delayMs > 0) await pause(delayMs);
    this.#state = "closed";
    const idle = new Promise<void>((resolve) => (this.#whenIdle = resolve));
    if (this.#inFlight === 0) return true;
    const late = (): Error => new Error("requests were still in flight");
    const wait = withinTime(timeoutMs, undefined, () => idle, { timeout: late, aborted: late });
    return wait.then(
      () => true,
      () => false,
    );
  }
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
