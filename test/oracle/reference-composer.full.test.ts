/**
 * The reference composer itself, rule by rule and reading by reading: what each accepts and refuses is told from the text of
 * DESIGN §6 and of the header of `reference-composer.ts`, by hand.
 */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { composeReference } from "../support/oracle/reference-composer.js";
import { compileSchema } from "../support/oracle/reference-oracle.js";
import type { ReferenceView } from "../support/oracle/reference/annotation.js";

const HOST = "https://example.com/";
const CREATE: ReferenceView = { direction: "request", operation: "create" };
const UPDATE: ReferenceView = { direction: "request", operation: "update" };
const RESPONSE: ReferenceView = { direction: "response" };

interface Case {
  readonly title: string;
  readonly base: JsonObject;
  /** Entries of `$defs`, in the order of the extension graph: `e0.json`, `e1.json`. */
  readonly extensions?: readonly JsonObject[];
  /** What stands beside `$defs` in the extensions' documents. */
  readonly beside?: JsonObject;
  readonly others?: Readonly<Record<string, JsonObject>>;
  /** That of a create request, unless another is given. */
  readonly view?: ReferenceView;
  readonly name?: string;
  readonly accepts: readonly Json[];
  readonly refuses: readonly Json[];
}

function composed({ base, extensions = [], beside, others, view, name }: Case): JsonObject {
  const documents = new Map<string, Json>([[`${HOST}base.json`, base]]);
  for (const [index, entry] of extensions.entries())
    documents.set(`${HOST}e${index}.json`, { ...beside, $defs: { base: entry } });
  for (const [file, schema] of Object.entries(others ?? {})) documents.set(HOST + file, schema);
  return composeReference({
    documents,
    name: name ?? "proto",
    root: { document: `${HOST}base.json`, pointer: "" },
    contributions: extensions.map((_, index) => ({
      document: `${HOST}e${index}.json`,
      pointer: "/$defs/base",
    })),
    view: view ?? CREATE,
  });
}

function proves(cases: readonly Case[]): void {
  it.each(cases)("$title", (each) => {
    const { accepts, refuses } = each;
    const schema = composed(each);
    const isValid = compileSchema(schema);
    expect([...accepts, ...refuses].filter((value) => isValid(value))).toEqual(accepts);
    expect(JSON.stringify(schema)).not.toMatch(
      /_(?:request|response)":(?:"|\{"(?:create|update|transition)")|_shared_request/,
    );
  });
}

const string = { type: "string" };
const omit = { proto_request: "omit" };
const required = { proto_request: "required" };
const optional = { proto_request: "optional" };
/** A member `m` that is a string, with an annotation. */
const m = (annotation: JsonObject = {}): JsonObject => ({
  properties: { m: { ...string, ...annotation } },
});
const asks = { required: ["m"] };

