import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Json } from "@proto-gen/runtime/json";
import type { Issue, Validator } from "@proto-gen/runtime/schema";
import { describe, expect, it } from "vitest";
import * as generated from "../generated/index.js";
import { compileValidator, parseRoot, ProtoGenError, type DiagnosticCode } from "../src/index.js";
import { importSource } from "../src/validate/import-source.js";
import { instance } from "./support/instance.js";
import { withinCpuTime } from "./support/cpu-time.js";
import { mutantsOf } from "./support/oracle/mutate.js";
import { repository } from "./support/published.js";
import { checkoutSchema, release, SCHEMAS } from "./support/release.js";

const CHECKOUT = path.join(repository, "schemas/2026-11-20/shopping/checkout.json");
const PROFILE = path.join(repository, "profile.json");

function told(issues: readonly Issue[]): unknown {
  return issues.map((issue) => issue.toJSON());
}

/** A schema that stands alone, compiled. */
async function compiled(schema: unknown, more: object = {}) {
  const { schemas } = release({ schemas: { "checkout.json": schema } });
  return compileValidator({ schema: path.join(schemas, "checkout.json"), ...more });
}

async function codesOf(work: Promise<unknown>): Promise<readonly DiagnosticCode[]> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProtoGenError);
  return (error as ProtoGenError).diagnostics.map(({ code }) => code);
}

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

