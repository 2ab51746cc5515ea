/**
 * Schemas of which one has values that the other refuses, each pair with such a value: whoever may send or get it is told,
 * and never that both are the same.
 */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { ajvJudge } from "../support/diff/two-judges.js";
import { checkoutWith, compare } from "./memory-release.js";

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const INTEGER = { type: "integer" };

/** Rule, level for who sends the value, and message of every change. */
async function told(before: Json, after: Json): Promise<readonly string[]> {
  const { changes } = await compare(checkoutWith(before), checkoutWith(after));
  return changes.map(({ rule, levels, message }) => `${rule} ${levels.business}: ${message}`);
}

/** Only the first of the schemas has the value. */
function expectRefused(value: Json, before: JsonObject, after: JsonObject): void {
  expect([ajvJudge(before)(value), ajvJudge(after)(value)]).toEqual([true, false]);
}

describe("a type beside numbers that is refused is told", () => {
  it.each<[string, Json]>([
    ["boolean", true],
    ["string", ""],
    ["array", []],
    ["object", {}],
  ])("%s", async (type, value) => {
    const [before, after] = [{ type: [type, "number"] }, NUMBER];
    expectRefused(value, before, after);
    expect(await told(before, after)).toEqual([
      `type-narrowed breaking: was ${type} or number and is number`,
    ]);
    expect(await told(after, before)).toEqual([
      `type-widened safe: was number and is ${type} or number`,
    ]);
  });

  it("null", async () => {
    const [before, after] = [{ type: ["null", "number"] }, NUMBER];
    expectRefused(null, before, after);
    expect(await told(before, after)).toEqual(["null-refused breaking: may not be null any more"]);
    expect(await told(after, before)).toEqual(["null-allowed safe: may be null now"]);
  });

  it("but not whole numbers", async () => {
    expect(await told({ type: ["integer", "number"] }, NUMBER)).toEqual([]);
  });
});

describe("fractions in a short range of numbers are told where they are refused", () => {
  const range = { minimum: 1, maximum: 3 };

  it.each<[string, JsonObject, string]>([
    ["by a type", { ...INTEGER, ...range }, "type-narrowed breaking: was number and is integer"],
    ["by a list", { enum: [1, 2, 3] }, "enum-closed breaking: only 1, 2, 3 are allowed now"],
  ])("%s", async (_, after, expected) => {
    const before = { ...NUMBER, ...range };
    expectRefused(1.5, before, after);
    expect(await told(before, after)).toEqual([expected]);
  });
});

describe("a member that only one side lets have another schema than the rest is told", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    [
      "by its name",
      { properties: { a: TEXT } },
      ["property-removed dangerous: a is gone", "type-changed breaking: was string and is integer"],
    ],
    [
      "by an alternative",
      { anyOf: [{ properties: { a: TEXT } }, { required: ["b"] }] },
      [
        "condition-removed safe: no longer: one of 2 alternatives holds",
        "values-narrowed dangerous: it cannot be shown that every value that was valid still is",
      ],
    ],
    [
      "by a pattern",
      { patternProperties: { "^a": TEXT } },
      [
        "condition-removed safe: no longer: members named like ^a have a schema of their own",
        "values-narrowed dangerous: it cannot be shown that every value that was valid still is",
      ],
    ],
  ])("%s", async (_, more, expected) => {
    const after = { type: "object", unevaluatedProperties: INTEGER };
    const before = { ...after, ...more };
    expectRefused({ a: "" }, before, after);
    expect(await told(before, after)).toEqual(expected);
  });
});

describe("a list beside a schema", () => {
  const listed = (schema: JsonObject, ...values: readonly string[]): JsonObject => ({
    anyOf: [schema, { enum: values }],
  });

  it("is open beside the type of its values: one less is safe", async () => {
    expect(await told(listed(TEXT, "a", "long"), listed(TEXT, "a"))).toEqual([
      'enum-narrowed safe: "long" is not named any more',
    ]);
  });

  it("adds values to a schema with another rule: one less is refused", async () => {
    const short = { ...TEXT, maxLength: 3 };
    const [before, after] = [listed(short, "a", "long"), listed(short, "a")];
    expectRefused("long", before, after);
    expect(await told(before, after)).toEqual(['enum-narrowed breaking: "long" is refused now']);
  });

  it("says nothing beside several types that have all of its values", async () => {
    const any = { type: ["string", "number"] };
    expect(await told(listed(any, "a", "long"), listed(any, "a"))).toEqual([]);
  });
});

describe("an alternative that is gone is compared with the one that has its values", () => {
  it("by what it demanded", async () => {
    const patterned = { ...TEXT, maxLength: 5, pattern: "a" };
    const before = { anyOf: [{ ...TEXT, maxLength: 3 }, patterned, NUMBER] };
    const after = { anyOf: [TEXT, NUMBER] };
    expectRefused("xxxx", after, before);
    expect(await told(before, after)).toEqual([
      "bounds-loosened safe: the greatest length was 3 and is none",
      "bounds-loosened safe: the greatest length was 5 and is none",
      'pattern-removed safe: need not match "a" any more',
    ]);
    expect(await told(after, before)).toEqual([
      "bounds-tightened breaking: the greatest length was none and is 3",
      "bounds-tightened breaking: the greatest length was none and is 5",
      'pattern-added breaking: must match "a" now',
    ]);
  });

  it("by its members", async () => {
    const named = { type: "object", required: ["a"], properties: { a: TEXT } };
    const more = { ...named, properties: { a: TEXT, b: TEXT } };
    expect(await told({ anyOf: [more, named] }, { anyOf: [named, INTEGER] })).toEqual([
      "property-removed dangerous: b is gone",
      "union-branch-added safe: integer is one more alternative",
    ]);
  });
});

describe("alternatives that have one value, and refuse it as both do,", () => {
  const listed = { type: "null", enum: [null, 5] };
  const nothing = { oneOf: [listed, listed] };

  it("are the same as a schema that refuses everything", async () => {
    expect(await told(nothing, false)).toEqual([]);
    expect(await told(false, nothing)).toEqual([]);
  });

  it("have none of the values of a text", async () => {
    expectRefused("", TEXT, nothing);
    expect(await told(TEXT, nothing)).toContain(
      "union-branch-removed breaking: string is no alternative any more",
    );
    expect(await told(nothing, TEXT)).toContain(
      "union-branch-added safe: string is one more alternative",
    );
  });
});
