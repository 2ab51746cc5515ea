/** Extensions that random ones have led to, each cut down to what it takes. */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { ProtoGenError } from "../../src/errors.js";
import { generate } from "../../src/generate.js";
import { emitted } from "../support/oracle/emitted.js";
import { judgeSet, type Judgement } from "../support/oracle/judge-set.js";
import { createRandom } from "../support/oracle/random.js";
import { extensionOf, vendorProfile, type VendorCapability } from "../support/oracle/vendor.js";

const ROOT = "com.acme.thing";

function root(schema: JsonObject, name = ROOT): VendorCapability {
  return { name, schema: { type: "object", ...schema } };
}

function extension(name: string, addition: Json): VendorCapability {
  return { name: `com.acme.${name}`, extends: ROOT, schema: extensionOf(ROOT, addition) };
}

/** Makes requests of two operations that differ from the response. */
const id: Json = { type: "string", proto_request: { create: "omit", update: "required" } };
const hides = (member: string): Json => ({
  properties: { [member]: { proto_request: { create: "omit" } } },
});

interface Case {
  readonly title: string;
  readonly capabilities: readonly VendorCapability[];
  readonly payloads: readonly Json[];
}

const CASES: readonly Case[] = [
  {
    title: "a bound of the base holds for the extension's enum",
    capabilities: [
      root({ properties: { n: { type: "number", minimum: 0 } } }),
      extension("ext", { properties: { n: { enum: [-1, 1] } } }),
    ],
    payloads: [{ n: -1 }, { n: 1 }, { n: 2 }, {}],
  },
  {
    title: "an extension's integer holds beside the number of the base, and the other way round",
    capabilities: [
      root({ properties: { n: { type: "number" }, i: { type: ["integer", "null"] } } }),
      extension("ext", { properties: { n: { type: "integer" }, i: { type: ["number", "null"] } } }),
    ],
    payloads: [{ n: 1 }, { n: 1.5 }, { i: 1 }, { i: 1.5 }, { i: null }],
  },
  {
    title: "a length and a pattern hold beside an enum of one schema",
    capabilities: [
      root({
        properties: {
          s: { type: "string", enum: ["a", "bb", "b1"], minLength: 2, pattern: "^[a-z]+$" },
        },
      }),
      extension("ext", { required: ["s"] }),
    ],
    payloads: [{ s: "a" }, { s: "bb" }, { s: "b1" }, {}],
  },
  {
    title: "a pattern of the base holds for the extension's const",
    capabilities: [
      root({ properties: { s: { type: ["string", "null"], pattern: "^a" } } }),
      extension("ext", { properties: { s: { const: "b" } } }),
    ],
    payloads: [{ s: "b" }, { s: "a" }, { s: null }, {}],
  },
  {
    title:
      "an extension's own branch may close by unevaluatedProperties, in a root of several views",
    capabilities: [
      root({ properties: { id } }),
      extension("ext", {
        properties: { a: { type: "string" } },
        unevaluatedProperties: { type: "number" },
      }),
    ],
    payloads: [{ id: "x" }, { a: "x" }, { a: 1 }, { b: 1 }, { b: "x" }],
  },
  {
    title: "two branches of one extension: one closes, the other has patterns",
    capabilities: [
      root({ properties: { id } }),
      extension("ext", {
        allOf: [
          { properties: { a: true }, additionalProperties: { type: "string" } },
          { patternProperties: { "^x": { minLength: 2 } } },
        ],
      }),
    ],
    payloads: [{ id: "x" }, { a: 1 }, { x: "12" }, { x: "1" }, { b: 1 }],
  },
  {
    title: "a recursive member of an extension, in a root of several views",
    capabilities: [
      root({ properties: { id } }),
      {
        name: "com.acme.ext",
        extends: ROOT,
        schema: { $defs: { [ROOT]: { properties: { sub: { $ref: `#/$defs/${ROOT}` } } } } },
      },
    ],
    payloads: [{ sub: {} }, { sub: { sub: 7 } }, { sub: 7 }, { id: 7 }],
  },
  {
    title: "an extension hides a member of a base that closes, while another has patterns",
    capabilities: [
      root({
        properties: { id, a: { type: "string" }, o: { type: "string" } },
        additionalProperties: false,
      }),
      extension("hide", hides("a")),
      extension("match", { patternProperties: { "^o": { minLength: 2 } } }),
    ],
    payloads: [{ a: "x" }, { a: 7 }, { o: "12" }, { o: "1" }, { b: 1 }, { id: "x" }],
  },
  {
    title: "two extensions hide different members of a base with unevaluatedProperties",
    capabilities: [
      root({
        properties: { id, a: { type: "string" }, b: { type: "string" } },
        unevaluatedProperties: false,
      }),
      extension("hidea", hides("a")),
      extension("hideb", hides("b")),
    ],
    payloads: [{ a: 7 }, { b: 7 }, { a: "x", b: "x" }, { c: 1 }, { id: "x" }],
  },
  {
    title: "an extension hides a member of another extension that closes",
    capabilities: [
      root({ properties: { id } }),
      extension("adds", { properties: { a: { type: "string" } }, unevaluatedProperties: true }),
      extension("hide", hides("a")),
    ],
    payloads: [{ a: 7 }, { a: "x" }, {}, { id: "x" }],
  },
  {
    title: "an extension hides a member of a base with patterns, while another closes",
    capabilities: [
      root({
        properties: { a: { type: "string" } },
        patternProperties: { "^o": { type: "string" } },
      }),
      extension("hide", hides("a")),
      extension("shut", { additionalProperties: { type: "string" } }),
    ],
    payloads: [{ a: 7 }, { a: "x" }, { o: "x" }, { o: 7 }, { b: 7 }],
  },
  {
    title: "members of a map that are named like inherited ones",
    capabilities: [
      root({
        additionalProperties: {
          properties: { valueOf: { type: "string" } },
          required: ["valueOf"],
        },
      }),
      extension("ext", { patternProperties: { "^o": { required: ["isPrototypeOf"] } } }),
    ],
    payloads: [
      { a: {} },
      { a: { valueOf: "x" } },
      { o: { valueOf: "x", isPrototypeOf: 1 } },
      { o: { valueOf: "x" } },
    ],
  },
];

