/**
 * Random edits of a schema, each with the rules that must find it: one for the edit, one for undoing it. A rule
 * without an edit has its reason in `RULES_WITHOUT_EDIT`; the compiler asks for one or the other.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { RuleId } from "../../../src/diff/rules.js";
import type { Random } from "../oracle/random.js";

export type EditDirection = "request" | "response";

export interface Edit<Id extends RuleId = RuleId> {
  readonly rule: Id;
  /** The rule that finds the same edit undone. */
  readonly undone: Id;
  /** A second rule that finds it, where one edit is two changes. */
  readonly also?: RuleId;
  readonly undoneAlso?: RuleId;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Values that one of the two may refuse, beside those that are made from them. */
  readonly values: readonly Json[];
  /** The directions in which it is seen; both where it does not say. */
  readonly directions?: readonly EditDirection[];
  /** The member that it takes away: who sends it loses it, though it may still be sent. */
  readonly loses?: string;
  /** The member that it brings, which its undoing takes away. */
  readonly brings?: string;
  /** A schema for members of any name holds for that member where nothing declares it: its values bear witness. */
  readonly covered?: boolean;
  /** Its values need members that nothing declares. */
  readonly undeclared?: boolean;
}

export type EditKind = (random: Random) => Edit;

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const LIST = { type: "array", items: TEXT };
const PAIR = { type: "object", properties: { a: TEXT, b: { type: "integer" } } };
const WORDS = ["a", "bb", "ccc", "dddd"] as const;

function edit<const Rule extends RuleId, const Undone extends RuleId>(
  rules: readonly [rule: Rule, undone: Undone],
  before: JsonObject,
  after: JsonObject,
  values: readonly Json[] = [],
  more: Omit<Partial<Edit>, "rule" | "undone"> = {},
): Edit<Rule | Undone> {
  const [rule, undone] = rules;
  return { rule, undone, before, after, values, ...more };
}

const TIGHTER = ["bounds-tightened", "bounds-loosened"] as const;
const CONDITION = ["condition-added", "condition-removed"] as const;
const VISIBILITY = ["visibility-changed", "visibility-changed"] as const;

/** A bound that is tighter after, with the values around both. */
function bound(
  schema: JsonObject,
  keyword: string,
  from: number | undefined,
  to: number,
  valueOf: (size: number) => Json,
): Edit<(typeof TIGHTER)[number]> {
  const sizes = [from ?? to, to].flatMap((size) => [
    size - 1,
    size - 0.5,
    size,
    size + 0.5,
    size + 1,
  ]);
  const before = from === undefined ? schema : { ...schema, [keyword]: from };
  return edit(TIGHTER, before, { ...schema, [keyword]: to }, sizes.map(valueOf));
}

const text = (size: number): Json => "x".repeat(Math.max(0, Math.floor(size)));
const list = (size: number): Json =>
  Array.from({ length: Math.max(0, Math.floor(size)) }, (_, index) => `i${index}`);
const members = (size: number): Json =>
  Object.fromEntries(
    Array.from({ length: Math.max(0, Math.floor(size)) }, (_, index) => [`m${index}`, "v"]),
  );
/** A member is declared, which a schema for members of any name covered, and covers once it is gone. */
function covered(
  also: RuleId,
  undoneAlso: RuleId,
  cover: JsonObject,
  name: string,
  member: JsonObject,
): Edit<"property-added" | "property-removed"> {
  const before = { ...PAIR, ...cover };
  const values = [0, 1, 3, 1.5, "a"].map((value) => ({ [name]: value }));
  return edit(
    ["property-added", "property-removed"],
    before,
    { ...before, properties: { ...PAIR.properties, [name]: member } },
    values,
    { also, undoneAlso, brings: name, covered: true },
  );
}

const SIZED = {
  type: "object",
  properties: { m0: TEXT, m1: TEXT, m2: TEXT, m3: TEXT, m4: TEXT, m5: TEXT },
};

function visible(schema: JsonObject, annotation: JsonObject): JsonObject {
  return { ...PAIR, ...schema, properties: { ...PAIR.properties, a: { ...TEXT, ...annotation } } };
}

