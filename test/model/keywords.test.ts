/** Each keyword of JSON Schema is a rule of the node: a value that breaks it is refused, any other is not. */

import type { Json } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import { createLowering } from "../../src/model/lower.js";

const URI = "https://example.com/schema.json";
const VOCABULARIES = "https://json-schema.org/draft/2020-12/vocab";

function isValid(schema: Json, value: Json, others: Readonly<Record<string, Json>> = {}): boolean {
  const schemas = createSchemaSet((uri) => others[uri]);
  schemas.add(URI, schema);
  return satisfies(createLowering(schemas).definition(URI).node, value);
}

describe("a value that breaks a rule is refused", () => {
  it.each<[string, Json, Json, Json]>([
    ["type", { type: "string" }, "a", 1],
    ["const", { const: 1 }, 1, 2],
    ["enum", { enum: [1, "a"] }, "a", "b"],
    ["multipleOf", { multipleOf: 2 }, 4, 3],
    ["minimum", { minimum: 2 }, 2, 1],
    ["exclusiveMinimum", { exclusiveMinimum: 2 }, 3, 2],
    ["maximum", { maximum: 2 }, 2, 3],
    ["exclusiveMaximum", { exclusiveMaximum: 2 }, 1, 2],
    ["minLength", { minLength: 2 }, "ab", "a"],
    ["maxLength", { maxLength: 1 }, "a", "ab"],
    ["pattern", { pattern: "^a" }, "ab", "ba"],
    ["minItems", { minItems: 1 }, [1], []],
    ["maxItems", { maxItems: 1 }, [1], [1, 2]],
    ["uniqueItems", { uniqueItems: true }, [1, 2], [1, 1]],
    ["prefixItems", { prefixItems: [{ type: "string" }] }, ["a", 1], [1, "a"]],
    ["items", { items: { type: "string" } }, ["a"], ["a", 1]],
    ["items beside prefixItems", { prefixItems: [true], items: false }, [1], [1, 2]],
    ["unevaluatedItems", { prefixItems: [true], unevaluatedItems: false }, [1], [1, 2]],
    ["contains", { contains: { const: 1 } }, [2, 1], [2]],
    ["minContains", { contains: { const: 1 }, minContains: 2 }, [1, 1], [1]],
    ["maxContains", { contains: { const: 1 }, maxContains: 1 }, [1, 2], [1, 1]],
    ["minProperties", { minProperties: 1 }, { a: 1 }, {}],
    ["maxProperties", { maxProperties: 1 }, { a: 1 }, { a: 1, b: 1 }],
    ["required", { required: ["a"] }, { a: 1 }, { b: 1 }],
    ["properties", { properties: { a: { type: "string" } } }, { a: "a", b: 1 }, { a: 1 }],
    ["patternProperties", { patternProperties: { "^a": false } }, { b: 1 }, { ab: 1 }],
    [
      "additionalProperties",
      { properties: { a: true }, additionalProperties: false },
      { a: 1 },
      { b: 1 },
    ],
    [
      "unevaluatedProperties",
      { properties: { a: true }, unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
    ],
    ["propertyNames", { propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
    ["dependentRequired", { dependentRequired: { a: ["b"] } }, { b: 1 }, { a: 1 }],
    ["dependentSchemas", { dependentSchemas: { a: { required: ["b"] } } }, { b: 1 }, { a: 1 }],
    ["allOf", { allOf: [{ minimum: 1 }, { maximum: 2 }] }, 1, 3],
    ["anyOf", { anyOf: [{ maximum: 1 }, { minimum: 3 }] }, 3, 2],
    ["oneOf", { oneOf: [{ minimum: 1 }, { minimum: 3 }] }, 2, 3],
    ["not", { not: { const: 1 } }, 2, 1],
    ["then", { if: { minimum: 3 }, then: { multipleOf: 2 } }, 4, 5],
    ["else", { if: { minimum: 3 }, else: { multipleOf: 2 } }, 2, 1],
    ["$ref", { $ref: "#/$defs/a", $defs: { a: { const: 1 } } }, 1, 2],
    ["$dynamicRef", { $dynamicRef: "#a", $defs: { a: { $dynamicAnchor: "a", const: 1 } } }, 1, 2],
    ["false", { properties: { a: false } }, { b: 1 }, { a: 1 }],
  ])("%s", (_, schema, valid, invalid) => {
    expect([isValid(schema, valid), isValid(schema, invalid)]).toEqual([true, false]);
    // As one of several schemas for a value it says the same.
    const merged: Json = {
      allOf: [{ title: "A" }, schema],
      $defs: (schema as { $defs?: Json }).$defs ?? {},
    };
    expect([isValid(merged, valid), isValid(merged, invalid)]).toEqual([true, false]);
  });
});

describe("the vocabulary for validation (§8.1.2)", () => {
  const dialect = "https://example.com/dialect.json";
  const schema = { $schema: dialect, type: "string", properties: { a: { minimum: 3 } } };

  it.each<[string, Json, boolean]>([
    [
      "that a dialect has makes rules of its keywords",
      { [`${VOCABULARIES}/validation`]: true },
      false,
    ],
    ["that a dialect lacks makes none", { [`${VOCABULARIES}/applicator`]: true }, true],
  ])("%s", (_, $vocabulary, accepted) => {
    const others = { [dialect]: { $id: dialect, $vocabulary } };
    expect(isValid(schema, { a: 1 }, others)).toBe(accepted);
  });
});
