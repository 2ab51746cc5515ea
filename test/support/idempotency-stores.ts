/** The stores of the runtime, for tests that must hold for each, and the answers they keep. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type {
  Claim,
  ClaimRequest,
  ClaimTimes,
  HeldClaim,
  IdempotencyStore,
  StoredAnswer,
} from "@proto-gen/runtime/idempotency";
import { createIdempotency, createMemoryStore } from "@proto-gen/runtime/idempotency";
import { createSqliteStore } from "@proto-gen/runtime/idempotency/sqlite";
import Database from "libsql";
import { outDirectory } from "./published.js";
import { STORAGES } from "./storages.js";

export type Open = (times?: ClaimTimes) => IdempotencyStore;

function clockOf({ now }: ClaimTimes): Pick<ClaimTimes, "now"> {
  return now === undefined ? {} : { now };
}

export const STORES: readonly (readonly [string, Open])[] = [
  ["in memory", createMemoryStore],
  ["in SQLite", (times) => createSqliteStore({ database: new Database(":memory:"), ...times })],
  ...STORAGES.map(([name, open]): [string, Open] => [
    `on a storage ${name}`,
    (times = {}) => createIdempotency(open(clockOf(times)), times),
  ]),
];

/** What `use` is given does not exist yet; its folder is gone afterwards. */
export async function withFile<Result>(
  use: (file: string) => Result | Promise<Result>,
): Promise<Result> {
  mkdirSync(outDirectory, { recursive: true });
  const directory = mkdtempSync(path.join(outDirectory, "idempotency-"));
  try {
    return await use(path.join(directory, "store.db"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A clock that stands still unless it is moved. */
export function testClock(): { now(): number; advance(ms: number): void } {
  let time = Date.UTC(2026, 10, 20);
  return { now: () => time, advance: (ms) => void (time += ms) };
}

export const HOUR = 60 * 60 * 1000;

export function request(changes: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    client: "https://platform.example/profile",
    operation: "complete_checkout",
    key: "k1",
    fingerprint: "f1",
    ...changes,
  };
}

export function answer(body = "{}", status = 200): StoredAnswer {
  return {
    status,
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(body),
  };
}

/** The claim, which must be this one's. */
export function held(claim: Claim): HeldClaim {
  if (claim.kind !== "claimed") throw new Error(`expected a held claim, found ${claim.kind}`);
  return claim;
}
