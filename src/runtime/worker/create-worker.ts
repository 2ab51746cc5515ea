/**
 * Runs work that outlives its process. Tasks are committed together with their origin, and retried until they succeed
 * or are given up as dead. Concurrency is limited in total and per group, so that a slow host only delays its own
 * tasks.
 *
 * Tasks run at least once: a worker that dies after the work and before recording it leaves the task to another.
 * `perform` should therefore use an idempotency key derived from the task.
 */

import type { Storage, StoredRecord, RecordWrite } from "../storage/storage.js";
import { inSpan, setError, type Span, type Tracer } from "../tracing/span.js";
import { attempt, type TaskAttemptOptions } from "./attempt.js";
import {
  fullSchedule,
  type RetrySchedule,
  collectionsOf,
  taskKey,
  taskWrites,
  type NewTask,
  type Task,
  type TaskReport,
} from "./task.js";
import { TaskQueue, type ClaimedTask } from "./task-queue.js";

export interface WorkerLimits {
  /** Maximum number of concurrent tasks. Default: 16. */
  readonly concurrent?: number | undefined;
  /** Maximum number of concurrent tasks of one group. Default: as `concurrent`. */
  readonly perGroup?: number | undefined;
  /** Time limit of one attempt, in milliseconds. Default: 30,000. */
  readonly attemptMs?: number | undefined;
  /** Time after which another process takes over a task from a silent one, in milliseconds. Default: 60,000. */
  readonly leaseMs?: number | undefined;
  /** Polling interval of `start`, in milliseconds. Default: 1,000. */
  readonly pollMs?: number | undefined;
}

export interface WorkerOptions<Payload = object, Facts extends object = object> {
  /** The store of the tasks' origin: both are committed together. */
  readonly store: Storage;
  /** Name of the tasks' collection, and prefix of two others. */
  readonly name: string;
  /**
   * Performs a task. Returns undefined when it is done, `nextAt` if it continues later, or a failure. An error that
   * it throws is a failure with the code `failed`. The signal is aborted on timeout.
   */
  readonly perform: TaskAttemptOptions<Payload, Facts>["perform"];
  readonly schedule?: RetrySchedule | undefined;
  readonly limits?: WorkerLimits | undefined;
  /** Receives the outcome of each attempt. */
  readonly report?: ((report: TaskReport<Facts>) => void) | undefined;
  /** Called if the store fails when due tasks are read. */
  readonly unavailable?: ((cause: unknown) => void) | undefined;
  /**
   * Creates a span `task NAME` for each attempt, with its outcome. Use `trace.getTracer("shop")` of
   * `@opentelemetry/api`.
   */
  readonly tracer?: Tracer | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  /** Returns the share of the maximum delay to wait before a retry, from 0 up to, but not including, 1. */
  readonly random?: (() => number) | undefined;
}

/** Methods that return a promise reject with `StorageError` if the store fails. */
export interface Worker<Payload = object, Facts extends object = object> extends Pick<
  TaskQueue<Payload, Facts>,
  "list" | "dead" | "discard"
> {
  /**
   * Returns the writes to commit with the task's origin. Call `wake` afterwards.
   * @param code writes a task that can never succeed as a dead one
   */
  writes(task: NewTask<Payload, Facts>, code?: string): readonly RecordWrite[];
  /** Keeps performing due tasks until `close`. */
  start(): void;
  /** Makes a started worker look for due tasks at once. */
  wake(): void;
  /** Performs due tasks until none is due or running, for a scheduler of your own such as a cron job. */
  drain(): Promise<void>;
  /** Performs this task now if it is due and nobody works on it. Resolves after the attempt. */
  run(lane: string, sequence?: number): Promise<void>;
  /** Restarts a dead task, by its key. False if it does not exist. */
  revive(key: string): Promise<boolean>;
  /** Starts no more tasks, and resolves when none is running. Does not close the store. */
  close(): Promise<void>;
}

/** Number of due tasks to read if none of the first page can start. */
const PAGE = 1_000;
/** Delay for tasks of a full group if they fill a whole page. */
const PUSH_BACK_MS = 1_000;

