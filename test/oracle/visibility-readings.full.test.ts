/**
 * What members are there where several schemas speak of them, one case for each sentence of DESIGN §6 and each reading of it
 * (ADR 55): the verdicts are told from the text. The reference composer, the composed types and the surface in parts give
 * the same.
 */

import { describe, expect, it } from "vitest";
import { subset } from "@proto-gen/runtime/schema";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { GenerateOptions } from "../../src/generate.js";
import { emitted, type Emitted } from "../support/oracle/emitted.js";
import { vendorProfile, type VendorCapability } from "../support/oracle/vendor.js";

const ROOT = "com.acme.thing";
const BASE = { $ref: "https://acme.com/thing.json" };

interface Case {
  readonly title: string;
  /** What DESIGN §6 says, or which reading of it. */
  readonly says: string;
  readonly base: JsonObject;
  /** Whole documents by the last segment of their name; `extends` is the root where `parents` has nothing. */
  readonly extensions: Readonly<Record<string, JsonObject>>;
  readonly parents?: Readonly<Record<string, readonly string[]>>;
  readonly operation: "create" | "update";
  /** All of them, unless some are named. */
  readonly active?: readonly string[];
  readonly accepts: readonly Json[];
  readonly refuses: readonly Json[];
}

const string = { type: "string" };
const omit = { proto_request: "omit" };
const optional = { proto_request: "optional" };
/** Gives the root a view of each operation, which differ. */
const id = { ...string, proto_request: { create: "omit", update: "optional" } };

function entry(schema: JsonObject, beside: JsonObject = {}): JsonObject {
  return { ...beside, $defs: { [ROOT]: schema } };
}

const hides = entry({ properties: { m: omit } });
const gives = entry({ properties: { m: optional } });
const other = entry({ properties: { o: string } });
const asksM = { $defs: { asks: { required: ["m"] } } };
const toAsks = { $ref: "#/$defs/asks" };

