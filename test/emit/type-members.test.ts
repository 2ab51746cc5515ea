/** Types of maps, lists and open objects, by what their literals may be: TypeScript's verdict is that of the schema. */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { predicateOf } from "../support/exported.js";
import { declareTypes } from "../support/types/declare-types.js";
import { compileTypes } from "../support/types/type-program.js";

interface Case {
  readonly schema: JsonObject;
  readonly accepted: readonly Json[];
  /** ajv refuses them, too. */
  readonly refused: readonly Json[];
  /** ajv takes them: a type declares what its schema states. */
  readonly undeclared?: readonly Json[];
}

const tagged: JsonObject = {
  oneOf: [
    { type: "object", required: ["kind"], properties: { kind: { const: "stamp" } } },
    { type: "object", required: ["kind"], properties: { kind: { const: "label" } } },
  ],
};
const mug: JsonObject = {
  type: "object",
  required: ["grams"],
  properties: { grams: { type: "integer" } },
};
const pieces: JsonObject = { type: "object", properties: { pieces: { type: "integer" } } };

function list(items: Json): JsonObject {
  return { type: "object", properties: { list: { type: "array", items } } };
}

const CASES: Readonly<Record<string, Case>> = {
  "a list of a tagged union": {
    schema: list(tagged),
    accepted: [{ list: [{ kind: "stamp" }, { kind: "label" }] }, { list: [] }],
    refused: [{ list: { kind: "stamp" } }, { list: [{ kind: "seal" }] }],
  },
  "a list of objects or null": {
    schema: list({ oneOf: [mug, { type: "null" }] }),
    accepted: [{ list: [null, { grams: 1 }] }],
    refused: [{ list: null }, { list: { grams: 1 } }],
  },
  "a list of an open enumeration": {
    schema: list({ type: "string", examples: ["fragile", "keep_dry"] }),
    accepted: [{ list: ["fragile", "other"] }],
    refused: [{ list: "fragile" }],
  },
  "a list of an enumeration beside any string": {
    schema: list({ anyOf: [{ enum: ["red"] }, { type: "string" }] }),
    accepted: [{ list: ["red", "blue"] }],
    refused: [{ list: "red" }],
  },
  "a list of intersections": {
    schema: list({ anyOf: [{ required: ["a"] }, { required: ["b"] }], ...mug }),
    accepted: [{ list: [{ grams: 1, a: 1 }] }],
    refused: [{ list: { grams: 1, a: 1 } }, { list: [{ grams: 1 }] }],
  },
  "a list of lists of a union": {
    schema: list({ type: "array", items: { oneOf: [mug, { type: "null" }] } }),
    accepted: [{ list: [[null], []] }],
    refused: [{ list: [null] }, { list: null }],
  },
  "a list of several types": {
    schema: list({ type: ["string", "null"] }),
    accepted: [{ list: ["a", null] }],
    refused: [{ list: null }, { list: "a" }],
  },
  "a tuple with a rest of a union": {
    schema: {
      type: "object",
      properties: {
        row: {
          type: "array",
          minItems: 1,
          prefixItems: [{ type: "string" }],
          items: { oneOf: [mug, { type: "null" }] },
        },
      },
    },
    accepted: [{ row: ["a", null, { grams: 2 }] }],
    refused: [{ row: ["a", "b"] }],
  },
  "typed additional members beside a named one": {
    schema: { ...pieces, additionalProperties: mug },
    accepted: [{ pieces: 1, mug: { grams: 250 } }, { mug: { grams: 1 } }, {}],
    refused: [{ pieces: "1" }, { mug: {} }, { mug: "a" }],
  },
  "typed additional members beside a required one": {
    schema: { ...pieces, required: ["pieces"], additionalProperties: { type: "string" } },
    accepted: [{ pieces: 1, note: "a" }],
    refused: [{ note: "a" }, { pieces: 1, note: null }],
  },
  "any additional members": {
    schema: { ...pieces, additionalProperties: true },
    accepted: [{ pieces: 1, token: "tok_ok", more: [1] }],
    refused: [{ pieces: "1", token: "tok_ok" }],
  },
  "any additional members, as an empty schema": {
    schema: { ...pieces, additionalProperties: {} },
    accepted: [{ token: null }],
    refused: [{ pieces: null }],
  },
  "members that a schema says nothing of": {
    schema: pieces,
    accepted: [{ pieces: 1 }],
    refused: [{ pieces: "1" }],
    undeclared: [{ pieces: 1, token: "tok_ok" }],
  },
  "members by a pattern beside a named one": {
    schema: { ...pieces, patternProperties: { "^x-": { type: "string" } } },
    accepted: [{ pieces: 1, "x-note": "a" }],
    refused: [{ "x-note": true }, { pieces: "1" }],
  },
  "members by a pattern, and no others": {
    schema: {
      ...pieces,
      patternProperties: { "^x-": { type: "string" } },
      additionalProperties: false,
    },
    accepted: [{ pieces: 1, "x-note": "a" }],
    refused: [{ "x-note": true }],
  },
  "members by a pattern beside those of a union": {
    schema: {
      ...pieces,
      patternProperties: { "^x-": { type: "string" } },
      anyOf: [
        { properties: { ready: { type: "boolean" } }, required: ["ready"] },
        { properties: { days: { type: "array" } }, required: ["days"] },
      ],
    },
    accepted: [
      { pieces: 1, "x-note": "a", ready: true },
      { days: [], "x-note": "b" },
    ],
    refused: [{ ready: 1 }, { pieces: 1 }],
  },
  "members by a pattern and those of a union, none of them named outside": {
    schema: {
      type: "object",
      patternProperties: { "^x-": { type: "string" } },
      anyOf: [
        { properties: { ready: { type: "boolean" } }, required: ["ready"] },
        { properties: { days: { type: "array" } }, required: ["days"] },
      ],
    },
    accepted: [
      { "x-note": "a", ready: true },
      { days: [], "x-note": "b" },
    ],
    refused: [{ ready: 1 }],
  },
  "a member that is only required, of a map": {
    schema: { type: "object", required: ["USD"], additionalProperties: { type: "integer" } },
    accepted: [{ USD: 1, EUR: 2 }],
    refused: [{ USD: "1" }, { EUR: 2 }],
  },
  "a branch that only requires a member of a map": {
    schema: {
      type: "object",
      additionalProperties: { type: "integer" },
      anyOf: [{ required: ["USD"] }, { required: ["EUR"] }],
    },
    accepted: [{ USD: 1, CHF: 2 }, { EUR: 1 }],
    refused: [{ USD: "1" }, { CHF: 2 }],
  },
  "a map of listed names": {
    schema: {
      type: "object",
      propertyNames: { enum: ["USD", "EUR"] },
      additionalProperties: { type: "integer" },
    },
    accepted: [{ USD: 1 }, { USD: 1, EUR: 2 }, {}],
    refused: [{ CHF: 1 }, { USD: "1" }],
  },
  "listed names beside a named member": {
    schema: {
      type: "object",
      propertyNames: { enum: ["USD", "EUR", "note"] },
      properties: { note: { type: "string" } },
      additionalProperties: { type: "integer" },
    },
    accepted: [{ note: "a", USD: 1 }],
    refused: [{ note: 1 }, { CHF: 1 }, { USD: "1" }],
  },
  "a named member that is not among the listed names": {
    schema: {
      type: "object",
      propertyNames: { enum: ["USD"] },
      properties: { note: { type: "string" }, USD: { type: "integer" } },
    },
    accepted: [{ USD: 1 }],
    refused: [{ note: "a" }],
  },
  "a map of itself": {
    schema: {
      type: "object",
      properties: { tree: { $ref: "#/$defs/tree" } },
      $defs: {
        tree: {
          oneOf: [
            { type: "string" },
            { type: "object", additionalProperties: { $ref: "#/$defs/tree" } },
          ],
        },
      },
    },
    accepted: [{ tree: { a: { b: "c" } } }],
    refused: [{ tree: { a: 1 } }],
  },
  "values of another type than the schema's": {
    schema: { type: "object", properties: { a: { type: "string", enum: ["x", 1, null] } } },
    accepted: [{ a: "x" }],
    refused: [{ a: 1 }, { a: null }],
  },
  "null beside an object and its branches": {
    schema: {
      type: "object",
      properties: {
        a: { type: ["object", "null"], anyOf: [mug, { type: "null" }, { type: "string" }] },
      },
    },
    accepted: [{ a: null }, { a: { grams: 1 } }],
    refused: [{ a: "x" }],
  },
};

