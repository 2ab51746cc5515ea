/** A condition that every value meets is no change, however deep the schemas are that it speaks of. */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { checkoutWith, compare } from "./memory-release.js";

const WHERE_A = { required: ["a"] };

/** More members in members than a proof follows. */
const DEPTH = 70;

/** A schema of members in members. */
function nested(innermost: JsonObject): JsonObject {
  return Array.from({ length: DEPTH }).reduce<JsonObject>(
    (schema) => ({ properties: { b: schema } }),
    innermost,
  );
}

const IDLE = nested({});

async function rulesOf(before: JsonObject, after: JsonObject): Promise<readonly string[]> {
  const { changes } = await compare(checkoutWith(before), checkoutWith(after));
  return changes.map(({ rule }) => rule);
}

/** An object that changes by a bound, too: equal sets of values are not compared by their conditions. */
function object(maxProperties: number, more: JsonObject = {}): JsonObject {
  return {
    type: "object",
    properties: { a: { type: "string" }, b: {} },
    maxProperties,
    ...more,
  };
}

describe("a condition that demands nothing is not reported", () => {
  it.each<[string, JsonObject]>([
    ["where it holds", { if: WHERE_A, then: IDLE }],
    ["where it does not hold", { if: WHERE_A, else: IDLE }],
    ["where a member is there", { dependentSchemas: { a: IDLE } }],
    ["in one of its alternatives", { anyOf: [WHERE_A, IDLE] }],
    ["by an alternative in it", { if: WHERE_A, then: { anyOf: [WHERE_A, IDLE] } }],
    ["by a condition in it", { if: WHERE_A, then: { if: { required: ["b"] }, then: IDLE } }],
    ["by a dependency in it", { if: WHERE_A, then: { dependentSchemas: { a: IDLE } } }],
  ])("%s", async (_, condition) => {
    expect(await rulesOf(object(5), object(4, condition))).toEqual(["bounds-tightened"]);
    expect(await rulesOf(object(4, condition), object(5))).toEqual(["bounds-loosened"]);
  });
});

describe("a condition that demands something is reported", () => {
  it.each<[string, JsonObject]>([
    ["a type", { type: "string" }],
    ["a bound", { maxProperties: 1 }],
    ["a member", { required: ["b"] }],
    ["a value", { const: 1 }],
    ["nothing that is a value", { not: {} }],
    ["a schema that is referred to", { $ref: "#/$defs/text" }],
  ])("for %s", async (_, innermost) => {
    const condition = { if: WHERE_A, then: nested(innermost) };
    const $defs = { text: { type: "string" } };
    const compared = await compare(
      checkoutWith(object(5), { $defs }),
      checkoutWith(object(4, condition), { $defs }),
    );
    expect(compared.changes.map(({ rule }) => rule)).toEqual([
      ...["bounds-tightened", "condition-added"],
    ]);
  });
});
