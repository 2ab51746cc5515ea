/**
 * Objects that refuse members which none of their parts names (JSON Schema 2020-12 §11): what a part names decides what
 * is valid, also where the part itself refuses nothing.
 */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { ajvJudge } from "../support/diff/two-judges.js";
import { checkoutWith, compare } from "./memory-release.js";

const TEXT = { type: "string" };

function closed(schema: JsonObject): JsonObject {
  return { type: "object", ...schema, unevaluatedProperties: false };
}

/** Names a member, and refuses nothing. */
function names(name: string): JsonObject {
  return { properties: { [name]: {} } };
}

function requires(name: string, schema: JsonObject = TEXT): JsonObject {
  return { required: [name], properties: { [name]: schema } };
}

const kind = (value: string, more: JsonObject = {}): JsonObject => ({
  required: ["kind"],
  properties: { kind: { const: value }, ...more },
});

async function rulesOf(before: JsonObject, after: JsonObject): Promise<readonly string[]> {
  const { changes } = await compare(checkoutWith(before), checkoutWith(after));
  return changes.map(({ rule }) => rule);
}

describe("a closed object whose part names another member refuses values, and takes others,", () => {
  it.each<[string, JsonObject, JsonObject, Json, Json]>([
    [
      "in an alternative",
      { anyOf: [names("a"), names("b")] },
      { anyOf: [names("a"), names("c")] },
      { b: 1 },
      { c: 1 },
    ],
    [
      "in an exclusive alternative",
      { oneOf: [kind("x"), kind("y", { a: TEXT })] },
      { oneOf: [kind("x"), kind("y", { b: TEXT })] },
      { kind: "y", a: "" },
      { kind: "y", b: "" },
    ],
    [
      "where a condition holds",
      { if: requires("a"), then: names("b") },
      { if: requires("a"), then: names("c") },
      { a: "", b: 1 },
      { a: "", c: 1 },
    ],
    [
      "where a condition does not hold",
      { if: requires("a"), else: names("b") },
      { if: requires("a"), else: names("c") },
      { b: 1 },
      { c: 1 },
    ],
    [
      "where a member is there",
      { ...names("a"), dependentSchemas: { a: names("b") } },
      { ...names("a"), dependentSchemas: { a: names("c") } },
      { a: 1, b: 1 },
      { a: 1, c: 1 },
    ],
  ])("%s", async (_, one, other, refused, allowed) => {
    const [before, after] = [closed(one), closed(other)];
    const [was, is] = [ajvJudge(before), ajvJudge(after)];
    expect([was(refused), is(refused), was(allowed), is(allowed)]).toEqual([
      ...[true, false],
      ...[false, true],
    ]);
    for (const rules of [await rulesOf(before, after), await rulesOf(after, before)]) {
      expect(rules).toContain("values-narrowed");
      expect(rules).toContain("values-widened");
    }
  });

  it("but not by the order of its alternatives", async () => {
    const [one, other] = [requires("a"), requires("b")];
    const before = closed({ anyOf: [one, other] });
    const after = closed({ anyOf: [other, one] });
    expect(await rulesOf(before, after)).toEqual([]);
  });
});

describe("a closed object where a member has a consequence", () => {
  it.each<[string, JsonObject]>([
    ["listed values", { enum: [{ a: "x" }, { a: "y" }] }],
    ["one value", { const: { a: "x" } }],
    ["a count", { maxProperties: 1 }],
    ["another member", { required: ["b"] }],
  ])("that names nothing, %s, has a condition less without it", async (_, dependent) => {
    const alternatives = { anyOf: [requires("a"), requires("b")] };
    const before = closed({ ...alternatives, dependentSchemas: { a: dependent } });
    const after = closed(alternatives);
    expect(await rulesOf(before, after)).toEqual(["condition-removed"]);
    expect(await rulesOf(after, before)).toEqual(["condition-added"]);
  });
});
