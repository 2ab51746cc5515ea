/** What types are printed as: the shortest text that says what the schema does, with parentheses only where they are needed. */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { declareTypes } from "../support/types/declare-types.js";

const mug: JsonObject = {
  type: "object",
  required: ["grams"],
  properties: { grams: { type: "integer" } },
};
const cup: JsonObject = { type: "object", properties: { handle: { type: "boolean" } } };
const $defs: JsonObject = {
  mug,
  cup,
  code: { type: "string" },
  map: { type: "object", additionalProperties: { type: "integer" } },
  tree: { type: "object", additionalProperties: { $ref: "#/$defs/tree" } },
  loop: {
    type: "object",
    properties: { next: { $ref: "#/$defs/loop" } },
    additionalProperties: { $ref: "#/$defs/loop" },
  },
};
const aMug: JsonObject = { $ref: "#/$defs/mug" };
const aCup: JsonObject = { $ref: "#/$defs/cup" };
const orNull: JsonObject = { oneOf: [aMug, { type: "null" }] };
const text: JsonObject = { type: "string" };
const count: JsonObject = { type: "integer" };

/** Schemas of the member `a`. */
const MEMBERS: Readonly<Record<string, readonly [schema: Json, text: string]>> = {
  "any value": [{}, "unknown"],
  "a value that is true": [true, "unknown"],
  "no value": [false, "never"],
  "a string": [text, "string"],
  "an integer": [count, "number"],
  "a number": [{ type: "number" }, "number"],
  "a boolean": [{ type: "boolean" }, "boolean"],
  null: [{ type: "null" }, "null"],
  "an integer or a number": [{ type: ["integer", "number"] }, "number"],
  "several primitives": [{ type: ["string", "integer", "null"] }, "string | number | null"],
  "a string or a list": [{ type: ["string", "array"], items: count }, "string | number[]"],
  "an object or a list of unions": [
    { type: ["object", "array"], properties: { b: text }, items: { type: ["string", "null"] } },
    "| { b?: string; } | (string | null)[]",
  ],
  "no type": [{ type: ["string"], allOf: [{ type: "integer" }] }, "never"],
  "an object": [{ type: "object" }, "Record<string, unknown>"],
  "an object or null": [{ type: ["object", "null"] }, "Record<string, unknown> | null"],
  "members without a type": [{ properties: { b: text } }, "{ b?: string; }"],
  "items without a type": [{ items: count }, "number[]"],
  "a tuple without a type": [{ prefixItems: [count] }, "[number?, ...unknown[]]"],
  "a closed object": [{ type: "object", additionalProperties: false }, "Record<string, never>"],
  "an open object": [{ type: "object", additionalProperties: true }, "Record<string, unknown>"],
  "a constant": [{ const: "a" }, '"a"'],
  "a constant of each kind": [
    { enum: ["a", 1, true, false, null] },
    '"a" | 1 | true | false | null',
  ],
  "a negative constant": [{ const: -1 }, "-1"],
  "constants of lists and objects": [
    { enum: [[], [1, "a"], {}, { b: 1, "c d": { e: null } }] },
    '| [] | [1, "a"] | Record<string, never> | { b: 1; "c d": { e: null; }; }',
  ],
  "a list of lists of constants": [{ type: "array", items: { enum: [["a"]] } }, '["a"][]'],
  "constants of which some have the type": [
    { type: ["string", "integer"], enum: ["a", 1, 1.5, null, [1], {}] },
    '"a" | 1',
  ],
  "constants of which none has the type": [{ type: "boolean", enum: ["a"] }, "never"],
  "constants that are objects of the type": [
    { type: "object", required: ["b"], enum: [{ b: 1 }, { c: 1 }] },
    "{ b: 1; }",
  ],
  "codes for examples": [
    { type: "string", examples: ["in_stock", "out_of_stock", "in_stock"] },
    '"in_stock" | "out_of_stock" | (string & {})',
  ],
  "one code for an example": [{ type: "string", examples: ["in_stock"] }, "string"],
  "words for examples": [{ type: "string", examples: ["In stock", "out_of_stock"] }, "string"],
  "words with digits for examples": [
    { type: "string", examples: ["a1", "b_2c"] },
    '"a1" | "b_2c" | (string & {})',
  ],
  "words that end otherwise": [{ type: "string", examples: ["a_", "b"] }, "string"],
  "words that begin otherwise": [{ type: "string", examples: ["1a", "b"] }, "string"],
  "codes with other values": [
    { type: "string", examples: ["red", 1, "blue"] },
    '"red" | "blue" | (string & {})',
  ],
  "codes of a pattern": [
    { type: "string", pattern: "^[a-z]+$", examples: ["red", "blue"] },
    "string",
  ],
  "codes of a format": [{ type: "string", format: "email", examples: ["red", "blue"] }, "string"],
  "codes of a string or null": [
    { type: ["string", "null"], examples: ["red", "blue"] },
    "string | null",
  ],
  "codes in a list": [
    { type: "array", items: { type: "string", examples: ["red", "blue"] } },
    "string[]",
  ],
  "codes in a list of lists": [
    {
      type: "array",
      items: { type: "array", items: { type: "string", examples: ["red", "blue"] } },
    },
    "string[][]",
  ],
  "an enumeration or any string": [
    { anyOf: [{ enum: ["red", "blue"] }, text] },
    '"red" | "blue" | (string & {})',
  ],
  "any string or an enumeration": [{ anyOf: [text, { const: "red" }] }, '"red" | (string & {})'],
  "a string or another kind": [{ anyOf: [text, count] }, "string | number"],
  "a number's enumeration or any string": [{ anyOf: [{ enum: [1, 2] }, text] }, "1 | 2 | string"],
  "a list": [{ type: "array" }, "unknown[]"],
  "a list of strings": [{ type: "array", items: text }, "string[]"],
  "a list of nothing": [{ type: "array", items: false }, "[]"],
  "a list of references": [{ type: "array", items: aMug }, "Value2[]"],
  "a list of unions": [{ type: "array", items: orNull }, "(Value2 | null)[]"],
  "a list of intersections": [
    {
      type: "array",
      items: {
        allOf: [aMug, aCup],
        oneOf: [{ required: ["b"], properties: { b: text } }, { type: "null" }],
      },
    },
    "({ grams: number; handle?: boolean; } & ({ b: string; } | null))[]",
  ],
  "a list of several types": [
    { type: "array", items: { type: ["string", "null"] } },
    "(string | null)[]",
  ],
  "a list of enumerations": [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  "a list of lists of unions": [
    { type: "array", items: { type: "array", items: orNull } },
    "(Value2 | null)[][]",
  ],
  "a list of maps": [
    { type: "array", items: { type: "object", additionalProperties: count } },
    "Record<string, number>[]",
  ],
  "a list of objects": [{ type: "array", items: mug }, "{ grams: number; }[]"],
  "a tuple": [{ type: "array", prefixItems: [text, count] }, "[string?, number?, ...unknown[]]"],
  "a tuple of optional unions": [
    { type: "array", prefixItems: [orNull, { type: ["string", "null"] }] },
    "[(Value2 | null)?, (string | null)?, ...unknown[]]",
  ],
  "a tuple whose first is needed": [
    { type: "array", prefixItems: [text, count], minItems: 1 },
    "[string, number?, ...unknown[]]",
  ],
  "a tuple of which all are needed": [
    { type: "array", prefixItems: [text, orNull], minItems: 2 },
    "[string, Value2 | null, ...unknown[]]",
  ],
  "a tuple that is closed": [
    { type: "array", prefixItems: [text], items: false, minItems: 1 },
    "[string]",
  ],
  "a tuple that is closed by its length": [
    { type: "array", prefixItems: [text, count], maxItems: 2, minItems: 2 },
    "[string, number]",
  ],
  "a tuple that may be longer by one": [
    { type: "array", prefixItems: [text], maxItems: 2, minItems: 1 },
    "[string, ...unknown[]]",
  ],
  "a tuple that is shorter than its items": [
    { type: "array", prefixItems: [text, count], maxItems: 1 },
    "[string?, number?]",
  ],
  "a tuple with a rest": [
    { type: "array", prefixItems: [text], items: count, minItems: 1 },
    "[string, ...number[]]",
  ],
  "a tuple with a rest of a union": [
    { type: "array", prefixItems: [text], items: orNull },
    "[string?, ...(Value2 | null)[]]",
  ],
  "a list of tuples": [
    { type: "array", items: { type: "array", prefixItems: [text] } },
    "[string?, ...unknown[]][]",
  ],
  "a map": [{ type: "object", additionalProperties: count }, "Record<string, number>"],
  "a map of unions": [
    { type: "object", additionalProperties: orNull },
    "Record<string, Value2 | null>",
  ],
  "a map of lists of unions": [
    { type: "object", additionalProperties: { type: "array", items: orNull } },
    "Record<string, (Value2 | null)[]>",
  ],
  "a map by patterns": [
    { type: "object", patternProperties: { "^x-": text, "^y-": count } },
    "Record<string, string | number>",
  ],
  "a map by patterns of one type": [
    { type: "object", patternProperties: { "^x-": text, "^y-": text } },
    "Record<string, string>",
  ],
  "a map by patterns and the rest": [
    { type: "object", patternProperties: { "^x-": text }, additionalProperties: count },
    "Record<string, string | number>",
  ],
  "a map by patterns of any value": [
    { type: "object", patternProperties: { "^x-": true } },
    "Record<string, unknown>",
  ],
  "a map by patterns and no rest": [
    { type: "object", patternProperties: { "^x-": text }, additionalProperties: false },
    "Record<string, string>",
  ],
  "a map of which patterns are refused": [
    { type: "object", patternProperties: { "^x-": false } },
    "Record<string, unknown>",
  ],
  "a map of listed names": [
    { type: "object", propertyNames: { enum: ["USD", "EUR"] }, additionalProperties: count },
    'Partial<Record<"USD" | "EUR", number>>',
  ],
  "a map of one name": [
    { type: "object", propertyNames: { const: "USD" } },
    'Partial<Record<"USD", unknown>>',
  ],
  "a map of names that are no strings": [
    { type: "object", propertyNames: { enum: [1, "USD"] } },
    'Partial<Record<"USD", unknown>>',
  ],
  "a map of no names": [
    { type: "object", propertyNames: { enum: [] }, additionalProperties: count },
    "Record<string, never>",
  ],
  "a map of names in two lists": [
    {
      type: "object",
      allOf: [
        { propertyNames: { enum: ["USD", "EUR"] } },
        { propertyNames: { enum: ["EUR", "CHF"] } },
      ],
      additionalProperties: count,
    },
    'Partial<Record<"EUR", number>>',
  ],
  "a map of names of a pattern": [
    { type: "object", propertyNames: { pattern: "^[A-Z]+$" }, additionalProperties: count },
    "Record<string, number>",
  ],
  "a map of listed names that has nothing": [
    { type: "object", propertyNames: { enum: ["USD"] }, additionalProperties: false },
    "Record<string, never>",
  ],
  "a map of itself": [{ $ref: "#/$defs/tree" }, "Value2"],
  "a map of a map of itself": [
    { type: "object", additionalProperties: { $ref: "#/$defs/tree" } },
    "{ [name: string]: Value2; }",
  ],
  "an object with a map of itself": [{ $ref: "#/$defs/loop" }, "Value2"],
  "a member": [{ type: "object", properties: { b: text } }, "{ b?: string; }"],
  "a member that is needed": [
    { type: "object", required: ["b"], properties: { b: text } },
    "{ b: string; }",
  ],
  "a name that is no identifier": [
    { type: "object", properties: { "b-c": text, "d'e": text } },
    `{ "b-c"?: string; "d'e"?: string; }`,
  ],
  "names that every object inherits": [
    { type: "object", properties: { toString: text, constructor: mug } },
    "{ toString?: string; constructor?: { grams: number; }; }",
  ],
  "a name that the library would take for another": [
    { type: "object", properties: { "[k: string]": text } },
    '{ "[k: string]"?: string; }',
  ],
  "a member with a description": [
    {
      type: "object",
      properties: {
        b: { type: "string", description: "What it is." },
        c: { type: "string", description: "Two\nlines." },
      },
      additionalProperties: true,
    },
    "{ /** What it is. */ b?: string; /** * Two * lines. */ c?: string; [name: string]: unknown; }",
  ],
  "an inherited name with a description": [
    {
      type: "object",
      properties: { toString: { type: "string", description: "What it is.\nIn two lines." } },
    },
    "{ /** * What it is. * In two lines. */ toString?: string; }",
  ],
  "a needed member of which nothing is known": [
    { type: "object", required: ["b"] },
    "{ b: {} | null; }",
  ],
  "a needed member of a map": [
    { type: "object", required: ["b"], additionalProperties: count },
    "{ b: number; [name: string]: number; }",
  ],
  "a needed member of a closed object": [
    { type: "object", required: ["b"], additionalProperties: false },
    "{ b: never; }",
  ],
  "a needed member of an open object": [
    { type: "object", required: ["b"], additionalProperties: true },
    "{ b: {} | null; [name: string]: unknown; }",
  ],
  "a member and any others": [
    { type: "object", properties: { b: text }, additionalProperties: true },
    "{ b?: string; [name: string]: unknown; }",
  ],
  "a member and typed others": [
    { type: "object", properties: { b: text }, additionalProperties: count },
    "{ b?: string; [name: string]: number | string | undefined; }",
  ],
  "a needed member and typed others": [
    { type: "object", required: ["b"], properties: { b: text }, additionalProperties: count },
    "{ b: string; [name: string]: number | string; }",
  ],
  "a member of the others' type": [
    { type: "object", required: ["b"], properties: { b: count }, additionalProperties: count },
    "{ b: number; [name: string]: number; }",
  ],
  "a member and others of unions": [
    { type: "object", properties: { b: text }, additionalProperties: orNull },
    "{ b?: string; [name: string]: Value2 | null | string | undefined; }",
  ],
  "a member that matches a pattern": [
    {
      type: "object",
      properties: { "x-b": { minLength: 1 }, c: text },
      patternProperties: { "^x-": text },
    },
    '{ "x-b"?: string; c?: string; [name: string]: string | undefined; }',
  ],
  "a typed member that matches a pattern": [
    { type: "object", properties: { "x-b": { const: "q" } }, patternProperties: { "^x-": text } },
    '{ "x-b"?: "q" & string; [name: string]: string | ("q" & string) | undefined; }',
  ],
  "a member that matches two patterns": [
    { type: "object", properties: { xy: true }, patternProperties: { "^x": orNull, y$: aMug } },
    "{ xy?: (Value2 | null) & Value2; [name: string]: Value2 | null | ((Value2 | null) & Value2) | undefined; }",
  ],
  "a member and listed names": [
    {
      type: "object",
      properties: { b: text },
      propertyNames: { enum: ["b", "USD"] },
      additionalProperties: count,
    },
    "{ b?: string; USD?: number; }",
  ],
  "a member that is not among the listed names": [
    { type: "object", properties: { b: text }, propertyNames: { enum: ["USD"] } },
    "{ b?: never; USD?: unknown; }",
  ],
  "a member and others that are refused by a pattern": [
    { type: "object", properties: { b: text }, patternProperties: { "^x-": false } },
    "{ b?: string; }",
  ],
  "a reference": [aMug, "Value2"],
  "a reference with members": [
    { ...aMug, properties: { handle: text } },
    "{ grams: number; handle?: string; }",
  ],
  "a reference with an index": [
    { ...aMug, additionalProperties: true },
    "{ grams: number; [name: string]: unknown; }",
  ],
  "a reference with a type": [{ ...aMug, type: "object" }, "{ grams: number; }"],
  "a reference with a type and null": [{ ...aMug, type: ["object", "null"] }, "{ grams: number; }"],
  "two references": [{ allOf: [aMug, aCup] }, "{ grams: number; handle?: boolean; }"],
  "a reference that occurs twice": [{ allOf: [aMug, aMug] }, "{ grams: number; }"],
  "a reference to a string with an enumeration": [{ $ref: "#/$defs/code", enum: ["a", 1] }, '"a"'],
  "a reference to a string with a type": [
    { $ref: "#/$defs/code", type: ["string", "null"] },
    "string",
  ],
  "a union of references": [{ oneOf: [aMug, aCup] }, "Value2 | Value3"],
  "a union with null": [orNull, "Value2 | null"],
  "a union of which a branch is refused": [{ anyOf: [aMug, false] }, "Value2"],
  "a union of which all branches are refused": [{ anyOf: [false, false] }, "never"],
  "a union with a branch that says nothing": [{ anyOf: [aMug, {}] }, "unknown"],
  "a union of equal branches": [{ anyOf: [text, { type: "string", minLength: 1 }] }, "string"],
  "a union of intersections": [
    { oneOf: [{ allOf: [aMug, aCup] }, { type: "null" }] },
    "{ grams: number; handle?: boolean; } | null",
  ],
  "a union of intersections, in a list": [
    { type: "array", items: { oneOf: [{ allOf: [aMug, aCup] }, { type: "null" }] } },
    "({ grams: number; handle?: boolean; } | null)[]",
  ],
  "two unions": [
    { anyOf: [aMug, { type: "null" }], oneOf: [aCup, { type: "null" }] },
    "(Value2 | null) & (Value3 | null)",
  ],
  "a union of unions": [
    { oneOf: [orNull, { oneOf: [aCup, text] }] },
    "Value2 | null | Value3 | string",
  ],
  "a union of lists": [{ oneOf: [{ items: count }, { prefixItems: [text] }] }, "unknown"],
  "a union beside members": [
    {
      ...mug,
      anyOf: [
        { required: ["b"], properties: { b: text } },
        { required: ["c"], properties: { c: text } },
      ],
    },
    "{ grams: number; } & ( | { b: string; } | { c: string; } )",
  ],
  "a union that requires members": [
    {
      type: "object",
      properties: { b: { type: "string", description: "Of the outer." }, c: count },
      anyOf: [{ required: ["b"] }, { required: ["c"] }],
    },
    "{ /** Of the outer. */ b?: string; c?: number; } & ( | { /** Of the outer. */ b: string; } | { c: number; } )",
  ],
  "a union that requires what nobody declares": [
    { type: "object", properties: { b: text }, anyOf: [{ required: ["c"] }, { required: ["d"] }] },
    "{ b?: string; } & ( | { c: {} | null; } | { d: {} | null; } )",
  ],
  "a union that requires members of a map": [
    {
      type: "object",
      additionalProperties: count,
      anyOf: [{ required: ["USD"] }, { required: ["EUR"] }],
    },
    "Record<string, number> & ( | { USD: number; } | { EUR: number; } )",
  ],
  "a union beside patterns": [
    {
      type: "object",
      patternProperties: { "^x-": text },
      anyOf: [
        { required: ["b"], properties: { b: count } },
        { properties: { c: { type: "boolean" } } },
      ],
    },
    "Record<string, string | number | boolean | undefined> & ( | { b: number; } | { c?: boolean; } )",
  ],
  "a union with an object's type": [{ type: "object", oneOf: [aMug, aCup] }, "Value2 | Value3"],
  "a union with a type and null": [
    { type: ["object", "null"], oneOf: [aMug, { type: "null" }] },
    "Value2 | null",
  ],
  "a union beside a type that it does not have": [
    { type: ["object", "null"], anyOf: [mug, text, { type: "null" }] },
    "(object | null) & ( | { grams: number; } | string | null )",
  ],
  "a union beside a narrower type": [
    { type: ["string", "null"], anyOf: [text, count, { type: "null" }] },
    "string | null",
  ],
  "a union of numbers beside integers": [{ type: "number", anyOf: [count, text] }, "number"],
  "a union of constants beside a type": [
    { type: ["object", "string"], anyOf: [{ const: "a" }, mug] },
    '(object | string) & ( | "a" | { grams: number; } )',
  ],
  "a nested union beside a type": [
    { type: ["object", "null"], anyOf: [{ anyOf: [mug, text] }, { type: "null" }] },
    "(object | null) & ( | { grams: number; } | string | null )",
  ],
};

/** Schemas of a type that is declared. */
const DECLARED: Readonly<Record<string, readonly [schema: JsonObject, declaration: string]>> = {
  "an object": [mug, "export interface Value1 { grams: number; }"],
  "an object without members": [
    { type: "object" },
    "export type Value1 = Record<string, unknown>;",
  ],
  "members without a type": [
    { properties: { a: text } },
    "export interface Value1 { a?: string; }",
  ],
  "an object of a constant": [
    { type: "object", properties: { a: text }, enum: [{ a: "b" }] },
    'export interface Value1 { a: "b"; }',
  ],
  "an object or null": [
    { type: ["object", "null"], properties: { a: text } },
    "export type Value1 = { a?: string; } | null;",
  ],
  "a string with members": [
    { type: "string", properties: { a: text } },
    "export type Value1 = string;",
  ],
  "a map": [
    { type: "object", additionalProperties: count },
    "export type Value1 = Record<string, number>;",
  ],
  "a list of unions": [
    { type: "array", items: { oneOf: [aMug, { type: "null" }] } },
    "export type Value1 = (Value2 | null)[];",
  ],
  "an open enumeration": [
    { type: "string", examples: ["red", "blue"] },
    'export type Value1 = "red" | "blue" | (string & {});',
  ],
  "an object with an index": [
    { ...mug, additionalProperties: text },
    "export interface Value1 { grams: number; [name: string]: string | number; }",
  ],
  "an object with listed names": [
    { ...mug, propertyNames: { enum: ["grams", "litres", "__proto__"] } },
    "export interface Value1 { grams: number; litres?: unknown; __proto__?: unknown; }",
  ],
  "an object with a pattern": [
    { ...mug, patternProperties: { "^x-": text } },
    "export interface Value1 { grams: number; [name: string]: string | number; }",
  ],
  "an object with descriptions": [
    {
      type: "object",
      description: "A thing.",
      properties: {
        a: { type: "string", description: "What it is." },
        b: { type: "string", deprecated: true },
      },
    },
    "export interface Value1 { /** What it is. */ a?: string; /** @deprecated */ b?: string; }",
  ],
  "a member that is only required": [
    { ...cup, required: ["grams"] },
    "export interface Value1 { handle?: boolean; grams: {} | null; }",
  ],
  "a refused object": [{ not: {}, type: "object", allOf: [false] }, "export type Value1 = never;"],
  "a name that every object inherits": [
    { type: "object", properties: { valueOf: text, b: count } },
    "export interface Value1 { valueOf?: string; b?: number; }",
  ],
};

const CASES = [
  ...Object.entries(MEMBERS).map(([name, [a, text]]) => {
    const schema = { type: "object", required: ["a"], properties: { a } };
    return { name: `a member: ${name}`, schema, text: `export interface Value1 { a: ${text}; }` };
  }),
  ...Object.entries(DECLARED).map(([name, [schema, text]]) => ({ name, schema, text })),
];

/** The declaration of the schema's own type, in one line. */
function declarationIn(namespace: string): string {
  const inside = namespace.replace(/^.*\n/, "").replace(/\}\n$/, "");
  const [declaration = ""] = inside.split(/\n(?=export (?:interface|type) )/);
  return declaration.replace(/\s+/g, " ").trim();
}

describe("the text of a type", () => {
  it.each(CASES)("$name", async ({ schema, text }) => {
    const printed = await declareTypes(new Map([["Case", { ...schema, $defs }]]));
    expect(declarationIn(printed.get("Case")!)).toBe(text);
  });
});
