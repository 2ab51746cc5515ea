/** The worker: what it does with tasks that succeed, fail, hang, go on later, and wait for one another. */

import { createMemoryStorage, StorageError, type Storage } from "@proto-gen/runtime/storage";
import { faultyStorage } from "@proto-gen/runtime/testing";
import {
  createWorker,
  type Outcome,
  type Worker,
  type WorkerOptions,
} from "@proto-gen/runtime/worker";
import type { TaskReport } from "../../../src/runtime/worker/task.js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { testClock } from "../../support/claims.js";
import { STORAGES } from "../../support/storages.js";

interface Letter {
  readonly text: string;
}

const MINUTE = 60_000;

let clock: ReturnType<typeof testClock>;
let done: string[];
let reports: TaskReport[];

beforeEach(() => {
  clock = testClock();
  done = [];
  reports = [];
});

type Reply = (text: string, signal: AbortSignal) => Promise<Outcome> | Outcome;

function workerOn(
  store: Storage,
  reply: Reply = () => undefined,
  more: Partial<WorkerOptions<Letter>> = {},
): Worker<Letter> {
  return createWorker<Letter>({
    ...{ store, name: "letter", now: clock.now, random: () => 1 },
    perform({ payload: { text } }, signal) {
      done.push(text);
      return reply(text, signal);
    },
    report: (report) => void reports.push(report),
    ...more,
  });
}

async function add(worker: Worker<Letter>, store: Storage, ...lanes: string[]): Promise<void> {
  for (const lane of lanes) await store.commit(worker.writes({ lane, payload: { text: lane } }));
}

const outcomes = (): string[] => reports.map(({ outcome }) => outcome);

/** Every record that the worker has written. */
async function recordsOf(store: Storage): Promise<readonly unknown[]> {
  const names = ["letter", "letter_payload", "letter_dead"];
  const pages = await Promise.all(names.map((name) => store.scan(name, { limit: 1_000 })));
  return pages.flat();
}