function tagged(...tags: readonly string[]): JsonObject {
  const branch = (tag: string): Json => ({
    type: "object",
    required: ["tag"],
    properties: { tag: { const: tag }, [`of_${tag}`]: TEXT },
  });
  return { oneOf: tags.map(branch) };
}

function open(...known: readonly string[]): JsonObject {
  return { anyOf: [{ enum: [...known] }, TEXT] };
}

export const EDITS = {
  "a member is required": () =>
    edit(["required-added", "required-removed"], PAIR, { ...PAIR, required: ["a"] }, [{ b: 1 }]),
  "a required member is new": () =>
    edit(
      ["required-added", "property-removed"],
      PAIR,
      { ...PAIR, properties: { ...PAIR.properties, c: TEXT }, required: ["c"] },
      [{ b: 1 }],
      { brings: "c" },
    ),
  "a required member is new in a closed object": () =>
    edit(
      ["required-added", "property-removed"],
      { ...PAIR, additionalProperties: false },
      {
        ...PAIR,
        properties: { ...PAIR.properties, c: TEXT },
        required: ["c"],
        additionalProperties: false,
      },
      [{ b: 1 }],
      { brings: "c" },
    ),
  "a member is gone": () =>
    edit(
      ["property-removed", "property-added"],
      PAIR,
      { type: "object", properties: { b: { type: "integer" } } },
      [],
      { loses: "a" },
    ),
  "a member of a closed object is gone": () =>
    edit(
      ["property-removed", "property-added"],
      { ...PAIR, additionalProperties: false },
      {
        type: "object",
        properties: { b: { type: "integer" } },
        additionalProperties: false,
      },
      [],
      { loses: "a" },
    ),
  "a member that was covered": () =>
    covered("type-changed", "type-changed", { additionalProperties: TEXT }, "c", {
      type: "integer",
    }),
  "a member that a pattern covered": () =>
    covered(
      ...TIGHTER,
      { patternProperties: { "^c": { type: "integer" } }, additionalProperties: false },
      "cc",
      { type: "integer", minimum: 3 },
    ),
  "a member that was unevaluated": () =>
    covered("type-narrowed", "type-widened", { unevaluatedProperties: NUMBER }, "c", {
      type: "integer",
    }),
  "another type": (random) => {
    const [from, to] = random.pick([
      ["string", "integer"],
      ["object", "array"],
      ["boolean", "null"],
      ["number", "string"],
    ] as const);
    return edit(["type-changed", "type-changed"], { type: from }, { type: to }, [
      "a",
      1,
      true,
      null,
      {},
      [],
    ]);
  },
  "a type more": () =>
    edit(["type-widened", "type-narrowed"], TEXT, { type: ["string", "integer"] }, ["a", 1]),
  "a number for an integer": () =>
    edit(["type-widened", "type-narrowed"], { type: "integer" }, NUMBER, [1, 1.5]),
  "any value for a type": () => edit(["type-widened", "type-narrowed"], TEXT, {}, ["a", 1]),
  null: () =>
    edit(["null-allowed", "null-refused"], TEXT, { type: ["string", "null"] }, ["a", null]),
  "null in a list of values": () =>
    edit(["null-allowed", "null-refused"], { enum: ["a", "b"] }, { enum: ["a", "b", null] }, [
      null,
    ]),
  "another constant": () =>
    edit(["const-changed", "const-changed"], { const: "a" }, { const: "b" }, ["a", "b"]),
  "a constant": () =>
    edit(["const-changed", "const-changed"], TEXT, { type: "string", const: "a" }, ["a", "b"]),
  "fewer values": (random) => {
    const kept = random.some(WORDS, 2).slice(0, 3);
    const all = [...kept, "eeee"];
    return edit(["enum-narrowed", "enum-widened"], { enum: all }, { enum: kept }, all);
  },
  "fewer known values": () =>
    edit(["enum-narrowed", "enum-widened"], open("a", "b"), open("a"), ["a", "b", "c"]),
  "a list for any text": () =>
    edit(["enum-closed", "enum-opened"], TEXT, { enum: [...WORDS] }, ["a", "zz"]),
  "a list for bounded text": () =>
    edit(
      ["enum-closed", "enum-opened"],
      { type: "string", minLength: 1, maxLength: 4, pattern: "^[a-z]+$" },
      { enum: [...WORDS] },
      ["a", "zz"],
    ),
  "a list for an open list": () =>
    edit(["enum-closed", "enum-opened"], open("a", "bb"), { enum: ["a", "bb"] }, ["a", "zz"]),
  minimum: (random) => bound(NUMBER, "minimum", random.int(3), 3 + random.int(3), (size) => size),
  "a new minimum": () => bound(NUMBER, "minimum", undefined, 2, (size) => size),
  exclusiveMinimum: (random) =>
    bound({ type: "integer" }, "exclusiveMinimum", random.int(3), 3 + random.int(3), Math.floor),
  maximum: (random) =>
    bound(NUMBER, "maximum", 7 + random.int(3), 3 + random.int(3), (size) => size),
  exclusiveMaximum: () => bound(NUMBER, "exclusiveMaximum", undefined, 5, (size) => size),
  "an end is excluded": () =>
    edit(TIGHTER, { ...NUMBER, minimum: 1 }, { ...NUMBER, exclusiveMinimum: 1 }, [1, 1.5, 2]),
  minLength: (random) => bound(TEXT, "minLength", random.int(3), 3 + random.int(3), text),
  maxLength: (random) => bound(TEXT, "maxLength", 7, 3 + random.int(3), text),
  minItems: () => bound(LIST, "minItems", undefined, 2, list),
  maxItems: (random) => bound(LIST, "maxItems", 5, 2 + random.int(2), list),
  minProperties: () => bound(SIZED, "minProperties", 1, 3, members),
  maxProperties: () => bound(SIZED, "maxProperties", 5, 3, members),
  multipleOf: (random) => {
    const step = random.pick([0.25, 0.5, 1, 2]);
    return edit(TIGHTER, { ...NUMBER, multipleOf: step }, { ...NUMBER, multipleOf: step * 3 }, [
      step,
      step * 2,
      step * 3,
      step * 4,
      step * 6,
    ]);
  },
  pattern: () =>
    edit(["pattern-added", "pattern-removed"], TEXT, { ...TEXT, pattern: "^a" }, ["a", "b"]),
  "another pattern": () =>
    edit(
      ["pattern-changed", "pattern-changed"],
      { ...TEXT, pattern: "^a" },
      { ...TEXT, pattern: "^b" },
      ["a", "b"],
    ),
  format: () =>
    edit(["format-changed", "format-changed"], TEXT, { ...TEXT, format: "uuid" }, ["a"]),
  contentEncoding: () =>
    edit(["content-changed", "content-changed"], TEXT, { ...TEXT, contentEncoding: "base64" }, [
      "a",
    ]),
  contentMediaType: () =>
    edit(
      ["content-changed", "content-changed"],
      { ...TEXT, contentMediaType: "application/json" },
      { ...TEXT, contentMediaType: "application/xml" },
      ["a"],
    ),
  contentSchema: () =>
    edit(
      ["content-changed", "content-changed"],
      { ...TEXT, contentMediaType: "application/json", contentSchema: PAIR },
      {
        ...TEXT,
        contentMediaType: "application/json",
        contentSchema: { ...PAIR, required: ["a"] },
      },
      ["{}"],
    ),
  additionalProperties: () =>
    edit(
      ["additional-properties-closed", "additional-properties-opened"],
      PAIR,
      { ...PAIR, additionalProperties: false },
      [{ z: 1 }],
      { undeclared: true },
    ),
  unevaluatedProperties: () =>
    edit(
      ["additional-properties-closed", "additional-properties-opened"],
      { ...PAIR, allOf: [{ properties: { c: TEXT } }] },
      { ...PAIR, allOf: [{ properties: { c: TEXT } }], unevaluatedProperties: false },
      [{ z: 1 }],
      { undeclared: true },
    ),
  "a position": () =>
    edit(
      ["tuple-changed", "tuple-changed"],
      { type: "array", prefixItems: [TEXT] },
      { type: "array", prefixItems: [TEXT, { type: "integer" }] },
      [["a", "b"], ["a", 1], ["a"]],
    ),
  "a position of a closed list": () =>
    edit(
      ["tuple-changed", "tuple-changed"],
      { type: "array", prefixItems: [TEXT], items: false },
      { type: "array", prefixItems: [TEXT, { type: "integer" }], items: false },
      [["a", "b"], ["a", 1], ["a"]],
    ),
  items: () =>
    edit(["type-changed", "type-changed"], LIST, { type: "array", items: { type: "integer" } }, [
      ["a"],
      [1],
      [],
    ]),
  uniqueItems: () =>
    edit(["unique-items-added", "unique-items-removed"], LIST, { ...LIST, uniqueItems: true }, [
      ["a", "a"],
      ["a", "b"],
    ]),
  "an alternative": () =>
    edit(["union-branch-added", "union-branch-removed"], tagged("x", "y"), tagged("x", "y", "z"), [
      { tag: "z" },
      { tag: "x" },
    ]),
  "an alternative to one": () =>
    edit(
      ["union-branch-added", "union-branch-removed"],
      { type: "object", required: ["a"], properties: { a: TEXT } },
      { anyOf: [{ type: "object", required: ["a"], properties: { a: TEXT } }, LIST] },
      [{ a: "a" }, ["a"]],
    ),
  not: () =>
    edit(CONDITION, PAIR, { ...PAIR, not: { required: ["a", "b"] } }, [
      { a: "a", b: 1 },
      { a: "a" },
    ]),
  if: () =>
    edit(CONDITION, PAIR, { ...PAIR, if: { required: ["a"] }, then: { required: ["b"] } }, [
      { a: "a" },
      { b: 1 },
    ]),
  dependentRequired: () =>
    edit(CONDITION, PAIR, { ...PAIR, dependentRequired: { a: ["b"] } }, [{ a: "a" }, { b: 1 }]),
  dependentSchemas: () =>
    edit(CONDITION, PAIR, { ...PAIR, dependentSchemas: { a: { required: ["b"] } } }, [
      { a: "a" },
      { b: 1 },
    ]),
  contains: () => edit(CONDITION, LIST, { ...LIST, contains: { const: "a" } }, [[], ["a"], ["b"]]),
  "a condition that demands more": () =>
    edit(
      ["required-added", "required-removed"],
      { ...PAIR, if: { required: ["a"] }, then: {} },
      { ...PAIR, if: { required: ["a"] }, then: { required: ["b"] } },
      [{ a: "a" }, { b: 1 }],
    ),
  propertyNames: () =>
    edit(
      CONDITION,
      { type: "object", additionalProperties: TEXT },
      { type: "object", additionalProperties: TEXT, propertyNames: { pattern: "^a" } },
      [{ a: "x" }, { b: "x" }],
    ),
  patternProperties: () =>
    edit(CONDITION, { type: "object" }, { type: "object", patternProperties: { "^x": TEXT } }, [
      { x1: "x" },
      { x1: 1 },
    ]),
  "a pattern of a closed object": () =>
    edit(
      CONDITION,
      { ...PAIR, additionalProperties: false },
      { ...PAIR, patternProperties: { "^x": TEXT }, additionalProperties: false },
      [{ x1: "x" }, { x1: 1 }],
    ),
  "a pattern that was covered": () =>
    edit(
      ["condition-added", "condition-removed"],
      { type: "object", additionalProperties: NUMBER },
      {
        type: "object",
        patternProperties: { "^x": { type: "integer" } },
        additionalProperties: NUMBER,
      },
      [{ x1: 1 }, { x1: 1.5 }, { x1: "x" }],
      { also: "type-narrowed", undoneAlso: "type-widened" },
    ),
  "alternatives beside other rules": () =>
    edit(CONDITION, PAIR, { ...PAIR, anyOf: [{ required: ["a"] }, { required: ["b"] }] }, [
      {},
      { a: "a" },
    ]),
  "values of a map": () =>
    edit(
      ["type-changed", "type-changed"],
      { type: "object", additionalProperties: TEXT },
      { type: "object", additionalProperties: { type: "integer" } },
      [{ k: "a" }, { k: 1 }],
    ),
  default: () => edit(["default-changed", "default-changed"], TEXT, { ...TEXT, default: "a" }),
  deprecated: () => edit(["deprecated", "undeprecated"], TEXT, { ...TEXT, deprecated: true }),
  description: () =>
    edit(["description-changed", "description-changed"], TEXT, { ...TEXT, description: "A text." }),
  omitted: () =>
    edit(VISIBILITY, visible({}, {}), visible({}, { proto_request: { create: "omit" } }), [], {
      directions: ["request"],
      loses: "a",
    }),
  "omitted in a closed object": () =>
    edit(
      VISIBILITY,
      visible({ additionalProperties: false }, {}),
      visible({ additionalProperties: false }, { proto_request: "omit" }),
      [],
      { directions: ["request"], loses: "a" },
    ),
  "required by its annotation": () =>
    edit(VISIBILITY, visible({}, {}), visible({}, { proto_request: "required" }), [{ b: 1 }], {
      directions: ["request"],
    }),
  "optional in answers": () =>
    edit(
      VISIBILITY,
      visible({ required: ["a"] }, {}),
      visible({ required: ["a"] }, { proto_response: "optional" }),
      [{ b: 1 }],
      { directions: ["response"] },
    ),
  "a transition is carried out": () =>
    edit(
      ["transition-carried-out", "visibility-changed"],
      visible({}, { proto_request: { transition: { from: "optional", to: "required" } } }),
      visible({}, { proto_request: "required" }),
      [{ b: 1 }],
      { directions: ["request"], undoneAlso: "transition-announced" },
    ),
  "a transition is announced": () =>
    edit(
      ["transition-announced", "undeprecated"],
      visible({}, {}),
      visible({}, { proto_request: { transition: { from: "optional", to: "omit" } } }),
      [],
      { directions: ["request"] },
    ),
} satisfies Readonly<Record<string, EditKind>>;

