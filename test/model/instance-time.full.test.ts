/** That the search for an instance ends, whatever a schema asks for. */

import type { Json } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { createInstance } from "../../src/model/instance/create-instance.js";
import { withinCpuTime } from "../support/cpu-time.js";
import { definitionOf } from "../support/exported.js";

function instance(schema: Json): Json | undefined {
  return createInstance(definitionOf(schema).node);
}

describe("hostile schemas end soon", () => {
  const chain = (length: number, link: (index: number) => Json): Json => ({
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      Array.from({ length }, (_, index) => [`d${index}`, index + 1 < length ? link(index) : false]),
    ),
  });
  const next = (index: number): Json => ({ $ref: `#/$defs/d${index + 1}` });

  it.each<[string, Json]>([
    ["a billion items", { type: "array", minItems: 1e9 }],
    [
      "lists in lists, with items that are one value",
      [200, 200, 200].reduce<Json>((items, minItems) => ({ type: "array", minItems, items }), {
        type: "integer",
      }),
    ],
    ["a billion characters", { type: "string", minLength: 1e9 }],
    ["a billion members", { type: "object", minProperties: 1e9 }],
    ["a billion that match", { type: "array", contains: true, minContains: 1e9 }],
    ["a long pattern", { type: "string", pattern: "^(?:(?:a{1000}){1000}){1000}$" }],
    [
      "an empty pattern repeated",
      { type: "string", pattern: "^(?:(?:){99999}){99999}b$", maxLength: 0 },
    ],
    ["unions of unions", chain(40, (index) => ({ anyOf: [next(index), next(index)] }))],
    [
      "members of members",
      chain(40, (index) => ({
        type: "object",
        required: ["a", "b"],
        properties: { a: next(index), b: next(index) },
      })),
    ],
    [
      "many unions side by side",
      {
        allOf: Array.from({ length: 40 }, (_, index) => ({
          oneOf: [{ minimum: index }, { maximum: -index }, { multipleOf: index + 2 }],
        })),
        type: "integer",
        maximum: 5,
        minimum: 3,
      },
    ],
    [
      "a recursion of unions",
      {
        type: "object",
        required: ["a", "b"],
        properties: Object.fromEntries(
          ["a", "b"].map((name) => [
            name,
            {
              oneOf: Array.from({ length: 8 }, (_, index) => ({
                $ref: "#",
                minProperties: index + 3,
              })),
            },
          ]),
        ),
      },
    ],
    [
      "distinct values that run out",
      { type: "array", items: { type: "boolean" }, minItems: 200, uniqueItems: true },
    ],
  ])("%s", async (_, schema) => {
    const { node } = definitionOf(schema);
    expect(await withinCpuTime(10_000, () => createInstance(node))).toBeUndefined();
  });

  it("patterns that take polynomial time", async () => {
    const allOf = [{ pattern: "^\\d+\\d+\\d+x$" }, { pattern: "^\\d+$" }];
    const { node } = definitionOf({ type: "string", allOf, minLength: 3_000 });
    expect(await withinCpuTime(10_000, () => createInstance(node))).toBeUndefined();
  });

  it("more depth than an example has", () => {
    const members = chain(2_000, (index) => ({
      type: "object",
      required: ["in"],
      properties: { in: index === 1_998 ? { type: "null" } : next(index) },
    }));
    expect(instance(members)).toBeUndefined();
    const unions = chain(2_000, (index) => ({ anyOf: index === 1_998 ? [true] : [next(index)] }));
    expect(instance(unions)).toBeUndefined();
    const closed = { unevaluatedProperties: false };
    const inPlace = chain(2_000, (index) => ({
      allOf: index === 1_998 ? [true] : [next(index)],
      ...closed,
    }));
    expect(instance(inPlace)).toBeUndefined();
  });

  it("depth that can be had is had", () => {
    const deep = chain(30, (index) => ({
      type: "object",
      required: ["in"],
      properties: { in: index === 28 ? { type: "null" } : next(index) },
    }));
    expect(instance(deep)).toBeDefined();
  });
});
