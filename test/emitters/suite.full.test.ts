/**
 * zod schemas and fixtures of the JSON Schema test suite, and of schemas whose rules meet: they compile, zod has the verdict of the suite
 * and, of damaged values, that of the generated validator, and an arbitrary makes different values, which are valid.
 */

import fc from "fast-check";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { expect, it } from "vitest";
import { fixtures } from "../../templates/emitters/fixtures/emit-fixtures.js";
import { zod } from "../../templates/emitters/zod/emit-zod.js";
import { emitRelease, importModule, problemsBelow } from "../support/emitters.js";
import { inlineRelease } from "../support/inline-release.js";
import { requiredGroups } from "../support/json-schema-suite.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { suites, type Release } from "../support/published.js";

interface Group {
  readonly schema: Json;
  readonly values: readonly Json[];
  /** The suite's verdict on each value. */
  readonly verdicts?: readonly boolean[];
}

const OTHERS = /^(?:anchor|defs|dynamicRef|format|id|ref|refRemote|vocabulary|unknownKeyword) /;

const OWN: Readonly<Record<string, Group>> = {
  cents: {
    schema: { type: "number", multipleOf: 0.01 },
    values: [19.99, 0.07, 1.005, 4.35, 1e300, 0, -0.29, 1e-7, 1.1, 0.1, 1e21],
  },
  tinyFactor: {
    schema: { type: "number", multipleOf: 1e-8 },
    values: [12391239123, 1e-9, 0.00000001, 1e308],
  },
  integerFactor: { schema: { type: "integer", multipleOf: 0.123456789 }, values: [1e308, 0] },
  hugeInteger: {
    schema: { type: "integer", minimum: 1e20, maximum: 1e22 },
    values: [1e20, 1e21, 1e23, 5],
  },
  exclusive: {
    schema: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    values: [0, 1, 0.5, -0],
  },
  exclusiveEqual: {
    schema: { type: "number", exclusiveMinimum: 1, minimum: 1, maximum: 2 },
    values: [1, 2, 1.5],
  },
  bigBounds: {
    schema: { type: "number", minimum: 1e300, maximum: 1e308 },
    values: [1e300, 5, 1e308],
  },
  negative: { schema: { type: "integer", maximum: -1e12 }, values: [-1e12, -1e13, 0] },
  emoji: {
    schema: { type: "string", minLength: 2, maxLength: 2 },
    values: ["😀😀", "😀", "ab", "a\ud800"],
  },
  looking: {
    schema: { type: "string", pattern: "^(?=.*\\d)(?!x)[a-z\\d]{3,}$" },
    values: ["a1b", "x1a", "abc"],
  },
  backward: { schema: { type: "string", pattern: "(?<=a)b$" }, values: ["ab", "b", "bb"] },
  properties: {
    schema: { type: "string", pattern: "^\\p{Lu}\\p{L}+$" },
    values: ["Äb", "ab", "A"],
  },
  slash: { schema: { type: "string", pattern: "^a/b\\/[/]$" }, values: ["a/b//", "a/b/"] },
  lineEnds: { schema: { type: "string", pattern: "^a\u2028b$" }, values: ["a\u2028b", "ab"] },
  nullable: { schema: { type: ["string", "null"], maxLength: 1 }, values: [null, "a", "ab", 1] },
  openEnum: {
    schema: { anyOf: [{ enum: ["a", "b"] }, { type: "string" }] },
    values: ["a", "z", 1],
  },
  mixedEnum: {
    schema: { enum: [1, "1", null, true, [1], { a: 1 }, 1.5, -0] },
    values: [1, "1", null, true, [1], { a: 1 }, { a: 1, b: 1 }, 0, false],
  },
  constObject: {
    schema: { const: { __proto__x: 1, a: [1, { b: null }] } },
    values: [{ __proto__x: 1, a: [1, { b: null }] }, {}],
  },
  patternMembers: {
    schema: {
      type: "object",
      properties: { x_a: { type: "number" } },
      patternProperties: { "^x_": { minimum: 3 }, "\\d$": { type: "string" } },
      additionalProperties: { type: "boolean" },
    },
    values: [
      { x_a: 3 },
      { x_a: 2 },
      { x_1: "a" },
      { y: 1 },
      { y: true },
      { z1: "a" },
      { z1: true },
    ],
  },
  closedParts: {
    schema: {
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
        { type: "object", properties: { b: { type: "string" } } },
      ],
    },
    values: [{ a: "x" }, { b: "x" }, { a: "x", b: "y" }, {}],
  },
  dependent: {
    schema: {
      type: "object",
      properties: { a: {}, b: { type: "number" } },
      dependentRequired: { a: ["b"] },
      dependentSchemas: { b: { required: ["c"] } },
    },
    values: [{ a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }, { b: 1 }, {}],
  },
  contains: {
    schema: { type: "array", contains: { type: "string" }, minContains: 2, maxContains: 3 },
    values: [["a"], ["a", "b"], ["a", "b", "c", "d"], [1, "a", "b"], []],
  },
  unique: {
    schema: { type: "array", uniqueItems: true, items: { type: "number" }, maxItems: 3 },
    values: [
      [1, 1],
      [0, -0],
      [1, 2, 3],
      [1, 2, 3, 4],
    ],
  },
  uniqueObjects: {
    schema: { type: "array", uniqueItems: true },
    values: [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
      [1, "1"],
      [null, null],
    ],
  },
  tuple: {
    schema: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
      minItems: 1,
    },
    values: [["a"], ["a", 1], ["a", 1, 2], [], [1]],
  },
  not: { schema: { type: "string", not: { enum: ["a"] } }, values: ["a", "b", 1] },
  notRequired: {
    schema: { type: "object", not: { required: ["a", "b"] } },
    values: [{ a: 1, b: 1 }, { a: 1 }, {}],
  },
  conditional: {
    schema: {
      type: "object",
      properties: { kind: { enum: ["x", "y"] }, n: { type: "number" } },
      required: ["kind"],
      if: { properties: { kind: { const: "x" } } },
      then: { required: ["n"] },
      else: { properties: { n: { maximum: 3 } } },
    },
    values: [
      { kind: "x" },
      { kind: "x", n: 9 },
      { kind: "y", n: 9 },
      { kind: "y", n: 1 },
      { kind: "z" },
    ],
  },
  recursive: {
    schema: {
      type: "object",
      properties: { value: { type: "string" }, next: { $ref: "#/$defs/recursive" } },
      required: ["value"],
    },
    values: [
      { value: "a" },
      { value: "a", next: { value: "b" } },
      { value: "a", next: { value: 1 } },
      { value: "a", next: {} },
    ],
  },
  tree: {
    schema: { type: "array", items: { $ref: "#/$defs/tree" }, maxItems: 2 },
    values: [[], [[]], [[], []], [[], [], []], [1], [[1]]],
  },
  mutualA: {
    schema: { type: "object", properties: { b: { $ref: "#/$defs/mutualB" } } },
    values: [{}, { b: { a: {} } }, { b: {} }],
  },
  mutualB: {
    schema: {
      type: "object",
      properties: { a: { anyOf: [{ $ref: "#/$defs/mutualA" }, { type: "null" }] } },
      required: ["a"],
    },
    values: [{ a: null }, { a: { b: { a: null } } }, { a: 1 }],
  },
  oneOf: {
    schema: {
      oneOf: [
        { type: "object", required: ["a"], properties: { a: { type: "string" } } },
        { type: "object", required: ["b"], properties: { b: { type: "string" } } },
      ],
    },
    values: [{ a: "x" }, { b: "x" }, { a: "x", b: "x" }, {}],
  },
  oneOfBeside: {
    schema: {
      type: "object",
      properties: { id: { type: "string" } },
      required: ["id"],
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    values: [{ id: "x", a: 1 }, { id: "x" }, { id: "x", a: 1, b: 1 }, { a: 1 }],
  },
  scalars: {
    schema: {
      anyOf: [
        { type: "string", minLength: 2 },
        { type: "number", minimum: 5 },
      ],
      not: { const: "abc" },
    },
    values: ["ab", "a", 5, 4, "abc"],
  },
  numberAnd: {
    schema: {
      allOf: [
        { anyOf: [{ type: "number" }, { type: "string" }] },
        { oneOf: [{ type: "string" }, { type: "boolean" }] },
      ],
    },
    values: ["a", 1, true],
  },
  unevaluated: {
    schema: {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [
        { properties: { b: { type: "number" } }, required: ["b"] },
        { properties: { c: { type: "number" } } },
      ],
      unevaluatedProperties: false,
    },
    values: [{ a: "x" }, { a: "x", b: 1 }, { a: "x", b: 1, d: 1 }, { c: 1 }, { d: 1 }],
  },
  unevaluatedItems: {
    schema: {
      type: "array",
      prefixItems: [{ type: "string" }],
      contains: { type: "number" },
      unevaluatedItems: false,
    },
    values: [["a", 1], ["a"], [1], ["a", "b", 1]],
  },
  formats: {
    schema: {
      type: "object",
      properties: {
        date: { type: "string", format: "date" },
        time: { type: "string", format: "time" },
        when: { type: "string", format: "date-time" },
        mail: { type: "string", format: "email" },
        host: { type: "string", format: "hostname" },
        four: { type: "string", format: "ipv4" },
        six: { type: "string", format: "ipv6" },
        uri: { type: "string", format: "uri" },
        id: { type: "string", format: "uuid" },
        short: { type: "string", format: "uri", maxLength: 12 },
        mails: { type: "string", format: "email", pattern: "@example\\.com$" },
      },
      required: ["when"],
    },
    values: [
      { when: "2020-01-01T00:00:00Z" },
      { when: "x" },
      { when: "2020-01-01T00:00:00Z", date: "2020-02-30" },
    ],
  },
  counts: {
    schema: {
      type: "object",
      minProperties: 2,
      maxProperties: 3,
      additionalProperties: { type: "integer" },
    },
    values: [{}, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3, d: 4 }],
  },
  enumKeys: {
    schema: {
      type: "object",
      propertyNames: { enum: ["a", "b"] },
      additionalProperties: { type: "integer" },
      minProperties: 1,
    },
    values: [{}, { a: 1 }, { c: 1 }],
  },
  quotes: {
    schema: {
      type: "object",
      properties: {
        "a\"b'c`d${e}": { const: "*/ \u2028 </script>" },
        "😀": { type: "string" },
        class: { type: "string" },
        "": { type: "string" },
      },
      required: ["a\"b'c`d${e}"],
    },
    values: [{ "a\"b'c`d${e}": "*/ \u2028 </script>" }, { "a\"b'c`d${e}": "x" }, {}],
  },
  integerOrNumber: { schema: { type: ["integer", "string"] }, values: [1, 1.5, "a", 1e300] },
  noType: {
    schema: { minLength: 2, minimum: 5, required: ["a"] },
    values: ["a", "ab", 4, 5, {}, { a: 1 }, null, []],
  },
  anyOfRequired: {
    schema: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    values: [{}, { a: "x" }, { b: "x" }],
  },
  late: { schema: { type: "integer", minimum: 5e9 }, values: [5e9, 1] },
  early: { schema: { type: "number", maximum: -1e12 }, values: [-1e12, 1] },
  emptyEnum: {
    schema: { type: "object", properties: { x: { type: "string", enum: ["a"], minLength: 5 } } },
    values: [{}, { x: "a" }],
  },
};

