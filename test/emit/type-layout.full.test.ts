import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { compile } from "json-schema-to-typescript";
import { format } from "prettier";
import { printDoc, stack } from "../../src/source/doc.js";
import { layoutDeclarations } from "../../src/source/layout/layout.js";
import { propertyOptions } from "../support/sizes.js";

type JsonSchema = Parameters<typeof compile>[0];

function layout(source: string): string {
  return `${printDoc(stack(layoutDeclarations(source)))}\n`;
}

function prettierOf(source: string): Promise<string> {
  return format(source, { parser: "typescript", printWidth: 100 });
}

const LONG = "AnExtendedFulfillmentMethodWithAName";
const LONGEST = `${LONG}That${LONG}Of${LONG}`;

describe("layoutDeclarations", () => {
  it.each([
    [
      "an interface",
      "export interface A {\na: string\nb?: number\n}",
      "export interface A {\n  a: string;\n  b?: number;\n}\n",
    ],
    ["an empty interface", "export interface A {\n\n}", "export interface A {}\n"],
    ["an alias", 'export type A = ("a" | "b")\n', 'export type A = "a" | "b";\n'],
    [
      "redundant parentheses",
      "export type A = ((string) | (((null))))",
      "export type A = string | null;\n",
    ],
    [
      "unions in unions",
      "export type A = (a | (b | (c | d)) | e)",
      "export type A = a | b | c | d | e;\n",
    ],
    [
      "equal types in a union",
      "export type A = (string | {a: 1} | string | {\na: 1\n})",
      "export type A =\n  | string\n  | {\n      a: 1;\n    };\n",
    ],
    ["a union of one", "export type A = (string | string)[]", "export type A = string[];\n"],
    ["arrays of unions", 'export type A = ("a" | 1)[][]', 'export type A = ("a" | 1)[][];\n'],
    ["arrays of one literal", 'export type A = ("a")[]', 'export type A = "a"[];\n'],
    [
      "readonly arrays",
      "export type A = (readonly (readonly (A)[])[]) | null",
      "export type A = readonly (readonly A[])[] | null;\n",
    ],
    [
      "open enumerations",
      'export type A = ("a" | (string & {}))',
      'export type A = "a" | (string & {});\n',
    ],
    [
      "tuples",
      "export type A = [string, (number | null)?, ...(A)[]]|[]",
      "export type A = [string, (number | null)?, ...A[]] | [];\n",
    ],
    [
      "dotted names and arguments",
      "export type A = Map<a.b.C, (D)>",
      "export type A = Map<a.b.C, D>;\n",
    ],
    [
      "members of types",
      'export type A = a["b"][\'c-d\'][]|((a|b)["c"])|a[1][B]',
      'export type A = a["b"]["c-d"][] | (a | b)["c"] | a[1][B];\n',
    ],
    [
      "members that are readonly",
      'export interface A {\nreadonly a: 1\nreadonly "b-c"?: 1\nreadonly readonly: 1\nreadonly?: 1\nreadonly [k: string]: 1\n}',
      'export interface A {\n  readonly a: 1;\n  readonly "b-c"?: 1;\n  readonly readonly: 1;\n  readonly?: 1;\n  readonly [k: string]: 1;\n}\n',
    ],
    [
      "comments that the compiler would obey, which it then does not",
      "/** @ts-expect-error */\nexport type A = B",
      "/** &#64;ts-expect-error */\nexport type A = B;\n",
    ],
    [
      "characters that a comment had better not hold",
      "/** a\u2028b\tc\u0000 */\nexport type A = B",
      "/**\n * a\n * b c\n */\nexport type A = B;\n",
    ],
    [
      "text of any script",
      'export type A = ("中文" | "😀" | "\u2028" | "\u202f")',
      'export type A = "中文" | "😀" | "\\u2028" | "\u202f";\n',
    ],
    [
      "an object beside null",
      "export type A = ({\na: string\n} | null)",
      "export type A = {\n  a: string;\n} | null;\n",
    ],
    ["empty objects", "export type A = {\n}", "export type A = {};\n"],
    [
      "members with any separator",
      "export type A = {a: 1, b: 2; c: 3\nd: 4}",
      "export type A = {\n  a: 1;\n  b: 2;\n  c: 3;\n  d: 4;\n};\n",
    ],
    [
      "an index signature after an array's name",
      "export interface A {\na: string[]\n[k: string]: unknown\n}",
      "export interface A {\n  a: string[];\n  [k: string]: unknown;\n}\n",
    ],
    [
      "names that need no quotes",
      'export interface A {\n"b-c": 1\n"été": 1\n"$a_1"?: 1\n"1": 1\n"": 1\n"__proto__": 1\n"export": 1\n"a\\"b": 1\n}',
      'export interface A {\n  "b-c": 1;\n  été: 1;\n  $a_1?: 1;\n  "1": 1;\n  "": 1;\n  __proto__: 1;\n  export: 1;\n  \'a"b\': 1;\n}\n',
    ],
    [
      "literals",
      'export type A = ("it\'s" | "\\"" | "\\n\\u00e9\\/" | -1 | 1e+21 | 0.5 | true)',
      `export type A = "it's" | '"' | "\\né/" | -1 | 1e21 | 0.5 | true;\n`,
    ],
    [
      "one-line comments",
      "/**\n * Outer\n */\nexport interface A {\n/**\n * Inner\n */\na: {\n/** Innermost*/\nb: 1\n}\n}",
      "/** Outer */\nexport interface A {\n  /** Inner */\n  a: {\n    /** Innermost */\n    b: 1;\n  };\n}\n",
    ],
    [
      "longer comments",
      "export interface A {\n/**\n * @deprecated\n *\n *   indented  \n *\n */\na: 1\n}",
      "export interface A {\n  /**\n   * @deprecated\n   *\n   *   indented\n   */\n  a: 1;\n}\n",
    ],
    [
      "a union that fits the next line",
      `export type A = ${LONG} | "${LONG}" | "${"x".repeat(12)}"`,
      `export type A =\n  ${LONG} | "${LONG}" | "${"x".repeat(12)}";\n`,
    ],
    [
      "a union that fits no line",
      `export type A = (${LONG} | 1 | ${LONG}1 | ${LONG}2)`,
      `export type A =\n  | ${LONG}\n  | 1\n  | ${LONG}1\n  | ${LONG}2;\n`,
    ],
    [
      "a member's union",
      `export interface A {\na?: (${LONG} | 1 | ${LONG}1 | ${LONG}2)\n}`,
      `export interface A {\n  a?:\n    | ${LONG}\n    | 1\n    | ${LONG}1\n    | ${LONG}2;\n}\n`,
    ],
    [
      "an array of a long union",
      `export interface A {\na: (${LONG} | 1 | ${LONG}1 | ${LONG}2)[]\n}`,
      `export interface A {\n  a: (\n    | ${LONG}\n    | 1\n    | ${LONG}1\n    | ${LONG}2\n  )[];\n}\n`,
    ],
    [
      "a union among arguments",
      `export type A = Record<string, ${LONG} | 1 | ${LONG}1 | ${LONG}2>`,
      `export type A = Record<\n  string,\n  ${LONG} | 1 | ${LONG}1 | ${LONG}2\n>;\n`.replace(
        / {2}AnExt.*\n/,
        `  | ${LONG}\n  | 1\n  | ${LONG}1\n  | ${LONG}2\n`,
      ),
    ],
    [
      "a name that fits the next line alone",
      `export type ${LONG} = ${LONGEST}`,
      `export type ${LONG} =\n  ${LONGEST};\n`,
    ],
    [
      "intersections of objects and names",
      "export type A = B & {\na: 1\n} & {\nb: 1\n} & C",
      "export type A = B & {\n  a: 1;\n} & {\n  b: 1;\n} & C;\n",
    ],
  ])("lays out %s", async (_, source, expected) => {
    expect(layout(source)).toBe(expected);
    expect(await prettierOf(expected)).toBe(expected);
  });

  it("gives one document a declaration", () => {
    expect(
      layoutDeclarations("export type A = B\nexport interface B {\n}\n\n\nexport type C = 1;").map(
        (doc) => printDoc(doc),
      ),
    ).toEqual(["export type A = B;", "export interface B {}", "export type C = 1;"]);
    expect(layoutDeclarations(" \n")).toEqual([]);
  });

  it.each([
    ["export type A = ", 16],
    ["export type A = (string", 23],
    ["export type A = string]", 22],
    ["export type A = string number", 23],
    ["export enum A {}", 7],
    ["const a = 1", 0],
    ["export interface A { a: string b: number }", 31],
    ['export type A = "a\n"', 16],
    ['export type A = "\\u00g0"', 16],
    ["export type A = 1e999", 16],
    ["export type A = `a`", 16],
    ["/** a", 0],
    ["export type A = /** a */ B", 16],
    ["// a\nexport type A = B", 0],
  ])("rejects %j at its offset", (source, offset) => {
    expect(() => layoutDeclarations(source)).toThrow(`at offset ${offset} of`);
  });

  it("lays out what is nested deeply", () => {
    const depth = 200;
    const nests = [
      ["(", " | a)"],
      ["[", "]"],
      ["{\na: ", "\n}"],
      ["A<", ">"],
      ["(", ")[]"],
      ["(a & (", " | {}))"],
    ] as const;
    for (const [open, close] of nests)
      expect(layout(`export type A = ${open.repeat(depth)}B${close.repeat(depth)}`)).toContain("B");
  });
});

