/**
 * Spellings of one schema, and of one change: a difference of words is none, null is null however it is written, and
 * alternatives of `oneOf` that share values refuse what was valid. A response carries the value: businesses send it.
 */

import { describe, expect, it } from "vitest";
import type { Change } from "../../src/diff/change.js";
import { ajvJudge } from "../support/diff/two-judges.js";
import { checkoutWith, compare } from "./memory-release.js";
import type { Json, JsonObject } from "@proto-gen/runtime/json";

const TEXT = { type: "string" };
const NULL = { type: "null" };
const RIBBON = {
  type: "object",
  required: ["length"],
  properties: { length: { type: "integer", enum: [1, 2] } },
};
const DEFS = { $defs: { ribbon: RIBBON, color: { enum: ["red", "blue"] }, text: TEXT } };
const RIBBON_REF = { $ref: "#/$defs/ribbon" };
const COLOR_REF = { $ref: "#/$defs/color" };

async function changesOf(before: Json, after: Json): Promise<readonly Change[]> {
  return (await compare(checkoutWith(before, DEFS), checkoutWith(after, DEFS))).changes;
}

async function rulesOf(before: Json, after: Json): Promise<readonly string[]> {
  const changes = await changesOf(before, after);
  return [...new Set(changes.map(({ rule }) => rule))].sort();
}

/** Schemas of one set each. */
const SAME: Readonly<Record<string, readonly JsonObject[]>> = {
  "an object or null": [
    { ...RIBBON, type: ["object", "null"] },
    { ...RIBBON, type: ["null", "object"] },
    { oneOf: [RIBBON_REF, NULL] },
    { anyOf: [NULL, RIBBON_REF] },
    { oneOf: [RIBBON, { const: null }] },
    { anyOf: [RIBBON, { enum: [null] }] },
    { anyOf: [{ anyOf: [RIBBON_REF] }, NULL] },
    { oneOf: [{ oneOf: [RIBBON_REF, NULL] }] },
    { allOf: [{ oneOf: [NULL, RIBBON_REF] }] },
    { anyOf: [{ ...RIBBON, type: ["object", "null"] }, NULL] },
    { anyOf: [RIBBON_REF, RIBBON, NULL] },
    { type: ["object", "null"], oneOf: [RIBBON, NULL] },
    { type: ["object", "null"], if: { type: "object" }, then: RIBBON_REF },
    { not: { not: { anyOf: [RIBBON_REF, NULL] } } },
  ],
  "a listed value or null": [
    { enum: ["red", "blue", null] },
    { enum: [null, "blue", "red"] },
    { type: ["string", "null"], enum: ["red", "blue", null] },
    { oneOf: [COLOR_REF, NULL] },
    { anyOf: [{ const: "red" }, { const: "blue" }, NULL] },
    { oneOf: [{ enum: ["red", null] }, { const: "blue" }] },
    { anyOf: [{ enum: ["red", null] }, { enum: ["blue", null] }] },
    { anyOf: [{ anyOf: [{ const: "blue" }, NULL] }, { const: "red" }] },
    { anyOf: [{ type: "string", enum: ["red"] }, { enum: ["blue", null] }] },
    { enum: ["red", "blue", "blue", null] },
    { enum: ["red", "blue", null, 1], type: ["string", "null"] },
  ],
  "listed values": [
    { enum: ["red", "blue"] },
    COLOR_REF,
    { allOf: [COLOR_REF] },
    { oneOf: [COLOR_REF] },
    { type: "string", enum: ["blue", "red"] },
    { anyOf: [{ const: "red" }, { const: "blue" }] },
    { oneOf: [{ const: "blue" }, { enum: ["red"] }] },
    { anyOf: [{ enum: ["red", "blue"] }, { const: "red" }] },
    { oneOf: [{ enum: ["red", "green"] }, { enum: ["green", "blue"] }] },
    { enum: ["red", "blue", "green"], not: { const: "green" } },
    { enum: ["red", "blue", "violet"], maxLength: 4 },
  ],
  "a constant": [
    { const: 1 },
    { enum: [1] },
    { oneOf: [{ const: 1 }] },
    { type: "integer", enum: [1] },
  ],
  "a whole number from 1 to 5": [
    { type: "integer", minimum: 1, maximum: 5 },
    { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 6 },
    { type: "integer", minimum: 0.5, maximum: 5.5 },
    { type: "number", multipleOf: 1, minimum: 1, maximum: 5 },
    { type: "integer", multipleOf: 1, minimum: 1, exclusiveMaximum: 6, minLength: 3 },
    {
      anyOf: [
        { type: "integer", minimum: 1, maximum: 3 },
        { type: "integer", minimum: 4, maximum: 5 },
      ],
    },
    {
      oneOf: [
        { type: "integer", minimum: 1, maximum: 3 },
        { type: "integer", minimum: 4, maximum: 5 },
      ],
    },
    { enum: [1, 2, 3, 4, 5] },
    { allOf: [{ type: "integer" }, { minimum: 1 }, { maximum: 5 }] },
  ],
  "a text or a number": [
    { type: ["string", "number"], minLength: 1, minimum: 0 },
    { type: ["number", "string"], minLength: 1, minimum: 0, minItems: 0, uniqueItems: false },
    {
      oneOf: [
        { type: "string", minLength: 1 },
        { type: "number", minimum: 0 },
      ],
    },
    {
      anyOf: [
        { type: "number", minimum: 0 },
        { type: "string", minLength: 1, maximum: 3 },
        { type: "integer", minimum: 7 },
      ],
    },
  ],
  "any value": [
    {},
    { minLength: 0 },
    { anyOf: [TEXT, {}] },
    { items: {} },
    { additionalProperties: true },
  ],
};