/** zod does not read such a member. */
const UNREAD = "__proto__";

function allGroups(): Readonly<Record<string, Group>> {
  const suite = suites === undefined ? [] : requiredGroups();
  const judged = suite.filter(
    ({ name, schema }) =>
      !OTHERS.test(name) &&
      !JSON.stringify(schema).includes('"enum":[]') &&
      !/"\$(?:dynamicRef|ref|id|anchor|schema)":"(?!https:\/\/json-schema)/.test(
        JSON.stringify(schema),
      ),
  );
  const named = judged.map(({ name, schema, tests }): readonly [string, Group] => [
    name.replace(/\W+(\d+)$/, "_$1").replaceAll("-", "_"),
    {
      schema: withoutDialect(schema),
      values: tests.map(({ data }) => data),
      verdicts: tests.map(({ valid }) => valid),
    },
  ]);
  return { ...OWN, ...Object.fromEntries(named) };
}

function withoutDialect(schema: Json): Json {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const { $schema: _, ...rest } = schema as JsonObject;
  return rest;
}

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

interface Validator {
  is(value: unknown): boolean;
}

interface Emitted {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly validators: Readonly<Record<string, Validator>>;
  readonly fixtures: Readonly<Record<string, unknown>>;
}

const SCHEMAS = "https://example.com/schemas/all.json";
const MODULE = "capabilities/com/example/all";
const SEED = 20_261_130;

