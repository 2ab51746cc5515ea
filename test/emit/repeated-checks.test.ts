/** Checks that one call could make of one value many times: which they are, and what they say (DESIGN §8). */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { subset, type Validator } from "@proto-gen/runtime/schema";
import { describe, expect, it } from "vitest";
import { emitStandalone } from "../../src/emit/validators/standalone.js";
import { buildCountedRuntime, compileCounted, countSteps } from "../support/counted-check.js";
import { definitionOf } from "../support/exported.js";
import { emitted } from "../support/oracle/emitted.js";
import { extensionOf, vendorProfile } from "../support/oracle/vendor.js";
import { outDirectory } from "../support/published.js";

const OUT = "repeated-checks";
const runtime = buildCountedRuntime(OUT);
let compiled = 0;

async function validatorOf(schema: Json): Promise<Validator<unknown>> {
  const file = path.join(outDirectory, OUT, `check-${compiled++}.mjs`);
  return compileCounted(definitionOf(schema), { file, runtime: await runtime });
}

function isMadeOnce(schema: Json): boolean {
  return emitStandalone(definitionOf(schema), { assertFormats: true }).includes("checkOnce(");
}

function nested(depth: number, bottom: Json, wrap: (inner: Json) => Json): Json {
  return depth === 0 ? bottom : wrap(nested(depth - 1, bottom, wrap));
}

/** Conditions that contain conditions: a member of a union leads back to it in two of its branches. */
const condition: JsonObject = {
  $ref: "#/$defs/condition",
  $defs: {
    condition: {
      anyOf: [
        { type: "object", required: ["every"], properties: { every: { $ref: "#/$defs/list" } } },
        {
          type: "object",
          required: ["either"],
          properties: { either: { $ref: "#/$defs/list" }, every: { $ref: "#/$defs/list" } },
        },
        {
          type: "object",
          required: ["member", "equals"],
          properties: { member: { type: "string" }, equals: { type: "string" } },
        },
      ],
    },
    list: { type: "array", items: { $ref: "#/$defs/condition" } },
  },
};

describe("a union that contains itself", () => {
  const every = (inner: Json): Json => ({ every: [inner] });
  const wrong = { member: "total", equals: 1 };
  const methods = ["is", "check", "parse"] as const;

  it.each(methods)("takes as many steps for each level of a wrong payload: %s", async (method) => {
    const validator = await validatorOf(condition);
    const [small, large, largest] = [10, 60, 250].map((levels) => {
      const value = nested(levels, wrong, every);
      const attempt = (): unknown => {
        try {
          return validator[method](value);
        } catch {
          return undefined;
        }
      };
      return countSteps(attempt)[1] / levels;
    });
    expect(large! / small!).toBeLessThan(1.2);
    expect(largest! / small!).toBeLessThan(1.2);
  });

  it("has the issue of the branch that came furthest, however deep it is", async () => {
    const validator = await validatorOf(condition);
    for (const levels of [1, 3, 250]) {
      const issues = validator.check(nested(levels, wrong, every));
      expect(issues.map(({ code, pointer }) => [code, pointer])).toEqual([
        ["required", `${"/every/0".repeat(levels)}/every`],
      ]);
      expect(issues[0]?.path).toBe(`$${".every[0]".repeat(levels)}.every`);
    }
  });

  it("has the issues of an object at each of its places", async () => {
    const validator = await validatorOf({
      ...condition,
      properties: { a: { $ref: "#/$defs/condition" }, b: { $ref: "#/$defs/condition" } },
      $ref: "#/$defs/any",
      $defs: { ...(condition["$defs"] as JsonObject), any: {} },
    });
    const shared = { every: [wrong] };
    const issues = validator.check({ a: shared, b: { every: [shared, shared] } });
    expect(issues.map(({ pointer }) => pointer)).toEqual([
      "/a/every/0/every",
      "/b/every/0/every/0/every",
      "/b/every/1/every/0/every",
    ]);
  });

  it("keeps nothing from one call to the next", async () => {
    const validator = await validatorOf(condition);
    const value = { every: [{ member: "total", equals: 1 as Json }] };
    expect(validator.is(value)).toBe(false);
    value.every[0]!.equals = "1";
    expect(validator.is(value)).toBe(true);
    expect(validator.check(value)).toEqual([]);
  });

  it("is known again after a check that was interrupted", async () => {
    const validator = await validatorOf(condition);
    const trap = {
      every: [
        {
          get member(): string {
            throw new Error("interrupted");
          },
        },
      ],
    };
    expect(() => validator.is(trap)).toThrow("interrupted");
    expect(validator.is({ member: "total", equals: "1" })).toBe(true);
  });

  it("reports at most as many issues as are asked for", async () => {
    const validator = await validatorOf(condition);
    const value = { every: Array.from({ length: 50 }, () => wrong) };
    expect(validator.check(value)).toHaveLength(50);
    expect(validator.check(value, 7)).toHaveLength(7);
  });
});

