/** Trying what an entry leads to: what fails is noted of the entry, and what is nobody's stays an error. */

import { describe, expect, it } from "vitest";
import { failure } from "../../src/errors.js";
import { createAttempts } from "../../src/load/attempt.js";
import { readDocument } from "../../src/load/document.js";

const ENTRY = { name: "com.example.gift", pointer: "/proto/capabilities/com.example.gift/0" };
const document = readDocument("p.json", "p.json", new TextEncoder().encode("{}"));

function fail(code: Parameters<typeof failure>[0]) {
  return (): Promise<never> => Promise.reject(failure(code, "it is wrong", {}));
}

describe("an attempt", () => {
  it("gives what it finds", async () => {
    const attempts = createAttempts({ document });
    expect(await attempts.run([ENTRY], () => Promise.resolve(1))).toBe(1);
    expect(attempts.failed).toEqual([]);
  });

  it("that fails is noted of its entries", async () => {
    const attempts = createAttempts({ document });
    expect(await attempts.run([ENTRY], fail("SCHEMA_INVALID"))).toBeUndefined();
    expect(attempts.failed).toMatchObject([
      { ...ENTRY, diagnostics: [{ code: "SCHEMA_INVALID" }] },
    ]);
    expect(attempts.unreached).toEqual([]);
  });

  it("that fails is an error where no entry leads there", async () => {
    const attempts = createAttempts({ document });
    await expect(attempts.run([], fail("SCHEMA_INVALID"))).rejects.toThrow("it is wrong");
    expect(attempts.failed).toEqual([]);
  });

  it.each(["LOAD_TOO_LARGE", "LOAD_LOCK_INVALID", "USAGE"] as const)(
    "that fails with %s is an error, whoever the entry is of",
    async (code) => {
      const attempts = createAttempts({ document });
      await expect(attempts.run([ENTRY], fail(code))).rejects.toThrow("it is wrong");
    },
  );

  it("that shares an $id with another is noted where nothing else has failed", async () => {
    const [alone, after] = [createAttempts({ document }), createAttempts({ document })];
    await alone.run([ENTRY], fail("LOAD_DUPLICATE_ID"));
    expect(alone.failed).toHaveLength(1);
    await after.run([ENTRY], fail("SCHEMA_INVALID"));
    await after.run([{ ...ENTRY, name: "com.example.wrap" }], fail("LOAD_DUPLICATE_ID"));
    expect(after.failed.map(({ name }) => name)).toEqual(["com.example.gift"]);
  });
});