type EditedRule = ReturnType<(typeof EDITS)[keyof typeof EDITS]>["rule"];

const OF_CAPABILITIES = "a capability, not a schema, is edited";
const OF_CALLS = "a call, not a schema, is edited";
const OF_NO_RULE = "one edit is one keyword, which has a rule of its own";
const OF_ADDRESSES = "an address, not a schema, is edited";

/**
 * Rules that no random edit of a schema can show, and why.
 *
 * @public the compiler alone reads it
 */
export const RULES_WITHOUT_EDIT = {
  "capability-added": OF_CAPABILITIES,
  "capability-removed": OF_CAPABILITIES,
  "extension-added": OF_CAPABILITIES,
  "extension-removed": OF_CAPABILITIES,
  "parent-changed": OF_CAPABILITIES,
  "requires-changed": OF_CAPABILITIES,
  "version-changed": OF_CAPABILITIES,
  "operation-added": OF_CALLS,
  "operation-removed": OF_CALLS,
  "route-changed": OF_CALLS,
  "path-parameter-renamed": OF_CALLS,
  "servers-changed": OF_CALLS,
  "parameter-added": OF_CALLS,
  "parameter-removed": OF_CALLS,
  "parameter-required": OF_CALLS,
  "parameter-optional": OF_CALLS,
  "status-added": OF_CALLS,
  "status-removed": OF_CALLS,
  "error-added": OF_CALLS,
  "error-removed": OF_CALLS,
  "error-changed": OF_CALLS,
  "response-body-added": OF_CALLS,
  "response-body-removed": OF_CALLS,
  "request-media-type-changed": OF_CALLS,
  "response-media-type-changed": OF_CALLS,
  "security-changed": OF_CALLS,
  "response-header-added": OF_CALLS,
  "response-header-removed": OF_CALLS,
  "values-narrowed": OF_NO_RULE,
  "values-widened": OF_NO_RULE,
  "definition-moved": OF_ADDRESSES,
  "definition-added": OF_ADDRESSES,
  "definition-removed": OF_ADDRESSES,
} satisfies Readonly<Record<Exclude<RuleId, EditedRule>, string>>;
