/** Releases that are odd, and files in them that are no schemas: compared, or refused by code and place; never a crash. */

import { describe, expect, it } from "vitest";
import { checkoutWith, compare, problemsOf, type MemoryRelease } from "./memory-release.js";

const CHECKOUT = { name: "example.shop.checkout", version: "2026-01-01", type: "object" };

async function rulesOf(before: MemoryRelease, after: MemoryRelease): Promise<readonly string[]> {
  return (await compare(before, after)).changes.map(({ rule }) => rule);
}

describe("a release", () => {
  it.each<[string, (type: string) => MemoryRelease]>([
    ["without $id", (type) => ({ "c.json": { ...CHECKOUT, properties: { a: { type } } } })],
    [
      "whose $ids are names, and no addresses",
      (type) => ({
        "c.json": { $id: "urn:example:c.json", ...CHECKOUT, properties: { a: { type } } },
      }),
    ],
    [
      "with a name in it, below which nothing stands",
      (type) =>
        checkoutWith(
          { $ref: "#/$defs/named/$defs/inner" },
          {
            $defs: {
              named: { $id: "urn:example:named", $defs: { inner: { $id: "inner.json", type } } },
            },
          },
        ),
    ],
    [
      "whose $ids are of another host",
      (type) => ({
        "c.json": { ...CHECKOUT, properties: { a: { $ref: "https://other.example/z.json" } } },
        "z.json": { $id: "https://other.example/z.json", type },
      }),
    ],
  ])("%s is compared", async (_, release) => {
    expect(await rulesOf(release("string"), release("string"))).toEqual([]);
    expect(await rulesOf(release("string"), release("integer"))).toEqual(["type-changed"]);
  });

  it("with two documents of one $id is refused", async () => {
    const $id = "https://a.example/x.json";
    const release = { "c.json": { $id, ...CHECKOUT }, "y.json": { $id, type: "string" } };
    await expect(rulesOf(release, release)).rejects.toThrow(/^LOAD_DUPLICATE_ID: .*y\.json/s);
  });

  it("whose types would have one name in generated code is compared", async () => {
    const names = ["'", '"', "|", "*"];
    const release = (type: string): MemoryRelease =>
      checkoutWith(
        { $ref: "#/$defs/'" },
        { $defs: Object.fromEntries(names.map((name) => [name, { type }])) as object },
      );
    expect(await rulesOf(release("string"), release("integer"))).toContain("type-changed");
  });

  it("whose text holds what has the text is compared", async () => {
    const release = (type: string): MemoryRelease =>
      checkoutWith({
        type: "string",
        contentSchema: {
          allOf: [{ $ref: "#" }],
          properties: { b: { type }, c: { $ref: "#/properties/value" } },
        },
      });
    expect(await rulesOf(release("string"), release("string"))).toEqual([]);
    expect(new Set(await rulesOf(release("string"), release("integer")))).toEqual(
      new Set(["content-changed"]),
    );
  });

  it("whose object covers itself is compared", async () => {
    const release = (properties: MemoryRelease): MemoryRelease =>
      checkoutWith(
        { $ref: "#/$defs/tree" },
        {
          $defs: {
            tree: {
              type: "object",
              properties,
              patternProperties: { "^x": { $ref: "#/$defs/tree" }, y$: { maxProperties: 9 } },
              additionalProperties: { $ref: "#/$defs/tree" },
            },
          },
        },
      );
    const before = release({});
    const after = release({ xy: { $ref: "#/$defs/tree" }, z: { type: "string" } });
    expect(new Set(await rulesOf(before, after))).toEqual(
      new Set(["property-added", "type-changed"]),
    );
    expect(new Set(await rulesOf(after, before))).toEqual(
      new Set(["property-removed", "type-changed"]),
    );
  });

  it("has schemas that are true or false, too", async () => {
    expect(await rulesOf({ "any.json": true }, { "any.json": false })).toEqual(["type-changed"]);
  });
});

describe("a file of a release", () => {
  it.each<[string, object, string, string]>([
    [
      "is a capability whose version is none",
      { ...CHECKOUT, version: "1.0" },
      "PROFILE_INVALID",
      "/version",
    ],
    [
      "is a capability whose name is none",
      { ...CHECKOUT, name: "1.example.shop" },
      "PROFILE_INVALID",
      "/name",
    ],
    ["is of OpenAPI 2", { swagger: "2.0", paths: {} }, "SERVICE_INVALID", "/swagger"],
    ["is of OpenAPI 3.0", { openapi: "3.0.3", paths: {} }, "SERVICE_INVALID", "/openapi"],
    ["has a number for a version", { openapi: 3.1, paths: {} }, "SERVICE_INVALID", "/openapi"],
    ["has no version", { openapi: "", paths: {} }, "SERVICE_INVALID", ""],
    [
      "has two methods of one name",
      methods("ec.a", "ec.a"),
      "SERVICE_DUPLICATE_OPERATION",
      "/methods/1",
    ],
    ["has a method without a name", { methods: [{}] }, "SERVICE_INVALID", "/methods/0"],
    ["has methods that are none", { methods: [null] }, "SERVICE_INVALID", "/methods/0"],
  ])("that %s is refused, and named", async (_, document, code, pointer) => {
    const [problem] = await problemsOf({ ...checkoutWith(true), "odd.json": document });
    expect([problem?.code, problem?.place?.file, problem?.place?.pointer]).toEqual([
      code,
      "old/odd.json",
      pointer,
    ]);
  });
});

function methods(...names: readonly string[]): object {
  return { openrpc: "1.3.2", methods: names.map((name) => ({ name, params: [] })) };
}
