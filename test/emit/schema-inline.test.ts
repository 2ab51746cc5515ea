/** Schemas written out: what is left of recursion, what a cut takes with it, and the limits. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { inlineNode, type InlineOptions } from "../../src/emit/schema/inline-node.js";
import { definitionOf, predicateOf } from "../support/exported.js";
import { withinCpuTime } from "../support/cpu-time.js";

function inline(schema: Json, options?: InlineOptions): JsonObject {
  return inlineNode(definitionOf(schema).node, options);
}

/** A schema whose root has a tree, of which `rule` is a part that refers to the tree. */
function inTree(rule: JsonObject): JsonObject {
  const Tree = { type: "object", properties: { child: { $ref: "#/$defs/Tree" } }, ...rule };
  return { type: "object", properties: { tree: { $ref: "#/$defs/Tree" } }, $defs: { Tree } };
}

const CHILD = { type: "object" };

/** The tree of `inTree`, written out once. */
function treeOf(rule: JsonObject, options?: InlineOptions): Json | undefined {
  return (inline(inTree(rule), options)["properties"] as JsonObject)["tree"];
}

describe("a schema written out", () => {
  it("holds each definition where it is used", () => {
    const schema = {
      properties: { from: { $ref: "#/$defs/Place" }, to: { $ref: "#/$defs/Place" } },
      $defs: {
        Place: { type: "object", properties: { zip: { $ref: "#/$defs/Zip" } } },
        Zip: { type: "string" },
      },
    };
    const place = { type: "object", properties: { zip: { type: "string" } } };
    expect(inline(schema)).toEqual({ properties: { from: place, to: place } });
  });

  it("carries descriptions, defaults and deprecations, and what else it is asked for", () => {
    const schema = {
      title: "T",
      description: "D",
      examples: [1],
      default: 1,
      deprecated: true,
      readOnly: true,
      $ref: "#/$defs/N",
      $defs: { N: { title: "N", description: "A number.", type: "number" } },
    };
    const node = definitionOf({ properties: { n: schema }, $defs: schema.$defs }).node;
    const [carried, titled] = [inlineNode(node), inlineNode(node, { annotations: ["title"] })];
    expect(carried["properties"]).toEqual({
      n: { description: "D", deprecated: true, type: "number", default: 1 },
    });
    expect(titled["properties"]).toEqual({ n: { title: "T", type: "number" } });
  });

  it("keeps the type and the description of a definition inside itself", () => {
    expect(treeOf({ description: "A tree.", required: ["child"] })).toEqual({
      type: "object",
      description: "A tree.",
      required: ["child"],
      properties: { child: { description: "A tree.", type: "object" } },
    });
  });

  it("cuts at the node itself", () => {
    const Tree = { type: "object", properties: { child: { $ref: "#" } } };
    expect(inline(Tree)).toEqual({ type: "object", properties: { child: CHILD } });
  });

  it("writes out again what stands beside, not inside", () => {
    const schema = {
      properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#/$defs/B" } },
      $defs: {
        A: { type: "object", properties: { b: { $ref: "#/$defs/B" } } },
        B: { type: "array", items: { $ref: "#/$defs/A" } },
      },
    };
    expect(inline(schema)).toEqual({
      properties: {
        a: {
          type: "object",
          properties: { b: { type: "array", items: { type: "object" } } },
        },
        b: {
          type: "array",
          items: { type: "object", properties: { b: { type: "array" } } },
        },
      },
    });
  });
});

