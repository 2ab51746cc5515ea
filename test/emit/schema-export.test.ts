/** How a node reads as JSON Schema: its keywords, their order, what is repeated, and no booleans. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { exportNode } from "../../src/emit/schema/export-node.js";
import {
  booleanSchemas,
  definitionOf,
  predicateOf,
  standalone,
  toolForm,
} from "../support/exported.js";

/** The schema, lowered and exported; references are named after the last token of their pointer. */
function exported(schema: Json): JsonObject {
  return exportNode(definitionOf(schema).node, ({ origin }) => ({
    $ref: `#/components/schemas/${origin.pointer.split("/").at(-1)}`,
  }));
}

describe("an exported schema", () => {
  it("has its keywords in the order of an author", () => {
    const schema = exported({
      examples: [{}],
      default: {},
      additionalProperties: false,
      properties: {
        id: { maxLength: 8, pattern: "^a", type: "string", description: "An id.", title: "Id" },
      },
      required: ["id"],
      type: "object",
      description: "A thing.",
      title: "Thing",
    });
    expect(JSON.stringify(schema)).toBe(
      JSON.stringify({
        title: "Thing",
        description: "A thing.",
        type: "object",
        required: ["id"],
        properties: {
          id: { title: "Id", description: "An id.", type: "string", pattern: "^a", maxLength: 8 },
        },
        additionalProperties: false,
        default: {},
        examples: [{}],
      }),
    );
  });

  it("refers with what is said where a type is used", () => {
    const schema = {
      properties: {
        plain: { $ref: "#/$defs/Address" },
        told: {
          description: "Where to.",
          $ref: "#/$defs/Address",
          deprecated: true,
          readOnly: true,
          default: null,
        },
        list: { type: "array", items: { $ref: "#/$defs/Address" } },
      },
      $defs: { Address: { type: "object", description: "An address." } },
    };
    const $ref = "#/components/schemas/Address";
    expect(exported(schema)["properties"]).toEqual({
      plain: { $ref },
      told: { $ref, description: "Where to.", deprecated: true, readOnly: true, default: null },
      list: { type: "array", items: { $ref } },
    });
  });

  it("refers beside other rules by allOf", () => {
    const strict = { properties: { a: {} }, unevaluatedProperties: false };
    const schema = {
      allOf: [{ $ref: "#/$defs/Strict" }],
      type: "object",
      $defs: { Strict: strict },
    };
    expect(exported(schema)).toEqual({
      type: "object",
      allOf: [{ $ref: "#/components/schemas/Strict" }],
    });
  });

  it.each<[string, Json, Json]>([
    ["one value", { enum: ["a"] }, { type: "string", const: "a" }],
    ["values of one type", { enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
    ["whole numbers", { enum: [1, 2] }, { type: "integer", enum: [1, 2] }],
    ["numbers", { enum: [1, 2.5] }, { type: "number", enum: [1, 2.5] }],
    ["values of several types", { enum: ["a", null] }, { enum: ["a", null] }],
    ["null", { const: null }, { type: "null", const: null }],
    ["values and types", { type: ["string", "null"], enum: ["a", null] }, undefined as never],
    [
      "values that the type leaves",
      { type: "string", enum: ["a", 1] },
      { type: "string", const: "a" },
    ],
    ["equal values", { enum: [1, 1.0, { a: 1 }, { a: 1 }] }, { enum: [1, { a: 1 }] }],
    ["several types", { type: ["string", "null"] }, { type: ["string", "null"] }],
  ])("with %s", (_, schema, expected) => {
    expect(exported(schema)).toEqual(expected ?? schema);
  });

  it("says keywords that stand several times by allOf, one of them inline", () => {
    const parts = [
      { pattern: "^a", format: "date", contains: { const: 1 } },
      { pattern: "b$", format: "email", contains: { const: 2 }, minContains: 2 },
      { not: { const: "x" }, anyOf: [{ minLength: 1 }, { maxLength: 9 }] },
      { not: { const: "y" }, anyOf: [{ minLength: 2 }, { maxLength: 8 }] },
    ];
    expect(exported({ allOf: parts })).toEqual({
      format: "date",
      pattern: "^a",
      contains: { type: "integer", const: 1 },
      allOf: [
        { format: "email" },
        { pattern: "b$" },
        { contains: { type: "integer", const: 2 }, minContains: 2 },
        { anyOf: [{ minLength: 2 }, { maxLength: 8 }] },
        { not: { type: "string", const: "y" } },
      ],
      anyOf: [{ minLength: 1 }, { maxLength: 9 }],
      not: { type: "string", const: "x" },
    });
  });

  it("keeps apart the conditions, and together what belongs to one", () => {
    const parts = [
      { if: { const: 1 }, then: false },
      { if: { const: 2 }, else: { type: "string" } },
    ];
    expect(exported({ allOf: parts })).toEqual({
      if: { type: "integer", const: 1 },
      then: { not: {} },
      allOf: [{ if: { type: "integer", const: 2 }, else: { type: "string" } }],
    });
  });

  it("leaves out a condition that nothing follows, where nothing looks at what it evaluates", () => {
    const idle = { if: { required: ["a"], properties: { a: {} } }, then: {} };
    const { node } = definitionOf(idle);
    const referenceTo = (): JsonObject => ({});
    expect(exportNode(node, referenceTo)).toEqual(idle);
    expect(exportNode(node, referenceTo, { observed: false })).toEqual({});
    expect(toolForm(definitionOf(idle))).toEqual({});
    const closed = { ...idle, unevaluatedProperties: false };
    expect(toolForm(definitionOf(closed))).toEqual(closed);
    const outer = {
      allOf: [{ $ref: "#/$defs/Closed" }],
      properties: { b: {} },
      $defs: { Closed: closed },
    };
    expect(toolForm(definitionOf(outer))).toEqual({
      properties: { b: {} },
      allOf: [closed],
    });
  });

  it("joins what several parts say of one pattern or one name", () => {
    const part = (rule: JsonObject, names: string[]): JsonObject => ({
      patternProperties: { "^x": rule },
      dependentSchemas: { a: rule },
      dependentRequired: { a: names },
    });
    const parts = [part({ minimum: 1 }, ["b", "c"]), part({ maximum: 9 }, ["c", "d"])];
    const both = { allOf: [{ minimum: 1 }, { maximum: 9 }] };
    expect(exported({ allOf: parts })).toEqual({
      patternProperties: { "^x": both },
      dependentRequired: { a: ["b", "c", "d"] },
      dependentSchemas: { a: both },
    });
  });

  it("declares no member that is only required", () => {
    const schema = { required: ["a"], additionalProperties: { type: "string" } };
    expect(exported(schema)).toEqual(schema);
  });

  it("has no boolean schema but those that close", () => {
    const schema = exported({
      properties: { any: true, none: false },
      patternProperties: { "^x": true },
      additionalProperties: true,
      unevaluatedProperties: false,
      propertyNames: false,
      prefixItems: [true, false],
      items: false,
      contains: true,
      unevaluatedItems: false,
      anyOf: [true, { minimum: 1 }],
      dependentSchemas: { a: false },
      not: false,
      if: true,
      then: false,
      else: true,
    });
    expect(booleanSchemas(schema)).toEqual([]);
    expect(schema).toMatchObject({
      properties: { any: {}, none: { not: {} } },
      additionalProperties: {},
      propertyNames: { not: {} },
      prefixItems: [{}, { not: {} }],
      items: false,
      unevaluatedItems: false,
      not: { not: {} },
    });
  });

  it.each<[string, JsonObject]>([
    ["types that exclude each other", { allOf: [{ type: "string" }, { type: "null" }] }],
    ["values that exclude each other", { allOf: [{ enum: ["a"] }, { enum: ["b"] }] }],
    ["values that no type leaves", { type: "string", const: 1 }],
    ["false", { allOf: [false] }],
  ])("is { not: {} } for %s", (_, schema) => {
    expect(exported(schema)).toEqual({ not: {} });
  });

  it("keeps a member named __proto__", () => {
    const text =
      '{ "type": "object", "required": ["__proto__"], "patternProperties": { "__proto__": {} },' +
      ' "properties": { "__proto__": { "$ref": "#/$defs/__proto__" } },' +
      ' "dependentRequired": { "__proto__": ["a"] }, "dependentSchemas": { "__proto__": { "minProperties": 2 } },' +
      ' "$defs": { "__proto__": { "type": "string", "minLength": 1 } } }';
    const schema = exported(JSON.parse(text) as Json);
    for (const keyword of [
      "properties",
      "patternProperties",
      "dependentRequired",
      "dependentSchemas",
    ])
      expect(Object.keys(schema[keyword] as JsonObject)).toEqual(["__proto__"]);
    expect(JSON.parse(JSON.stringify(schema)) as Json).toEqual(schema);
    const isValid = predicateOf(standalone(definitionOf(JSON.parse(text) as Json)), {
      assertFormats: true,
    });
    expect(isValid(JSON.parse('{ "__proto__": "x", "a": 1 }'))).toBe(true);
    expect(isValid({ a: 1 })).toBe(false);
  });
});