describe.each(STORAGES)("a task %s", (_name, open) => {
  const opened = (): Storage => open({ now: clock.now });

  it("is done once, and leaves nothing", async () => {
    const store = opened();
    const worker = workerOn(store);
    await add(worker, store, "a", "b");
    await worker.drain();
    await worker.drain();
    expect(done.toSorted()).toEqual(["a", "b"]);
    expect(outcomes()).toEqual(["done", "done"]);
    expect(await recordsOf(store)).toEqual([]);
  });

  it("is not done before it is due", async () => {
    const store = opened();
    const worker = workerOn(store);
    const at = clock.now() + MINUTE;
    await store.commit(worker.writes({ lane: "a", payload: { text: "a" }, at }));
    await worker.drain();
    await worker.run("a");
    expect(done).toEqual([]);
    clock.advance(MINUTE);
    await worker.drain();
    expect(done).toEqual(["a"]);
  });

  it("is repeated if it fails, later each time, until it becomes a dead letter", async () => {
    const store = opened();
    const schedule = { baseMs: 1_000, capMs: 4_000, giveUpAfterMs: 10_000 };
    const worker = workerOn(store, () => Promise.reject(new Error("out of paper")), { schedule });
    await add(worker, store, "a");
    const start = clock.now();
    for (let second = 0; second <= 12; second += 1) {
      await worker.drain();
      clock.advance(1_000);
    }
    expect(reports.map(({ nextAt }) => nextAt && nextAt - start)).toEqual([
      ...[1_000, 3_000, 7_000, 10_000],
      undefined,
    ]);
    expect(outcomes().at(-1)).toBe("dead");
    expect(reports[0]?.failure).toMatchObject({
      code: "failed",
      cause: { message: "out of paper" },
    });
    expect(await worker.dead({ limit: 10 })).toMatchObject([
      { value: { code: "failed", task: { lane: "a", attempts: 5 } } },
    ]);
    expect(await worker.list({ limit: 10 })).toEqual([]);
  });

  it("becomes a dead letter at once if it can never succeed, and its lane goes on", async () => {
    const store = opened();
    const worker = workerOn(store, (text) =>
      text === "1" ? { code: "bad", final: true } : undefined,
    );
    const lane = "order";
    for (const sequence of [1, 2])
      await store.commit(worker.writes({ lane, sequence, payload: { text: `${sequence}` } }));
    await worker.drain();
    expect(done).toEqual(["1", "2"]);
    expect(outcomes()).toEqual(["dead", "done"]);
  });

  it("is dead, and reported once, if its payload is missing, and its lane goes on", async () => {
    const store = opened();
    const worker = workerOn(store);
    const lane = "order";
    for (const sequence of [1, 2]) {
      const [task, payload] = worker.writes({ lane, sequence, payload: { text: `${sequence}` } });
      await store.commit(sequence === 1 ? [task!] : [task!, payload!]);
    }
    for (let count = 0; count < 3; count += 1) {
      await worker.drain();
      clock.advance(MINUTE);
    }
    expect(done).toEqual(["2"]);
    expect(outcomes()).toEqual(["dead", "done"]);
    expect(reports[0]).toMatchObject({ failure: { code: "payload_missing" } });
    const [dead] = await worker.dead({ limit: 10 });
    expect(dead?.value).toMatchObject({ code: "payload_missing", task: { lane, attempts: 1 } });
    expect(await worker.discard(dead!.key)).toBe(true);
    expect(await recordsOf(store)).toEqual([]);
  });

  it("may be dead from the beginning", async () => {
    const store = opened();
    const worker = workerOn(store);
    await store.commit(worker.writes({ lane: "a", payload: { text: "a" } }, "no_address"));
    await worker.drain();
    expect(done).toEqual([]);
    expect(await worker.dead({ limit: 10 })).toMatchObject([{ value: { code: "no_address" } }]);
  });

  it("is done once more, or forgotten, when it is a dead letter", async () => {
    const store = opened();
    let isBroken = true;
    const worker = workerOn(store, () => (isBroken ? { code: "broken", final: true } : undefined));
    await add(worker, store, "a", "b");
    await worker.drain();
    isBroken = false;
    const [a, b] = await worker.dead({ limit: 10 });
    expect(await worker.revive(String(a?.key))).toBe(true);
    expect(await worker.discard(String(b?.key))).toBe(true);
    expect([await worker.revive("none"), await worker.discard("none")]).toEqual([false, false]);
    done.length = 0;
    await worker.drain();
    expect(done).toEqual(["a"]);
    expect(await recordsOf(store)).toEqual([]);
  });

  it("goes on later where it says so, with its attempts counted anew", async () => {
    const store = opened();
    let steps = 0;
    const worker = workerOn(store, () => {
      steps += 1;
      return steps < 3 ? { nextAt: clock.now() + MINUTE } : undefined;
    });
    await add(worker, store, "a");
    for (let minute = 0; minute < 4; minute += 1) {
      await worker.drain();
      clock.advance(MINUTE);
    }
    expect(outcomes()).toEqual(["rescheduled", "rescheduled", "done"]);
    expect(reports.map(({ task }) => task.attempts)).toEqual([1, 1, 1]);
  });

  it("does not keep `drain` from ending if it is always due again", async () => {
    const store = opened();
    const worker = workerOn(store, () => ({ nextAt: 0 }));
    await add(worker, store, "a");
    await worker.drain();
    expect(done).toEqual(["a"]);
  });

  it("waits for the one before it in its lane, and for no other", async () => {
    const store = opened();
    let isDown = true;
    const worker = workerOn(store, (text) =>
      isDown && text === "1" ? { code: "down" } : undefined,
    );
    for (const sequence of [3, 2, 1])
      await store.commit(worker.writes({ lane: "x", sequence, payload: { text: `${sequence}` } }));
    await add(worker, store, "y");
    await worker.drain();
    expect(done.toSorted()).toEqual(["1", "y"]);
    isDown = false;
    clock.advance(MINUTE);
    await worker.drain();
    expect(done.slice(2)).toEqual(["1", "2", "3"]);
  });

  it("is not done before it is due when the one before it in its lane is done", async () => {
    const store = opened();
    const worker = workerOn(store);
    for (const [sequence, at] of [
      [1, clock.now()],
      [2, clock.now() + MINUTE],
    ] as const)
      await store.commit(
        worker.writes({ lane: "x", sequence, at, payload: { text: `${sequence}` } }),
      );
    await worker.drain();
    expect(done).toEqual(["1"]);
    clock.advance(MINUTE);
    await worker.drain();
    expect(done).toEqual(["1", "2"]);
  });

  it("is not begun by a worker whose payload came after the end of its claim", async () => {
    const memory = opened();
    let release = (): void => undefined;
    const answersLate = new Promise<void>((resolve) => (release = resolve));
    const slow = workerOn(
      faultyStorage(memory, ({ method }) => (method === "get" ? { answersLate } : undefined)),
    );
    const heir = workerOn(memory);
    await add(heir, memory, "a");
    const late = slow.drain();
    await vi.waitFor(async () => {
      expect(await heir.list({ limit: 1 })).toMatchObject([{ value: { attempts: 1 } }]);
    });
    clock.advance(MINUTE);
    await heir.drain();
    release();
    await late;
    expect(done).toEqual(["a"]);
    expect(outcomes()).toEqual(["done", "lost"]);
  });

  it("passes to another worker once a dead worker's claim has ended, and the dead one cannot settle it", async () => {
    const store = opened();
    let finish = (): void => undefined;
    const hung = new Promise<undefined>((resolve) => (finish = () => resolve(undefined)));
    const dying = workerOn(store, () => hung);
    const heir = workerOn(store);
    await add(dying, store, "a");
    const running = dying.run("a");
    await vi.waitFor(() => expect(done).toEqual(["a"]));
    await heir.drain();
    expect(done).toEqual(["a"]);
    clock.advance(MINUTE);
    await heir.drain();
    finish();
    await running;
    expect(done).toEqual(["a", "a"]);
    expect(outcomes()).toEqual(["done", "lost"]);
    expect(await recordsOf(store)).toEqual([]);
  });

  it("is done by one of many workers", async () => {
    const store = opened();
    const workers = Array.from({ length: 5 }, () => workerOn(store));
    const lanes = Array.from({ length: 40 }, (_each, at) => `lane ${at}`);
    await add(workers[0] as Worker<Letter>, store, ...lanes);
    await Promise.all(workers.map((worker) => worker.drain()));
    expect(done.toSorted()).toEqual(lanes.toSorted());
  });

  it("is done at once by `run`, once although it is called twice", async () => {
    const store = opened();
    const worker = workerOn(store);
    await add(worker, store, "a", "b");
    await Promise.all([worker.run("a"), worker.run("a"), worker.run("none")]);
    expect(done).toEqual(["a"]);
  });
});

