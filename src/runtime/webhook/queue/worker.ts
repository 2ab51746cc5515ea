/**
 * Does what is due: in a loop of its own, or once for who asks. In: a queue, what to do with a task. It
 * does so many at a time, and so many of one group, so that a slow host holds up itself alone.
 */

import type { Cancellation } from "../../idempotency/index.js";
import type { StoredRecord } from "../../storage/index.js";
import { attempt } from "./attempt.js";
import { createBell } from "./bell.js";
import type { Outcome, Settled } from "./outcome.js";
import type { RetrySchedule } from "./retry-schedule.js";
import type { Task } from "./task.js";
import type { ClaimedTask, TaskQueue } from "./task-queue.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare function setInterval(run: () => void, ms: number): unknown;
declare function clearInterval(timer: unknown): void;

export interface WorkerLimits {
  /** How many at a time. */
  readonly concurrent: number;
  /** And how many of them of one group. */
  readonly perGroup: number;
  /** How long an attempt may take; less than the lease of a claim. */
  readonly attemptMs: number;
  /** How often it is looked whether something is due. */
  readonly pollMs: number;
}

export interface WorkerOptions<Facts extends object, Payload> {
  readonly queue: TaskQueue<Facts, Payload>;
  /** What it throws is a failure. */
  readonly perform: (
    claimed: ClaimedTask<Facts, Payload>,
    signal: Cancellation,
  ) => Promise<Outcome>;
  readonly schedule: Required<RetrySchedule>;
  readonly limits: WorkerLimits;
  readonly now: () => number;
  readonly random: () => number;
  readonly settled: (what: Settled<Facts>) => void;
  /** The store could not be asked for what is due. */
  readonly failed: (cause: unknown) => void;
}

export interface Worker {
  /** From now on, until it is closed. */
  start(): void;
  /** Something may be due. */
  wake(): void;
  /** Resolves when nothing is due any more and nothing is under way. Rejects where the store does. */
  drain(): Promise<void>;
  /** Begins nothing more, and resolves when nothing is under way. */
  close(): Promise<void>;
}

/** Of what is due, so much is looked at together where the first of it cannot begin. */
const PAGE = 1_000;
/** What a full group keeps out steps back so far, where it hides what is behind it. */
const STEP_BACK_MS = 1_000;

export function createWorker<Facts extends object, Payload>(
  options: WorkerOptions<Facts, Payload>,
): Worker {
  const { queue, limits, now } = options;
  const bell = createBell();
  const flights = new Map<string, Promise<void>>();
  const groups = new Map<string, number>();
  let open = true;
  let filling = Promise.resolve(false);
  let running: Promise<void> | undefined;
  let timer: unknown;

  function launch(claimed: ClaimedTask<Facts, Payload>): void {
    const { group } = claimed.task;
    groups.set(group, (groups.get(group) ?? 0) + 1);
    // A log that throws stops nobody.
    const flight = attempt(options, claimed)
      .catch(() => undefined)
      .finally(() => {
        flights.delete(claimed.key);
        const left = (groups.get(group) ?? 1) - 1;
        if (left > 0) groups.set(group, left);
        else groups.delete(group);
        bell.ring();
      });
    flights.set(claimed.key, flight);
  }

  function isFull(): boolean {
    return !open || flights.size >= limits.concurrent;
  }

  /** Begins what may begin; true where there may be more. */
  async function fill(): Promise<boolean> {
    return (await fillFrom(2 * limits.concurrent)) || (await fillFrom(PAGE));
  }

  async function fillFrom(size: number): Promise<boolean> {
    if (isFull()) return false;
    const page = await queue.due(size);
    const kept: StoredRecord<Task<Facts>>[] = [];
    let moved = false;
    for (const found of page) {
      if (isFull()) return false;
      if (flights.has(found.key)) continue;
      if ((groups.get(found.value.group) ?? 0) >= limits.perGroup) {
        kept.push(found);
        continue;
      }
      const claimed = await queue.claim(found);
      if (claimed !== undefined) launch(claimed);
      moved = true;
    }
    if (moved || page.length < PAGE) return moved;
    for (const each of kept) await queue.pushBack(each, now() + STEP_BACK_MS);
    return kept.length > 0;
  }

  /** One at a time: two would look at the same page. */
  function fillInTurn(): Promise<boolean> {
    filling = filling.catch(() => false).then(fill);
    return filling;
  }

  async function drain(): Promise<void> {
    while (open) {
      const heard = bell.rings;
      if (await fillInTurn()) continue;
      if (flights.size === 0) return;
      await bell.after(heard);
    }
  }

  async function run(): Promise<void> {
    while (open) {
      const heard = bell.rings;
      await drain().catch(options.failed);
      await bell.after(heard);
    }
  }

  async function close(): Promise<void> {
    open = false;
    clearInterval(timer);
    bell.ring();
    await Promise.all([running, filling.catch(() => false)]);
    await Promise.all(flights.values());
  }

  return {
    start() {
      if (!open || running !== undefined) return;
      timer = setInterval(() => bell.ring(), limits.pollMs);
      running = run();
    },
    wake: () => bell.ring(),
    drain,
    close,
  };
}
