/**
 * Tasks as records. A small one says when the task is due, and the payload, which is written once, is a record of its own: a
 * claim or a retry rewrites the small one alone. Tasks of one lane, such as the events of an order, are done one after the other.
 */

import { ABSENT, type RecordWrite } from "../storage/index.js";

export interface Collections {
  readonly tasks: string;
  readonly payloads: string;
  readonly dead: string;
}

export interface Task<Facts extends object = object> {
  readonly lane: string;
  /** From 1 on without gaps: a task waits until the one before it is done or dead. */
  readonly sequence: number;
  /** `perGroup` bounds how many tasks of a group run at a time. */
  readonly group: string;
  /** What may be logged. */
  readonly facts: Facts;
  readonly attempts: number;
  /** Milliseconds since 1970; undefined before the first attempt. */
  readonly firstAttemptAt?: number | undefined;
  /** When the task is due; of a claimed task, when the claim ends. Milliseconds since 1970. */
  readonly nextAt: number;
  /** The id of the claim; undefined while nobody works on the task. */
  readonly claim?: string | undefined;
  /** True if the task was due, and waits for the one before it: that one's end makes it due. */
  readonly waits?: true | undefined;
}

export interface DeadTask<Facts extends object = object> {
  readonly task: Task<Facts>;
  /** Of the last failure. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly diedAt: number;
}

export interface NewTask<Payload = object, Facts extends object = object> {
  /** Tasks of one lane are done in the order of their sequence. A task that waits for no other has a lane of its own. */
  readonly lane: string;
  /** From 1 on without gaps. Default: 1. */
  readonly sequence?: number | undefined;
  /** Such as the host that the task calls. Default: the lane. */
  readonly group?: string | undefined;
  /** What may be logged; `perform` gets it as well. Default: nothing. */
  readonly facts?: Facts | undefined;
  readonly payload: Payload;
  /** When the task is due, in milliseconds since 1970. Default: now. */
  readonly at?: number | undefined;
}

export function collectionsOf(name: string): Collections {
  return { tasks: name, payloads: `${name}_payload`, dead: `${name}_dead` };
}

/** JSON, in which a lane cannot run into the sequence. */
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

/** The writes for a new task; with a `code`, for one that can never be done and is dead at once. */
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
