/**
 * Claims on tasks, for workers in one or several processes. A claim is a lease: its holder writes over the version of
 * the claim, so a worker that was presumed dead cannot settle a task that another one holds.
 */

import {
  ABSENT,
  hasCommitted,
  readRecord,
  type RecordWrite,
  type Storage,
  type StoredRecord,
} from "../storage/index.js";
import { newTask, taskKey, taskWrite, type Collections, type DeadTask, type Task } from "./task.js";

declare const crypto: { randomUUID(): string };

export interface TaskQueueOptions {
  readonly store: Storage;
  readonly collections: Collections;
  /** A worker that is silent for longer is presumed dead. Milliseconds. */
  readonly leaseMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ClaimedTask<Payload = unknown, Facts extends object = object> {
  readonly key: string;
  readonly task: Task<Facts>;
  /** Fencing token: grows with each claim of the task. */
  readonly version: number;
  readonly payload: Payload;
  readonly payloadVersion: number;
}

type Page = { readonly after?: string | undefined; readonly limit: number };

/** Methods reject with `StorageError` if the store fails. */
export interface TaskQueue<Payload, Facts extends object> {
  due(limit: number): Promise<readonly StoredRecord<Task<Facts>>[]>;
  /** Undefined if the task does not exist or is not due. */
  find(key: string): Promise<StoredRecord<Task<Facts>> | undefined>;
  /** Undefined if an earlier task of the lane is pending, or another worker claimed this one. */
  claim(found: StoredRecord<Task<Facts>>): Promise<ClaimedTask<Payload, Facts> | undefined>;
  /** Delays the task, so that a scan finds those after it. */
  pushBack(found: StoredRecord<Task<Facts>>, nextAt: number): Promise<void>;
  /** Removes the task. This and the next three return false if another worker has claimed it since. */
  finish(claimed: ClaimedTask<Payload, Facts>): Promise<boolean>;
  /** Schedules another attempt after a failure. */
  postpone(claimed: ClaimedTask<Payload, Facts>, nextAt: number): Promise<boolean>;
  /** Schedules the task again after a success, as if it were new. */
  reschedule(claimed: ClaimedTask<Payload, Facts>, nextAt: number): Promise<boolean>;
  /** Makes the task a dead one, so that its lane continues. */
  bury(claimed: ClaimedTask<Payload, Facts>, code: string): Promise<boolean>;
  /** All tasks, ordered by key. */
  list(page: Page): Promise<readonly StoredRecord<Task<Facts>>[]>;
  dead(page: Page): Promise<readonly StoredRecord<DeadTask<Facts>>[]>;
  /** Restarts a dead task. False if it does not exist. */
  revive(key: string): Promise<boolean>;
  /** Deletes a dead task. False if it does not exist. */
  discard(key: string): Promise<boolean>;
}

/** A task that waits for an earlier one is checked again after this time, in case nothing wakes it. */
const WAIT_MS = 1_000;

export function createTaskQueue<Payload, Facts extends object>({
  store,
  collections,
  leaseMs,
  now,
}: TaskQueueOptions): TaskQueue<Payload, Facts> {
  const { tasks, payloads, dead } = collections;

  async function write(key: string, task: Task, expected: number): Promise<boolean> {
    return hasCommitted(store, [taskWrite(collections, key, task, expected)]);
  }

  function removal(collection: string, key: string, expected: number): RecordWrite {
    return { collection, key, value: undefined, expected };
  }

  /** The previous task of the lane, if it still exists. */
  async function before({ lane, sequence }: Task): Promise<Task | undefined> {
    if (sequence === 1) return undefined;
    return (await readRecord<Task>(store, tasks, taskKey(lane, sequence - 1)))?.value;
  }

  async function claim({ key, value: task, version }: StoredRecord<Task<Facts>>) {
    const earlier = await before(task);
    if (earlier !== undefined) {
      const nextAt = Math.max(earlier.nextAt, now() + WAIT_MS);
      await write(key, { ...task, nextAt, claim: undefined, waits: true }, version);
      return undefined;
    }
    const time = now();
    const { attempts, firstAttemptAt = time } = task;
    const begun: Task<Facts> = {
      ...task,
      attempts: attempts + 1,
      firstAttemptAt,
      nextAt: time + leaseMs,
      claim: crypto.randomUUID(),
      waits: undefined,
    };
    const result = await store.commit([taskWrite(collections, key, begun, version)]);
    if (result.kind !== "committed") return undefined;
    const payload = await readRecord<Payload>(store, payloads, key);
    const [held = ABSENT] = result.versions;
    if (payload === undefined) return undefined;
    const { value, version: payloadVersion } = payload;
    return { key, task: begun, version: held, payload: value, payloadVersion };
  }

  /**
   * Wakes the next task of the lane, unless it is scheduled for later anyway. If this fails, that task's wait ends by
   * itself.
   */
  async function wakeNext({ lane, sequence }: Task): Promise<void> {
    const key = taskKey(lane, sequence + 1);
    const next = await readRecord<Task>(store, tasks, key);
    if (next?.value.waits !== true || next.value.nextAt <= now()) return;
    await write(key, { ...next.value, nextAt: now(), waits: undefined }, next.version);
  }

  /** Replaces the claimed task, then wakes the task that waits for it. */
  async function replace(
    { key, task, version }: ClaimedTask<Payload, Facts>,
    writes: readonly RecordWrite[],
  ): Promise<boolean> {
    const done = await hasCommitted(store, [removal(tasks, key, version), ...writes]);
    if (done) await wakeNext(task);
    return done;
  }

  return {
    due: (limit) => store.scan(tasks, { dueBefore: now(), limit }),
    async find(key) {
      const found = await readRecord<Task<Facts>>(store, tasks, key);
      return found === undefined || found.value.nextAt > now() ? undefined : found;
    },
    claim,
    async pushBack({ key, value, version }, nextAt) {
      await write(key, { ...value, nextAt }, version);
    },
    finish: (claimed) => replace(claimed, [removal(payloads, claimed.key, claimed.payloadVersion)]),
    postpone: ({ key, task, version }, nextAt) =>
      write(key, { ...task, nextAt, claim: undefined }, version),
    reschedule: ({ key, task, version }, nextAt) =>
      write(key, newTask({ ...task, at: nextAt }, nextAt), version),
    bury(claimed, code) {
      const { key, task } = claimed;
      const value: DeadTask<Facts> = { task, code, diedAt: now() };
      return replace(claimed, [{ collection: dead, key, value, expected: ABSENT }]);
    },
    list: (page) => store.scan(tasks, page),
    dead: (page) => store.scan(dead, page),
    async revive(key) {
      const found = await readRecord<DeadTask<Facts>>(store, dead, key);
      if (found === undefined) return false;
      const task = newTask({ ...found.value.task, at: now() }, now());
      return hasCommitted(store, [
        removal(dead, key, found.version),
        taskWrite(collections, key, task, ABSENT),
      ]);
    },
    async discard(key) {
      const keys = [dead, payloads].map((collection) => ({ collection, key }));
      const [found, payload] = await store.get(keys);
      if (found === undefined) return false;
      const rest = payload === undefined ? [] : [removal(payloads, key, payload.version)];
      return hasCommitted(store, [removal(dead, key, found.version), ...rest]);
    },
  };
}
