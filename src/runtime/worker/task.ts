/**
 * Tasks as records, the outcomes of attempts, and the time of the next one. The schedule is a small record, and the payload a separate one
 * that is written once, so claims and retries only rewrite the small one. Tasks of one lane, such as the events of
 * an order, are performed in sequence.
 */

import { ABSENT, type RecordWrite } from "../storage/storage.js";

export interface Collections {
  readonly tasks: string;
  readonly payloads: string;
  readonly dead: string;
}

export interface Task<Facts extends object = object> {
  readonly lane: string;
  /** Starts at 1, without gaps. A task waits until the previous one is done or dead. */
  readonly sequence: number;
  /** `perGroup` limits the concurrent tasks of a group. */
  readonly group: string;
  /** May be logged. */
  readonly facts: Facts;
  readonly attempts: number;
  /** Milliseconds since 1970. Undefined before the first attempt. */
  readonly firstAttemptAt?: number | undefined;
  /** The time at which the task is due, or at which its claim ends. Milliseconds since 1970. */
  readonly nextAt: number;
  /** The id of the claim. Undefined while nobody works on the task. */
  readonly claim?: string | undefined;
  /** True if the task was due and waits for the previous one, whose end makes it due. */
  readonly waits?: true | undefined;
}

export interface DeadTask<Facts extends object = object> {
  readonly task: Task<Facts>;
  /** Code of the last failure. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly diedAt: number;
}

export interface NewTask<Payload = object, Facts extends object = object> {
  /** Tasks of one lane are performed in sequence. Give independent tasks lanes of their own. */
  readonly lane: string;
  /** Starts at 1, without gaps. Default: 1. */
  readonly sequence?: number | undefined;
  /** Such as the host that the task calls. Default: the lane. */
  readonly group?: string | undefined;
  /** May be logged; `perform` receives it as well. Default: empty. */
  readonly facts?: Facts | undefined;
  readonly payload: Payload;
  /** The time at which the task is due, in milliseconds since 1970. Default: now. */
  readonly at?: number | undefined;
}

export function collectionsOf(name: string): Collections {
  return { tasks: name, payloads: `${name}_payload`, dead: `${name}_dead` };
}

/** JSON, so that lane and sequence cannot be confused. */
export function taskKey(lane: string, sequence = 1): string {
  return JSON.stringify([lane, sequence]);
}

/** The task before its first attempt. */
export function newTask<Facts extends object>(
  { lane, sequence = 1, group = lane, facts, at }: Omit<NewTask<unknown, Facts>, "payload">,
  now: number,
): Task<Facts> {
  const nextAt = at ?? now;
  return { lane, sequence, group, facts: facts ?? ({} as Facts), attempts: 0, nextAt };
}

export function taskWrite(
  { tasks }: Collections,
  key: string,
  task: Task,
  expected: number,
): RecordWrite {
  return { collection: tasks, key, value: task, expected, dueAt: task.nextAt };
}

/** The writes for a new task. With a `code`, for one that can never succeed and is dead at once. */
export function taskWrites<Payload extends object, Facts extends object>(
  collections: Collections,
  given: NewTask<Payload, Facts>,
  now: number,
  code?: string,
): readonly RecordWrite[] {
  const task = newTask(given, now);
  const key = taskKey(task.lane, task.sequence);
  const dead = { task, code, diedAt: now };
  return [
    code === undefined
      ? taskWrite(collections, key, task, ABSENT)
      : { collection: collections.dead, key, value: dead, expected: ABSENT },
    { collection: collections.payloads, key, value: given.payload, expected: ABSENT },
  ];
}

export interface Failure {
  /** For the log and the list of dead tasks. */
  readonly code: string;
  /** Status of an HTTP response. */
  readonly status?: number | undefined;
  /** Delay that the other side asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** True if no further attempt can succeed: the task becomes dead. */
  readonly final?: boolean;
  readonly cause?: unknown;
}

/** The attempt succeeded, and the task continues later with the same payload. */
interface Rescheduled {
  /** Milliseconds since 1970, at least 100 ms from now. */
  readonly nextAt: number;
}

/** Undefined if the task is done. */
export type Outcome = Failure | Rescheduled | undefined;

export interface TaskReport<Facts extends object = object> {
  readonly task: Task<Facts>;
  /**
   * `lost`: the claim has ended and another worker may have the task, or the store failed, so the task is repeated.
   */
  readonly outcome: "done" | "rescheduled" | "postponed" | "dead" | "lost";
  readonly failure: Failure | undefined;
  /** Time of the next attempt, if any. Milliseconds since 1970. */
  readonly nextAt?: number | undefined;
}

export interface RetrySchedule {
  /** Maximum delay after the first failure, in milliseconds. It doubles with each further failure. Default: 5,000. */
  readonly baseMs?: number | undefined;
  /** Upper limit of the delay, in milliseconds. Default: 3,600,000. */
  readonly capMs?: number | undefined;
  /** A task that fails this long after its first attempt is dead, in milliseconds. Default: 259,200,000 (3 days). */
  readonly giveUpAfterMs?: number | undefined;
}

/** With a number for each. */
export type FullSchedule = { readonly [Name in keyof RetrySchedule]-?: number };

export function fullSchedule({
  baseMs = 5_000,
  capMs = 3_600_000,
  giveUpAfterMs = 259_200_000,
}: RetrySchedule = {}): FullSchedule {
  return { baseMs, capMs, giveUpAfterMs };
}

interface Retry {
  readonly now: number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Delay that the other side asked for, limited by `capMs`. */
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds since 1970. Undefined if the task is given up. */
export function nextAttemptAt(
  { attempts, firstAttemptAt }: Task<object>,
  { now, random, retryAfterMs = 0 }: Retry,
  { baseMs, capMs, giveUpAfterMs }: FullSchedule,
): number | undefined {
  const end = (firstAttemptAt ?? now) + giveUpAfterMs;
  if (now >= end) return undefined;
  const longest = Math.min(capMs, baseMs * 2 ** (attempts - 1));
  const wait = Math.max(random() * longest, Math.min(retryAfterMs, capMs), 1);
  // The last attempt is exactly at the end.
  return Math.min(now + Math.ceil(wait), end);
}