describe("a worker", () => {
  it("does so many at a time, and so many of one group", async () => {
    const store = createMemoryStorage({ now: clock.now });
    const now = { all: 0, slow: 0 };
    const most = { all: 0, slow: 0 };
    const worker = workerOn(
      store,
      async (text) => {
        const kinds = text === "slow" ? (["all", "slow"] as const) : (["all"] as const);
        for (const kind of kinds) most[kind] = Math.max(most[kind], ++now[kind]);
        await new Promise((resolve) => setTimeout(resolve, 1));
        for (const kind of kinds) now[kind] -= 1;
        return undefined;
      },
      { limits: { concurrent: 6, perGroup: 2 } },
    );
    for (let at = 0; at < 40; at += 1) {
      const group = at % 2 === 0 ? "slow" : `${at}`;
      await store.commit(worker.writes({ lane: `${at}`, group, payload: { text: group } }));
    }
    await worker.drain();
    expect(done).toHaveLength(40);
    expect(most).toEqual({ all: 6, slow: 2 });
  });

  it("gives up an attempt that takes too long, and aborts its signal", async () => {
    const store = createMemoryStorage({ now: clock.now });
    const signals: AbortSignal[] = [];
    const worker = workerOn(
      store,
      (_text, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
      { limits: { attemptMs: 5, leaseMs: 10 } },
    );
    await add(worker, store, "a");
    await worker.drain();
    expect(reports).toMatchObject([{ outcome: "postponed", failure: { code: "timeout" } }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("is refused if its lease ends before an attempt does", () => {
    const store = createMemoryStorage();
    const limits = { attemptMs: 1_000, leaseMs: 1_000 };
    expect(() => workerOn(store, undefined, { limits })).toThrow(
      "leaseMs must exceed attemptMs (1000), found 1000",
    );
  });

  it("does its tasks once started, reports that the store is down, and does nothing once closed", async () => {
    const memory = createMemoryStorage({ now: clock.now });
    const causes: unknown[] = [];
    let isDown = true;
    const store: Storage = {
      ...memory,
      scan: (collection, options) =>
        isDown ? Promise.reject(new StorageError("down")) : memory.scan(collection, options),
    };
    const worker = workerOn(store, undefined, {
      limits: { pollMs: 5 },
      unavailable: (cause) => void causes.push(cause),
    });
    await add(worker, store, "a");
    await expect(worker.drain()).rejects.toThrow("down");
    worker.start();
    await vi.waitFor(() => expect(causes.length).toBeGreaterThan(0));
    isDown = false;
    await vi.waitFor(() => expect(done).toEqual(["a"]));
    await add(worker, store, "b");
    worker.wake();
    await vi.waitFor(() => expect(done).toEqual(["a", "b"]));
    await worker.close();
    await add(worker, store, "c");
    await worker.drain();
    await worker.run("c");
    expect(done).toEqual(["a", "b"]);
  });

  it("survives a report that throws", async () => {
    const store = createMemoryStorage({ now: clock.now });
    const worker = workerOn(store, undefined, {
      report() {
        throw new Error("disk full");
      },
    });
    await add(worker, store, "a", "b");
    await worker.drain();
    expect(done).toHaveLength(2);
    expect(await recordsOf(store)).toEqual([]);
  });

  it("reports a task as lost if nobody knows whether its end was written, and does it again", async () => {
    const memory = createMemoryStorage({ now: clock.now });
    let commits = 0;
    const store: Storage = {
      ...memory,
      async commit(writes) {
        commits += 1;
        // The first is the task, the second the claim, the third the end.
        if (commits === 3) throw new StorageError("connection lost");
        return memory.commit(writes);
      },
    };
    const worker = workerOn(store);
    await add(worker, store, "a");
    await worker.drain();
    expect(reports).toMatchObject([{ outcome: "lost", failure: { code: "storage_unavailable" } }]);
    clock.advance(MINUTE);
    await worker.drain();
    expect(done).toEqual(["a", "a"]);
    expect(outcomes()).toEqual(["lost", "done"]);
  });
});