describe("extensions that random ones have led to", () => {
  it.each(CASES)("$title", async ({ title, capabilities, payloads }) => {
    const both = await emitted(
      `found-${title.replaceAll(/\W+/g, "-").slice(0, 60)}`,
      vendorProfile([], capabilities),
    );
    const random = createRandom(1);
    const set = {
      capabilities,
      protocol: undefined,
      root: ROOT,
      annotated: true,
      payload: () => random.pick(payloads),
    };
    const into: Judgement = { verdicts: 0, accepted: 0, wrong: [] };
    await judgeSet(set, both, random, into);
    expect([...new Set(into.wrong)].slice(0, 3)).toEqual([]);
    expect(into.accepted).toBeGreaterThan(0);
    expect(into.accepted).toBeLessThan(into.verdicts);
  });

  it("a member whose name holds ~ and / is named when an extension weakens it", async () => {
    const name = "a/b~c";
    const options = vendorProfile(
      [],
      [
        root({ properties: { [name]: { type: "string" } }, required: [name] }),
        extension("hide", hides(name)),
      ],
    );
    const error = await generate(options).catch((each: unknown) => each);
    expect(String(error)).toMatch(/^(?:ProtoGenError: )?COMPOSE_WEAKENS_BASE/);
    expect(error).toBeInstanceOf(ProtoGenError);
  });

  it("two roots whose schemas have one name are both in the index", async () => {
    const schema = { type: "object" };
    const options = vendorProfile(
      [],
      [
        { name: "com.acme.thing", schema: { ...schema, required: ["a"] } },
        { name: "com.other.thing", schema: { ...schema, required: ["b"] } },
      ],
    );
    const { files } = await generate(options);
    const index = files.find(({ path }) => path === "index.ts")?.content ?? "";
    expect(index).toContain("./capabilities/com/acme/thing.js");
    expect(index).toContain("./capabilities/com/other/thing.js");
  });
});
