/**
 * Work that outlives its process: tasks are committed with what they come from, and done until they succeed, or are dead. A
 * worker does so many at a time, and so many of one group, so that a slow host delays its own tasks alone.
 *
 * A task is done at least once: a worker that dies after the work and before its record is written leaves the task to another.
 * `perform` therefore uses an idempotency key that follows from the task.
 */

import type { Storage, StoredRecord, RecordWrite } from "../storage/index.js";
import { inSpan, setError, type Span, type Tracer } from "../tracing/span.js";
import { attempt, type AttemptOptions } from "./attempt.js";
import type { TaskReport } from "./outcome.js";
import { fullSchedule, type RetrySchedule } from "./retry-schedule.js";
import { createSignal } from "./signal.js";
import { collectionsOf, taskKey, taskWrites, type NewTask, type Task } from "./task.js";
import { createTaskQueue, type ClaimedTask, type TaskQueue } from "./task-queue.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare function setInterval(run: () => void, ms: number): unknown;
declare function clearInterval(timer: unknown): void;

export interface WorkerLimits {
  /** How many tasks run at a time. Default: 16. */
  readonly concurrent?: number | undefined;
  /** How many of one group run at a time. Default: as `concurrent`. */
  readonly perGroup?: number | undefined;
  /** How many milliseconds one attempt may take. Default: 30,000. */
  readonly attemptMs?: number | undefined;
  /** After how many milliseconds the task of a silent process is another's. Default: 60,000. */
  readonly leaseMs?: number | undefined;
  /** How often `start` looks for due tasks, in milliseconds. Default: 1,000. */
  readonly pollMs?: number | undefined;
}

export interface WorkerOptions<Payload = object, Facts extends object = object> {
  /** The one that has what the tasks come from: both are written in one commit. */
  readonly store: Storage;
  /** The collection of the tasks, and the beginning of the names of two more. */
  readonly name: string;
  /**
   * Does a task: returns undefined when it is done, `nextAt` if it goes on later, or a failure. An error that it throws is a
   * failure with the code `failed`. The signal is aborted when the attempt has taken too long.
   */
  readonly perform: AttemptOptions<Payload, Facts>["perform"];
  readonly schedule?: RetrySchedule | undefined;
  readonly limits?: WorkerLimits | undefined;
  /** Is told how each attempt ended. */
  readonly report?: ((report: TaskReport<Facts>) => void) | undefined;
  /** Is told if the store could not be asked what is due. */
  readonly unavailable?: ((cause: unknown) => void) | undefined;
  /** Makes a span of each attempt, `task NAME`, with its outcome. `trace.getTracer("shop")` of `@opentelemetry/api` is one. */
  readonly tracer?: Tracer | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** From 0 up to 1: which part of the longest wait passes before a retry. */
  readonly random?: (() => number) | undefined;
}

/** Every method that returns a promise rejects with `StorageError` if the store cannot be asked. */
export interface Worker<Payload = object, Facts extends object = object> extends Pick<
  TaskQueue<Payload, Facts>,
  "list" | "dead" | "discard"
> {
  /**
   * The writes to be committed with what the task comes from. Call `wake` afterwards.
   * @param code writes a task that can never be done, as a dead one
   */
  writes(task: NewTask<Payload, Facts>, code?: string): readonly RecordWrite[];
  /** Does due tasks from now on, until `close`. */
  start(): void;
  /** Has a started worker look for due tasks at once. */
  wake(): void;
  /** Does due tasks until none is due and none is running: for a scheduler of your own, such as a cron job. */
  drain(): Promise<void>;
  /** Does this task now, if it is due and nobody works on it; resolves after the attempt. */
  run(lane: string, sequence?: number): Promise<void>;
  /** Makes a dead task a new one, by its key; false if there is none. */
  revive(key: string): Promise<boolean>;
  /** Begins no more tasks, and resolves when none is running. The store stays open. */
  close(): Promise<void>;
}

/** How many due tasks are read at once if the first of them cannot begin. */
const PAGE = 1_000;
/** How long the tasks of a full group are put off if a whole page consists of them. */
const PUSH_BACK_MS = 1_000;

