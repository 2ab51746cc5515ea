/**
 * How the type of an extension's composition is declared: it extends the root's, without the members that TypeScript would
 * not take for a narrower one, and it is an intersection where an interface cannot say what it is (DESIGN §7).
 */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { emit } from "../../src/emit/emit.js";
import { modelRelease } from "../support/compose-release.js";
import { inlineRelease } from "../support/inline-release.js";

const ROOT = "com.example.checkout";
const BASE = "https://example.com/checkout.json";
const GIFT = "https://acme.com/gift.json";
const WRAP = "https://acme.com/wrap.json";

const text: JsonObject = { type: "string" };
const mug: JsonObject = {
  type: "object",
  required: ["grams"],
  properties: { grams: { type: "number" } },
};
const cup: JsonObject = {
  allOf: [{ $ref: "#/$defs/mug" }, { type: "object", properties: { handle: { type: "boolean" } } }],
};
const $defs: JsonObject = {
  mug,
  cup,
  tag: text,
  map: { type: "object", additionalProperties: text },
};

const MODULES = {
  base: "capabilities/com/example/checkout.ts",
  gift: "capabilities/com/acme/gift.ts",
  wrap: "capabilities/com/acme/wrap.ts",
} as const;

interface Schemas {
  readonly root: JsonObject;
  readonly gift: Json;
  /** What an extension of the extension adds. */
  readonly wrap?: Json;
}

/** The declaration of the root's type in one of the modules, in one line. */
async function declarationIn(
  module: keyof typeof MODULES,
  { root, gift, wrap }: Schemas,
): Promise<string> {
  const composition = ($id: string, $ref: string, addition: Json): object => ({
    [$id]: { $id, $defs: { [ROOT]: { allOf: [{ $ref }, addition] } } },
  });
  const release = inlineRelease({
    documents: {
      [BASE]: { $id: BASE, ...root, $defs },
      ...composition(GIFT, BASE, gift),
      ...(wrap === undefined ? {} : composition(WRAP, `${GIFT}#/$defs/${ROOT}`, wrap)),
    },
    capabilities: {
      [ROOT]: { schema: BASE },
      "com.acme.gift": { schema: GIFT, extends: ROOT },
      ...(wrap === undefined
        ? {}
        : { "com.acme.wrap": { schema: WRAP, extends: ["com.acme.gift", ROOT] } }),
    },
  });
  const files = await emit(await modelRelease(release), ["types"]);
  const { content = "" } = files.find(({ path }) => path === MODULES[module]) ?? {};
  const declarations = content.split("\n\n");
  const own = declarations.find((each) => /export (?:interface|type) Checkout\b/.test(each)) ?? "";
  return own.replace(/\s+/g, " ").trim();
}

type Member = readonly [base: Json, narrowed: Json, isOmitted: boolean];

/** A member of the root, what the extension says of it, and whether TypeScript has to be told that it is another one. */
const MEMBERS: Readonly<Record<string, Member>> = {
  any: [{}, { type: "integer" }, false],
  text_to_constant: [text, { const: "x" }, false],
  number_to_integer: [{ type: "number" }, { type: "integer", enum: [1, 2] }, false],
  each_scalar: [
    { type: ["null", "boolean", "integer", "number", "string"] },
    { type: ["null", "boolean"] },
    false,
  ],
  integer_to_null: [{ type: ["integer", "null"] }, { type: "null" }, false],
  values_to_fewer: [{ enum: ["a", 1, null] }, { enum: ["a", null] }, false],
  values_to_a_list: [{ enum: ["a", [1]] }, { enum: [[1]] }, true],
  text_or_list: [{ type: ["string", "array"] }, { type: "string" }, true],
  union_to_branch: [{ anyOf: [text, { type: "integer" }] }, { type: "string" }, false],
  one_of_to_branch: [{ oneOf: [text, { type: "integer" }] }, { type: "string" }, false],
  scalar_to_union: [
    { type: ["string", "integer"] },
    { oneOf: [{ const: "a" }, { const: 1 }] },
    true,
  ],
  scalar_to_any_of: [
    { type: ["string", "integer"] },
    { anyOf: [{ const: "a" }, { const: 1 }] },
    true,
  ],
  open_object: [{ type: "object" }, { properties: { b: text } }, false],
  open_object_to_reference: [{ type: "object" }, { $ref: `${BASE}#/$defs/mug` }, false],
  list_to_constants: [{ type: "array", items: text }, { items: { const: "x" } }, false],
  list_of_any: [{ type: "array" }, { items: text }, true],
  list_to_tuple: [{ type: "array", items: text }, { prefixItems: [{ const: "x" }] }, true],
  list_or_null: [{ type: ["array", "null"], items: text }, { items: { const: "x" } }, true],
  list_of_unions: [
    { type: "array", items: { anyOf: [text, { type: "null" }] } },
    { items: text },
    false,
  ],
  inline_object: [mug, { properties: { grams: { const: 1 } } }, false],
  inline_object_needed: [
    { type: "object", properties: { grams: { type: "number" } } },
    { required: ["grams"] },
    false,
  ],
  inline_object_of_union: [
    { type: "object", properties: { b: { anyOf: [text, { type: "null" }] } } },
    { properties: { b: text } },
    false,
  ],
  inline_map: [
    { type: "object", additionalProperties: text },
    { additionalProperties: { const: "x" } },
    true,
  ],
  reference_narrowed: [{ $ref: "#/$defs/mug" }, { properties: { grams: { const: 1 } } }, false],
  reference_to_derived: [{ $ref: "#/$defs/mug" }, { $ref: `${BASE}#/$defs/cup` }, true],
  reference_to_text: [{ $ref: "#/$defs/tag" }, { const: "x" }, true],
  reference_or_null: [
    { oneOf: [{ $ref: "#/$defs/mug" }, { type: "null" }] },
    { $ref: `${BASE}#/$defs/mug` },
    true,
  ],
};