// Any length, so that lines end on either side of the limit.
const run = fc.integer({ min: 1, max: 90 }).map((length) => "N".repeat(length));
// Width 1 a unit: the printer counts UTF-16 units, prettier counts columns.
const narrow = fc.string({
  unit: fc.integer({ min: 0, max: 0x2ff }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});

const word = fc.oneof(fc.constantFrom("A", "Order", "Money", LONG, LONGEST, "$andu_"), run);
const name = fc.oneof(
  fc.constantFrom("string", "number", "boolean", "null", "unknown", "undefined", "never", "object"),
  word,
  fc.tuple(word, word).map((names) => names.join(".")),
);
const text = fc.oneof(
  fc.constantFrom(
    "a",
    "requires_action",
    LONG,
    LONGEST,
    "it's",
    '"quoted"',
    "'\"",
    "back\\slash",
    "a\nb",
  ),
  run,
  narrow,
);
const literal = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.integer().map(String),
  fc.boolean().map(String),
);
const comment = fc
  .array(
    fc.oneof(
      fc.constantFrom("", "One line", "  indented", "* star", "@deprecated", LONGEST),
      narrow,
    ),
    { maxLength: 4 },
  )
  .map((lines) =>
    lines.map((line) => ` * ${line.replaceAll("*/", "* /").replaceAll("\n", " ")}\n`).join(""),
  )
  .map((lines) => `/**\n${lines} */\n`);
