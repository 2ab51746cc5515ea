/** Names in `required` that the object declares somewhere, and names that it does not. */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { lintFiles } from "../../src/lint/lint.js";

const CHECKOUT = "com.example.checkout";
const CODES = ["SCHEMA_REQUIRED_MISSPELT", "SCHEMA_REQUIRED_UNDECLARED", "SCHEMA_KEYWORD_MISSPELT"];

const head = { $schema: "https://json-schema.org/draft/2020-12/schema", version: "2026-01-01" };

function checkout(own: object): object {
  const $id = "https://example.com/schemas/checkout.json";
  return { ...head, $id, name: CHECKOUT, type: "object", ...own };
}

function gift($defs: object): object {
  return { ...head, $id: "https://example.com/schemas/gift.json", name: "com.example.gift", $defs };
}

async function found(...roots: readonly object[]): Promise<string[]> {
  const files = roots.map((root) => ({
    path: (root as { readonly $id: string }).$id.replace(/.*\//, ""),
    bytes: new TextEncoder().encode(JSON.stringify(root)),
  }));
  const { findings } = await lintFiles({ directory: "schemas", files });
  return findings
    .filter(({ rule }) => CODES.includes(rule))
    .map(({ rule, place, hint }) =>
      [rule, place?.pointer, ...(/^did you mean .*/.exec(hint ?? "") ?? [])].join(" "),
    );
}

const string = { type: "string" };

describe("a required name is declared", () => {
  it.each<[string, object]>([
    ["in a branch of allOf", { allOf: [{ properties: { title: string } }] }],
    ["in a branch of oneOf", { oneOf: [{ properties: { title: string } }, { type: "object" }] }],
    ["behind a $ref", { $ref: "#/$defs/a", $defs: { a: { properties: { title: string } } } }],
    ["in then", { if: { required: ["id"] }, then: { properties: { title: string } } }],
    ["in dependentSchemas", { dependentSchemas: { id: { properties: { title: string } } } }],
    ["by a pattern", { patternProperties: { "^t": string } }],
    ["as any other member", { additionalProperties: string }],
    ["by an outer schema", { properties: { title: string }, anyOf: [{ required: ["title"] }] }],
  ])("%s", async (_, own) => {
    const properties = { id: string, ...(own as { readonly properties?: object }).properties };
    expect(await found(checkout({ required: ["title"], ...own, properties }))).toEqual([]);
  });

  it("by the schema that an extension adds to, with and without a reference to it", async () => {
    const base = checkout({ properties: { title: string } });
    const addition = { required: ["title", "note"], properties: { note: string } };
    expect(await found(base, gift({ [CHECKOUT]: addition }))).toEqual([]);
    const composed = { allOf: [{ $ref: "checkout.json" }, addition] };
    expect(await found(base, gift({ [CHECKOUT]: composed }))).toEqual([]);
  });

  it("by no schema of the object, as is any other member", async () => {
    expect(await found(checkout({ required: ["title"] }))).toEqual([]);
  });

  it("nowhere, where it is refused", async () => {
    expect(await found(checkout({ properties: { id: string }, not: { required: ["x"] } }))).toEqual(
      [],
    );
  });
});

describe("a required name is not declared", () => {
  it("and is near one that is", async () => {
    const properties = { title: string };
    expect(await found(checkout({ properties, required: ["titel"] }))).toEqual([
      "SCHEMA_REQUIRED_MISSPELT /required/0 did you mean title?",
    ]);
    expect(await found(checkout({ properties, then: { required: ["titel"] }, if: {} }))).toEqual([
      "SCHEMA_REQUIRED_MISSPELT /then/required/0 did you mean title?",
    ]);
    expect(await found(checkout({ properties, dependentRequired: { title: ["titel"] } }))).toEqual([
      "SCHEMA_REQUIRED_MISSPELT /dependentRequired/title/0 did you mean title?",
    ]);
  });

  it("and is far from all, or near one that is required itself", async () => {
    const properties = { line1: string };
    expect(await found(checkout({ properties, required: ["line1", "line2", "city"] }))).toEqual([
      "SCHEMA_REQUIRED_UNDECLARED /required/1",
      "SCHEMA_REQUIRED_UNDECLARED /required/2",
    ]);
  });

  it("though a member of it, or another type, declares it", async () => {
    const properties = { buyer: { type: "object", properties: { title: string } } };
    const $defs = { other: { properties: { title: string } } };
    expect(await found(checkout({ properties, $defs, required: ["title"] }))).toEqual([
      "SCHEMA_REQUIRED_UNDECLARED /required/0",
    ]);
  });

  it("in the composition of an extension", async () => {
    const base = checkout({ properties: { title: string } });
    const addition = { required: ["titel"], properties: { note: string } };
    const composed = { allOf: [{ $ref: "checkout.json" }, addition] };
    expect(await found(base, gift({ [CHECKOUT]: composed }))).toEqual([
      `SCHEMA_REQUIRED_MISSPELT /$defs/${CHECKOUT}/allOf/1/required/0 did you mean title?`,
    ]);
  });
});

describe("a member beside properties", () => {
  const base = checkout({ properties: { title: string } });
  const adding = (addition: Json): object =>
    gift({ [CHECKOUT]: { allOf: [{ $ref: "checkout.json" }, addition] } });

  it.each<[Json]>([[{ note: string }], [{ note: { $ref: "checkout.json" } }]])(
    "is told: %j",
    async (addition) => {
      expect(await found(base, adding(addition))).toEqual([
        `SCHEMA_KEYWORD_MISSPELT /$defs/${CHECKOUT}/allOf/1/note`,
      ]);
    },
  );

  it.each<[Json]>([
    [{ "x-note": string }],
    [{ note: { type: "select" } }],
    [{ note: { title: "Note" } }],
    [{ note: "text" }],
    [{ note: string, properties: { own: { $ref: `#/$defs/${CHECKOUT}/allOf/1/note` } } }],
  ])("is data: %j", async (addition) => {
    expect(await found(base, adding(addition))).toEqual([]);
  });
});