const pieces: JsonObject = {
  type: "object",
  properties: { pieces: { type: "integer" }, note: text },
};
const adding: JsonObject = { type: "object", properties: { wrap: { type: "boolean" } } };

/** What a root is, what an extension adds, and the declaration. */
const DECLARATIONS: Readonly<Record<string, readonly [JsonObject, Json, string]>> = {
  "members alone": [
    pieces,
    adding,
    "export interface Checkout extends BaseCheckout { wrap?: boolean; }",
  ],
  "members without a type": [
    pieces,
    { properties: adding["properties"]! },
    "export interface Checkout extends BaseCheckout { wrap?: boolean; }",
  ],
  "no more than a requirement": [
    pieces,
    { required: ["note"] },
    "export interface Checkout extends BaseCheckout { note: string; }",
  ],
  "what the root says already": [
    pieces,
    { type: "object", properties: { note: text } },
    "export type Checkout = BaseCheckout;",
  ],
  "what the root says already, and more": [
    pieces,
    { type: "object", properties: { note: text, ...(adding["properties"] as JsonObject) } },
    "export interface Checkout extends BaseCheckout { wrap?: boolean; }",
  ],
  "a member that the root requires": [
    { ...pieces, required: ["note"] },
    { type: "object", properties: { note: { const: "x" } } },
    'export interface Checkout extends BaseCheckout { note: "x"; }',
  ],
  "a member that is omitted": [
    {
      type: "object",
      properties: {
        a: { anyOf: [text, { type: "null" }] },
        b: { anyOf: [text, { type: "null" }] },
      },
    },
    { type: "object", properties: { a: text, b: { type: "null" } } },
    "export interface Checkout extends BaseCheckout { a?: string; b?: null; }",
  ],
  "members beside a union": [
    pieces,
    {
      ...adding,
      anyOf: [
        { required: ["a"], properties: { a: text } },
        { required: ["b"], properties: { b: text } },
      ],
    },
    "export type Checkout = BaseCheckout & { wrap?: boolean; } & ( | { a: string; } | { b: string; } );",
  ],
  "any others": [
    pieces,
    { ...adding, additionalProperties: true },
    "export type Checkout = BaseCheckout & { wrap?: boolean; [name: string]: unknown; };",
  ],
  "typed others": [
    pieces,
    { ...adding, additionalProperties: text },
    "export type Checkout = BaseCheckout & { wrap?: boolean; [name: string]: string | boolean | undefined; };",
  ],
  "members of a root with any others": [
    { ...pieces, additionalProperties: true },
    adding,
    "export type Checkout = BaseCheckout & { wrap?: boolean; };",
  ],
  "a member of a root with any others": [
    { ...pieces, additionalProperties: true },
    { type: "object", properties: { note: { const: "x" } } },
    'export type Checkout = BaseCheckout & { note?: "x"; };',
  ],
  "members of a root with typed others": [
    { ...pieces, additionalProperties: { type: ["string", "integer", "boolean"] } },
    adding,
    "export type Checkout = BaseCheckout & { wrap?: boolean; };",
  ],
  "members of a root with patterns": [
    { ...pieces, patternProperties: { "^x-": text } },
    adding,
    "export type Checkout = BaseCheckout & { wrap?: boolean; };",
  ],
  "members of a root that is a union": [
    {
      ...pieces,
      oneOf: [
        { required: ["a"], properties: { a: text } },
        { required: ["b"], properties: { b: text } },
      ],
    },
    adding,
    "export type Checkout = BaseCheckout & { wrap?: boolean; };",
  ],
  "a union alone": [
    pieces,
    {
      anyOf: [
        { required: ["a"], properties: { a: text } },
        { required: ["b"], properties: { b: text } },
      ],
    },
    "export type Checkout = BaseCheckout & ( | { a: string; } | { b: string; } );",
  ],
  "a reference alone": [
    pieces,
    { $ref: `${BASE}#/$defs/mug` },
    "export interface Checkout extends BaseCheckout { grams: number; }",
  ],
  "a union of references alone": [
    pieces,
    { oneOf: [{ $ref: `${BASE}#/$defs/mug` }, { $ref: `${BASE}#/$defs/cup` }] },
    "export type Checkout = BaseCheckout & (Mug | Cup);",
  ],
  "members with descriptions": [
    pieces,
    {
      type: "object",
      description: "A gift.",
      properties: {
        wrap: { type: "boolean", description: "In paper." },
        ribbon: { type: "string", deprecated: true },
      },
    },
    "/** A gift. */ export interface Checkout extends BaseCheckout { /** In paper. */ wrap?: boolean; /** @deprecated */ ribbon?: string; }",
  ],
};