/** @throws RangeError if a lease ends before an attempt does: two workers would do one task at the same time */
export function createWorker<Payload extends object = object, Facts extends object = object>(
  options: WorkerOptions<Payload, Facts>,
): Worker<Payload, Facts> {
  const { store, name, perform, now = Date.now, random = Math.random } = options;
  const { limits = {} } = options;
  const { concurrent = 16, perGroup = concurrent } = limits;
  const { attemptMs = 30_000, leaseMs = 60_000, pollMs = 1_000 } = limits;
  requireLease(leaseMs, attemptMs);
  const collections = collectionsOf(name);
  const queue = createTaskQueue<Payload, Facts>({ store, collections, leaseMs, now });
  const schedule = fullSchedule(options.schedule);
  const report = options.report ?? (() => undefined);
  const attempting = { queue, perform, attemptMs, schedule, now, random };
  const signal = createSignal();
  const running = new Map<string, Promise<void>>();
  const groups = new Map<string, number>();
  let isOpen = true;
  let filling = Promise.resolve(false);
  let loop: Promise<void> | undefined;
  let timer: unknown;

  function attemptInSpan(claimed: ClaimedTask<Payload, Facts>): Promise<void> {
    const { attempts } = claimed.task;
    const span = { kind: 4, attributes: { "task.attempt": attempts } } as const;
    const work = async (span?: Span): Promise<void> => {
      const reportTo = (each: TaskReport<Facts>): void => {
        span?.setAttribute("task.outcome", each.outcome);
        if (each.failure !== undefined) setError(span, each.failure.code);
        report(each);
      };
      await attempt({ ...attempting, report: reportTo }, claimed);
    };
    return inSpan(options.tracer, `task ${name}`, work, span);
  }

  function begin(claimed: ClaimedTask<Payload, Facts>): Promise<void> {
    const { group } = claimed.task;
    groups.set(group, (groups.get(group) ?? 0) + 1);
    // A report that throws stops no other task.
    const end = attemptInSpan(claimed)
      .catch(() => undefined)
      .finally(() => {
        running.delete(claimed.key);
        const left = (groups.get(group) ?? 1) - 1;
        if (left > 0) groups.set(group, left);
        else groups.delete(group);
        signal.send();
      });
    running.set(claimed.key, end);
    return end;
  }

  function isFull(): boolean {
    return !isOpen || running.size >= concurrent;
  }

  /** Begins due tasks; true if there may be more. A larger page is read only if all of the first one has to wait. */
  async function fill(size = Math.min(2 * concurrent, PAGE)): Promise<boolean> {
    if (isFull()) return false;
    const page = await queue.due(size);
    const kept: StoredRecord<Task<Facts>>[] = [];
    let hasMoved = false;
    for (const found of page) {
      if (isFull()) return false;
      if (running.has(found.key)) continue;
      if ((groups.get(found.value.group) ?? 0) >= perGroup) {
        kept.push(found);
        continue;
      }
      const claimed = await queue.claim(found);
      if (claimed !== undefined) void begin(claimed);
      hasMoved = true;
    }
    if (hasMoved || page.length < size) return hasMoved;
    if (size < PAGE) return fill(PAGE);
    for (const each of kept) await queue.pushBack(each, now() + PUSH_BACK_MS);
    return kept.length > 0;
  }

  /** One at a time: two at once would read the same page. */
  function fillInTurn(): Promise<boolean> {
    filling = filling.catch(() => false).then(() => fill());
    return filling;
  }

  async function drain(): Promise<void> {
    while (isOpen) {
      const seen = signal.count;
      if (await fillInTurn()) continue;
      if (running.size === 0) return;
      await signal.after(seen);
    }
  }

  async function loopUntilClosed(): Promise<void> {
    while (isOpen) {
      const seen = signal.count;
      await drain().catch((cause: unknown) => options.unavailable?.(cause));
      await signal.after(seen);
    }
  }

  return {
    writes: (task, code) => taskWrites(collections, task, now(), code),
    start() {
      if (!isOpen || loop !== undefined) return;
      timer = setInterval(signal.send, pollMs);
      loop = loopUntilClosed();
    },
    wake: signal.send,
    drain,
    async run(lane, sequence) {
      const key = taskKey(lane, sequence);
      const found = isOpen ? await queue.find(key) : undefined;
      const claimed = found && (await queue.claim(found));
      await (claimed === undefined ? running.get(key) : begin(claimed));
    },
    list: queue.list,
    dead: queue.dead,
    async revive(key) {
      const isRevived = await queue.revive(key);
      if (isRevived) signal.send();
      return isRevived;
    },
    discard: queue.discard,
    async close() {
      isOpen = false;
      clearInterval(timer);
      signal.send();
      await Promise.all([loop, filling.catch(() => false)]);
      await Promise.all(running.values());
    },
  };
}

function requireLease(leaseMs: number, attemptMs: number): void {
  if (attemptMs >= 1 && leaseMs > attemptMs) return;
  throw new RangeError(`leaseMs must exceed the ${attemptMs} ms of an attempt; it is ${leaseMs}`);
}