describe("a view of one schema", () => {
  const both = { create: "omit", update: "required" };
  const goes = { transition: { from: "required", to: "omit", description: "Going." } };
  proves([
    {
      title: "without annotations it is the schema",
      base: { ...m(), ...asks },
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "omit removes the property, and its name from `required`",
      base: { properties: { m: { ...string, ...omit }, n: string }, required: ["m", "n"] },
      accepts: [{ n: "x" }, { n: "x", m: 7 }],
      refuses: [{}, { m: "x" }],
    },
    {
      title: "required adds to `required`",
      base: m(required),
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "optional removes from `required`",
      base: { ...m(optional), ...asks },
      accepts: [{}, { m: "x" }],
      refuses: [{ m: 7 }],
    },
    {
      title: "an object is read by operation: create",
      base: { ...m({ proto_request: both }), ...asks },
      accepts: [{}, { m: 7 }],
      refuses: [],
    },
    {
      title: "an object is read by operation: update",
      base: m({ proto_request: both }),
      view: UPDATE,
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "an operation missing from it means no change",
      base: { ...m({ proto_request: { create: "omit" } }), ...asks },
      view: UPDATE,
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "a request's annotation is none of a response",
      base: { ...m(omit), ...asks },
      view: RESPONSE,
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "a response's annotation is none of a request",
      base: { ...m({ proto_response: "omit" }), ...asks },
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    ...(["omit", "optional"] as const).map((word): Case => ({
      title: `a response may be annotated with ${word}`,
      base: { ...m({ proto_response: word }), ...asks },
      view: RESPONSE,
      accepts: word === "omit" ? [{}, { m: 7 }] : [{}, { m: "x" }],
      refuses: word === "omit" ? [] : [{ m: 7 }],
    })),
    {
      title: "a response may be annotated with required",
      base: m({ proto_response: "required" }),
      view: RESPONSE,
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "a transition of one operation acts as its `from`",
      base: m({ proto_request: { update: goes } }),
      view: UPDATE,
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "a transition of all operations acts as its `from`",
      base: m({ proto_request: goes }),
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "the vocabulary's name is the protocol's: its own annotations count",
      base: { ...m({ ucp_request: "omit" }), ...asks },
      name: "ucp",
      accepts: [{}, { m: 7 }],
      refuses: [],
    },
    {
      title: "the vocabulary's name is the protocol's: others do not",
      base: { ...m({ other_request: "omit" }), ...asks },
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
  ]);
});

describe("a view goes on through every reference", () => {
  const line: JsonObject = {
    type: "object",
    ...m({ proto_request: { create: "omit", update: "required" } }),
  };
  const plain: JsonObject = { items: { $ref: "line.json" } };
  const others = { "line.json": line, "lines.json": plain };
  proves([
    {
      title: "of a member and its items, through a file without annotations: create",
      base: { properties: { lines: { $ref: "lines.json" } } },
      others,
      accepts: [{ lines: [{}] }, { lines: [{ m: 7 }] }],
      refuses: [{ lines: [7] }],
    },
    {
      title: "of a member and its items, through a file without annotations: update",
      base: { properties: { lines: { $ref: "lines.json" } } },
      others,
      view: UPDATE,
      accepts: [{ lines: [{ m: "x" }] }],
      refuses: [{ lines: [{}] }, { lines: [{ m: 7 }] }],
    },
    {
      title: "of every keyword that holds schemas of other instances",
      base: {
        properties: {
          a: { additionalProperties: { $ref: "line.json" } },
          b: { patternProperties: { "^p": { $ref: "line.json" } } },
          c: { prefixItems: [{ $ref: "line.json" }] },
          d: { contains: { $ref: "line.json" } },
        },
      },
      others,
      view: UPDATE,
      accepts: [
        { a: { k: { m: "x" } }, b: { p: { m: "x" }, q: {} }, c: [{ m: "x" }], d: [7, { m: "x" }] },
      ],
      refuses: [{ a: { k: {} } }, { b: { p: {} } }, { c: [{}] }, { d: [{}] }],
    },
    {
      title: "which may lead back",
      base: { properties: { m: { ...string, ...required }, down: { $ref: "#" } } },
      accepts: [{ m: "x" }, { m: "x", down: { m: "x" } }],
      refuses: [{}, { m: "x", down: {} }, { m: "x", down: { m: "x", down: {} } }],
    },
    {
      title: "against `$id`, and where nothing is there, against the file's place",
      base: {
        $id: "https://elsewhere.example/base.json",
        properties: { line: { $ref: "line.json" } },
      },
      others,
      view: UPDATE,
      accepts: [{ line: { m: "x" } }],
      refuses: [{ line: {} }],
    },
  ]);

  it("leads nowhere where no document is", () => {
    const base = { properties: { line: { $ref: "gone.json" } } };
    expect(() => composed({ title: "", base, accepts: [], refuses: [] })).toThrow("gone.json");
  });

  it("does not read $anchor", () => {
    const base = { properties: { line: { $anchor: "there" } } };
    expect(() => composed({ title: "", base, accepts: [], refuses: [] })).toThrow("$anchor");
  });

  it("ends with a $dynamicRef that leads nowhere", () => {
    const base = { properties: { line: { $dynamicRef: "#there" } } };
    expect(() => composed({ title: "", base, accepts: [], refuses: [] })).toThrow("#there");
  });

  const anchored = { $dynamicAnchor: "kind", enum: ["a", "b"] };
  proves([
    {
      title: "and a $dynamicRef means what its anchor says",
      base: { properties: { kind: { $dynamicRef: "#kind" } }, $defs: { kind: anchored } },
      accepts: [{ kind: "a" }, { kind: "b" }],
      refuses: [{ kind: "c" }],
    },
  ]);
});

describe("a document with one request view", () => {
  const line = m({ proto_request: { create: "omit", update: "required" } });
  const shared = {
    proto_shared_request: true,
    properties: { own: line, other: { $ref: "line.json" } },
  };
  const others = { "shared.json": shared, "line.json": line };
  const base = { properties: { s: { $ref: "shared.json" }, line: { $ref: "line.json" } } };
  proves([
    {
      title:
        "is seen as create in an update, and so is what it refers to, but not what stands beside it",
      base,
      others,
      view: UPDATE,
      accepts: [
        { s: { own: {}, other: {} }, line: { m: "x" } },
        { s: { own: { m: 7 }, other: { m: 7 } } },
      ],
      refuses: [{ line: {} }],
    },
    {
      title: "is a response as any other",
      base: { $ref: "shared.json" },
      others: {
        "shared.json": { proto_shared_request: true, ...m({ proto_response: "required" }) },
      },
      view: RESPONSE,
      accepts: [{ m: "x" }],
      refuses: [{}],
    },
    {
      title: "is one that says true, and no other",
      base: { $ref: "shared.json" },
      others: { "shared.json": { proto_shared_request: "yes", ...line } },
      view: UPDATE,
      accepts: [{ m: "x" }],
      refuses: [{}],
    },
  ]);
});

describe("where annotations stand", () => {
  proves([
    {
      title: "beside `$ref`",
      base: { properties: { m: { $ref: "string.json", ...required } } },
      others: { "string.json": string },
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "on a property in `$defs`",
      base: {
        properties: { sub: { $ref: "#/$defs/sub" } },
        $defs: { sub: { ...m(omit), ...asks } },
      },
      accepts: [{ sub: {} }, { sub: { m: 7 } }],
      refuses: [],
    },
    {
      title: "on a property in `then`",
      base: { if: { required: ["a"] }, then: m(required) },
      accepts: [{}, { a: 1, m: "x" }],
      refuses: [{ a: 1 }, { a: 1, m: 7 }],
    },
    {
      title: "on `additionalProperties`: omit opens the object (reading 13)",
      base: { properties: { a: string }, additionalProperties: { ...string, ...omit } },
      accepts: [{ b: 7 }],
      refuses: [{ a: 7 }],
    },
    {
      title: "on `additionalProperties`: required and optional say nothing (reading 13)",
      base: { additionalProperties: { ...string, ...required } },
      accepts: [{}, { b: "x" }],
      refuses: [{ b: 7 }],
    },
    {
      title: "a member named `properties`, `anyOf`, `required` or as an annotation is data",
      base: {
        properties: {
          properties: { ...string, ...omit },
          anyOf: { ...string, ...required },
          required: string,
          proto_request: string,
        },
      },
      accepts: [{ anyOf: "x" }, { anyOf: "x", properties: 7 }],
      refuses: [{}, { anyOf: 7 }, { anyOf: "x", required: 7 }, { anyOf: "x", proto_request: 7 }],
    },
    {
      title: "a `required` that is no array is data",
      base: { properties: { a: { ...string, required: true } } },
      accepts: [{}, { a: "x" }],
      refuses: [{ a: 7 }],
    },
    {
      title: "what looks like a schema in `const`, `enum` and `default` is data",
      base: {
        const: { properties: { m: { proto_requests: "omit" } }, required: ["m"] },
        default: omit,
      },
      accepts: [{ properties: { m: { proto_requests: "omit" } }, required: ["m"] }],
      refuses: [{ properties: {}, required: ["m"] }],
    },
  ]);
});

describe("over the branches of one `allOf`", () => {
  const toBase = { $ref: "base.json" };
  proves([
    {
      title: "base and extensions hold together",
      base: { ...m(), ...asks },
      extensions: [{ allOf: [toBase, { properties: { m: { minLength: 2 } } }] }],
      accepts: [{ m: "xy" }],
      refuses: [{}, { m: "x" }, { m: 7 }],
    },
    {
      title: "a property without annotation takes an extension's: omit",
      base: { ...m(), required: ["n"] },
      extensions: [m(omit)],
      accepts: [{ n: 1 }, { n: 1, m: 7 }],
      refuses: [{}],
    },
    {
      title: "a property without annotation takes the base's: required",
      base: m(required),
      extensions: [{ properties: { m: { minLength: 2 } } }],
      accepts: [{ m: "xy" }],
      refuses: [{}, { m: "x" }],
    },
    {
      title: "a property without annotation takes an extension's: optional",
      base: { ...m(), ...asks },
      extensions: [m(optional)],
      accepts: [{}, { m: "x" }],
      refuses: [{ m: 7 }],
    },
    {
      title: "a property with an annotation keeps its own",
      base: m(omit),
      extensions: [{ properties: { m: { minLength: 2, ...required } } }],
      accepts: [{ m: "xy" }, { m: 77 }],
      refuses: [{}, { m: "x" }],
    },
    {
      title: "of several the last one holds for those without",
      base: m(),
      extensions: [{ properties: { m: omit } }, { properties: { m: required } }],
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "nested branches and what is referred to in place are branches, too",
      base: { allOf: [{ allOf: [{ $ref: "part.json" }] }] },
      extensions: [{ $ref: "hides.json" }],
      others: { "part.json": { ...m(), ...asks }, "hides.json": { allOf: [m(omit)] } },
      accepts: [{}, { m: 7 }],
      refuses: [],
    },
    {
      title: "an annotation within a member does not reach another schema of that member",
      base: { properties: { sub: m() } },
      extensions: [{ properties: { sub: m(omit) } }],
      accepts: [{}, { sub: {} }, { sub: { m: "x" } }],
      refuses: [{ sub: { m: 7 } }],
    },
  ]);
});

describe("an omitted member leaves every `required` of its instance", () => {
  const places: Readonly<Record<string, (asking: JsonObject) => JsonObject>> = {
    "the base's own": (asking) => asking,
    allOf: (asking) => ({ allOf: [{ allOf: [asking] }] }),
    then: (asking) => ({ if: { required: ["a"] }, then: asking }),
    else: (asking) => ({ if: { required: ["z"] }, else: asking }),
    anyOf: (asking) => ({ anyOf: [asking] }),
    oneOf: (asking) => ({ oneOf: [asking] }),
    dependentSchemas: (asking) => ({ dependentSchemas: { a: asking } }),
    "then in anyOf": (asking) => ({ anyOf: [{ if: { required: ["a"] }, then: asking }] }),
  };
  for (const [place, around] of Object.entries(places)) {
    const common = { accepts: [{ a: 1 }, { a: 1, m: 7 }], refuses: [] };
    const asked = { accepts: [{ a: 1, m: "x" }], refuses: [{ a: 1 }, { a: 1, m: 7 }] };
    const others = { "asks.json": asks };
    const hidden = { properties: { m: omit } };
    proves([
      { title: `${place}: inline`, base: { ...m(omit), ...around(asks) }, ...common },
      {
        title: `${place}: behind a $ref`,
        base: { ...m(omit), ...around({ $ref: "asks.json" }) },
        others,
        ...common,
      },
      {
        title: `${place}: by an extension`,
        base: { ...m(), ...around(asks) },
        extensions: [hidden],
        ...common,
      },
      {
        title: `${place}: by an extension, behind a $ref`,
        base: { ...m(), ...around({ $ref: "asks.json" }) },
        extensions: [hidden],
        others,
        ...common,
      },
      {
        title: `${place}: in a sibling, behind a $ref`,
        base: m(),
        extensions: [around({ $ref: "asks.json" }), hidden],
        others,
        ...common,
      },
      {
        title: `${place}: of which the same schema, behind the same $ref, knows nothing in a member`,
        base: {
          ...m(omit),
          ...around({ $ref: "asks.json" }),
          properties: { m: { ...string, ...omit }, sub: { $ref: "asks.json" } },
        },
        others,
        accepts: [{ a: 1, sub: { m: 1 } }],
        refuses: [{ a: 1, sub: {} }],
      },
      {
        title: `${place}: no omit, no change`,
        base: { ...m(), ...around({ $ref: "asks.json" }) },
        others,
        ...asked,
      },
    ]);
  }
  proves([
    {
      title: "dependentRequired",
      base: { ...m(omit), dependentRequired: { a: ["m", "b"] } },
      accepts: [{}, { a: 1, b: 1 }, { m: 7 }],
      refuses: [{ a: 1 }, { a: 1, m: 1 }],
    },
    {
      title: "dependentRequired, emptied",
      base: { ...m(omit), dependentRequired: { a: ["m"] } },
      accepts: [{ a: 1 }],
      refuses: [],
    },
    {
      title: "but a member that an `if` asks for is asked for (reading 8)",
      base: { ...m(omit), if: { allOf: [asks] }, then: { required: ["a"] } },
      accepts: [{}, { m: 7, a: 1 }],
      refuses: [{ m: 7 }],
    },
    {
      title: "but a member that a `not` asks for is asked for (reading 8)",
      base: { ...m(omit), not: { anyOf: [{ $ref: "asks.json" }] } },
      others: { "asks.json": asks },
      accepts: [{}],
      refuses: [{ m: 7 }],
    },
    {
      title:
        "but a member that `dependentRequired` and `dependentSchemas` begin with is asked for (reading 9)",
      base: {
        ...m(omit),
        dependentRequired: { m: ["a"] },
        dependentSchemas: { m: { required: ["b"] } },
      },
      accepts: [{}, { m: 7, a: 1, b: 1 }],
      refuses: [{ m: 7 }, { m: 7, a: 1 }, { m: 7, b: 1 }],
    },
  ]);

  it("an emptied `required` disappears", () => {
    const base = { ...m(omit), ...asks };
    const schema = composed({ title: "", base, accepts: [], refuses: [] });
    expect(JSON.stringify(schema)).not.toContain("required");
  });
});

describe("readings", () => {
  const toBase = { $ref: "base.json" };
  proves([
    {
      title: "1: own properties come after what `$ref` leads to",
      base: { $ref: "part.json", properties: { m: required } },
      others: { "part.json": { allOf: [m(omit), { properties: { m: { minLength: 2 } } }] } },
      accepts: [{ m: "xy" }, { m: 77 }],
      refuses: [{}, { m: "x" }],
    },
    {
      title: "1: own properties come after `allOf`",
      base: { allOf: [m(required)], properties: { m: omit } },
      accepts: [{}, { m: "x" }],
      refuses: [{ m: 7 }],
    },
    {
      title: "2: a second reference to the base says nothing once more",
      base: m(optional),
      extensions: [
        { properties: { m: omit } },
        { allOf: [toBase, { properties: { m: { minLength: 2 } }, ...asks }] },
      ],
      accepts: [{}, { m: "x" }],
      refuses: [{ m: 7 }],
    },
    {
      title: "2: a reference to an active contribution says nothing once more",
      base: m(),
      extensions: [
        { properties: { m: omit } },
        { properties: { m: required } },
        { allOf: [{ $ref: "e0.json#/$defs/base" }, {}] },
      ],
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title:
        "2: a reference to a contribution that is not active is the contribution's that refers",
      base: m(),
      extensions: [
        { properties: { m: required } },
        { allOf: [{ $ref: "inactive.json#/$defs/base" }] },
      ],
      others: { "inactive.json": { $defs: { base: { properties: { m: omit } } } } },
      accepts: [{}, { m: 7 }],
      refuses: [],
    },
    {
      title: "3: an annotation that has nothing for the operation is none",
      base: m({ proto_request: { create: "optional" } }),
      extensions: [{ properties: { m: { proto_request: { update: "omit" } } } }],
      view: UPDATE,
      accepts: [{}, { m: 7 }],
      refuses: [],
    },
    {
      title: "4: optional changes the `required` beside it only",
      base: { allOf: [asks, m(optional)] },
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "5: one requires, a later one omits",
      base: m(),
      extensions: [{ properties: { m: required } }, { properties: { m: omit } }],
      accepts: [{}, { m: 7 }],
      refuses: [],
    },
    {
      title: "5: one omits, a later one requires",
      base: m(),
      extensions: [{ properties: { m: omit } }, { properties: { m: required } }],
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "1: the last annotation of all holds, also where an inner `allOf` has one",
      base: { allOf: [m(omit), { properties: { m: { minLength: 2 } } }] },
      extensions: [{ properties: { m: optional } }],
      accepts: [{}, { m: "xy" }, { m: 77 }],
      refuses: [{ m: "x" }],
    },
    {
      title: "2: a reference to the base does not make a part annotate what the base does",
      base: m(omit),
      extensions: [{ allOf: [toBase, m()] }, { properties: { m: optional } }],
      accepts: [{}, { m: "x" }],
      refuses: [{ m: 7 }],
    },
    {
      title: "6: an omit that is not the last leaves every `required` of its part",
      base: m(),
      extensions: [
        { properties: { m: omit }, if: {}, then: { allOf: [{ required: ["m", "n"] }] } },
        { properties: { m: optional } },
      ],
      accepts: [{ n: 1 }, { n: 1, m: "x" }],
      refuses: [{}, { n: 1, m: 7 }],
    },
    {
      title: "6: an omit that is not the last leaves the `required` beside it",
      base: m(),
      extensions: [
        { properties: { m: omit }, required: ["m", "n"] },
        { properties: { m: optional } },
      ],
      accepts: [{ n: 1 }, { n: 1, m: "x" }],
      refuses: [{}, { n: 1, m: 7 }],
    },
    {
      title: "6: an omit that is not the last leaves what others ask for",
      base: m(),
      extensions: [{ properties: { m: omit } }, { properties: { m: optional } }, asks],
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
    {
      title: "7: an omit in `then` does not reach outside",
      base: {
        ...m(),
        ...asks,
        if: { required: ["a"] },
        then: { properties: { m: { minLength: 2, ...omit } } },
      },
      accepts: [{ a: 1, m: "x" }],
      refuses: [{}, { a: 1 }, { m: 7 }],
    },
    {
      title:
        "7: a property in `then` takes no omit from outside, but its `required` loses the member",
      base: {
        ...m(omit),
        if: { required: ["a"] },
        then: { properties: { m: string }, required: ["m"] },
      },
      accepts: [{}, { a: 1 }, { m: 7 }, { a: 1, m: "x" }],
      refuses: [{ a: 1, m: 7 }],
    },
    {
      title: "7: a property in `then` takes no optional from outside",
      base: {
        ...m(optional),
        if: { required: ["a"] },
        then: { properties: { m: { minLength: 2 } }, required: ["m"] },
      },
      accepts: [{}, { m: "x" }, { a: 1, m: "xy" }],
      refuses: [{ a: 1 }, { a: 1, m: "x" }],
    },
    {
      title: "8: a property in an `if` takes no omit from outside",
      base: {
        ...m(omit),
        if: { properties: { m: { const: "x" } }, required: ["m"] },
        then: { required: ["a"] },
      },
      accepts: [{}, { m: 7 }, { m: "x", a: 1 }],
      refuses: [{ m: "x" }],
    },
    {
      title: "7: the branches within `then` are branches of each other",
      base: {
        if: { required: ["a"] },
        then: { allOf: [{ ...m(), ...asks }, { properties: { m: omit } }] },
      },
      accepts: [{ a: 1 }, { a: 1, m: 7 }],
      refuses: [],
    },
    {
      title: "8: what stands beside in an `if` holds there",
      base: { if: { ...m(required) }, then: { required: ["a"] } },
      accepts: [{}, { m: 7 }, { m: "x", a: 1 }],
      refuses: [{ m: "x" }],
    },
    {
      title: "10: `minProperties` and `propertyNames` count and judge an omitted member",
      base: { ...m(omit), minProperties: 1, propertyNames: { maxLength: 1 } },
      accepts: [{ m: 7 }],
      refuses: [{}, { m: 7, other: 1 }],
    },
    {
      title: "10: `propertyNames` may refuse an omitted member",
      base: { ...m(omit), propertyNames: { enum: ["a"] } },
      accepts: [{ a: 1 }],
      refuses: [{ m: "x" }],
    },
    {
      title: "10: `additionalProperties: false` refuses an omitted member",
      base: { properties: { m: { ...string, ...omit }, a: true }, additionalProperties: false },
      accepts: [{}, { a: 1 }],
      refuses: [{ m: "x" }],
    },
    {
      title: "10: `additionalProperties` judges an omitted member",
      base: { ...m(omit), additionalProperties: { type: "number" } },
      accepts: [{ m: 7 }],
      refuses: [{ m: "x" }],
    },
    {
      title: "10: `unevaluatedProperties: false` refuses an omitted member",
      base: { ...m(omit), unevaluatedProperties: false },
      accepts: [{}],
      refuses: [{ m: "x" }],
    },
    {
      title: "10: unless some other branch beside it still has the property",
      base: { allOf: [m(optional), { properties: { m: omit } }], unevaluatedProperties: false },
      accepts: [{}, { m: "x" }],
      refuses: [{ m: 7 }, { other: 1 }],
    },
    {
      title:
        "11: a contribution with one request view is seen as create; the root is not, also where it refers to it",
      base: {
        properties: { id: { ...string, proto_request: { create: "omit", update: "required" } } },
      },
      extensions: [
        {
          allOf: [
            toBase,
            m({ proto_request: { create: "optional", update: "omit" } }),
            asks,
            { $ref: "part.json" },
          ],
        },
      ],
      beside: { proto_shared_request: true },
      others: {
        "part.json": { properties: { n: { ...string, proto_request: { create: "required" } } } },
      },
      view: UPDATE,
      accepts: [{ id: "x", m: "x", n: "x" }],
      refuses: [
        { m: "x", n: "x" },
        { id: "x", n: "x" },
        { id: "x", m: "x" },
        { id: "x", m: 7, n: "x" },
      ],
    },
    {
      title: "12: a definition's annotation is not that of a property which refers to it",
      base: {
        properties: { m: { $ref: "#/$defs/d" } },
        ...asks,
        $defs: { d: { ...string, ...omit } },
      },
      accepts: [{ m: "x" }],
      refuses: [{}, { m: 7 }],
    },
  ]);
});