describe("a type that contains itself", () => {
  const chain: JsonObject = {
    $ref: "#/$defs/link",
    $defs: {
      link: {
        type: "object",
        properties: { name: { type: "string" }, next: { $ref: "#/$defs/link" } },
      },
    },
  };
  const wrong = (levels: number): Json =>
    nested(levels, { name: 0 }, (inner) => ({ name: 0, next: inner }));

  it("takes as many steps for each level where every level has an issue", async () => {
    expect(isMadeOnce(chain)).toBe(false);
    const validator = await validatorOf(chain);
    const [small, large] = [10, 250].map(
      (levels) => countSteps(() => validator.check(wrong(levels)))[1] / levels,
    );
    expect(large! / small!).toBeLessThan(1.5);
  });

  it("has the issues from the outside in, and no more than were asked for", async () => {
    const validator = await validatorOf(chain);
    const pointers = ["/name", "/next/name", "/next/next/name"];
    const found = (limit?: number): string[] =>
      validator.check(wrong(2), limit).map(({ pointer }) => pointer);
    expect(found()).toEqual(pointers);
    for (const limit of [1, 2, 3]) expect(found(limit)).toEqual(pointers.slice(0, limit));
  });
});

describe("what several rules ask of one value", () => {
  const next = { properties: { next: { $ref: "#/$defs/list" } } };
  const deep = nested(40, { next: 1 }, (inner) => ({ next: inner }));

  it.each<[string, JsonObject]>([
    ["anyOf", { anyOf: [next, { ...next, required: ["id"] }] }],
    ["oneOf", { oneOf: [next, { ...next, required: ["id"] }] }],
    ["if and then", { if: next, then: next, else: next }],
    ["not, beside members", { ...next, not: { ...next, required: ["id"] } }],
    ["dependentSchemas", { ...next, dependentSchemas: { next } }],
    ["references beside rules", { ...next, $ref: "#/$defs/part" }],
    ["unevaluatedProperties", { anyOf: [next, { type: "array" }], unevaluatedProperties: false }],
    ["a pattern and a member", { ...next, patternProperties: { "^n": { $ref: "#/$defs/list" } } }],
  ])("takes steps in proportion: %s", async (_, rules) => {
    const schema = {
      $ref: "#/$defs/list",
      $defs: { list: { type: "object", ...rules }, part: { ...next, minProperties: 0 } },
    };
    const validator = await validatorOf(schema);
    const validate = (value: Json): unknown => [validator.is(value), validator.check(value)];
    expect(countSteps(() => validate(deep))[1]).toBeLessThan(40_000);
  });

  it("takes steps in proportion: items that contain each other, none of which equal another", async () => {
    const schema = {
      $ref: "#/$defs/list",
      $defs: { list: { type: ["array", "string"], uniqueItems: true, items: { $ref: "#" } } },
    };
    const validator = await validatorOf(schema);
    const value = nested(40, ["a"], (inner) => ["b", "c", inner]);
    expect(countSteps(() => validator.is(value))[1]).toBeLessThan(2_000);
    expect(validator.is(value)).toBe(true);
    expect(validator.is([value, structuredClone(value)])).toBe(false);
  });

  it("takes steps in proportion in a dynamic scope", async () => {
    const schema = {
      $dynamicAnchor: "node",
      anyOf: [
        { type: "object", properties: { next: { $dynamicRef: "#node" } }, required: ["next"] },
        { type: "object", properties: { next: { $dynamicRef: "#node" } }, required: ["id"] },
        { type: "string" },
      ],
    };
    const validator = await validatorOf(schema);
    expect(countSteps(() => validator.check(deep))[1]).toBeLessThan(40_000);
    expect(validator.is(deep)).toBe(false);
  });

  it("takes few steps where types lead to each other in a line, and none to itself", async () => {
    const count = 30;
    const levels = Array.from({ length: count }, (_, level): [string, Json] => {
      const below = { properties: { a: { $ref: `#/$defs/level${level + 1}` } } };
      return [`level${level}`, { anyOf: [below, { ...below, required: ["b"] }] }];
    });
    const schema = {
      $ref: "#/$defs/level0",
      $defs: { ...Object.fromEntries(levels), [`level${count}`]: { type: "string" } },
    };
    const validator = await validatorOf(schema);
    const value = nested(count, 1, (a) => ({ a }));
    expect(countSteps(() => [validator.is(value), validator.check(value)])[1]).toBeLessThan(60_000);
    expect(validator.check(value).map(({ pointer }) => pointer)).toEqual(["/a".repeat(count)]);
  });

  it.each([false, true])(
    "takes few steps where references in place meet again and again, closed: %s",
    async (isClosed) => {
      const levels = Array.from({ length: 30 }, (_, level): [string, Json] => {
        const inner = { $ref: `#/$defs/level${level + 1}` };
        return [`level${level}`, { anyOf: [inner, { minProperties: 1, anyOf: [inner, inner] }] }];
      });
      const schema = {
        $ref: "#/$defs/level0",
        ...(isClosed ? { unevaluatedProperties: false } : {}),
        $defs: {
          ...Object.fromEntries(levels),
          level30: { type: ["string", "object"], properties: { b: { type: "string" } } },
        },
      };
      const validator = await validatorOf(schema);
      expect(countSteps(() => validator.check({ b: 1 }))[1]).toBeLessThan(60_000);
      expect(countSteps(() => validator.check({ b: "1", a: 1 }))[1]).toBeLessThan(60_000);
      expect(validator.is({ b: "1", a: 1 })).toBe(!isClosed);
      expect(validator.is(1)).toBe(false);
    },
  );
});

