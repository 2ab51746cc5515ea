/**
 * Tasks of lanes, done by many workers. Each task has one effect: a record under the task's key, in one commit with the ledger of its
 * lane. Some tasks fail at first, some can never be done, some take too long, and some are to be done later.
 */

import { ABSENT, readRecord, type Storage, type StoredRecord } from "@proto-gen/runtime/storage";
import {
  createWorker,
  type ClaimedTask,
  type NewTask,
  type Outcome,
  type Worker,
} from "@proto-gen/runtime/worker";
import { sleep } from "./timeline.js";
import { World, type Process, type Statistics, type WorldOptions } from "./world.js";

export interface TasksOptions extends WorldOptions {
  readonly lanes: number;
  readonly perLane: number;
  /** How often each worker looks for due tasks. */
  readonly pollMs: number;
}

interface Payload {
  /** When the task is due: milliseconds since 1970. */
  readonly at: number;
  /** True if the task can never be done. */
  readonly isBad: boolean;
}

interface Ledger {
  /** The sequences of the tasks whose effects have happened, in this order. */
  readonly done: readonly number[];
}

/** An attempt that somebody makes. */
interface Run {
  readonly process: Process;
  readonly signal: AbortSignal;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NAME = "task";
const LIMITS = { concurrent: 4, perGroup: 2, attemptMs: 20 * SECOND, leaseMs: 30 * SECOND };
const SCHEDULE = { baseMs: 5 * SECOND, capMs: 5 * MINUTE };
const ALL = { limit: 1_000_000 };

/** @throws Error that says which promise of the worker is broken */
export async function simulateTasks(options: TasksOptions): Promise<Statistics> {
  const world = new World(options);
  const tasks = drawTasks(world, options);
  const { storage, timeline } = world;
  const perform = performer(world, (options.clockJumpMs ?? 0) === 0);
  const workerOf = (process: Pick<Process, "storage" | "now">): Worker<Payload> =>
    createWorker<Payload>({
      store: process.storage,
      name: NAME,
      perform: (claimed, signal) => perform(process as Process, claimed, signal),
      schedule: SCHEDULE,
      limits: { ...LIMITS, pollMs: options.pollMs },
      now: process.now,
      random: world.random,
    });
  const observer = workerOf({ storage, now: timeline.now });
  for (const task of tasks) await storage.commit(observer.writes(task));
  await world.run(
    (process) => workerOf(process).start(),
    async () => (await observer.list({ limit: 1 })).length === 0,
  );
  await checkOutcome(storage, observer, tasks);
  return world.statistics;
}

type PlannedTask = Required<
  Pick<NewTask<Payload>, "lane" | "sequence" | "group" | "at" | "payload">
>;

function drawTasks({ random, timeline }: World, { lanes, perLane }: TasksOptions): PlannedTask[] {
  return Array.from({ length: lanes * perLane }, (_, index) => {
    const at = Math.ceil(timeline.now() + (random() < 0.1 ? random() * 30 * MINUTE : 0));
    return {
      lane: `lane ${index % lanes}`,
      group: `group ${index % 50}`,
      sequence: 1 + Math.floor(index / lanes),
      at,
      payload: { at, isBad: random() < 0.03 },
    };
  });
}

/** @param holdsLeases false where clocks differ: then leases end at other times for others, and two may do one task at a time */
function performer({ check, random, storage, timeline }: World, holdsLeases: boolean) {
  const running = new Map<string, Run[]>();
  const runsOf = (lane: string): Run[] =>
    (running.get(lane) ?? []).filter(({ process, signal }) => process.isAlive && !signal.aborted);

  return async (
    process: Process,
    { key, version, task: { lane, sequence }, payload }: ClaimedTask<Payload>,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    const others = runsOf(lane);
    if (holdsLeases) {
      check(others.length === 0, `two tasks of a lane are done at the same time: ${key}`);
      check(timeline.now() >= payload.at, `a task is done before it is due: ${key}`);
    }
    const run = { process, signal };
    running.set(lane, [...others, run]);
    try {
      await sleep(random() * (random() < 0.3 ? 25 : 2) * SECOND);
      if (signal.aborted) return { code: "aborted" };
      const held = await readRecord(storage, NAME, key);
      if (holdsLeases)
        check(held?.version === version, `a task that is claimed was written by another: ${key}`);
      if (payload.isBad) return { code: "bad", final: true };
      if (random() < 0.05) throw new Error("the other side is down");
      if (random() < 0.03) return { nextAt: process.now() + random() * MINUTE };
      return await applyEffect(process.storage, key, lane, sequence);
    } finally {
      running.set(
        lane,
        runsOf(lane).filter((each) => each !== run),
      );
    }
  };
}

async function applyEffect(
  storage: Storage,
  key: string,
  lane: string,
  sequence: number,
): Promise<Outcome> {
  const [effect, ledger] = (await storage.get([
    { collection: "effect", key },
    { collection: "ledger", key: lane },
  ])) as readonly [StoredRecord | undefined, StoredRecord<Ledger> | undefined];
  if (effect !== undefined) return undefined;
  const done = [...(ledger?.value.done ?? []), sequence];
  const { kind } = await storage.commit([
    { collection: "effect", key, value: {}, expected: ABSENT },
    { collection: "ledger", key: lane, value: { done }, expected: ledger?.version ?? ABSENT },
  ]);
  return kind === "committed" ? undefined : { code: "overtaken" };
}

/** Every task is done or dead, each effect has happened once, and in the order of its lane. */
async function checkOutcome(
  storage: Storage,
  observer: Worker<Payload>,
  tasks: readonly PlannedTask[],
): Promise<void> {
  const dead = (await observer.dead(ALL)).map(({ key }) => key);
  const effects = (await storage.scan("effect", ALL)).map(({ key }) => key);
  const payloads = (await storage.scan(`${NAME}_payload`, ALL)).map(({ key }) => key);
  const keysOf = (isBad: boolean): string[] =>
    tasks
      .filter(({ payload }) => payload.isBad === isBad)
      .map(({ lane, sequence }) => JSON.stringify([lane, sequence]));
  requireSame("dead tasks", dead, keysOf(true));
  requireSame("payloads that are left", payloads, keysOf(true));
  requireSame("effects", effects, keysOf(false));
  const ledgers = new Map(
    (await storage.scan<Ledger>("ledger", ALL)).map(({ key, value }) => [key, value.done]),
  );
  for (const lane of new Set(tasks.map((each) => each.lane))) {
    const good = tasks.filter((each) => each.lane === lane && !each.payload.isBad);
    const planned = good.map(({ sequence }) => sequence).join();
    const done = (ledgers.get(lane) ?? []).join();
    if (done !== planned) throw new Error(`${lane} was done in the order ${done}, not ${planned}`);
  }
}

function requireSame(what: string, found: readonly string[], expected: readonly string[]): void {
  const [foundKeys, expectedKeys] = [new Set(found), new Set(expected)];
  const missing = expected.filter((each) => !foundKeys.has(each));
  const added = found.filter((each) => !expectedKeys.has(each));
  if (missing.length + added.length === 0 && found.length === expected.length) return;
  const lists = `missing ${missing.slice(0, 5).join()}, in excess ${added.slice(0, 5).join()}`;
  throw new Error(`${what}: ${found.length} instead of ${expected.length}, ${lists}`);
}
