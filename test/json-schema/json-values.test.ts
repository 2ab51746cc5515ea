import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalJson, type Json } from "@proto-gen/runtime/json";
import { createJsonValueSet } from "../../src/json-schema/json-values.js";
import { propertyOptions } from "../support/sizes.js";

describe("a set of JSON values", () => {
  it.each<[string, Json, Json, boolean]>([
    ["a number and its text", 1, "1", false],
    ["two zeros", 0, -0, true],
    ["false and zero", false, 0, false],
    ["null and its text", null, "null", false],
    ["a list and its text", [1], "[1]", false],
    ["members in another order", { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ["items in another order", [1, 2], [2, 1], false],
    ["zeros in a list", [0], [-0], true],
    ["a name that needs escapes", { '"': 1 }, { '"': 1 }, true],
  ])("tells %s", (_, one, other, isEqual) => {
    expect(createJsonValueSet([one]).has(other)).toBe(isEqual);
  });

  it("has what is equal to one of its values, and nothing else", () => {
    const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
    const property = fc.property(fc.array(value), value, (values, wanted) => {
      const expected = values.some((each) => equalJson(each, wanted));
      expect(createJsonValueSet(values).has(wanted)).toBe(expected);
    });
    fc.assert(property, propertyOptions("JSON_VALUES", { quick: 300, full: 10_000 }));
  });
});
