/** Checks of versions, atomicity, scans and time. */

import { ABSENT, MAX_KEY_LENGTH } from "../storage/storage.js";
import {
  A,
  commit,
  conflict,
  keysOf,
  put,
  removal,
  versionOf,
  type Check,
  expectEqual,
  expectRejected,
  expectTrue,
} from "./checked-calls.js";

export const RECORD_CHECKS: Readonly<Record<string, Check>> = {
  "gives back what was written, as a copy": async (storage) => {
    const value = { total: 5, lines: ["a"] };
    await commit(storage, put("k", value));
    value.lines.push("b");
    const [first] = await storage.get<typeof value>([{ collection: A, key: "k" }]);
    first?.value.lines.push("c");
    const [second] = await storage.get([{ collection: A, key: "k" }]);
    expectEqual("the value", second?.value, { total: 5, lines: ["a"] });
  },

  "keeps every text that JSON has": async (storage) => {
    const value = {
      text: "\0 \u0001 \ud800 \udfff 𝄞 \u2028 \"'\\",
      number: -0.1,
      list: [null, true],
    };
    await commit(storage, put("k", value));
    const [found] = await storage.get([{ collection: A, key: "k" }]);
    expectEqual("the value", found?.value, value);
  },

  "takes no two keys for the same": async (storage) => {
    const keys = [
      "k",
      "K",
      "k ",
      "k\0",
      "k\u0001",
      '\u0001"k"',
      "k\ud800",
      "k\ud801",
      "k\ufffd",
      "é",
      "e\u0301",
      "%6B",
      "'k'",
    ];
    await commit(storage, ...keys.map((key) => put(key, { key })));
    const found = await storage.get<{ key: string }>(keys.map((key) => ({ collection: A, key })));
    expectEqual(
      "the keys",
      found.map((each) => each?.value.key),
      keys,
    );
    const scanned = await keysOf(storage, { limit: 100 });
    expectEqual("the keys of a scan", scanned.toSorted(), keys.toSorted());
  },

  "takes a key as long as it may be, and none that is longer or empty": async (storage) => {
    const key = "𝄞".repeat(MAX_KEY_LENGTH / 2);
    await commit(storage, put(key));
    expectTrue("the longest key is found", (await versionOf(storage, key)) !== ABSENT);
    await expectRejected("a key that is too long", () => storage.commit([put(`${key}k`)]));
    await expectRejected("an empty key", () => storage.commit([put("")]));
  },

  "gives several records in the order of the keys, and nothing for one that is not there": async (
    storage,
  ) => {
    await commit(storage, put("one", { n: 1 }), put("two", { n: 2 }));
    const keys = ["two", "none", "one", "two"].map((key) => ({ collection: A, key }));
    const found = await storage.get<{ n: number }>(keys);
    expectEqual(
      "the records",
      found.map((each) => each?.value.n),
      [2, undefined, 1, 2],
    );
    expectEqual("no records", await storage.get([]), []);
  },

  "knows nothing of another collection's key": async (storage) => {
    await commit(storage, put("k"));
    expectEqual(
      "the record",
      await storage.get([
        { collection: "ak", key: "" },
        { collection: "b", key: "k" },
      ]),
      [undefined, undefined],
    );
  },

  "says which versions a commit has made": async (storage) => {
    await commit(storage, put("gone"));
    const gone = await versionOf(storage, "gone");
    const versions = await commit(storage, put("b"), removal("gone", gone), put("a"));
    expectEqual("the versions", versions, [
      await versionOf(storage, "b"),
      ABSENT,
      await versionOf(storage, "a"),
    ]);
  },

  "writes over the version that was read, and over no other": async (storage) => {
    const [version = ABSENT] = await commit(storage, put("k", { at: 1 }));
    await commit(storage, put("k", { at: 2 }, { expected: version }));
    const result = await storage.commit([put("k", { at: 3 }, { expected: version })]);
    expectEqual("the result", result, { kind: "conflict", key: { collection: A, key: "k" } });
    await conflict(storage, put("k", { at: 4 }));
    await conflict(storage, removal("k", version));
    await conflict(storage, put("other", {}, { expected: version }));
    const [found] = await storage.get([{ collection: A, key: "k" }]);
    expectEqual("the value", found?.value, { at: 2 });
  },

  "writes several records or none, and names the one in conflict": async (storage) => {
    await commit(storage, put("b"));
    const result = await storage.commit([put("c"), put("b"), put("a")]);
    expectEqual("the result", result, { kind: "conflict", key: { collection: A, key: "b" } });
    expectEqual("the records", await keysOf(storage, { limit: 9 }), ["b"]);
  },

  "writes nothing where one of the values is not JSON": async (storage) => {
    const [expected = ABSENT] = await commit(storage, put("a", { n: 1 }));
    const writes = [put("a", { n: 2 }, { expected }), put("b", { n: 1n })];
    const isRejected = await storage.commit(writes).then(
      () => false,
      () => true,
    );
    expectTrue("a value that is not JSON to be refused", isRejected);
    const found = await storage.get([
      { collection: A, key: "a" },
      { collection: A, key: "b" },
    ]);
    expectEqual(
      "the values",
      found.map((each) => each?.value),
      [{ n: 1 }, undefined],
    );
  },

  "refuses a record that is written twice in one commit": async (storage) => {
    await expectRejected("it", () => storage.commit([put("k"), put("k")]));
    expectEqual("the version", await versionOf(storage, "k"), ABSENT);
  },

  "gives a key larger versions each time, also after a removal": async (storage) => {
    const versions: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      versions.push(...(await commit(storage, put("k"))));
      versions.push(...(await commit(storage, put("k", {}, { expected: versions.at(-1) ?? 0 }))));
      await commit(storage, removal("k", versions.at(-1) ?? 0));
    }
    expectTrue(
      `growing versions: ${versions.join()}`,
      versions.every((each, index) => each > (versions[index - 1] ?? 0)),
    );
    await conflict(storage, removal("k", versions.at(-1) ?? 0));
  },

  "lets one of many writers win": async (storage) => {
    const results = await Promise.all(
      Array.from({ length: 30 }, (_each, at) => storage.commit([put("k", { at })])),
    );
    expectEqual(
      "commits that happened",
      results.filter(({ kind }) => kind === "committed").length,
      1,
    );
  },

  "loses no update of many": async (storage) => {
    await commit(storage, put("k", { count: 0 }), put("twin", { count: 0 }));
    const keys = ["k", "twin"].map((key) => ({ collection: A, key }));
    const increment = async (): Promise<void> => {
      for (;;) {
        const [one, twin] = await storage.get<{ count: number }>(keys);
        expectEqual("counts that change together", one?.value, twin?.value);
        const value = { count: (one?.value.count ?? 0) + 1 };
        const writes = [
          put("twin", value, { expected: twin?.version ?? ABSENT }),
          put("k", value, { expected: one?.version ?? ABSENT }),
        ];
        if ((await storage.commit(writes)).kind === "committed") return;
      }
    };
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 5; round += 1) await increment();
      }),
    );
    const [found] = await storage.get([{ collection: A, key: "k" }]);
    expectEqual("the count", found?.value, { count: 40 });
  },

  "does not stop where commits name the same records in another order": async (storage) => {
    const keys = ["a", "b", "c", "d", "e"];
    const all = Array.from({ length: 20 }, (_each, index) => {
      const order = index % 2 === 0 ? keys : keys.toReversed();
      return storage.commit(order.map((key) => put(key)));
    });
    const results = await Promise.all(all);
    expectEqual(
      "commits that happened",
      results.filter(({ kind }) => kind === "committed").length,
      1,
    );
  },

  "scans what is due, the longest due first, and no more than asked for": async (
    storage,
    { time },
  ) => {
    const due = [30, 10, 20, 40].map((at) => put(`at${at}`, {}, { dueAt: time + at }));
    await commit(storage, ...due, put("never"));
    expectEqual("two", await keysOf(storage, { dueBefore: time + 30, limit: 2 }), ["at10", "at20"]);
    expectEqual("all", await keysOf(storage, { dueBefore: time + 30, limit: 9 }), [
      "at10",
      "at20",
      "at30",
    ]);
    const [version = ABSENT] = await commit(
      storage,
      put("at10", {}, { expected: await versionOf(storage, "at10"), dueAt: time + 35 }),
    );
    expectEqual("one that was put off", await keysOf(storage, { dueBefore: time + 35, limit: 9 }), [
      "at20",
      "at30",
      "at10",
    ]);
    await commit(storage, put("at10", {}, { expected: version }));
    expectEqual(
      "one that is never due",
      await keysOf(storage, { dueBefore: time + 99, limit: 9 }),
      ["at20", "at30", "at40"],
    );
  },

  "scans by key, page by page": async (storage) => {
    await commit(storage, ...["b", "a", "d", "c", "a1"].map((key) => put(key)), {
      ...put("aa"),
      collection: "b",
    });
    expectEqual("a page", await keysOf(storage, { limit: 3 }), ["a", "a1", "b"]);
    expectEqual("the next", await keysOf(storage, { after: "b", limit: 3 }), ["c", "d"]);
    expectEqual(
      "behind a key that is not there",
      await keysOf(storage, { after: "bb", limit: 1 }),
      ["c"],
    );
    expectEqual("none", await keysOf(storage, { after: "d", limit: 3 }), []);
  },

  "scans what was written last, be it a change": async (storage) => {
    await commit(storage, put("a"), put("b"));
    await commit(storage, put("c"));
    await commit(storage, put("d"));
    await commit(storage, put("a", {}, { expected: await versionOf(storage, "a") }));
    expectEqual("the newest", await keysOf(storage, { newest: true, limit: 3 }), ["a", "d", "c"]);
  },

  "compares versions as numbers, whatever their length": async (storage, clock) => {
    const keys = Array.from({ length: 120 }, (_each, index) => `k${index}`);
    for (const key of keys) await commit(storage, put(key, {}, { dueAt: clock.time }));
    const newest = [...keys].reverse();
    expectEqual("the newest", await keysOf(storage, { newest: true, limit: 120 }), newest);
    expectEqual("due", await keysOf(storage, { dueBefore: clock.time, limit: 120 }), keys);
  },

  "serves nothing that has expired, and takes its key again": async (storage, clock) => {
    const more = { expiresAt: clock.time + 10, dueAt: clock.time };
    const [version = ABSENT] = await commit(storage, put("k", {}, more));
    clock.time += 9;
    expectEqual("before", await versionOf(storage, "k"), version);
    clock.time += 1;
    expectEqual("the version", await versionOf(storage, "k"), ABSENT);
    expectEqual("by key", await keysOf(storage, { limit: 9 }), []);
    expectEqual("by time", await keysOf(storage, { newest: true, limit: 9 }), []);
    expectEqual("due", await keysOf(storage, { dueBefore: clock.time, limit: 9 }), []);
    await conflict(storage, put("k", {}, { expected: version }));
    const [next = ABSENT] = await commit(storage, put("k", { again: true }));
    expectTrue("a larger version", next > version);
    clock.time += 1_000_000;
    expectEqual("what never expires", await versionOf(storage, "k"), next);
  },

  "keeps its order where the clock is put back": async (storage, clock) => {
    const [first = ABSENT] = await commit(storage, put("a"));
    clock.time -= 3_600_000;
    const [second = ABSENT] = await commit(storage, put("b"));
    expectTrue("growing versions", second > first);
    expectEqual("the newest", await keysOf(storage, { newest: true, limit: 1 }), ["b"]);
    expectEqual("both are there", await keysOf(storage, { limit: 9 }), ["a", "b"]);
  },

  "judges by the clock that it is given, also after that was put back": async (storage, clock) => {
    clock.time += 3_600_000;
    await commit(storage, put("later", {}, { expiresAt: clock.time + 10 }));
    expectTrue("it is there", (await versionOf(storage, "later")) !== ABSENT);
    clock.time -= 3_600_000;
    const more = { expiresAt: clock.time + 10, dueAt: clock.time };
    const [version = ABSENT] = await commit(storage, put("k", {}, more));
    clock.time += 9;
    expectEqual("before it expires", await versionOf(storage, "k"), version);
    expectEqual("by key", await keysOf(storage, { limit: 9 }), ["k", "later"]);
    expectEqual("due", await keysOf(storage, { dueBefore: clock.time, limit: 9 }), ["k"]);
    await conflict(storage, put("k"));
    clock.time += 1;
    expectEqual("afterwards", await versionOf(storage, "k"), ABSENT);
  },

  "has one record for a key, which was written in place of an expired one, where the clock is put back":
    async (storage, clock) => {
      const more = { expiresAt: clock.time + 10, dueAt: clock.time };
      const [expired = ABSENT] = await commit(storage, put("k", { n: 1 }, more));
      clock.time += 3_600_000;
      const [version = ABSENT] = await commit(storage, put("k", { n: 2 }));
      clock.time -= 3_600_000;
      const [found] = await storage.get([{ collection: A, key: "k" }]);
      expectEqual("the record", found, { key: "k", value: { n: 2 }, version });
      expectEqual("by key", await keysOf(storage, { limit: 9 }), ["k"]);
      expectEqual("due", await keysOf(storage, { dueBefore: clock.time, limit: 9 }), []);
      await conflict(storage, removal("k", expired));
      await commit(storage, removal("k", version));
      expectEqual("once it is removed", await versionOf(storage, "k"), ABSENT);
    },

  "rejects everything once it is closed, and closes twice": async (storage) => {
    await storage.close();
    await storage.close();
    await expectRejected("get", () => storage.get([{ collection: A, key: "k" }]));
    await expectRejected("commit", () => storage.commit([put("k")]));
    await expectRejected("scan", () => storage.scan(A, { limit: 1 }));
  },
};