describe("what a cut takes with it", () => {
  const self = { properties: { child: { $ref: "#/$defs/Tree" } } };
  const cut = { properties: { child: CHILD } };
  const leaf = { minProperties: 1 };

  it.each<[string, JsonObject, JsonObject]>([
    ["not", { not: self }, {}],
    ["one not of two", { allOf: [{ not: self }, { not: leaf }] }, { not: leaf }],
    ["a condition", { if: self, then: leaf, else: false }, {}],
    ["nothing, in then", { if: leaf, then: self }, { if: leaf, then: cut }],
    ["oneOf, which becomes anyOf", { oneOf: [self, leaf] }, { anyOf: [cut, leaf] }],
    ["nothing, in anyOf", { anyOf: [self, leaf] }, { anyOf: [cut, leaf] }],
    [
      "nothing, in unevaluatedProperties of its own",
      { unevaluatedProperties: false },
      { unevaluatedProperties: false },
    ],
    [
      "unevaluatedProperties beside a condition",
      { if: self, then: leaf, unevaluatedProperties: false },
      {},
    ],
    [
      "nothing of unevaluatedProperties beside a union whose members are there",
      { anyOf: [self, leaf], unevaluatedProperties: false },
      { anyOf: [cut, leaf], unevaluatedProperties: false },
    ],
    ["the not around a rule that was given up", { not: { properties: { a: { not: self } } } }, {}],
    [
      "no other rule of names",
      { propertyNames: { not: { const: "x" } } },
      { propertyNames: { not: { type: "string", const: "x" } } },
    ],
  ])("%s", (_, rule, left) => {
    expect(treeOf(rule)).toEqual({ type: "object", properties: { child: CHILD }, ...left });
  });

  it("unevaluatedProperties beside the cut itself", () => {
    const closed = { anyOf: [{ $ref: "#/$defs/Tree" }, leaf], unevaluatedProperties: false };
    const Tree = { type: "object", properties: { child: closed } };
    const schema = { $ref: "#/$defs/Tree", $defs: { Tree } };
    expect(inline(schema)).toEqual({
      type: "object",
      properties: { child: { anyOf: [CHILD, leaf] } },
    });
  });

  it("maxContains", () => {
    const List = {
      type: "array",
      contains: { minItems: 1, items: { $ref: "#/$defs/List" } },
      minContains: 2,
      maxContains: 3,
    };
    expect(inline({ properties: { list: { $ref: "#/$defs/List" } }, $defs: { List } })).toEqual({
      properties: {
        list: {
          type: "array",
          contains: { minItems: 1, items: { type: "array" } },
          minContains: 2,
        },
      },
    });
  });

  it("accepts still what a cut under not would refuse", () => {
    const Tree = {
      type: "object",
      properties: { child: { $ref: "#/$defs/Tree" } },
      not: { required: ["child"], properties: { child: { $ref: "#/$defs/Tree" } } },
    };
    const schema = { $ref: "#/$defs/Tree", $defs: { Tree } };
    const isValid = predicateOf(inline(schema), { assertFormats: true });
    expect(isValid({ child: 1 })).toBe(false);
    expect(isValid({ child: {} })).toBe(true);
  });
});

describe("the limits", () => {
  /** Each definition has members that are the ones that `next` names. */
  function graph(
    count: number,
    next: (index: number) => readonly number[],
    more: object = {},
  ): Json {
    const $defs = Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        const members = next(index).map((to, at) => [`m${at}`, { $ref: `#/$defs/D${to}` }]);
        return [
          `D${index}`,
          { type: "object", properties: Object.fromEntries(members) as object, ...more },
        ];
      }),
    );
    return { type: "object", properties: { root: { $ref: "#/$defs/D0" } }, $defs } as Json;
  }

  const TOO_LARGE = expect.objectContaining({
    diagnostics: [expect.objectContaining({ code: "EMIT_TOOL_TOO_LARGE" })],
  }) as Error;

  const all = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, each) => each);

  it.each<[string, Json]>([
    [
      "forty definitions with two members of the next",
      graph(40, (each) => [each + 1, each + 1].map((to) => to % 40)),
    ],
    ["twelve that all refer to each other", graph(12, () => all(12))],
    ["forty under not", { not: graph(40, (each) => [(each + 1) % 40, (each + 1) % 40]) }],
    ["a chain of thousands", graph(5000, (each) => [(each + 1) % 5000])],
    [
      "few with much text",
      graph(13, (each) => [each + 1, each + 1].map((to) => to % 13), {
        description: "x".repeat(9000),
      }),
    ],
  ])("end %s in bounded time", async (_, schema) => {
    const hoisted = hoist(schema);
    await withinCpuTime(10_000, () => expect(() => inline(hoisted)).toThrow(TOO_LARGE));
  });

  /** `$defs` belong to the root, where `#/$defs` looks for them. */
  function hoist(schema: Json): Json {
    const { not, ...rest } = schema as JsonObject;
    if (not === undefined) return schema;
    const { $defs, ...inner } = not as JsonObject;
    return { ...rest, not: inner, $defs: $defs as Json };
  }

  it("say what is too large, where, and by how much", () => {
    const schema = graph(12, () => all(12));
    const place = { file: "mcp.json", line: 3 };
    expect(() => inline(schema, { subject: "the tool create_checkout", place })).toThrow(
      "EMIT_TOOL_TOO_LARGE: the tool create_checkout has more than 20,000 schemas once every type " +
        "is inlined\n  mcp.json:3\n  ",
    );
  });

  it("can be set", () => {
    const schema = { properties: { a: {}, b: {} } };
    expect(() => inline(schema, { limits: { schemas: 3 } })).not.toThrow();
    expect(() => inline(schema, { limits: { schemas: 2 } })).toThrow(TOO_LARGE);
  });
});
