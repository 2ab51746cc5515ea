/** Conditions in emitted checks: expressions where an object's own members answer, and the verdicts of ajv. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { emitStandalone } from "../../src/emit/validators/standalone.js";
import { compileCheck } from "../support/compile-check.js";
import { definitionOf } from "../support/exported.js";

interface Case {
  readonly title: string;
  readonly schema: JsonObject;
  /** What the condition is in the source; undefined where it takes a function. */
  readonly test: string | undefined;
}

const b = { required: ["b"] };

const CASES: readonly Case[] = [
  {
    title: "a constant of a required member",
    schema: { if: { properties: { a: { const: "x" } }, required: ["a"] }, then: b },
    test: `return object["a"] === "x" && object["b"] === undefined && failed(`,
  },
  {
    title: "a constant of a member that may be absent",
    schema: { if: { properties: { a: { const: "x" } } }, then: b },
    test: `(object["a"] === undefined || object["a"] === "x")`,
  },
  {
    title: "a few values",
    schema: { if: { properties: { a: { enum: ["x", 1, null] } }, required: ["a"] }, then: b },
    test: `(object["a"] === "x" || object["a"] === 1 || object["a"] === null)`,
  },
  {
    title: "a type",
    schema: { if: { properties: { a: { type: "string" } }, required: ["a"] }, then: b },
    test: `typeof object["a"] === "string"`,
  },
  {
    title: "two members, and what holds else",
    schema: { if: { required: ["a", "c"] }, then: b, else: { required: ["d"] } },
    test: `if (object["a"] !== undefined && object["c"] !== undefined) {`,
  },
  {
    title: "what holds else alone",
    schema: { if: { required: ["a", "c"] }, else: { required: ["d"] } },
    test: `(object["a"] === undefined || object["c"] === undefined)`,
  },
  {
    title: "a member that is not to be there",
    schema: { not: { required: ["a"] } },
    test: `return object["a"] !== undefined && failed(issues, "", notRule);`,
  },
  {
    title: "members of which one is not to be there",
    schema: { not: { anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
    test: `(object["a"] !== undefined || object["b"] !== undefined)`,
  },
  {
    title: "a condition that is not met",
    schema: { if: { not: { properties: { a: { const: "x" } }, required: ["a"] } }, then: b },
    test: `object["a"] !== "x"`,
  },
  {
    title: "members that every object inherits a name of",
    schema: { if: { required: ["toString"] }, then: b },
    test: `member(object, "toString") !== undefined`,
  },
  {
    title: "what a dependent schema demands",
    schema: { dependentSchemas: { a: b } },
    test: `return (object["a"] !== undefined && object["b"] === undefined && failed(`,
  },
  {
    title: "a pattern",
    schema: { if: { properties: { a: { pattern: "^x" } }, required: ["a"] }, then: b },
    test: undefined,
  },
  {
    title: "a member's own member",
    schema: {
      if: { properties: { a: { required: ["b"], type: "object" } }, required: ["a"] },
      then: b,
    },
    test: undefined,
  },
];

const VALUES: readonly unknown[] = ["x", "y", 1, null, {}, { b: 1 }, undefined];

/** Objects with each value for `a`, and each set of the others. */
function* objects(): Generator<unknown> {
  for (const a of VALUES) {
    for (let set = 0; set < 16; set++) {
      const others = ["b", "c", "d", "toString"].filter((_, index) => (set >> index) & 1);
      yield JSON.parse(
        JSON.stringify({ a, ...Object.fromEntries(others.map((name) => [name, 1])) }),
      );
    }
  }
  yield* ["x", null, []];
}

describe("a condition", () => {
  it.each(CASES)("of $title is read and judged", async ({ title, schema, test }) => {
    const typed = { type: "object", ...schema };
    const definition = definitionOf(typed);
    const source = emitStandalone(definition, { assertFormats: true });
    const line = source.replace(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
    if (test === undefined) expect(line).toContain("valueIfStops(value)");
    else {
      expect(line).toContain(test);
      expect(source.match(/function /g)).toHaveLength(1);
    }
    const file = `test/.out/conditions/${title.replace(/\W+/g, "-")}`;
    const fails = await compileCheck(definition, { file, assertFormats: true });
    const isValid = new Ajv2020({ strict: false, ownProperties: true }).compile(typed);
    for (const value of objects())
      expect({ value, valid: !fails(value) }).toEqual({ value, valid: isValid(value) });
  });
});