describe("compileValidator", () => {
  it("validates by a schema's file, an operation and a direction", async () => {
    const request = { schema: CHECKOUT, op: "create", direction: "request" } as const;
    const validate = await compileValidator(request);
    const requests = instance<Record<string, Json>>("requests");
    expect(validate(requests["checkout.create"])).toEqual([]);
    expect(told(validate({ line_items: [{ quantity: 0 }] }))).toMatchObject([
      { code: "required", pointer: "/line_items/0/item" },
      { code: "minimum", pointer: "/line_items/0/quantity" },
      { code: "required", pointer: "/currency" },
    ]);
    expect(validate({}, 1)).toHaveLength(1);
  });

  it("takes a part of a document by def, and schemas that stand elsewhere", async () => {
    const { directory, schemas } = release({
      schemas: { "types/line.json": { type: "object", required: ["price"] } },
      files: { "own.json": { $defs: { line: { $ref: `${SCHEMAS}/types/line.json` } } } },
    });
    const schema = path.join(directory, "own.json");
    const roots = [parseRoot(`${schemas}=${SCHEMAS}`)];
    const validate = await compileValidator({ schema, def: "line", schemas: roots });
    expect(told(validate({}))).toMatchObject([{ code: "required", pointer: "/price" }]);
    expect(await codesOf(compileValidator({ schema, def: "line" }))).toEqual([
      "LOAD_REF_UNRESOLVED",
    ]);
  });

  it.each([
    ["Checkout", "checkout"],
    ["Order", "order"],
    ["Cart", "cart"],
  ] as const)("says of every %s what the generated validator says", async (type, name) => {
    const validate = await compileValidator({ type, profile: PROFILE });
    const validator: Validator<unknown> = generated[type];
    const value = instance<Json>(name);
    expect(validate(value)).toEqual([]);
    let count = 0;
    for (const { value: mutant } of mutantsOf(value, ["x_unknown"])) {
      count++;
      expect(told(validate(mutant))).toEqual(told(validator.check(mutant)));
    }
    expect(count).toBeGreaterThan(100);
  });

  it("validates ten thousand payloads, and keeps none of them", async () => {
    const validate = await compileValidator({ type: "Checkout", profile: PROFILE });
    const valid = instance<Record<string, Json>>("checkout");
    const run = (): number => {
      let found = 0;
      for (let count = 0; count < 10_000; count++)
        found += validate({ ...valid, id: count % 2 === 0 ? String(count) : count }).length;
      return found;
    };
    expect(run()).toBe(5000);
    const before = heapUsed();
    expect(run()).toBe(5000);
    expect(heapUsed() - before).toBeLessThan(1_000_000);
  });

  it("is the same module for the same text", async () => {
    const source = "export const made: object = {};";
    const [first, second, other] = await Promise.all(
      [source, source, "export const made: object = { other: 1 };"].map(importSource),
    );
    expect(first?.["made"]).toBe(second?.["made"]);
    expect(first?.["made"]).not.toBe(other?.["made"]);
  });

  it("never changes a value, nor reads what it inherits", async () => {
    const validate = await compiled(checkoutSchema());
    const value = Object.freeze({ id: "1", total: 1, more: Object.freeze([]) });
    expect(validate(value)).toEqual([]);
    expect(told(validate(Object.create({ id: "1", total: 1 })))).toHaveLength(2);
  });

  it("says what is wrong with a union of a million items, and stops where it is told to", async () => {
    const items = { anyOf: [{ type: "string" }, { type: "array", items: { const: 1 } }] };
    const validate = await compiled({ anyOf: [{ type: "array", items }, { type: "object" }] });
    const value = Array.from({ length: 1_000_000 }, () => 1);
    expect(validate(value)).toHaveLength(1_000_000);
    const before = heapUsed();
    expect(validate(value, 2).map(({ pointer }) => pointer)).toEqual(["/0", "/1"]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });

  it("tries no pattern on a text that is far too long", async () => {
    // In the third power of the length: minutes.
    const validate = await compiled({ type: "string", maxLength: 50, pattern: "^.*.*.*!$" });
    const issues = await withinCpuTime(5_000, () => validate("a".repeat(20_000)));
    expect(issues.map(({ code }) => code)).toEqual(["maxLength"]);
    expect(validate("a".repeat(51)).map(({ code }) => code)).toEqual(["maxLength", "pattern"]);
    expect(validate(`${"\u{1f600}".repeat(49)}!`)).toEqual([]);
  });

  it("takes text of a schema for text, whatever it is", async () => {
    const texts = ['"); globalThis.broken = 1; //', "`${(globalThis.broken = 1)}`", "*/\u2028'\\"];
    const properties = Object.fromEntries(texts.map((text) => [text, { const: text }]));
    const validate = await compiled({ properties, required: texts, description: texts.join("") });
    expect(validate(Object.fromEntries(texts.map((text) => [text, text])))).toEqual([]);
    expect(validate(Object.fromEntries(texts.map((text) => [text, 1])))).toHaveLength(3);
    expect(globalThis).not.toHaveProperty("broken");
  });

  it.each<[string, unknown, DiagnosticCode]>([
    ["is no JSON", "{]", "JSON_SYNTAX"],
    ["has a key twice", '{"type": "object", "type": "array"}', "JSON_DUPLICATE_KEY"],
    ["has a type that is none", { type: "strng" }, "SCHEMA_INVALID"],
    ["is no schema", 5, "SCHEMA_INVALID"],
    ["refers to nothing", { $ref: "#/$defs/none" }, "LOAD_REF_UNRESOLVED"],
    ["refers to itself in place", { allOf: [{ $ref: "#" }] }, "MODEL_RECURSION"],
    ["has a pattern that hangs", { pattern: "^(a|a)*$" }, "SCHEMA_PATTERN_INVALID"],
  ])("refuses a schema that %s", async (_, schema, code) => {
    expect(await codesOf(compiled(schema))).toEqual([code]);
  });

  it.each<[string, object, DiagnosticCode]>([
    ["a part that is not there", { def: "none" }, "USAGE_UNKNOWN_SCHEMA"],
    ["an unknown operation", { op: "craete", direction: "request" }, "USAGE_UNKNOWN_VIEW"],
    ["a request of no operation", { direction: "request" }, "USAGE_UNKNOWN_VIEW"],
  ])("refuses %s", async (_, more, code) => {
    expect(await codesOf(compiled(checkoutSchema(), more))).toEqual([code]);
  });

  it("refuses a type and a file that are not there", async () => {
    expect(await codesOf(compileValidator({ type: "Chekout", profile: PROFILE }))).toEqual([
      "USAGE_UNKNOWN_TYPE",
    ]);
    expect(await codesOf(compileValidator({ schema: "none.json" }))).toEqual(["FILE_NOT_FOUND"]);
  });
});