/** Schemas whose arbitrary must not fall back to a few examples. */
const MANY_VALUES = [
  ...[
    "cents",
    "negative",
    "late",
    "early",
    "bigBounds",
    "exclusive",
    "contains",
    "tuple",
    "nullable",
  ],
  ...["counts", "emoji", "openEnum", "scalars", "tree", "unique", "oneOf", "conditional"],
];

const groups = allGroups();
const names = Object.keys(groups);

/** `multipleOf_3` is `MultipleOf3`. */
function typeName(name: string): string {
  return name
    .split("_")
    .map((each) => each.charAt(0).toUpperCase() + each.slice(1))
    .join("");
}

function release(): Release {
  const references = names.map((name) => [name, { $ref: `#/$defs/${name}` }]);
  const document = {
    ...{ $id: SCHEMAS, title: "All", type: "object" },
    $schema: "https://json-schema.org/draft/2020-12/schema",
    properties: Object.fromEntries(references) as object,
    $defs: Object.fromEntries(names.map((name) => [name, groups[name]!.schema])),
  };
  return inlineRelease({
    documents: { [SCHEMAS]: document },
    capabilities: { "com.example.all": { spec: "https://example.com/all", schema: SCHEMAS } },
  });
}

it("zod schemas and fixtures of every keyword compile and agree with the validators", async () => {
  const emitted = await emitRelease("emitter-keywords", release(), [zod(), fixtures()]);
  expect(problemsBelow(emitted, "zod").problems).toEqual([]);
  expect(problemsBelow(emitted, "fixtures").problems).toEqual([]);
  const all: Emitted = {
    schemas: await importModule(emitted, `zod/${MODULE}`),
    validators: await importModule(emitted, MODULE),
    fixtures: await importModule(emitted, `fixtures/${MODULE}`),
  };
  expect(
    names.flatMap((name) => [...zodDifferences(name, all), ...fixtureProblems(name, all)]),
  ).toEqual([]);
}, 300_000);