const PAIRS = Object.entries(SAME).flatMap(([set, [first, ...others]]) =>
  others.map((other): [string, JsonObject, JsonObject] => [
    `${set}: ${JSON.stringify(other)}`,
    first as JsonObject,
    other,
  ]),
);

describe("no change is", () => {
  it.each(PAIRS)("%s", async (_, before, after) => {
    expect(await changesOf(before, after)).toEqual([]);
    expect(await changesOf(after, before)).toEqual([]);
  });
});

/** A text, and the same or null. */
const NULLABLE: readonly (readonly [JsonObject, JsonObject])[] = [
  [TEXT, { type: ["string", "null"] }],
  [TEXT, { oneOf: [TEXT, NULL] }],
  [TEXT, { anyOf: [NULL, TEXT] }],
  [TEXT, { oneOf: [{ $ref: "#/$defs/text" }, NULL] }],
  [TEXT, { anyOf: [TEXT, { const: null }] }],
  [TEXT, { anyOf: [TEXT, { enum: [null] }] }],
  [{ $ref: "#/$defs/text" }, { oneOf: [NULL, { $ref: "#/$defs/text" }] }],
  [RIBBON_REF, { oneOf: [RIBBON_REF, NULL] }],
  [RIBBON_REF, { ...RIBBON, type: ["object", "null"] }],
  [RIBBON, { anyOf: [RIBBON_REF, NULL] }],
  [COLOR_REF, { oneOf: [COLOR_REF, NULL] }],
  [COLOR_REF, { enum: ["red", null, "blue"] }],
  [COLOR_REF, { anyOf: [{ const: "red" }, { enum: ["blue", null] }] }],
  [{ anyOf: [TEXT, RIBBON_REF] }, { anyOf: [TEXT, RIBBON_REF, NULL] }],
  [{ oneOf: [TEXT, RIBBON_REF] }, { oneOf: [TEXT, RIBBON_REF, NULL] }],
  [{ oneOf: [TEXT, RIBBON_REF] }, { oneOf: [{ type: ["null", "string"] }, RIBBON_REF] }],
  [{ oneOf: [TEXT, RIBBON_REF] }, { anyOf: [{ oneOf: [TEXT, RIBBON_REF] }, NULL] }],
  [{ type: ["string", "integer"] }, { anyOf: [TEXT, { type: "integer" }, NULL] }],
  [{ type: "array", items: TEXT }, { oneOf: [{ type: "array", items: TEXT }, NULL] }],
  [{ anyOf: [TEXT, COLOR_REF] }, { anyOf: [COLOR_REF, TEXT, NULL] }],
];

describe("null is", () => {
  it.each(NULLABLE.map(([one, other]) => [JSON.stringify(one), JSON.stringify(other), one, other]))(
    "allowed from %s to %s, and refused the other way",
    async (_, __, one, other) => {
      const allowed = await changesOf(one as Json, other as Json);
      expect(new Set(allowed.map(({ rule }) => rule))).toEqual(new Set(["null-allowed"]));
      expect(levelsIn(allowed, "response")).toEqual({ platform: "breaking", business: "safe" });
      const refused = await changesOf(other as Json, one as Json);
      expect(new Set(refused.map(({ rule }) => rule))).toEqual(new Set(["null-refused"]));
      expect(levelsIn(refused, "response")).toEqual({ platform: "safe", business: "breaking" });
    },
  );
});

