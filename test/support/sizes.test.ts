/** Seeds and sizes of random tests, and what their failures say. */

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { propertyOptions, reproduction, runs, seed } from "./sizes.js";

const SIZES = { quick: 10, full: 500 };

function environment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const name of ["TEST_SIZE", "TEST_SEED", "SAMPLE_RUNS", "SAMPLE_SEED"])
    vi.stubEnv(name, variables[name]);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the size of a random test", () => {
  it.each([
    [{}, 10],
    [{ TEST_SIZE: "quick" }, 10],
    [{ TEST_SIZE: "full" }, 500],
    [{ SAMPLE_RUNS: "7" }, 7],
    [{ SAMPLE_RUNS: "7", TEST_SIZE: "full" }, 7],
    [{ SAMPLE_RUNS: "", TEST_SIZE: "" }, 10],
  ])("with %j is %d", (variables, size) => {
    environment(variables);
    expect(runs("SAMPLE", SIZES)).toBe(size);
  });

  it.each([
    [{ SAMPLE_RUNS: "many" }, "SAMPLE_RUNS"],
    [{ SAMPLE_RUNS: "0" }, "SAMPLE_RUNS"],
    [{ SAMPLE_RUNS: "1.5" }, "SAMPLE_RUNS"],
    [{ TEST_SIZE: "big" }, "TEST_SIZE"],
  ])("with %j is refused, since it might try nothing", (variables, named) => {
    environment(variables);
    expect(() => runs("SAMPLE", SIZES)).toThrow(named);
  });
});

describe("the seed of a random test", () => {
  it("is the given one", () => {
    environment({ SAMPLE_SEED: "12", TEST_SIZE: "full" });
    expect(seed("SAMPLE")).toBe(12);
  });

  it.each([{}, { TEST_SIZE: "full" }])("is fixed with %j", (variables) => {
    environment(variables);
    expect(seed("SAMPLE")).toBe(20261120);
    expect(seed("OTHER_SAMPLE")).toBe(20261120);
  });

  it("is that of all tests, where one is given for them", () => {
    environment({ TEST_SEED: "7" });
    expect(seed("SAMPLE")).toBe(7);
    environment({ TEST_SEED: "7", SAMPLE_SEED: "12" });
    expect(seed("SAMPLE")).toBe(12);
  });

  it("is drawn once for each name, where that is asked for", () => {
    environment({ TEST_SEED: "random" });
    expect(seed("SAMPLE")).toBe(seed("SAMPLE"));
    expect(seed("SAMPLE")).not.toBe(seed("OTHER_SAMPLE"));
  });
});

describe("a property that fails", () => {
  const isSmall = (value: number): void => expect(value).toBeLessThan(1_000);

  it.each([
    ["20261120", false],
    ["random", true],
  ])("names what repeats it with TEST_SEED=%s", (given, isDrawn) => {
    environment({ TEST_SEED: given });
    const line = reproduction("SAMPLE", SIZES);
    expect(line).toMatch(/^SAMPLE_SEED=\d+ SAMPLE_RUNS=\d+$/);
    expect(line.includes("20261120")).toBe(!isDrawn);
    const property = fc.property(fc.integer({ min: 1_000 }), isSmall);
    expect(() => fc.assert(property, propertyOptions("SAMPLE", SIZES))).toThrow(
      new RegExp(`^${line}\nProperty failed after 1 tests`),
    );
  });

  it("names it where the property is asynchronous", async () => {
    environment({ SAMPLE_SEED: "12", SAMPLE_RUNS: "3" });
    const property = fc.asyncProperty(fc.integer({ min: 1_000 }), async (value) => isSmall(value));
    await expect(fc.assert(property, propertyOptions("SAMPLE", SIZES))).rejects.toThrow(
      "SAMPLE_SEED=12 SAMPLE_RUNS=3\nProperty failed",
    );
  });
});