const comments = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: comment },
);
const key = fc.oneof(
  fc.constantFrom(
    "a",
    "id",
    "requires_action",
    LONG,
    LONGEST,
    '"b-c"',
    '"1"',
    '"quoted_needlessly"',
    "readonly",
    "export",
  ),
  text.map((value) => JSON.stringify(value)),
);

const types = fc.letrec<
  Record<
    | "type"
    | "leaf"
    | "union"
    | "intersection"
    | "array"
    | "object"
    | "tuple"
    | "generic"
    | "index"
    | "access",
    string
  >
>((tie) => ({
  type: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    tie("leaf"),
    tie("union"),
    tie("object"),
    tie("array"),
    tie("tuple"),
    tie("generic"),
    tie("intersection"),
    tie("access"),
  ),
  access: fc
    .tuple(
      fc.oneof(word, tie("type")),
      fc.array(fc.oneof({ weight: 2, arbitrary: literal }, { weight: 1, arbitrary: tie("type") }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([object, indices]) => `(${object})${indices.map((index) => `[${index}]`).join("")}`),
  leaf: fc.oneof({ weight: 2, arbitrary: name }, { weight: 1, arbitrary: literal }),
  union: fc.oneof(
    fc.array(tie("type"), { minLength: 2, maxLength: 6 }).map((parts) => `(${parts.join(" | ")})`),
    fc.array(literal, { minLength: 2, maxLength: 12 }).map((parts) => `(${parts.join(" | ")})`),
    fc
      .tuple(
        fc.oneof(tie("type"), tie("object"), tie("generic"), word),
        fc.constantFrom("null", "undefined", "void"),
        fc.boolean(),
      )
      .map(([part, none, first]) => (first ? `(${none} | ${part})` : `(${part} | ${none})`)),
    literal.map((part) => `(${part} | (string & {}))`),
  ),
  intersection: fc
    .array(fc.oneof(tie("type"), tie("object"), name), { minLength: 2, maxLength: 4 })
    .map((parts) => `(${parts.join(" & ")})`),
  array: fc
    .tuple(tie("type"), fc.nat(3))
    .map(
      ([element, form]) =>
        [
          `(${element})[]`,
          `((${element}))[][]`,
          `(readonly (${element})[])`,
          `(readonly (${element})[])[]`,
        ][form] ?? "",
    ),
  tuple: fc
    .tuple(
      fc.array(tie("type"), { maxLength: 3 }),
      fc.array(tie("type"), { maxLength: 2 }),
      fc.option(tie("type")),
    )
    .map(([required, optional, rest]) => [
      ...required,
      ...optional.map((type) => `(${type})?`),
      ...(rest === null ? [] : [`...(${rest})[]`]),
    ])
    .map((elements) => `[${elements.join(", ")}]`),
  generic: fc.oneof(
    fc
      .tuple(word, fc.array(tie("type"), { minLength: 1, maxLength: 3 }))
      .map(([base, parts]) => `${base}<${parts.join(", ")}>`),
    tie("type").map((value) => `Record<string, ${value}>`),
  ),
  index: fc
    .tuple(fc.constantFrom("k", LONG, LONGEST), tie("type"))
    .map(([parameter, value]) => `[${parameter}: string]: ${value}`),
  object: fc
    .tuple(
      fc.array(
        fc.tuple(
          comments,
          fc.tuple(fc.constantFrom("", "", "readonly "), key).map((words) => words.join("")),
          fc.constantFrom("", "?"),
          tie("type"),
        ),
        { maxLength: 4 },
      ),
      fc.option(tie("index"), { freq: 4 }),
    )
    .map(([members, index]) => [
      ...members.map(([doc, of, mark, value]) => `${doc}${of}${mark}: ${value}`),
      ...(index === null ? [] : [index]),
    ])
    .map((members) => `{\n${members.join("\n")}\n}`),
}));

const declaration = fc.oneof(
  fc
    .tuple(comments, fc.constantFrom("A", LONG, LONGEST), types.type)
    .map(([doc, of, type]) => `${doc}export type ${of} = ${type}`),
  fc
    .tuple(comments, fc.constantFrom("A", LONG, LONGEST), types.object)
    .map(([doc, of, type]) => `${doc}export interface ${of} ${type}`),
);

describe("the layout of any declaration", () => {
  it.each([
    "X",
    "X[]",
    'X["a"]',
    'a["X"]["b"][]',
    'a["X"] | null',
    'a["X"] & b["c"]',
    'Record<string, a["X"]>',
    'Array<a["X"]>',
    '"X"',
    "X | null",
    "X | undefined",
    '"X" | 1',
    "(X | 1)[]",
    "X & B",
    "X & {\na: B\n}",
    "[X]",
    "[X | 1]",
    "[X | 1, B]",
    "X<B, C>",
    "A<X | B>",
    "Record<string, X>",
    "readonly X<B>[]",
    "{\n[X: string]: B\n}",
    "{\n[k: string]: X\n}",
  ])("is what prettier prints where %j ends near the limit", async (type) => {
    const declarations = Array.from({ length: 50 }, (_, index) =>
      type.replace("X", "X".repeat(50 + index)),
    ).flatMap((long) => [
      `export type A = ${long}`,
      `export type ${"N".repeat(20)} = ${long}`,
      `export interface A {\na: ${long}\n${"n".repeat(20)}?: ${long}\n}`,
    ]);
    const printed = layout(declarations.join("\n"));
    expect(await prettierOf(printed)).toBe(printed);
  });

  it("is what prettier prints, and stays so", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(declaration, { minLength: 1, maxLength: 2 }),
        async (declarations) => {
          const source = `${declarations.join("\n\n")}\n`;
          const printed = layout(source);
          expect(await prettierOf(printed)).toBe(printed);
          expect(layout(printed)).toBe(printed);
        },
      ),
      propertyOptions("TYPE_LAYOUT", { quick: 60, full: 600 }),
    );
  });
});

