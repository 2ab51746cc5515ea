/** Claims on the storages of the runtime, for tests that must hold for each, and the answers they keep. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type {
  Claim,
  ClaimRequest,
  HeldClaim,
  StoredAnswer,
  ClaimTimes,
} from "../../src/runtime/idempotency/claims.js";
import { type Idempotency, createIdempotency } from "@proto-gen/runtime/server";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import type { MemoryStorageOptions } from "../../src/runtime/storage/memory-storage.js";
import { createTestClock, type TestClock } from "@proto-gen/runtime/testing";
import { createSqliteStorage, type SqliteStorageOptions } from "@proto-gen/runtime/storage/sqlite";
import Database from "libsql";
import { outDirectory } from "./published.js";

/** Claims, and the end of their storage. */
export interface OpenClaims extends Idempotency {
  close(): Promise<void>;
}

export type Open = (options?: ClaimTimes & MemoryStorageOptions) => OpenClaims;

export function claimsInMemory(options: ClaimTimes & MemoryStorageOptions = {}): OpenClaims {
  return claimsOn(createMemoryStorage(options), options);
}

export function claimsInSqlite(options: ClaimTimes & SqliteStorageOptions): OpenClaims {
  return claimsOn(createSqliteStorage(options), options);
}

function claimsOn(storage: Storage, times: ClaimTimes): OpenClaims {
  return { ...createIdempotency(storage, times), close: () => storage.close() };
}

export const CLAIMS: readonly (readonly [string, Open])[] = [
  ["in memory", claimsInMemory],
  ["in SQLite", (options) => claimsInSqlite({ database: new Database(":memory:"), ...options })],
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

/** A clock that stands still unless it is moved, on the day of a release. */
export function testClock(): TestClock {
  return createTestClock(Date.UTC(2026, 10, 20));
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
