/** The schemas of tools: what stands once, what is said, what is left out, and the limits. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import type { ToolSchemaOptions } from "../../src/emit/mcp-tools/tool-schema.js";
import { definitionOf, toolForm } from "../support/exported.js";
import { withinCpuTime } from "../support/cpu-time.js";

type Options = Partial<ToolSchemaOptions<never>>;

function written(schema: Json, options: Options = {}): JsonObject {
  return toolForm(definitionOf(schema), options.schemas, options);
}

const ADDRESS = {
  type: "object",
  properties: { street: { type: "string" }, city: { type: "string" }, zip: { type: "string" } },
};

describe("the schema of a tool", () => {
  const two: JsonObject = {
    type: "object",
    properties: { from: { $ref: "#/$defs/address" }, to: { $ref: "#/$defs/address" } },
    $defs: { address: ADDRESS },
  };

  it("has what is used twice in $defs, where that is smaller, under the name that it has", () => {
    expect(written(two, { schemas: "shared" })).toEqual({
      type: "object",
      properties: { from: { $ref: "#/$defs/Address" }, to: { $ref: "#/$defs/Address" } },
      $defs: { Address: ADDRESS },
    });
    const small = { ...two, $defs: { address: { type: "string" } } };
    expect(written(small, { schemas: "shared" })).toEqual({
      type: "object",
      properties: { from: { type: "string" }, to: { type: "string" } },
    });
  });

  it("has equal schemas once, wherever they were declared, named by the first member", () => {
    const apart = { type: "object", properties: { home: ADDRESS, work: ADDRESS } };
    expect(written(apart, { schemas: "shared" })).toEqual({
      type: "object",
      properties: { home: { $ref: "#/$defs/Home" }, work: { $ref: "#/$defs/Home" } },
      $defs: { Home: ADDRESS },
    });
  });

  it("has names that no two schemas share", () => {
    const other = { type: "object", properties: { a: { const: "x".repeat(40) } } };
    const schema = {
      properties: {
        ...(two.properties as JsonObject),
        x: { properties: { from: other, address: other } },
      },
      $defs: two["$defs"] as Json,
    };
    const { $defs } = written(schema, { schemas: "shared" });
    expect(Object.keys($defs as JsonObject)).toEqual(["Address", "From"]);
  });

  it("keeps what is said of a schema where it is used", () => {
    const said = (description: string): JsonObject => ({ description, $ref: "#/$defs/address" });
    const schema = {
      properties: { a: said("From here."), b: said("To there.") },
      $defs: two["$defs"] as Json,
    };
    const $ref = "#/$defs/Address";
    expect(written(schema, { schemas: "shared" })["properties"]).toEqual({
      a: { $ref, description: "From here." },
      b: { $ref, description: "To there." },
    });
    expect(written(schema)["properties"]).toEqual({
      a: { ...ADDRESS, description: "From here." },
      b: { ...ADDRESS, description: "To there." },
    });
  });

  it("writes all out for readers without $ref", () => {
    expect(written(two)).toEqual({ type: "object", properties: { from: ADDRESS, to: ADDRESS } });
  });

  it.each(["inline", "shared"] as const)("ends recursion in a $ref, %s", (schemas) => {
    const tree = {
      type: "object",
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { $ref: "#/$defs/tree" } },
      },
    };
    const schema = { properties: { tree: { $ref: "#/$defs/tree" } }, $defs: { tree } };
    const result = JSON.parse(JSON.stringify(tree).replaceAll("/tree", "/Tree")) as Json;
    expect(written(schema, { schemas })).toEqual({
      properties: { tree: schemas === "inline" ? result : { $ref: "#/$defs/Tree" } },
      $defs: { Tree: result },
    });
  });
});

describe("what an agent is told", () => {
  const deep = (levels: number): JsonObject => ({
    description: `Level ${levels}. And more.`,
    ...(levels === 0 ? { type: "string" } : { properties: { a: deep(levels - 1) } }),
  });

  it.each([0, 1, 3])("is one sentence, %d levels below the arguments", (descriptions) => {
    const text = JSON.stringify(written({ properties: { a: deep(5) } }, { descriptions }));
    expect(text.match(/Level \d\./g) ?? []).toHaveLength(descriptions);
    expect(text).not.toContain("And more");
  });

  it("is the description of a type that is also used nearer, and once", () => {
    const place = { description: "A place.", ...ADDRESS };
    const schema = {
      properties: { a: { properties: { b: { $ref: "#/$defs/P" } } }, c: { $ref: "#/$defs/P" } },
      $defs: { P: place },
    };
    const result = written(schema, { schemas: "shared", descriptions: 1 });
    expect(JSON.stringify(result).match(/A place/g)).toHaveLength(1);
  });

  it("is no member that it cannot send, and no schema that says nothing", () => {
    const schema = {
      properties: { id: { not: {} }, name: { type: "string" }, no: { $ref: "#/$defs/no" } },
      additionalProperties: { description: "More." },
      $defs: { no: false },
    };
    expect(written(schema, { omitsImpossible: true })).toEqual({
      properties: { name: { type: "string" } },
    });
  });

  it("keeps a member that it cannot send where leaving it out would refuse more", () => {
    const none = { properties: { id: { not: {} } } };
    for (const schema of [{ not: none }, { oneOf: [none, { required: ["id"] }] }])
      expect(written(schema, { omitsImpossible: true })).toEqual(written(schema));
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
    await withinCpuTime(10_000, () => expect(() => written(hoisted)).toThrow(TOO_LARGE));
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
    expect(() => written(schema, { subject: "the tool create_checkout", place })).toThrow(
      "EMIT_TOOL_TOO_LARGE: the tool create_checkout has more than 20,000 schemas" +
        "\n  mcp.json:3\n  ",
    );
  });

  it("can be set", () => {
    const schema = { properties: { a: {}, b: {} } };
    expect(() => written(schema, { limits: { schemas: 3 } })).not.toThrow();
    expect(() => written(schema, { limits: { schemas: 2 } })).toThrow(TOO_LARGE);
  });
});
