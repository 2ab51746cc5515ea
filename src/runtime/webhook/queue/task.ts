/**
 * What is to be done, as records: small ones that say when, and apart from them what it is done with, which
 * is written once. Tasks of one lane, such as an order's events, are done one after the other.
 */

import { ABSENT, type RecordWrite } from "../../storage/index.js";

/** Collections of records; each has its own. */
export interface Collections {
  readonly tasks: string;
  readonly payloads: string;
  readonly dead: string;
}

export interface Task<Facts extends object> {
  readonly lane: string;
  /** From 1 on without gaps; a task waits for the one before it. */
  readonly sequence: number;
  /** What is bounded together: the host that it goes to. */
  readonly group: string;
  /** What the log may have of it. */
  readonly facts: Facts;
  readonly attempts: number;
  /** Milliseconds since 1970; undefined before the first attempt. */
  readonly firstAttemptAt?: number | undefined;
  /** When it is due; while it is claimed, when the claim ends. */
  readonly nextAt: number;
  /** Whose it is at the moment; undefined where nobody is at it. */
  readonly claim?: string | undefined;
}

export interface DeadTask<Facts extends object> {
  readonly task: Task<Facts>;
  /** Of the last failure. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly diedAt: number;
}

export interface NewTask<Facts extends object> {
  readonly lane: string;
  readonly sequence: number;
  readonly group: string;
  readonly facts: Facts;
  readonly payload: object;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export function collectionsOf(name: string): Collections {
  return { tasks: name, payloads: `${name}_payload`, dead: `${name}_dead` };
}

/** As JSON: it says where the lane ends. */
export function taskKey(lane: string, sequence: number): string {
  return JSON.stringify([lane, sequence]);
}

export function taskWrites<Facts extends object>(
  collections: Collections,
  { payload, ...given }: NewTask<Facts>,
): readonly RecordWrite[] {
  const key = taskKey(given.lane, given.sequence);
  const task = taskOf(given);
  return [
    taskWrite(collections, key, task, ABSENT),
    { collection: collections.payloads, key, value: payload, expected: ABSENT },
  ];
}

/** What can never be done is kept with the dead ones at once. */
export function deadWrites<Facts extends object>(
  collections: Collections,
  { payload, ...given }: NewTask<Facts>,
  code: string,
): readonly RecordWrite[] {
  const key = taskKey(given.lane, given.sequence);
  const dead: DeadTask<Facts> = { task: taskOf(given), code, diedAt: given.at };
  return [
    { collection: collections.dead, key, value: dead, expected: ABSENT },
    { collection: collections.payloads, key, value: payload, expected: ABSENT },
  ];
}

function taskOf<Facts extends object>({
  lane,
  sequence,
  group,
  facts,
  at,
}: Omit<NewTask<Facts>, "payload">): Task<Facts> {
  return { lane, sequence, group, facts, attempts: 0, nextAt: at };
}

export function taskWrite<Facts extends object>(
  { tasks }: Collections,
  key: string,
  task: Task<Facts>,
  expected: number,
): RecordWrite {
  return { collection: tasks, key, value: task, expected, dueAt: task.nextAt };
}