describe("a type that an extension derives", () => {
  it("omits the members of the root that TypeScript would refuse, and no others", async () => {
    const of = (part: 0 | 1): JsonObject => ({
      type: "object",
      properties: Object.fromEntries(
        Object.entries(MEMBERS).map(([name, each]) => [name, each[part]]),
      ),
    });
    const declaration = await declarationIn("gift", { root: of(0), gift: of(1) });
    const [, omitted = ""] = /Omit< ?BaseCheckout, ([^>]*)>/.exec(declaration) ?? [];
    const names = Object.entries(MEMBERS).flatMap(([name, each]) => (each[2] ? [name] : []));
    expect([...omitted.matchAll(/\w+/g)].map(String).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(DECLARATIONS))("by %s", async (_, [root, addition, declaration]) => {
    expect(await declarationIn("gift", { root, gift: addition })).toBe(declaration);
  });

  it.each([
    [
      "adds to it",
      { ...adding, properties: { ribbon: text, wrap: { const: true } } },
      "export interface Checkout extends BaseCheckout { ribbon?: string; wrap?: true; }",
    ],
    [
      "is a union",
      {
        anyOf: [
          { required: ["a"], properties: { a: text } },
          { required: ["b"], properties: { b: text } },
        ],
      },
      "export type Checkout = BaseCheckout & ( | { a: string; } | { b: string; } );",
    ],
  ])("by an extension of an extension that %s", async (_, wrap, declaration) => {
    const schemas = { root: pieces, gift: adding, wrap };
    expect(await declarationIn("wrap", schemas)).toBe(declaration);
  });

  it("by an extension of one that is an intersection", async () => {
    const gift = { ...adding, additionalProperties: true };
    const wrap = { type: "object", properties: { ribbon: text } };
    expect(await declarationIn("wrap", { root: pieces, gift, wrap })).toBe(
      "export type Checkout = BaseCheckout & { ribbon?: string; };",
    );
  });
});

describe("the comment of a type", () => {
  it.each([
    ["none", {}, ""],
    ["a description", { description: "A purchase." }, "/** A purchase. */ "],
    ["a deprecation", { deprecated: true }, "/** @deprecated */ "],
    [
      "both",
      { description: "A purchase.", deprecated: true },
      "/** * A purchase. * @deprecated */ ",
    ],
  ])("%s", async (_, annotations, comment) => {
    const declaration = await declarationIn("base", {
      root: { ...pieces, ...annotations },
      gift: adding,
    });
    expect(declaration).toBe(
      `${comment}export interface Checkout { pieces?: number; note?: string; }`,
    );
  });
});