function zodDifferences(name: string, { schemas, validators }: Emitted): readonly string[] {
  const { values, verdicts } = groups[name]!;
  const { [typeName(name)]: schema } = schemas;
  const { [typeName(name)]: validator } = validators;
  const judged = values.flatMap((value, index) => [
    { value, valid: verdicts?.[index] },
    ...[...mutantsOf(value)].map((each) => ({ value: each.value, valid: undefined })),
  ]);
  return judged
    .filter(({ value }) => !JSON.stringify(value).includes(UNREAD))
    .filter(
      ({ value, valid }) => schema!.safeParse(value).success !== (valid ?? validator!.is(value)),
    )
    .map(({ value }) => `zod: ${name} ${JSON.stringify(value)}`);
}

/** A type without values has no fixtures. */
function fixtureProblems(
  name: string,
  { fixtures: exported, validators }: Emitted,
): readonly string[] {
  const type = typeName(name);
  const arbitrary = exported[`${type.charAt(0).toLowerCase()}${type.slice(1)}Arbitrary`];
  if (arbitrary === undefined) return [];
  const made = fc.sample(arbitrary as fc.Arbitrary<unknown>, { numRuns: 60, seed: SEED });
  const wrong = made.filter((each) => each === undefined || !validators[type]!.is(each));
  const distinct = new Set(made.map((each) => JSON.stringify(each)));
  return [
    ...wrong.slice(0, 1).map((each) => `made: ${name} ${JSON.stringify(each)}`),
    ...(MANY_VALUES.includes(name) && distinct.size < 3 ? [`the same: ${name}`] : []),
  ];
}
