/** Releases that are large, deep or entangled: a comparison takes bounded time. */

import { describe, expect, it } from "vitest";
import type { Comparison } from "../../src/diff/change.js";
import { withinCpuTime } from "../support/cpu-time.js";
import { runs } from "../support/sizes.js";
import { checkoutWith, compare, schemaAt, type MemoryRelease } from "./memory-release.js";

/** @param limit milliseconds of processor time, ten times and more what the comparison takes */
function compareWithin(
  limit: number,
  before: MemoryRelease,
  after: MemoryRelease,
): Promise<Comparison> {
  return withinCpuTime(limit, () => compare(before, after));
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

function rulesOf({ changes }: Comparison): readonly string[] {
  return [...new Set(changes.map(({ rule }) => rule))];
}

/** Unions without a tag, each branch of which leads to two more of them. */
function entangled(count: number, required: readonly string[]): object {
  const branch = (from: number, to: number): object => ({
    type: "object",
    required: from === to ? required : [],
    properties: {
      [`p${from}`]: { $ref: `#/$defs/u${to}` },
      [`q${to}`]: { $ref: `#/$defs/u${(to + 1) % count}` },
    },
  });
  const unions = range(count).map((from) => [
    `u${from}`,
    { anyOf: range(count).map((to) => branch(from, to)) },
  ]);
  return { $defs: Object.fromEntries(unions) as object };
}

/** The leaf below so many levels of one keyword. */
function nested(depth: number, wrap: (schema: object) => object, leaf: object): object {
  return range(depth).reduce<object>((schema) => wrap(schema), leaf);
}

/** Odd, since what is not not a schema is the schema. */
const DEPTH = 61;
const TEXT = { type: "string" };
const NUMBER = { type: "integer" };

describe("a comparison takes bounded time", () => {
  it("of unions that lead to each other", async () => {
    const release = (required: readonly string[]): MemoryRelease =>
      checkoutWith({ $ref: "#/$defs/u0" }, entangled(12, required));
    expect(rulesOf(await compareWithin(5_000, release([]), release(["z"])))).toEqual([
      "required-added",
    ]);
  });

  it.each<[string, (schema: object) => object, readonly string[]]>([
    ["not", (schema) => ({ not: schema }), ["condition-added", "condition-removed"]],
    [
      "if",
      (schema) => ({
        type: "object",
        if: { properties: { a: schema } },
        then: { required: ["x"] },
      }),
      ["condition-added", "condition-removed"],
    ],
    ["contains", (schema) => ({ type: "array", contains: schema }), ["type-changed"]],
    [
      "anyOf",
      (schema) => ({ anyOf: [{ type: "null" }, { type: "object", properties: { a: schema } }] }),
      ["type-changed"],
    ],
  ])("sixty-one levels deep: %s", async (_, wrap, rules) => {
    const before = checkoutWith(nested(DEPTH, wrap, TEXT));
    const after = checkoutWith(nested(DEPTH, wrap, NUMBER));
    expect(
      (await compareWithin(10_000, before, checkoutWith(nested(DEPTH, wrap, TEXT)))).changes,
    ).toEqual([]);
    expect(rulesOf(await compareWithin(10_000, before, after))).toEqual(
      expect.arrayContaining([...rules]),
    );
  });

  it("of a union of thousands", { timeout: 300_000 }, async () => {
    const count = runs("UNION_BRANCHES", { quick: 1000, full: 4000 });
    const union = (changed: string): MemoryRelease =>
      checkoutWith({
        anyOf: range(count).map((at) => ({
          type: "object",
          required: ["kind"],
          properties: { kind: { const: at === 7 ? changed : `k${at}` }, value: TEXT },
        })),
      });
    const { changes } = await compareWithin(40_000, union("k7"), union("other"));
    expect(changes.map(({ rule }) => rule).sort()).toEqual([
      "union-branch-added",
      "union-branch-removed",
    ]);
  });

  it("of a list of thousands, none of which stayed", async () => {
    const list = (letter: string): MemoryRelease =>
      checkoutWith({ enum: range(20_000).map((at) => `${letter}${at}`) });
    expect([...rulesOf(await compareWithin(2_000, list("a"), list("b")))].sort()).toEqual([
      "enum-narrowed",
      "enum-widened",
    ]);
  });

  it("of thousands of members that all have another name", async () => {
    const members = (letter: string): MemoryRelease =>
      checkoutWith({
        type: "object",
        properties: Object.fromEntries(range(5000).map((at) => [`${letter}${at}`, TEXT])) as object,
      });
    const { changes } = await compareWithin(15_000, members("a"), members("b"));
    expect(changes).toHaveLength(10_000);
    // Each place is its own: the files have a member every few lines.
    expect(new Set(changes.map(({ before, after }) => (before ?? after)?.line)).size).toBe(5000);
  });

  it.each([
    ["that stayed", "a", []],
    ["that all moved", "b", ["definition-moved"]],
  ])("of two thousand files %s", async (_, letter, rules) => {
    const files = (name: string): MemoryRelease =>
      Object.assign(
        {},
        ...range(2000).map((at) =>
          schemaAt(`types/${name}${at}.json`, {
            title: `Type ${at}`,
            type: "object",
            properties: { value: { type: "string", maxLength: at + 1 } },
          }),
        ),
      ) as MemoryRelease;
    const { changes } = await compareWithin(15_000, files("a"), files(letter));
    expect([...new Set(changes.map(({ rule }) => rule))]).toEqual(rules);
    for (const { message } of changes) expect(message).toMatch(/a(\d+)\.json to .*b\1\.json$/);
  });
});
