/** Instances of small schemas: how they read, and that they are the same every time. `instance-time.test.ts` shows that they end. */

import type { Json } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { createInstance, type InstanceOptions } from "../../src/model/instance/create-instance.js";
import { FORMATS, formatPredicate } from "../../src/keywords/formats.js";
import { samplesOf } from "../../src/model/instance/format-samples.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import { definitionOf } from "../support/exported.js";

function instance(schema: Json, options?: InstanceOptions): Json | undefined {
  return createInstance(definitionOf(schema).node, options);
}

function member(name: string, schema: Json): Json | undefined {
  const value = instance({ type: "object", properties: { [name]: schema } });
  return (value as Record<string, Json>)[name];
}

describe("an instance reads like an example", () => {
  it.each<[string, Json, Json]>([
    ["title", { type: "string" }, "Title"],
    ["display_text", { type: "string" }, "Display text"],
    ["line_item_id", { type: "string" }, "line_item_1"],
    ["selected_option_id", { type: "string" }, "option_1"],
    ["line_item_ids", { type: "array", items: { type: "string" } }, ["line_item_1"]],
    [
      "line_items",
      { type: "array", items: { properties: { id: { type: "string" } } } },
      [{ id: "line_item_1" }],
    ],
    ["currency", { type: "string", pattern: "^[A-Z]{3}$" }, "ABC"],
    ["released", { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" }, "2026-11-20"],
    ["expires_at", { type: "string", format: "date-time" }, "2026-11-20T12:00:00Z"],
    ["continue_url", { type: "string", format: "uri" }, "https://example.com/continue"],
    ["quantity", { type: "integer" }, 1],
    ["quantity", { type: "integer", minimum: 5 }, 5],
    ["quantity", { type: "integer", exclusiveMinimum: 5, multipleOf: 4 }, 8],
    ["rate", { type: "number", exclusiveMaximum: 1, minimum: 0.5 }, 0.5],
    ["rate", { type: "number", multipleOf: 0.05, exclusiveMinimum: 1 }, 1.05],
    ["debt", { type: "integer", maximum: -3 }, -3],
    ["status", { enum: ["open", "closed"] }, "open"],
    ["kind", { anyOf: [{ enum: ["card"] }, { type: "string" }] }, "card"],
    ["maybe", { type: ["null", "string"] }, "Maybe"],
    ["on", { type: "boolean" }, true],
    ["off", { type: "boolean", not: { const: true } }, false],
  ])("%s: %j", (name, schema, expected) => {
    expect(member(name, schema)).toEqual(expected);
  });

  it("what the author gave comes first: examples, then the default", () => {
    expect(instance({ type: "string", examples: ["USD"], default: "EUR" })).toBe("USD");
    expect(instance({ type: "string", default: "EUR" })).toBe("EUR");
    expect(instance({ type: "string", examples: [7, "CHF"], default: 3 })).toBe("CHF");
  });

  it("an annotation beside a reference speaks before its target's", () => {
    const $defs = { code: { type: "string", examples: ["far"] } };
    const properties = { code: { $ref: "#/$defs/code", examples: ["near"] } };
    expect(instance({ $defs, type: "object", properties })).toEqual({ code: "near" });
  });

  it("a tagged union takes its first branch", () => {
    const branch = (type: string): Json => ({
      type: "object",
      required: ["type"],
      properties: { type: { const: type } },
    });
    expect(instance({ oneOf: [branch("error"), branch("info")] })).toEqual({ type: "error" });
  });

  it("a text is in words where its pattern is too deep to be followed", () => {
    const pattern = `${"(?:".repeat(30_000)}.${")".repeat(30_000)}`;
    expect(member("depth", { type: "string", pattern, minLength: 14 })).toBe("Depth Depth De");
  });

  it("a map of something has an entry, one of anything has none", () => {
    const map = (rest: Json): Json => ({ type: "object", additionalProperties: rest });
    expect(member("prices", map({ type: "integer" }))).toEqual({ price_1: 1 });
    expect(member("config", map(true))).toEqual({});
  });

  it("a map that is a type of its own has an entry, too", () => {
    const $defs = { prices: { type: "object", additionalProperties: { type: "integer" } } };
    const properties = { prices: { $ref: "#/$defs/prices" } };
    expect(instance({ $defs, type: "object", properties })).toEqual({ prices: { price_1: 1 } });
  });

  it("what a map requires is called after the map, what an object declares after itself", () => {
    const rest = { additionalProperties: { type: "string" } };
    const map = { type: "object", required: ["main"], ...rest };
    expect(member("notes", map)).toEqual({ main: "Note" });
    expect(member("notes", { ...map, properties: { main: true } })).toEqual({ main: "Main" });
  });
});

describe("optional members", () => {
  const leaf = { type: "object", properties: { a: { type: "integer" }, b: { type: "array" } } };
  const schema: Json = {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string" },
      old: { type: "string", deprecated: true },
      leaf,
    },
  };

  it("are left out, are there down to a depth, or are all there; deprecated ones never", () => {
    expect(instance(schema, { optional: "none" })).toEqual({ id: "value_1" });
    expect(instance(schema, { optional: "some", maxDepth: 1 })).toEqual({
      id: "value_1",
      leaf: { a: 1 },
    });
    const all = instance(schema, { optional: "all" });
    expect(all).toEqual({ id: "value_1", leaf: { a: 1, b: ["B"] } });
  });

  it("that may be an object or an array are none of the plain ones at the last depth", () => {
    const types: Json[] = ["string", ["string", "null"], ["string", "array"], ["null", "object"]];
    const members = types.map((type, index) => [`m${index}`, { type }] as const);
    const outer = { leaf: { type: "object", properties: Object.fromEntries(members) } };
    const value = instance({ type: "object", properties: outer }, { maxDepth: 1 });
    expect(value).toEqual({ leaf: { m0: "M0", m1: "M1" } });
  });

  it("lead back to no type that they stand in", () => {
    const $ref = "#";
    const properties = { name: { type: "string" }, children: { items: { $ref }, type: "array" } };
    const tree = { type: "object", properties: { ...properties, parent: { $ref } } };
    expect(instance(tree, { optional: "all" })).toEqual({ name: "Name", children: [] });
  });
});

describe("every keyword holds", () => {
  it.each<[string, Json]>([
    ["overlapping oneOf", { oneOf: [{ required: ["a"] }, { required: ["b"] }], type: "object" }],
    ["if and then", { if: { type: "string" }, then: { minLength: 12 } }],
    ["if that always holds", { if: true, then: { const: 3 }, else: { const: 4 } }],
    ["not", { type: "object", properties: { a: { type: "string" } }, not: { required: ["a"] } }],
    ["not in a member", { required: ["a"], not: { properties: { a: { type: "string" } } } }],
    ["contains", { contains: { const: 7 }, minContains: 2, items: { type: "integer" } }],
    ["two contains in one item", { allOf: [{ contains: { minimum: 5 } }], maxItems: 1 }],
    [
      "two contains that one item alone may serve",
      {
        type: "array",
        uniqueItems: true,
        allOf: [{ contains: { const: "one" } }, { contains: { const: "one" } }],
      },
    ],
    [
      "several contains with items in common",
      {
        type: "array",
        uniqueItems: true,
        minItems: 3,
        contains: { enum: ["one", "two"] },
        minContains: 2,
        allOf: [{ contains: { const: "one" } }],
      },
    ],
    [
      "not in an item of a tuple",
      { not: { type: "array", prefixItems: [true, { minLength: 3 }] }, type: "array" },
    ],
    ["maxContains", { type: "array", minItems: 3, contains: { const: "A" }, maxContains: 1 }],
    ["unique objects", { minItems: 3, uniqueItems: true, items: { required: ["a"] } }],
    ["unique and many", { type: "array", minItems: 150, uniqueItems: true }],
    [
      "propertyNames",
      { type: "object", minProperties: 3, propertyNames: { pattern: "^x_[a-z]$" } },
    ],
    ["patterns of members", { minProperties: 4, patternProperties: { "^s": { type: "string" } } }],
    ["dependentRequired", { required: ["a"], dependentRequired: { a: ["b"], b: ["c"] } }],
    ["dependentSchemas", { required: ["a"], dependentSchemas: { a: { required: ["z"] } } }],
    [
      "dependentSchemas that refuse",
      { properties: { a: true }, dependentSchemas: { a: false }, type: "object" },
    ],
    [
      "bounds that are close",
      { type: "number", exclusiveMinimum: 0.1, exclusiveMaximum: 0.1000001 },
    ],
    [
      "unevaluatedProperties",
      {
        anyOf: [{ required: ["a"] }, { properties: { b: { type: "null" } } }],
        minProperties: 1,
        unevaluatedProperties: false,
        type: "object",
      },
    ],
    ["two patterns", { allOf: [{ pattern: "[A-Z]" }, { pattern: "\\d" }], type: "string" }],
    [
      "two patterns and no room",
      { allOf: [{ pattern: "[A-Z]" }, { pattern: "\\d" }], type: "string", maxLength: 2 },
    ],
    ["lookaheads", { type: "string", pattern: "^(?=.*[A-Z])(?=.*\\d).{8,}$" }],
    ["a backreference", { type: "string", pattern: "^(ab|cd)-\\1$" }],
    ["a pattern and lengths", { type: "string", pattern: "^[a-z]+-\\d+$", minLength: 40 }],
    ["a format and a length", { type: "string", format: "uri", minLength: 60, maxLength: 61 }],
    ["a short email", { type: "string", format: "email", maxLength: 6 }],
    ["a member named __proto__", { type: "object", required: ["__proto__", "toString"] }],
  ])("%s", (_, schema) => {
    const { node } = definitionOf(schema);
    for (const optional of ["none", "some", "all"] as const) {
      const value = createInstance(node, { optional });
      expect(value).toBeDefined();
      expect(satisfies(node, value as Json)).toBe(true);
    }
  });

  it("formats have samples that their predicates accept", () => {
    for (const format of FORMATS.keys()) {
      const [typical] = samplesOf(format, "some_name", []);
      expect([format, formatPredicate(format)?.(typical as string) !== false]).toEqual([
        format,
        true,
      ]);
    }
  });

  it.each<[string, Json]>([
    ["never", false],
    ["nothing in common", { type: "string", allOf: [{ type: "integer" }] }],
    ["bounds that cross", { type: "integer", minimum: 3, maximum: 2 }],
    ["no multiple within", { type: "integer", minimum: 11, maximum: 19, multipleOf: 10 }],
    [
      "a required member that cannot be",
      { type: "object", required: ["a"], properties: { a: false } },
    ],
    [
      "required recursion",
      { type: "object", required: ["next"], properties: { next: { $ref: "#" } } },
    ],
  ])("%s has no instance", (_, schema) => {
    expect(instance(schema)).toBeUndefined();
  });
});

describe("the same node and options give the same value", () => {
  const schema: Json = {
    type: "object",
    properties: { a: { enum: ["x", "y", "z"] }, b: { anyOf: [{ const: 1 }, { const: 2 }] } },
  };

  it("whichever node it is, and whatever was made before", () => {
    const first = JSON.stringify(instance(schema, { seed: 5 }));
    instance({ type: "array", minItems: 20 }, { seed: 9 });
    expect(JSON.stringify(instance(schema, { seed: 5 }))).toBe(first);
  });

  it("on every machine: what a seed gives is part of what is generated", () => {
    const letters = { enum: ["a", "b", "c", "d", "e", "f", "g"] };
    const values = [0, 1, 2, 3, 4].map((seed) => instance(letters, { seed }));
    expect(values).toEqual(["a", "g", "d", "f", "f"]);
  });

  it("other seeds take other branches", () => {
    const seeds = Array.from({ length: 20 }, (_, seed) =>
      JSON.stringify(instance(schema, { seed })),
    );
    expect(new Set(seeds).size).toBe(6);
    expect(seeds[0]).toBe('{"a":"x","b":1}');
  });
});
