/**
 * Tasks of a store, for workers in one process or several. In: what is due. Out: claims, each held by one
 * worker until it ends; what becomes of a task is written over the version that its claim made.
 */

import {
  ABSENT,
  hasCommitted,
  readRecord,
  type Storage,
  type StoredRecord,
} from "../../storage/index.js";
import { taskKey, taskWrite, type Collections, type DeadTask, type Task } from "./task.js";

declare const crypto: { randomUUID(): string };

export interface TaskQueueOptions {
  readonly store: Storage;
  readonly collections: Collections;
  /** How long a claim holds: whoever is silent for longer is taken for dead. */
  readonly leaseMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ClaimedTask<Facts extends object, Payload> {
  readonly key: string;
  readonly task: Task<Facts>;
  readonly version: number;
  readonly payload: StoredRecord<Payload>;
}

/** Each rejects with `StorageError` where the store cannot be asked. */
export interface TaskQueue<Facts extends object, Payload> {
  due(limit: number): Promise<readonly StoredRecord<Task<Facts>>[]>;
  /** Undefined where it is not its turn, or somebody else's. */
  claim(found: StoredRecord<Task<Facts>>): Promise<ClaimedTask<Facts, Payload> | undefined>;
  /** Later, so that what is behind it comes to the front. */
  pushBack(found: StoredRecord<Task<Facts>>, nextAt: number): Promise<void>;
  /** Done. This and the next ones are false where the claim had ended, and somebody else has it. */
  finish(claimed: ClaimedTask<Facts, Payload>): Promise<boolean>;
  /** Not done: again, later. */
  postpone(claimed: ClaimedTask<Facts, Payload>, nextAt: number): Promise<boolean>;
  /** Given up: it is kept, and the next one of its lane goes on. */
  bury(claimed: ClaimedTask<Facts, Payload>, code: string): Promise<boolean>;
}

/** A task that waits is looked at again after so long, should nobody wake it. */
const WAIT_MS = 1_000;

export function createTaskQueue<Facts extends object, Payload>({
  store,
  collections,
  leaseMs,
  now,
}: TaskQueueOptions): TaskQueue<Facts, Payload> {
  const { tasks, payloads, dead } = collections;

  async function write(key: string, task: Task<Facts>, expected: number): Promise<boolean> {
    return hasCommitted(store, [taskWrite(collections, key, task, expected)]);
  }

  /** The task before it, as long as there is one. */
  async function before({ lane, sequence }: Task<Facts>): Promise<Task<Facts> | undefined> {
    return (await readRecord<Task<Facts>>(store, tasks, taskKey(lane, sequence - 1)))?.value;
  }

  async function claim({ key, value: task, version }: StoredRecord<Task<Facts>>) {
    const earlier = await before(task);
    if (earlier !== undefined) {
      const nextAt = Math.max(earlier.nextAt, now() + WAIT_MS);
      await write(key, { ...task, nextAt, claim: undefined }, version);
      return undefined;
    }
    const time = now();
    const { attempts, firstAttemptAt = time } = task;
    const nextAt = time + leaseMs;
    const begun: Task<Facts> = {
      ...task,
      attempts: attempts + 1,
      firstAttemptAt,
      nextAt,
      claim: crypto.randomUUID(),
    };
    const result = await store.commit([taskWrite(collections, key, begun, version)]);
    if (result.kind !== "committed") return undefined;
    const payload = await readRecord<Payload>(store, payloads, key);
    const [held = ABSENT] = result.versions;
    return payload && { key, task: begun, version: held, payload };
  }

  /** The next one of the lane, which waits. Its wait ends by itself should this fail. */
  async function release({ lane, sequence }: Task<Facts>): Promise<void> {
    const key = taskKey(lane, sequence + 1);
    const next = await readRecord<Task<Facts>>(store, tasks, key);
    if (next === undefined || next.value.claim !== undefined || next.value.nextAt <= now()) return;
    await write(key, { ...next.value, nextAt: now() }, next.version);
  }

  async function finish({ key, task, version, payload }: ClaimedTask<Facts, Payload>) {
    const done = await hasCommitted(store, [
      { collection: tasks, key, value: undefined, expected: version },
      { collection: payloads, key, value: undefined, expected: payload.version },
    ]);
    // Afterwards: whoever saw this task before it was gone, and waits, is woken.
    if (done) await release(task);
    return done;
  }

  async function bury({ key, task, version }: ClaimedTask<Facts, Payload>, code: string) {
    const value: DeadTask<Facts> = { task, code, diedAt: now() };
    const done = await hasCommitted(store, [
      { collection: tasks, key, value: undefined, expected: version },
      { collection: dead, key, value, expected: ABSENT },
    ]);
    if (done) await release(task);
    return done;
  }

  return {
    due: (limit) => store.scan<Task<Facts>>(tasks, { dueBefore: now(), limit }),
    claim,
    pushBack: async ({ key, value, version }, nextAt) =>
      void (await write(key, { ...value, nextAt }, version)),
    finish,
    postpone: ({ key, task, version }, nextAt) =>
      write(key, { ...task, nextAt, claim: undefined }, version),
    bury,
  };
}
