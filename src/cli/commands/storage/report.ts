/** The report of `proto-gen storage --json`, which the tables are printed from, too. */

import { unsettledPayments, type UnsettledPayment } from "@proto-gen/runtime/commerce";
import type { Storage } from "@proto-gen/runtime/storage";
import { createWorker, type Worker } from "@proto-gen/runtime/worker";

export interface StorageReport {
  readonly ok: true;
  readonly workers: readonly WorkerReport[];
  /** In the order of their ids, worker by worker. */
  readonly dead: readonly DeadReport[];
  readonly unsettled: readonly UnsettledPayment[];
}

export interface WorkerReport {
  readonly name: string;
  readonly waiting: number;
  /** Of those that wait, how many should have been done a minute ago. */
  readonly late: number;
  readonly running: number;
  readonly dead: number;
}

export interface DeadReport {
  readonly worker: string;
  readonly id: string;
  readonly code: string;
  readonly attempts: number;
  /** RFC 3339. */
  readonly diedAt: string;
  readonly facts: object;
}

export interface NamedWorker extends Pick<Worker, "list" | "dead" | "revive" | "discard"> {
  readonly name: string;
}

/** The workers of the runtime. */
const RUNTIME_WORKERS = ["webhook_delivery", "webhook_inbox", "payment_release", "payment_capture"];
const PAGE = 1_000;
const MINUTE_MS = 60_000;

/** They do no task: what they are for is the records. */
export function workersOf(store: Storage, names: readonly string[]): readonly NamedWorker[] {
  return [...new Set([...RUNTIME_WORKERS, ...names])].map((name) => {
    const { list, dead, revive, discard } = createWorker({ store, name, perform: () => undefined });
    return { name, list, dead, revive, discard };
  });
}

export async function storageReport(
  store: Storage,
  workers: readonly NamedWorker[],
  limit: number,
): Promise<StorageReport> {
  const reports: WorkerReport[] = [];
  const dead: DeadReport[] = [];
  for (const worker of workers) {
    const { name } = worker;
    const counts = { waiting: 0, late: 0, running: 0, dead: 0 };
    for await (const { value } of pages(worker.list)) {
      const isRunning = value.claim !== undefined && value.nextAt > Date.now();
      counts[isRunning ? "running" : "waiting"] += 1;
      if (!isRunning && value.nextAt < Date.now() - MINUTE_MS) counts.late += 1;
    }
    for await (const { key: id, value } of pages(worker.dead)) {
      counts.dead += 1;
      if (dead.length >= limit) continue;
      const { code, diedAt, task } = value;
      const { attempts, facts } = task;
      dead.push({
        ...{ worker: name, id, code, attempts },
        diedAt: new Date(diedAt).toISOString(),
        facts,
      });
    }
    reports.push({ name, ...counts });
  }
  return { ok: true, workers: reports, dead, unsettled: await unsettledPayments(store, { limit }) };
}

async function* pages<Found extends { readonly key: string }>(
  read: (page: {
    readonly limit: number;
    readonly after?: string | undefined;
  }) => Promise<readonly Found[]>,
): AsyncGenerator<Found> {
  let after: string | undefined;
  while (true) {
    const page = await read({ limit: PAGE, after });
    yield* page;
    after = page.at(-1)?.key;
    if (page.length < PAGE || after === undefined) return;
  }
}