/**
 * Creates a worker, which performs the tasks of one collection, at least once each. Commit a task's writes with its
 * origin, so that neither exists without the other.
 * @throws RangeError if the lease could end before an attempt does: two workers would perform one task at the same
 * time
 * @example
 * ```ts
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 * import { createWorker } from "@proto-gen/runtime/worker";
 *
 * const sent: string[] = [];
 * const store = createMemoryStorage();
 * const perform = async ({ payload }: { payload: { to: string } }) => void sent.push(payload.to);
 * const worker = createWorker({ store, name: "confirmation_email", perform });
 * await store.commit(worker.writes({ lane: "order_1", payload: { to: "ada@example.com" } }));
 * await worker.drain();
 * sent; // ["ada@example.com"]
 * ```
 */
export function createWorker<Payload extends object = object, Facts extends object = object>(
  options: WorkerOptions<Payload, Facts>,
): Worker<Payload, Facts> {
  const { store, name, now = Date.now, limits = {} } = options;
  const { attemptMs = 30_000, leaseMs = 60_000, pollMs = 1_000 } = limits;
  requireLease(leaseMs, attemptMs);
  const collections = collectionsOf(name);
  const queue = new TaskQueue<Payload, Facts>({ store, collections, leaseMs, now });
  const signal = createSignal();
  const starter = new TaskStarter(queue, createAttempt(options, queue, attemptMs), signal, options);
  let loop: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function loopUntilClosed(): Promise<void> {
    while (starter.isOpen) {
      const seen = signal.count;
      await starter.drain().catch((cause: unknown) => options.unavailable?.(cause));
      await signal.after(seen);
    }
  }

  return {
    writes: (task, code) => taskWrites(collections, task, now(), code),
    start() {
      if (!starter.isOpen || loop !== undefined) return;
      timer = setInterval(signal.send, pollMs);
      loop = loopUntilClosed();
    },
    wake: signal.send,
    drain: () => starter.drain(),
    run: (lane, sequence) => starter.run(taskKey(lane, sequence)),
    list: (page) => queue.list(page),
    dead: (page) => queue.dead(page),
    async revive(key) {
      const isRevived = await queue.revive(key);
      if (isRevived) signal.send();
      return isRevived;
    },
    discard: (key) => queue.discard(key),
    async close() {
      const ended = starter.close();
      clearInterval(timer);
      signal.send();
      await Promise.all([loop, ended]);
      await starter.ended();
    },
  };
}

/** Makes one attempt at a task, in its own span. Never rejects: a report that throws must not stop other tasks. */
type TaskAttempt<Payload, Facts extends object> = (
  claimed: ClaimedTask<Payload | undefined, Facts>,
) => Promise<void>;

function createAttempt<Payload extends object, Facts extends object>(
  options: WorkerOptions<Payload, Facts>,
  queue: TaskQueue<Payload, Facts>,
  attemptMs: number,
): TaskAttempt<Payload, Facts> {
  const { name, tracer, perform, now = Date.now, random = Math.random } = options;
  const schedule = fullSchedule(options.schedule);
  const attempting = { queue, perform, attemptMs, schedule, now, random };
  return (claimed) => {
    const work = async (span?: Span): Promise<void> => {
      const report = (each: TaskReport<Facts>): void => {
        span?.setAttribute("task.outcome", each.outcome);
        if (each.failure !== undefined) setError(span, each.failure.code);
        options.report?.(each);
      };
      await attempt({ ...attempting, report }, claimed);
    };
    const attributes = { "task.attempt": claimed.task.attempts };
    return inSpan(tracer, `task ${name}`, work, { kind: 4, attributes }).catch(() => undefined);
  };
}