describe("what a branch evaluates", () => {
  it("is told apart for members and for items", async () => {
    const validator = await validatorOf({
      anyOf: [{ items: { type: "string" }, properties: { a: { type: "string" } } }],
      unevaluatedItems: false,
      unevaluatedProperties: false,
    });
    expect(validator.is(["a"])).toBe(true);
    expect(validator.is({ a: "a" })).toBe(true);
    expect(validator.is({ b: "a" })).toBe(false);
  });
});

describe("a check that is made of a value once at most", () => {
  it.each<[string, Json]>([
    ["a list", { properties: { next: { $ref: "#" }, id: { type: "string" } } }],
    ["a tree", { properties: { left: { $ref: "#" }, right: { $ref: "#" } } }],
    ["items of items", { type: ["array", "string"], items: { $ref: "#" } }],
    [
      "a union that a tag decides",
      {
        oneOf: ["and", "or"].map((kind) => ({
          type: "object",
          required: ["kind"],
          properties: { kind: { const: kind }, of: { type: "array", items: { $ref: "#" } } },
        })),
      },
    ],
    ["a union of what is small", { anyOf: [{ type: "string" }, { required: ["a"] }] }],
    [
      "a condition on other members",
      { if: { properties: { a: { const: 1 } } }, then: { properties: { b: { $ref: "#" } } } },
    ],
  ])("is printed as it would be alone: %s", (_, schema) => {
    expect(isMadeOnce(schema)).toBe(false);
  });

  it("is every check of what is generated for the sample profile", () => {
    const file = path.join(import.meta.dirname, "../../generated/index.ts");
    expect(readFileSync(file, "utf8")).not.toContain("checkOnce");
  });
});

describe("a type whose members the active extensions decide", () => {
  const ROOT = "com.acme.tree";
  const own = { $ref: "#" };
  const vendors = [
    {
      name: ROOT,
      schema: {
        type: "object",
        properties: {
          value: { type: "string" },
          either: {
            anyOf: [
              { type: "object", required: ["left"], properties: { left: own } },
              { type: "object", required: ["right"], properties: { left: own, right: own } },
            ],
          },
        },
      },
    },
    {
      name: "com.acme.note",
      extends: ROOT,
      schema: extensionOf(ROOT, { properties: { value: { proto_request: "required" } } }),
    },
  ];

  it("takes no longer for each level than for the last, with the extension and without", async () => {
    const { surface } = await emitted("repeated-open", vendorProfile([], vendors));
    const view = (await surface())[ROOT]?.["request.create"];
    const depth = 40;
    const wrong = nested(depth, { value: 1 }, (left) => ({ value: "a", either: { left } }));
    for (const active of [[], ["com.acme.note"]]) {
      const validator = subset(view!, new Set(active));
      // Twice the work at each level would not end.
      expect(validator.is(wrong)).toBe(false);
      expect(validator.check(wrong).map(({ pointer }) => pointer)).toEqual([
        `${"/either/left".repeat(depth)}/value`,
      ]);
    }
  });
});
