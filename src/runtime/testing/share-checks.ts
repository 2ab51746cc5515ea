/** Checks of owners that use up their share. */

import { commit, keysOf, put, removal, versionOf, type Check } from "./checked-calls.js";
import { expectEqual, expectTrue } from "./expectations.js";

/** Share of an owner, in bytes. */
export const SHARE = 4_000;
const TEXT = "x".repeat(500);

export const SHARE_CHECKS: Readonly<Record<string, Check>> = {
  "evicts what an owner with its share wrote longest ago, and nobody else's": async (storage) => {
    const owner = { client: "ada" };
    await commit(
      storage,
      put("other", { TEXT }, { owner: { client: "bob" } }),
      put("own", { TEXT }),
    );
    for (let n = 10; n < 40; n += 1) await commit(storage, put(`n${n}`, { TEXT }, { owner }));
    const keys = await keysOf(storage, { limit: 99 });
    expectTrue("others stay", keys.includes("other") && keys.includes("own"));
    const left = keys.filter((key) => key.startsWith("n"));
    expectTrue(
      `some are left, and some are gone: ${left.join()}`,
      left.length > 1 && left.length < 30,
    );
    expectEqual(
      "the last ones",
      left,
      Array.from(left, (_key, index) => `n${40 - left.length + index}`),
    );
  },

  "refuses what an owner with its share adds, and takes its changes and removals": async (
    storage,
  ) => {
    const owner = { client: "ada", atShare: "refuse" } as const;
    const kept: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const result = await storage.commit([put(`n${n}`, { TEXT }, { owner })]);
      if (result.kind === "committed") kept.push(`n${n}`);
      else expectEqual("the result", result, { kind: "refused" });
    }
    expectTrue(`some are refused: ${kept.length}`, kept.length > 1 && kept.length < 30);
    expectEqual("none is forgotten", (await keysOf(storage, { limit: 99 })).length, kept.length);
    const [first = "", second = "", third = ""] = kept;
    await commit(
      storage,
      put(first, { changed: true }, { owner, expected: await versionOf(storage, first) }),
    );
    await commit(storage, put("bob", { TEXT }, { owner: { ...owner, client: "bob" } }));
    await commit(storage, removal(second, await versionOf(storage, second)));
    await commit(storage, removal(third, await versionOf(storage, third)));
    await commit(storage, put("again", { TEXT }, { owner }));
  },

  "counts nothing that has expired for long": async (storage, clock) => {
    const owner = { client: "ada", atShare: "refuse" } as const;
    const more = { owner, expiresAt: clock.time + 10 };
    for (let n = 0; n < 30; n += 1) await storage.commit([put(`n${n}`, { TEXT }, more)]);
    clock.time += 1_000_000;
    // An engine may delete what has expired bit by bit, with the commits of anyone.
    for (let n = 0; n < 30; n += 1) await commit(storage, put(`other${n}`));
    await commit(storage, put("again", { TEXT }, { owner }));
  },

  "counts what may be evicted and what may not apart, and evicts none of the latter": async (
    storage,
  ) => {
    const owner = { client: "ada" };
    const lasting = { client: "ada", atShare: "refuse" } as const;
    await commit(storage, put("lasting", { TEXT }, { owner: lasting }));
    for (let n = 0; n < 30; n += 1) await commit(storage, put(`n${n}`, { TEXT }, { owner }));
    await commit(storage, put("another", { TEXT }, { owner: lasting }));
    expectTrue("it stays", (await versionOf(storage, "lasting")) > 0);
  },
};
