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
} from "../storage/storage.js";
import { newTask, taskKey, taskWrite, type Collections, type DeadTask, type Task } from "./task.js";

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

/** A task that waits for an earlier one is checked again after this time, in case nothing wakes it. */
const WAIT_MS = 1_000;

/** Methods reject with `StorageError` if the store fails. */
export class TaskQueue<Payload, Facts extends object> {
  readonly #store: Storage;
  readonly #collections: Collections;
  readonly #leaseMs: number;
  readonly #now: () => number;

  constructor({ store, collections, leaseMs, now }: TaskQueueOptions) {
    this.#store = store;
    this.#collections = collections;
    this.#leaseMs = leaseMs;
    this.#now = now;
  }

  due(limit: number): Promise<readonly StoredRecord<Task<Facts>>[]> {
    return this.#store.scan(this.#collections.tasks, { dueBefore: this.#now(), limit });
  }

  /** Undefined if the task does not exist or is not due. */
  async find(key: string): Promise<StoredRecord<Task<Facts>> | undefined> {
    const found = await readRecord<Task<Facts>>(this.#store, this.#collections.tasks, key);
    return found === undefined || found.value.nextAt > this.#now() ? undefined : found;
  }

  /**
   * Undefined if an earlier task of the lane is pending, or another worker claimed this one. The payload is undefined if its record
   * is missing, which nothing mends.
   */
  async claim({
    key,
    value: task,
    version,
  }: StoredRecord<Task<Facts>>): Promise<ClaimedTask<Payload | undefined, Facts> | undefined> {
    const earlier = await this.#before(task);
    const time = this.#now();
    if (earlier !== undefined) {
      const nextAt = Math.max(earlier.nextAt, time + WAIT_MS);
      await this.#write(key, { ...task, nextAt, claim: undefined, waits: true }, version);
      return undefined;
    }
    const { attempts, firstAttemptAt = time } = task;
    const begun: Task<Facts> = {
      ...task,
      attempts: attempts + 1,
      firstAttemptAt,
      nextAt: time + this.#leaseMs,
      claim: crypto.randomUUID(),
      waits: undefined,
    };
    const result = await this.#store.commit([taskWrite(this.#collections, key, begun, version)]);
    if (result.kind !== "committed") return undefined;
    const payload = await readRecord<Payload>(this.#store, this.#collections.payloads, key);
    const [held = ABSENT] = result.versions;
    const { value, version: payloadVersion = ABSENT } = payload ?? {};
    return { key, task: begun, version: held, payload: value, payloadVersion };
  }

  /** Delays the task, so that a scan finds those after it. */
  async pushBack(
    { key, value, version }: StoredRecord<Task<Facts>>,
    nextAt: number,
  ): Promise<void> {
    await this.#write(key, { ...value, nextAt }, version);
  }

  /** Removes the task. This and the next three return false if another worker has claimed it since. */
  finish(claimed: ClaimedTask<unknown, Facts>): Promise<boolean> {
    const { payloads } = this.#collections;
    return this.#replace(claimed, [removal(payloads, claimed.key, claimed.payloadVersion)]);
  }

  /** Schedules another attempt after a failure. */
  postpone({ key, task, version }: ClaimedTask<unknown, Facts>, nextAt: number): Promise<boolean> {
    return this.#write(key, { ...task, nextAt, claim: undefined }, version);
  }

  /** Schedules the task again after a success, as if it were new. */
  reschedule(
    { key, task, version }: ClaimedTask<unknown, Facts>,
    nextAt: number,
  ): Promise<boolean> {
    return this.#write(key, newTask({ ...task, at: nextAt }, nextAt), version);
  }

  /** Makes the task a dead one, so that its lane continues. */
  bury(claimed: ClaimedTask<unknown, Facts>, code: string): Promise<boolean> {
    const { key, task } = claimed;
    const value: DeadTask<Facts> = { task, code, diedAt: this.#now() };
    const collection = this.#collections.dead;
    return this.#replace(claimed, [{ collection, key, value, expected: ABSENT }]);
  }

  /** All tasks, ordered by key. */
  list(page: Page): Promise<readonly StoredRecord<Task<Facts>>[]> {
    return this.#store.scan(this.#collections.tasks, page);
  }

  dead(page: Page): Promise<readonly StoredRecord<DeadTask<Facts>>[]> {
    return this.#store.scan(this.#collections.dead, page);
  }

  /** Restarts a dead task. False if it does not exist. */
  async revive(key: string): Promise<boolean> {
    const { dead } = this.#collections;
    const found = await readRecord<DeadTask<Facts>>(this.#store, dead, key);
    if (found === undefined) return false;
    const task = newTask({ ...found.value.task, at: this.#now() }, this.#now());
    return hasCommitted(this.#store, [
      removal(dead, key, found.version),
      taskWrite(this.#collections, key, task, ABSENT),
    ]);
  }

  /** Deletes a dead task. False if it does not exist. */
  async discard(key: string): Promise<boolean> {
    const { dead, payloads } = this.#collections;
    const keys = [dead, payloads].map((collection) => ({ collection, key }));
    const [found, payload] = await this.#store.get(keys);
    if (found === undefined) return false;
    const rest = payload === undefined ? [] : [removal(payloads, key, payload.version)];
    return hasCommitted(this.#store, [removal(dead, key, found.version), ...rest]);
  }

  async #write(key: string, task: Task, expected: number): Promise<boolean> {
    return hasCommitted(this.#store, [taskWrite(this.#collections, key, task, expected)]);
  }

  /** The previous task of the lane, if it still exists. */
  async #before({ lane, sequence }: Task): Promise<Task | undefined> {
    if (sequence === 1) return undefined;
    const { tasks } = this.#collections;
    return (await readRecord<Task>(this.#store, tasks, taskKey(lane, sequence - 1)))?.value;
  }

  /**
   * Wakes the next task of the lane, unless it is scheduled for later anyway. If this fails, that task's wait ends by
   * itself.
   */
  async #wakeNext({ lane, sequence }: Task): Promise<void> {
    const key = taskKey(lane, sequence + 1);
    const next = await readRecord<Task>(this.#store, this.#collections.tasks, key);
    if (next?.value.waits !== true || next.value.nextAt <= this.#now()) return;
    await this.#write(key, { ...next.value, nextAt: this.#now(), waits: undefined }, next.version);
  }

  /** Replaces the claimed task, then wakes the task that waits for it. */
  async #replace(
    { key, task, version }: ClaimedTask<unknown, Facts>,
    writes: readonly RecordWrite[],
  ): Promise<boolean> {
    const { tasks } = this.#collections;
    const done = await hasCommitted(this.#store, [removal(tasks, key, version), ...writes]);
    if (done) await this.#wakeNext(task);
    return done;
  }
}

function removal(collection: string, key: string, expected: number): RecordWrite {
  return { collection, key, value: undefined, expected };
}
