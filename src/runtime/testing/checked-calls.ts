/** Calls of a storage that the checks share, with their immediate expectations. The messages of assertions suffice in any test runner. */

import { ABSENT, type RecordWrite, type Storage } from "../storage/storage.js";

export function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [left, right] = [textOf(found), textOf(expected)];
  if (left !== right) throw new Error(`${what}: expected ${right}, found ${left}`);
}

export function expectTrue(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`expected ${what}`);
}

/** Expects a rejection with `StorageError`. */
export async function expectRejected(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    expectEqual(`the code of ${what}`, code, "storage_unavailable");
    return;
  }
  throw new Error(`${what}: expected a StorageError, found an answer`);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => member ?? null) ?? "undefined";
}

/** A clock that a check may move. Milliseconds since 1970. */
interface Clock {
  time: number;
}

/** Throws an error that describes the violation. */
export type Check = (storage: Storage, clock: Clock) => Promise<void>;

/** The collection that the checks use. */
export const A = "a";

export function put(key: string, value: object = {}, more: Partial<RecordWrite> = {}): RecordWrite {
  return { collection: A, key, value, expected: ABSENT, ...more };
}

export function removal(key: string, expected: number): RecordWrite {
  return { collection: A, key, value: undefined, expected };
}

export async function versionOf(storage: Storage, key: string): Promise<number> {
  const [found] = await storage.get([{ collection: A, key }]);
  return found?.version ?? ABSENT;
}

/** Commits the writes and returns their versions. */
export async function commit(
  storage: Storage,
  ...writes: RecordWrite[]
): Promise<readonly number[]> {
  const result = await storage.commit(writes);
  expectEqual("the result of a commit", result.kind, "committed");
  return result.kind === "committed" ? result.versions : [];
}

export async function conflict(storage: Storage, ...writes: RecordWrite[]): Promise<void> {
  const result = await storage.commit(writes);
  expectEqual("the result of a commit", result.kind, "conflict");
}

export async function keysOf(
  storage: Storage,
  options: Parameters<Storage["scan"]>[1],
): Promise<readonly string[]> {
  return (await storage.scan(A, options)).map(({ key }) => key);
}