const schemas: Readonly<Record<string, JsonSchema>> = {
  properties: {
    type: "object",
    properties: { a: { type: "string" }, "b-c": { type: "integer" }, d: { type: "boolean" } },
    required: ["a"],
  },
  descriptions: {
    description: "A checkout.\n\nIn two paragraphs.",
    type: "object",
    properties: {
      a: { type: "string", description: "One line" },
      b: { type: "string", deprecated: true, description: "Gone" },
    },
  },
  enumerations: {
    type: "object",
    properties: {
      short: { enum: ["a", "b", 1, null, true] },
      long: {
        enum: [
          "incomplete",
          "requires_escalation",
          "ready_for_complete",
          "complete_in_progress",
          "completed",
          "canceled",
        ],
      },
      list: {
        type: "array",
        items: {
          enum: [
            "incomplete",
            "requires_escalation",
            "ready_for_complete",
            "complete_in_progress",
            "completed",
            "canceled",
          ],
        },
      },
    },
  },
  "objects in objects": {
    type: "object",
    properties: {
      a: {
        type: "object",
        properties: {
          b: { type: "object", properties: { c: { type: "string", description: "Deep" } } },
        },
      },
    },
  },
  nothing: { type: "object" },
  "an alias": { type: ["string", "null"] },
  "an alias of a long union": {
    enum: [
      "incomplete",
      "requires_escalation",
      "ready_for_complete",
      "complete_in_progress",
      "completed",
    ],
  },
  tuples: {
    type: "object",
    properties: {
      pair: {
        type: "array",
        items: [{ type: "string" }, { type: "number" }],
        minItems: 2,
        maxItems: 2,
      },
      open: {
        type: "array",
        items: [{ type: "string" }],
        minItems: 1,
        additionalItems: { enum: ["a", "b"] },
      },
      some: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
    },
  },
  "lists of objects": {
    type: "array",
    items: {
      type: "object",
      properties: {
        id: { type: "string" },
        tags: { type: "array", items: { type: ["string", "number"] } },
      },
      required: ["id"],
    },
  },
  "one of objects": {
    oneOf: [
      {
        type: "object",
        properties: { kind: { const: "card" }, number: { type: "string" } },
        required: ["kind"],
      },
      { type: "object", properties: { kind: { const: "wallet" } }, required: ["kind"] },
      { type: "null" },
    ],
  },
  "all of objects": {
    allOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      {
        type: "object",
        properties: {
          b: {
            anyOf: [{ type: "object", properties: { c: { type: "number" } } }, { type: "null" }],
          },
        },
      },
    ],
  },
  "further properties": {
    type: "object",
    properties: { known: { type: "array", items: { type: "string" } } },
    additionalProperties: { type: ["string", "array"], items: { type: "number" } },
  },
  definitions: {
    type: "object",
    properties: {
      total: { $ref: "#/definitions/Money" },
      totals: { type: "array", items: { $ref: "#/definitions/Money" } },
    },
    definitions: {
      Money: {
        type: "object",
        properties: { amount: { type: "integer" } },
        required: ["amount"],
        title: "Money",
      },
    },
  },
  "overridden types": {
    type: "object",
    properties: {
      map: { tsType: "Record<string, Money | null>" },
      list: { tsType: "readonly Money[]" },
      open: { tsType: '"a" | "b" | (string & {})' },
    },
  },
};

describe("the layout of json-schema-to-typescript's declarations", () => {
  it.each(Object.entries(schemas))("is prettier's for %s", async (_, schema) => {
    const source = await compile(structuredClone(schema), "Root", {
      format: false,
      bannerComment: "",
      additionalProperties: false,
      declareExternallyReferenced: false,
    });
    const oneLineComments = source.replaceAll(/\/\*\*\n \* (.*)\n \*\//g, "/** $1 */");
    expect(layout(source)).toBe(await prettierOf(oneLineComments));
  });
});