function levelsIn(changes: readonly Change[], direction: string): Change["levels"] | undefined {
  return changes.find((change) => change.direction === direction)?.levels;
}

const object = (required: readonly string[], properties: JsonObject = {}): JsonObject => ({
  type: "object",
  required,
  properties: { ...Object.fromEntries(required.map((name) => [name, TEXT])), ...properties },
});
const kind = (value: string): JsonObject => object(["kind"], { kind: { const: value } });
const A = object(["a"]);
const B = object(["b"]);
const C = object(["c"]);
const closed = (schema: JsonObject): JsonObject => ({ ...schema, additionalProperties: false });

/** Old, new, and a value that matches two alternatives of the new one. */
const OVERLAPPING: readonly (readonly [JsonObject, JsonObject, Json])[] = [
  [{ oneOf: [A] }, { oneOf: [A, B] }, { a: "", b: "" }],
  [A, { oneOf: [A, B] }, { a: "", b: "" }],
  [{ oneOf: [A, B] }, { oneOf: [A, B, C] }, { a: "", c: "" }],
  [{ anyOf: [A, B] }, { oneOf: [A, B] }, { a: "", b: "" }],
  [{ oneOf: [closed(A), B] }, { oneOf: [A, B] }, { a: "", b: "", x: 1 }],
  [{ oneOf: [A, kind("x")] }, { oneOf: [A, kind("x"), C] }, { c: "", kind: "x" }],
  [{ oneOf: [kind("x"), kind("y")] }, { oneOf: [kind("x"), kind("y"), A] }, { a: "", kind: "y" }],
  [object(["a", "b"]), { oneOf: [A, B] }, { a: "", b: "" }],
  [{ type: "object" }, { oneOf: [{ type: "object" }, A] }, { a: "" }],
  [TEXT, { oneOf: [TEXT, { enum: ["x"] }] }, "x"],
  [
    TEXT,
    {
      oneOf: [
        { type: "string", maxLength: 5 },
        { type: "string", minLength: 3 },
      ],
    },
    "xxxx",
  ],
  [{ type: "integer" }, { oneOf: [{ type: "integer" }, { type: "number" }] }, 1],
  [{ type: "number" }, { oneOf: [{ type: "number" }, { type: "integer" }, TEXT] }, 1],
  [{ oneOf: [TEXT, NULL] }, { oneOf: [{ type: ["string", "null"] }, NULL] }, null],
  [{ enum: ["a", "b"] }, { oneOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, "b"],
  [
    { type: "array", items: TEXT },
    {
      oneOf: [
        { type: "array", items: TEXT },
        { type: "array", maxItems: 2 },
      ],
    },
    ["x"],
  ],
  [
    { type: "array", items: { oneOf: [A] } },
    { type: "array", items: { oneOf: [A, B] } },
    [{ a: "", b: "" }],
  ],
  [
    object([], { x: { oneOf: [A] } }),
    object([], { x: { oneOf: [A, B] } }),
    { x: { a: "", b: "" } },
  ],
  [{ oneOf: [{ $ref: "#/$defs/ribbon" }] }, { oneOf: [RIBBON_REF, A] }, { length: 1, a: "" }],
  [A, { oneOf: [A, { not: { required: ["z"] } }] }, { a: "" }],
  [{ oneOf: [A] }, { oneOf: [A, true] } as JsonObject, { a: "" }],
];

describe("alternatives that share values refuse some", () => {
  it.each(
    OVERLAPPING.map(
      (each) =>
        [...each.map((part) => JSON.stringify(part)), each] as unknown as [
          string,
          string,
          string,
          (typeof OVERLAPPING)[number],
        ],
    ),
  )("from %s to %s: %s", async (_, __, ___, [before, after, value]) => {
    expect(ajvJudge({ ...DEFS, ...(before as JsonObject) })(value as Json)).toBe(true);
    expect(ajvJudge({ ...DEFS, ...(after as JsonObject) })(value as Json)).toBe(false);
    const hurt = (await changesOf(before as Json, after as Json)).filter(
      ({ levels }) => levels.business !== "safe",
    );
    expect(hurt.map(({ rule }) => rule)).not.toEqual([]);
    const back = (await changesOf(after as Json, before as Json)).filter(
      ({ levels }) => levels.platform !== "safe",
    );
    expect(back.map(({ rule }) => rule)).not.toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a constant", { oneOf: [kind("x")] }, { oneOf: [kind("x"), kind("y")] }],
    ["a type", { oneOf: [A] }, { oneOf: [A, TEXT] }],
    ["closed objects", { oneOf: [closed(A)] }, { oneOf: [closed(A), closed(B)] }],
    [
      "a bound",
      { type: "integer", maximum: 3 },
      {
        oneOf: [
          { type: "integer", maximum: 3 },
          { type: "integer", minimum: 5 },
        ],
      },
    ],
    [
      "a count",
      { oneOf: [{ type: "array", maxItems: 1 }] },
      {
        oneOf: [
          { type: "array", maxItems: 1 },
          { type: "array", minItems: 2, maxItems: 3 },
        ],
      },
    ],
  ])("but not where %s keeps them apart", async (_, before, after) => {
    const changes = await changesOf(before, after);
    expect(changes.filter(({ rule }) => rule.startsWith("condition"))).toEqual([]);
    expect(new Set(changes.map(({ levels }) => levels.business))).toEqual(new Set(["safe"]));
  });

  it("name both alternatives, with a value that is both", async () => {
    const [change] = await changesOf({ oneOf: [RIBBON_REF] }, { oneOf: [RIBBON_REF, A] });
    expect(change?.message).toBe(
      'now: no value may match both ribbon and object: {"a":"A","length":1} does',
    );
    expect(change?.after?.pointer).toBe("/properties/value/oneOf/1");
  });
});

describe("a condition names itself", () => {
  const gift = (then: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: "object",
    properties: { kind: TEXT, note: TEXT, card: TEXT },
    allOf: [
      {
        if: { properties: { kind: { const: "a" } }, required: ["kind"] },
        then: { required: ["note"] },
      },
      { if: { properties: { kind: { const: "b" } }, required: ["kind"] }, then },
    ],
    ...more,
  });
  const toldOf = async (before: Json, after: Json): Promise<(string | undefined)[][]> =>
    (await changesOf(before, after)).map(({ rule, message, after: place }) => [
      rule,
      message,
      place?.pointer,
    ]);

  it("where one of several demands one member more", async () => {
    expect(await toldOf(gift({}), gift({ required: ["card"] }))).toEqual([
      [
        "required-added",
        'card is required now, where kind is "b"',
        "/properties/value/allOf/1/then/required",
      ],
    ]);
  });

  it.each<[string, JsonObject, JsonObject, readonly [string, string, string]]>([
    [
      "a dependency",
      { type: "object", dependentRequired: { a: ["b"], c: ["d"] } },
      { type: "object", dependentRequired: { a: ["b"], c: ["d", "e"] } },
      ["condition-added", "now: e must be there where c is", "/dependentRequired/c"],
    ],
    [
      "a dependent schema",
      { type: "object", dependentSchemas: { a: {}, c: { maxProperties: 5 } } },
      { type: "object", dependentSchemas: { a: {}, c: { maxProperties: 4 } } },
      [
        "bounds-tightened",
        "the greatest number of members was 5 and is 4, where c is there",
        "/dependentSchemas/c/maxProperties",
      ],
    ],
    [
      "a count of matches",
      { type: "array", contains: TEXT },
      { type: "array", contains: TEXT, minContains: 2 },
      ["condition-added", "now: at least 2 of the items must match a schema", "/contains"],
    ],
    [
      "items that have to be there",
      { type: "array", contains: { type: "string", minLength: 1 } },
      { type: "array", contains: { type: "string", minLength: 2 } },
      [
        "bounds-tightened",
        "the least length was 1 and is 2, in items that have to be there",
        "/contains/minLength",
      ],
    ],
    [
      "a negation",
      { type: "string", not: { enum: ["a"] } },
      { type: "string", not: { enum: ["a", "b"] } },
      ["condition-added", "now: a schema must not hold", "/not"],
    ],
  ])("where %s demands more", async (_, before, after, [rule, message, pointer]) => {
    expect(await toldOf(before, after)).toEqual([[rule, message, `/properties/value${pointer}`]]);
  });
});

it("is the whole of what is told of a change beside a rewrite", async () => {
  const before = { type: ["string", "null"], maxLength: 5 };
  const after = { oneOf: [{ type: "string", maxLength: 3 }, NULL] };
  expect(await rulesOf(before, after)).toEqual(["bounds-tightened"]);
  const colors = { enum: ["red", "blue", null] };
  const more = { anyOf: [{ const: "red" }, { const: "blue" }, { const: "green" }, NULL] };
  expect(await rulesOf(colors, more)).toEqual(["enum-widened"]);
});