const cases = Object.entries(CASES).map(
  ([name, each], index) => [name, `Case${index}`, each] as const,
);

describe("a type's literals", () => {
  const verdicts = new Map<string, readonly boolean[]>();
  beforeAll(async () => {
    const declared = await declareTypes(
      new Map(cases.map(([, namespace, { schema }]) => [namespace, schema])),
    );
    const literals = cases.flatMap(([, namespace, each]) =>
      valuesOf(each).map((value) => ({ namespace, value })),
    );
    const { problems, refusals } = compileTypes("type-members", [...declared.values()], literals);
    expect(problems).toEqual([]);
    for (const [index, { namespace }] of literals.entries())
      verdicts.set(namespace, [...(verdicts.get(namespace) ?? []), refusals[index] === undefined]);
  }, 60_000);

  it.each(cases)("%s", (_, namespace, each) => {
    const { accepted, schema } = each;
    const values = valuesOf(each);
    const told = verdicts.get(namespace)?.map((verdict, index) => [values[index], verdict]);
    expect(told).toEqual(values.map((value, index) => [value, index < accepted.length]));
    const isValid = predicateOf(schema, { assertFormats: false });
    expect(accepted.filter((value) => !isValid(value))).toEqual([]);
    expect(each.refused.filter((value) => isValid(value))).toEqual([]);
  });
});

function valuesOf({ accepted, refused, undeclared = [] }: Case): readonly Json[] {
  return [...accepted, ...refused, ...undeclared];
}

it("does not double with each object in an object", async () => {
  const others: JsonObject = { type: "object", additionalProperties: { type: "string" } };
  const nested = Array.from({ length: 20 }).reduce<JsonObject>(
    (inner) => ({ ...others, properties: { a: inner } }),
    { ...others, properties: { a: { type: "string" } } },
  );
  const source = (await declareTypes(new Map([["Nested", nested]]))).get("Nested") ?? "";
  expect(source.length).toBeLessThan(400_000);
  expect(source).toContain("[name: string]: string | undefined;");
  expect(source).toContain("[name: string]: unknown;");
});
