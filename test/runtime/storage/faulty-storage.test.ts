/** `faultyStorage`: what each fault does with a call, and that a seed repeats it. */

import { ABSENT, createMemoryStorage, readRecord, type Storage } from "@proto-gen/runtime/storage";
import {
  createTestClock,
  faultyStorage,
  randomFaults,
  type StorageCall,
  type StorageFault,
} from "@proto-gen/runtime/testing";
import { beforeEach, describe, expect, it } from "vitest";

let memory: Storage;

beforeEach(() => {
  memory = createMemoryStorage();
});

const withFault = (fault: StorageFault): Storage => faultyStorage(memory, () => fault);

const put = (store: Storage, key = "k") =>
  store.commit([{ collection: "a", key, value: {}, expected: ABSENT }]);

const isThere = async (): Promise<boolean> => (await readRecord(memory, "a", "k")) !== undefined;

const DOWN = { code: "storage_unavailable" };

describe("a commit of a faulty storage", () => {
  it("rejects before anything has happened", async () => {
    await expect(put(withFault({ rejects: "before" }))).rejects.toMatchObject(DOWN);
    expect(await isThere()).toBe(false);
  });

  it("rejects after it has happened", async () => {
    await expect(put(withFault({ rejects: "after" }))).rejects.toMatchObject(DOWN);
    expect(await isThere()).toBe(true);
  });

  it("stalls until it is released, and happens then", async () => {
    let release = (): void => undefined;
    const stalls = new Promise<void>((resolve) => (release = resolve));
    const commit = put(withFault({ stalls }));
    expect(await isThere()).toBe(false);
    release();
    expect(await commit).toMatchObject({ kind: "committed" });
    expect(await isThere()).toBe(true);
  });

  it("answers late, and has happened before", async () => {
    const start = performance.now();
    const commit = put(withFault({ answersLate: 20 }));
    await Promise.resolve();
    expect(await isThere()).toBe(true);
    expect(await commit).toMatchObject({ kind: "committed" });
    expect(performance.now() - start).toBeGreaterThan(15);
  });

  it("stalls, happens, and loses its answer", async () => {
    const fault = { stalls: 1, answersLate: 1, rejects: "after" } as const;
    await expect(put(withFault(fault))).rejects.toMatchObject(DOWN);
    expect(await isThere()).toBe(true);
  });
});

it("shows each call to the function that chooses its fault", async () => {
  const calls: StorageCall[] = [];
  const store = faultyStorage(memory, (call) => void calls.push(call));
  await put(store);
  await store.get([{ collection: "a", key: "k" }]);
  await store.scan("a", { limit: 1 });
  await store.close();
  expect(calls).toMatchObject([
    { index: 0, method: "commit", writes: [{ key: "k" }] },
    { index: 1, method: "get", keys: [{ key: "k" }] },
    { index: 2, method: "scan", collection: "a" },
  ]);
});

describe("random faults", () => {
  const rates = { rejectsBefore: 0.1, rejectsAfter: 0.2, stalls: 0.3, answersLate: 0.1 };
  const drawn = (seed: number): (StorageFault | undefined)[] => {
    const faultOf = randomFaults({ seed, ...rates });
    return Array.from({ length: 2_000 }, (_each, index) =>
      faultOf({ index, method: "get", keys: [] }),
    );
  };

  it("are the same for a seed, and others for another", () => {
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  it("come as often as their rates say", () => {
    const faults = drawn(3);
    const partOf = (isMeant: (fault: StorageFault) => boolean): number =>
      faults.filter((fault) => fault !== undefined && isMeant(fault)).length / faults.length;
    expect(partOf(({ rejects }) => rejects === "before")).toBeCloseTo(0.1, 1);
    expect(partOf(({ rejects }) => rejects === "after")).toBeCloseTo(0.2, 1);
    expect(partOf(({ stalls }) => stalls !== undefined)).toBeCloseTo(0.3, 1);
    expect(partOf(({ answersLate }) => answersLate !== undefined)).toBeCloseTo(0.1, 1);
  });

  it("have rates from 0 to 1 in all", () => {
    for (const wrong of [{ stalls: -0.1 }, { stalls: 0.6, rejectsAfter: 0.6 }, { stalls: NaN }])
      expect(() => randomFaults({ seed: 1, ...wrong })).toThrow(RangeError);
  });
});

it("keeps the time of a test clock until it is moved", () => {
  const clock = createTestClock(1_000);
  expect([clock.now(), clock.now()]).toEqual([1_000, 1_000]);
  clock.advance(500);
  expect(clock.now()).toBe(1_500);
  clock.advance(-1_000);
  expect(clock.now()).toBe(500);
});