/** Starts due tasks, as many at a time as the limits allow. */
class TaskStarter<Payload extends object, Facts extends object> {
  readonly #queue: TaskQueue<Payload, Facts>;
  readonly #attempt: TaskAttempt<Payload, Facts>;
  readonly #signal: Signal;
  readonly #concurrent: number;
  readonly #perGroup: number;
  readonly #now: () => number;
  /** Promises that resolve when the attempts end, by the keys of their tasks. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #groups = new Map<string, number>();
  #filling = Promise.resolve(false);
  isOpen = true;

  constructor(
    queue: TaskQueue<Payload, Facts>,
    attempt: TaskAttempt<Payload, Facts>,
    signal: Signal,
    { limits = {}, now = Date.now }: WorkerOptions<Payload, Facts>,
  ) {
    const { concurrent = 16 } = limits;
    this.#queue = queue;
    this.#attempt = attempt;
    this.#signal = signal;
    this.#concurrent = concurrent;
    this.#perGroup = limits.perGroup ?? concurrent;
    this.#now = now;
  }

  async drain(): Promise<void> {
    while (this.isOpen) {
      const seen = this.#signal.count;
      if (await this.#fillInTurn()) continue;
      if (this.#running.size === 0) return;
      await this.#signal.after(seen);
    }
  }

  async run(key: string): Promise<void> {
    const found = this.isOpen ? await this.#queue.find(key) : undefined;
    const claimed = found && (await this.#queue.claim(found));
    await (claimed === undefined ? this.#running.get(key) : this.#begin(claimed));
  }

  /** Starts no more tasks. Resolves when it has stopped looking for them. */
  async close(): Promise<void> {
    this.isOpen = false;
    await this.#filling.catch(() => false);
  }

  /** Resolves when no attempt is running. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  #isFull(): boolean {
    return !this.isOpen || this.#running.size >= this.#concurrent;
  }

  /** One call at a time, since two would read the same page. */
  #fillInTurn(): Promise<boolean> {
    this.#filling = this.#filling.catch(() => false).then(() => this.#fill());
    return this.#filling;
  }

  /** True if there may be more. Reads a larger page only if every task of the first one must wait. */
  async #fill(size = Math.min(2 * this.#concurrent, PAGE)): Promise<boolean> {
    if (this.#isFull()) return false;
    const page = await this.#queue.due(size);
    const kept: StoredRecord<Task<Facts>>[] = [];
    let hasMoved = false;
    for (const found of page) {
      if (this.#isFull()) return false;
      if (this.#running.has(found.key)) continue;
      if ((this.#groups.get(found.value.group) ?? 0) >= this.#perGroup) {
        kept.push(found);
        continue;
      }
      const claimed = await this.#queue.claim(found);
      if (claimed !== undefined) void this.#begin(claimed);
      hasMoved = true;
    }
    if (hasMoved || page.length < size) return hasMoved;
    if (size < PAGE) return this.#fill(PAGE);
    for (const each of kept) await this.#queue.pushBack(each, this.#now() + PUSH_BACK_MS);
    return kept.length > 0;
  }

  #begin(claimed: ClaimedTask<Payload | undefined, Facts>): Promise<void> {
    const { group } = claimed.task;
    this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1);
    const end = this.#attempt(claimed).then(() => {
      this.#running.delete(claimed.key);
      const left = (this.#groups.get(group) ?? 1) - 1;
      if (left > 0) this.#groups.set(group, left);
      else this.#groups.delete(group);
      this.#signal.send();
    });
    this.#running.set(claimed.key, end);
    return end;
  }
}

function requireLease(leaseMs: number, attemptMs: number): void {
  if (attemptMs >= 1 && leaseMs > attemptMs) return;
  throw new RangeError(`leaseMs must exceed attemptMs (${attemptMs}), found ${leaseMs}`);
}

/** Lets a loop wait for a signal. One sent between the loop's last check and its wait is not missed. */
interface Signal {
  /** The number of times that the signal was sent. */
  readonly count: number;
  send(): void;
  /** Resolves once `count` exceeds this number. */
  after(count: number): Promise<void>;
}

function createSignal(): Signal {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    get count() {
      return count;
    },
    send() {
      count += 1;
      const woken = waiting;
      waiting = [];
      for (const resume of woken) resume();
    },
    after: (seen) =>
      count > seen ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
  };
}