const CASES: readonly Case[] = [
  ...(
    [
      ["then", { if: { required: ["a"] }, then: toAsks }],
      ["else", { if: { required: ["z"] }, else: toAsks }],
      ["anyOf", { anyOf: [toAsks] }],
      ["oneOf", { oneOf: [toAsks] }],
      ["dependentSchemas", { dependentSchemas: { a: toAsks } }],
    ] as const
  ).map(([keyword, asking]): Case => ({
    title: `an omitted member that the base requires in \`${keyword}\`, behind a \`$ref\``,
    says: "an omitted property leaves every `required` of the same instance; inline it does",
    base: { properties: { m: string }, ...asking, ...asksM },
    extensions: { hides },
    operation: "create",
    accepts: [{ a: 1 }, { a: 1, m: 7 }],
    refuses: [7],
  })),
  {
    title: "an extension with one request view annotates a member by operation",
    says: "`N_shared_request` is taken as `create`, also in an update",
    base: { properties: { m: string } },
    extensions: {
      shared: entry(
        { properties: { m: { proto_request: { create: "omit", update: "required" } } } },
        { proto_shared_request: true },
      ),
    },
    operation: "update",
    accepts: [{}, { m: 7 }],
    refuses: [7],
  },
  {
    title:
      "an extension with one request view refers to the base, which has one for each operation",
    says: "reading 11: the base is seen in the view that was asked for",
    base: { properties: { m: { ...string, proto_request: { create: "required" } } } },
    extensions: { shared: entry({ allOf: [BASE] }, { proto_shared_request: true }) },
    operation: "update",
    accepts: [{}, { m: "x" }],
    refuses: [{ m: 7 }],
  },
  {
    title: "an extension omits what its base asks for in an `if`",
    says: "a member whose name is asked for in an `if` keeps being asked",
    base: {
      properties: { m: string },
      if: { properties: { m: { const: "x" } }, required: ["m"] },
      then: { required: ["a"] },
    },
    extensions: { hides },
    operation: "create",
    accepts: [{}, { m: "y" }, { m: "x", a: 1 }],
    refuses: [{ m: "x" }],
  },
  {
    title: "an extension omits what its base asks for in a `not`",
    says: "a member whose name is asked for in a `not` keeps being asked",
    base: {
      properties: { m: string },
      not: { properties: { m: { const: "x" } }, required: ["m"] },
    },
    extensions: { hides },
    operation: "create",
    accepts: [{}, { m: "y" }],
    refuses: [{ m: "x" }],
  },
  {
    title: "a member that is annotated in the `if` that asks for it",
    says: "reading 8: the property goes, and the member keeps being asked",
    base: {
      if: { properties: { m: { const: "x", ...omit } }, required: ["m"] },
      then: { required: ["a"] },
    },
    extensions: { other },
    operation: "create",
    accepts: [{}, { m: "x", a: 1 }],
    refuses: [{ m: "x" }, { m: "y" }],
  },
  {
    title: "an extension omits what its base has in `then`, too",
    says: "reading 7: a `then` is no branch of an `allOf`; within one schema it is seen so",
    base: {
      properties: { m: string },
      if: { required: ["a"] },
      then: { properties: { m: { minLength: 2 } } },
    },
    extensions: { hides },
    operation: "create",
    accepts: [{ m: "x" }, { a: 1 }, { a: 1, m: "xy" }],
    refuses: [{ a: 1, m: "x" }],
  },
  {
    title: "a member is optional in one branch, and required in `then`",
    says: "reading 7: a `then` is no branch of an `allOf`; within one schema it is seen so",
    base: {
      allOf: [{ properties: { m: optional } }, { properties: { m: string } }],
      if: { required: ["a"] },
      then: { properties: { m: { minLength: 2 } }, required: ["m"] },
    },
    extensions: { other },
    operation: "create",
    accepts: [{}, { m: "x" }, { a: 1, m: "xy" }],
    refuses: [{ a: 1 }, { a: 1, m: "x" }],
  },
  {
    title: "an `allOf` in `then`, one branch of which omits what the other requires",
    says: "an omitted property leaves every `required` of the same instance, in `then`, too",
    base: {
      if: { required: ["a"] },
      then: {
        allOf: [{ properties: { m: omit } }, { properties: { m: string }, required: ["m"] }],
      },
    },
    extensions: { other },
    operation: "create",
    accepts: [{}, { a: 1 }, { a: 1, m: 7 }],
    refuses: [7],
  },
  {
    title: "a base omits in one branch what it has in another, and an extension makes it optional",
    says: "reading 1: the last annotation of all holds, not that of the inner `allOf`",
    base: { allOf: [{ properties: { m: omit } }, { properties: { m: string } }] },
    extensions: { gives },
    operation: "create",
    accepts: [{}, { m: "x" }],
    refuses: [{ m: 7 }],
  },
  {
    title: "an omitted member that `dependentRequired` begins with",
    says: "reading 9: it asks, as an `if` does",
    base: { properties: { m: { ...string, ...omit } }, dependentRequired: { m: ["a"] } },
    extensions: { other },
    operation: "create",
    accepts: [{}, { m: 7, a: 1 }],
    refuses: [{ m: 7 }],
  },
  {
    title:
      "an extension that refers to its base narrows what that omits, and a later one makes it optional",
    says: "the last annotation of all branches holds for a property without one",
    base: { properties: { m: { ...string, ...omit } } },
    extensions: {
      a: entry({ allOf: [BASE, { properties: { m: { minLength: 2 } } }] }),
      b: gives,
    },
    operation: "create",
    accepts: [{}, { m: "xy" }, { m: 7 }],
    refuses: [{ m: "x" }],
  },
  {
    title:
      "an extension that refers to its base requires what that omits, and a later one makes it optional",
    says: "an omit that does not come last leaves the `required` of other parts as it is",
    base: { properties: { m: { ...string, ...omit } } },
    extensions: { a: entry({ allOf: [BASE, { if: {}, then: { required: ["m"] } }] }), b: gives },
    operation: "create",
    accepts: [{ m: "x" }],
    refuses: [{}],
  },
  {
    title: "a subset without the parent that made an extension come later",
    says: "every subset's verdict equals that of the subset composed alone: there `a` comes before `c`",
    base: { properties: { m: string } },
    extensions: {
      a: entry({ properties: { m: { proto_request: "required" } } }),
      c: hides,
      e: other,
    },
    parents: { a: ["com.acme.e", ROOT] },
    operation: "create",
    active: ["com.acme.a", "com.acme.c"],
    accepts: [{}, { m: 7 }],
    refuses: [7],
  },
];

describe("what a schema takes from the others of an instance", () => {
  const known = new Map<string, Promise<Emitted>>();
  function emittedOnce(name: string, options: GenerateOptions): Promise<Emitted> {
    const both = known.get(name) ?? emitted(name, options);
    known.set(name, both);
    return both;
  }

  function profileOf({ base, extensions, parents }: Case): GenerateOptions {
    const { $defs, ...rest } = base;
    const properties = { id, ...(base["properties"] as JsonObject) };
    const schema = {
      type: "object",
      ...rest,
      properties,
      ...($defs === undefined ? {} : { $defs }),
    };
    const vendors = Object.entries(extensions).map(([name, document]): VendorCapability => ({
      name: `com.acme.${name}`,
      extends: parents?.[name] ?? ROOT,
      schema: document,
    }));
    return vendorProfile([], [{ name: ROOT, schema }, ...vendors]);
  }

  for (const each of CASES) {
    const { title, says, operation, accepts, refuses } = each;
    const name = `reading-${title.replaceAll(/\W+/g, "-")}`;
    const view = { direction: "request", operation } as const;
    const all = Object.keys(each.extensions).map((name) => `com.acme.${name}`);
    const active = each.active ?? all;
    const verdicts = (isValid: (value: unknown) => boolean): Json[] =>
      [...accepts, ...refuses].filter((value) => isValid(value));

    it(`${title}: the reference, since ${says}`, async () => {
      const { reference } = await emittedOnce(name, profileOf(each));
      expect(verdicts(reference.composed({ root: ROOT, key: "" }, view, active))).toEqual(accepts);
    });

    it(`${title}: the surface, composed alone`, async () => {
      const type = operation === "create" ? "ThingCreateRequest" : "ThingUpdateRequest";
      const both =
        active === all
          ? emittedOnce(name, profileOf(each))
          : emittedOnce(`${name}-alone`, { ...profileOf(each), capabilities: [ROOT, ...active] });
      const validator = await (await both).validator("index", type);
      expect(verdicts((value) => validator.is(value))).toEqual(accepts);
    });

    it(`${title}: in parts`, async () => {
      const both = await emittedOnce(name, profileOf(each));
      const part = (await both.surface())[ROOT]?.[`request.${operation}`];
      if (part === undefined) throw new Error(`the surface has no ${operation} request`);
      const { is } = subset(part, new Set(active));
      expect(verdicts((value) => is(value))).toEqual(accepts);
    });
  }

  describe("a capability that extends nothing, and has an entry for a root", () => {
    // "each other active capability that has `$defs[R]` contributes it, whether its declaration has `extends` or not"
    const response = { direction: "response" } as const;
    const bare = (): Promise<Emitted> =>
      emittedOnce(
        "reading-extends-nothing",
        vendorProfile(
          [],
          [
            { name: ROOT, schema: { type: "object" } },
            { name: "com.acme.cart", schema: entry({ properties: { cart_id: string } }) },
          ],
        ),
      );

    it("contributes it: the reference", async () => {
      const { reference } = await bare();
      const isValid = reference.composed({ root: ROOT, key: "" }, response, ["com.acme.cart"]);
      expect([{ cart_id: "x" }, { cart_id: 7 }].map(isValid)).toEqual([true, false]);
    });

    it("contributes it: the surface", async () => {
      const { is } = await (await bare()).validator("index", "Thing");
      expect([{ cart_id: "x" }, { cart_id: 7 }].map((value) => is(value))).toEqual([true, false]);
    });
  });

  it("a root with one request view, extended by operation, can be generated", async () => {
    // `N_shared_request`: one request view for all operations, that of `create`.
    const schema = { type: "object", proto_shared_request: true, properties: { m: string } };
    const extension = entry({
      properties: { n: { proto_request: { create: "omit", update: "required" } } },
    });
    await emitted(
      "reading-shared-root",
      vendorProfile(
        [],
        [
          { name: ROOT, schema },
          { name: "com.acme.other", extends: ROOT, schema: extension },
        ],
      ),
    );
  });
});
