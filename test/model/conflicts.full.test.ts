/** Compositions that leave a member no value, or whose schemas do not merge, are told (DESIGN §6). */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { formatDiagnostic, type Diagnostic } from "../../src/errors.js";
import { generate } from "../../src/generate.js";
import { extensionOf, vendorProfile } from "../support/oracle/vendor.js";
import { withinCpuTime } from "../support/cpu-time.js";

const ROOT = "com.acme.thing";

async function noticesOf(base: Json, ...additions: readonly Json[]): Promise<string[]> {
  const notices = await diagnosticsOf(base, ...additions);
  return notices.map(({ code, message, place }) => `${code} ${message} ${place?.pointer}`);
}

async function diagnosticsOf(
  base: Json,
  ...additions: readonly Json[]
): Promise<readonly Diagnostic[]> {
  const schema = { type: "object", ...(base as object) };
  const extensions = additions.map((addition, index) => ({
    name: `com.acme.${["gift", "wrap"][index]}`,
    extends: ROOT,
    schema: extensionOf(ROOT, addition),
  }));
  const { notices } = await generate(vendorProfile([], [{ name: ROOT, schema }, ...extensions]));
  // The profiles have no services, and nothing to call.
  return notices.filter(({ code }) => code !== "PROFILE_NO_CLIENT");
}

/** Of a member of a member. */
function age(schema: Json, required: readonly string[] = []): Json {
  return { properties: { buyer: { type: "object", required, properties: { age: schema } } } };
}

describe("an extension and its base", () => {
  it("that want different types of one member are told, with both capabilities and the place", async () => {
    const [notice] = await noticesOf(
      { properties: { note: { type: "string" } } },
      { properties: { note: { type: "integer" } } },
    );
    expect(notice).toMatch(
      /^COMPOSE_UNSATISFIABLE .*com\.acme\.thing wants \["string"\], com\.acme\.gift wants \["integer"\]/,
    );
    expect(notice).toMatch(/\/properties\/note$/);
  });

  it("that want different values of one member are told", async () => {
    const [notice] = await noticesOf(
      { properties: { kind: { enum: ["a"] } } },
      { properties: { kind: { const: "b" } } },
    );
    expect(notice).toMatch(/^COMPOSE_UNSATISFIABLE .*wants \["a"\].*wants \["b"\]/);
  });

  it("whose patterns and closing do not merge are an intersection, said once", async () => {
    const notices = await noticesOf(
      { patternProperties: { "^o": { minLength: 2 } } },
      { additionalProperties: { type: "string" } },
    );
    expect(notices.filter((notice) => notice.startsWith("COMPOSE_MERGED_CONFLICT"))).toHaveLength(
      1,
    );
  });

  it("that agree are not mentioned", async () => {
    expect(
      await noticesOf(
        { properties: { note: { type: "string" } } },
        { properties: { note: { type: "string", minLength: 2 } } },
      ),
    ).toEqual([]);
  });
});

describe("what contradicts below a member", () => {
  const SAID = "COMPOSE_UNSATISFIABLE capabilities/com/acme/gift Thing at /buyer/age: ";

  it.each<[string, Json, Json, string]>([
    ["types", { type: "string" }, { type: "integer" }, 'wants ["string"], G wants ["integer"]'],
    ["values", { enum: ["a"] }, { enum: ["b", "c"] }, 'wants ["a"], G wants ["b","c"]'],
    [
      "a most and a least",
      { type: "integer", maximum: 3 },
      { minimum: 4 },
      "wants maximum 3, G wants minimum 4",
    ],
    [
      "bounds between which no integer is",
      { type: "integer", exclusiveMaximum: 4 },
      { exclusiveMinimum: 3 },
      "wants exclusiveMaximum 4, G wants exclusiveMinimum 3",
    ],
    [
      "lengths",
      { type: "string", maxLength: 3 },
      { minLength: 4 },
      "wants maxLength 3, G wants minLength 4",
    ],
    [
      "numbers of items",
      { type: "array", maxItems: 1 },
      { minItems: 2 },
      "wants maxItems 1, G wants minItems 2",
    ],
    [
      "values and a pattern",
      { enum: ["ab"] },
      { pattern: "^b" },
      'wants ["ab"], G wants pattern "^b"',
    ],
    [
      "a value and every branch of a union",
      { type: "string", const: "a" },
      { anyOf: [{ const: "b" }, { minLength: 2 }] },
      'wants ["a"], G wants ["b"]',
    ],
  ])("%s", async (_, base, addition, wants) => {
    const [notice, ...others] = await noticesOf(age(base), age(addition));
    expect(notice).toContain(`${SAID}com.acme.thing ${wants.replace("G", "com.acme.gift")}`);
    expect(notice).toContain("so no valid value has /buyer/age");
    expect(others).toEqual([]);
  });

  it("is said of two extensions that do not know each other, in what has both", async () => {
    const notices = await noticesOf({}, age({ type: "string" }), age({ type: "integer" }));
    expect(notices).toEqual([
      expect.stringContaining(
        'index Thing at /buyer/age: com.acme.gift wants ["string"], com.acme.wrap wants ["integer"]',
      ),
    ]);
  });

  it("is said with both places, what is lost and what to do", async () => {
    const [notice] = await diagnosticsOf(
      age({ type: "string" }, ["age"]),
      age({ type: "integer" }),
    );
    expect(notice && formatDiagnostic(notice)).toMatch(
      new RegExp(
        [
          "^warning: COMPOSE_UNSATISFIABLE: .* at /buyer/age: .*: no value satisfies both, so no valid value has /buyer",
          "  acme.com/gift.json:\\d+:\\d+ \\(/\\$defs/com.acme.thing/allOf/1/properties/buyer/properties/age\\)",
          '  the schema of com.acme.thing wants \\["string"\\]: acme.com/thing.json:\\d+:\\d+ \\(/properties/buyer/properties/age\\)',
          "  make both allow a common value, or rename one of the members$",
        ].join("\n"),
      ),
    );
  });

  it("that is needed all the way up leaves nothing valid", async () => {
    const base = { ...(age({ type: "string" }, ["age"]) as object), required: ["buyer"] };
    await expect(noticesOf(base, age({ type: "integer" }))).rejects.toThrow(
      /^COMPOSE_CONTRADICTION: .*no value satisfies both, so nothing is valid/,
    );
  });

  it("is found in items, through references, and in what does not merge", async () => {
    const base = {
      properties: { lines: { type: "array", items: { $ref: "#/$defs/line" } } },
      $defs: {
        line: {
          type: "object",
          unevaluatedProperties: false,
          properties: { n: { type: "string" } },
        },
      },
    };
    const addition = {
      properties: { lines: { items: { properties: { n: { type: "integer" } } } } },
    };
    const notices = await noticesOf(base, addition);
    expect(notices).toContainEqual(
      expect.stringMatching(
        /^COMPOSE_UNSATISFIABLE capabilities\/com\/acme\/gift Line at \/n: com\.acme\.thing wants \["string"\], com\.acme\.gift wants \["integer"\]/,
      ),
    );
  });

  it.each<[string, Json, Json, string]>([
    [
      "a required member",
      { type: "object", required: ["a"], properties: { a: { type: "string" } } },
      { properties: { a: { type: "integer" } } },
      "/buyer/age",
    ],
    [
      "a required item",
      { type: "array", minItems: 1, items: { type: "string" } },
      { items: { type: "integer" } },
      "/buyer/age",
    ],
    [
      "an item that there must be one of",
      { type: "array", contains: { type: "string" } },
      { items: { type: "integer" } },
      "/buyer/age",
    ],
    [
      "a member of any type's value",
      { required: ["a"], properties: { a: { type: "string" } } },
      { properties: { a: { type: "integer" } } },
      "/buyer/age/a",
    ],
    [
      "an item that may be none",
      { type: "array", contains: { type: "string" }, minContains: 0 },
      { items: { type: "integer" } },
      "/buyer/age/*",
    ],
    [
      "any item",
      { type: "array", items: { type: "string" } },
      { items: { type: "integer" } },
      "/buyer/age/*",
    ],
    [
      "any member",
      { type: "object", additionalProperties: { type: "string" } },
      { additionalProperties: { type: "integer" } },
      "/buyer/age/*",
    ],
  ])("and is in %s is lost with the place that needs it", async (_, base, addition, lost) => {
    const [notice] = await noticesOf(age(base), age(addition));
    expect(notice).toContain(`so no valid value has ${lost} `);
  });

  it("is found in the type that has it, and not again where others refer to it", async () => {
    const line = { type: "object", properties: { n: { type: "string" } } };
    const base = {
      properties: { first: { $ref: "#/$defs/zebra" }, next: { items: { $ref: "#/$defs/zebra" } } },
      $defs: { zebra: { ...line, allOf: [{ properties: { n: { type: "integer" } } }] } },
    };
    expect(await noticesOf(base, {})).toEqual([expect.stringContaining(" Zebra at /n: ")]);
  });

  it("is said of values that extensions add to, with the place of the enum that has them", async () => {
    const anchored = { $dynamicAnchor: "colour", enum: ["red", "blue"] };
    const anyOf = [anchored, { $dynamicRef: "#colour" }];
    const [notice] = await diagnosticsOf(
      { properties: { colour: { title: "Colour", anyOf } } },
      { properties: { colour: { const: "black" } } },
    );
    expect(notice?.message).toContain('com.acme.thing wants ["red","blue"]');
    const places = notice?.related?.map(({ place }) => place.pointer);
    expect(places).toEqual(["/properties/colour/anyOf/0"]);
  });

  it("is found where a recursive schema meets another, which ends", async () => {
    const node = (property: Json): Json => ({
      $ref: "#/$defs/node",
      $defs: {
        node: { properties: { next: { $ref: "#/$defs/node" }, age: property }, type: "object" },
      },
    });
    const addition: Json = {
      properties: { next: { properties: { next: { properties: { age: { type: "integer" } } } } } },
    };
    const notices = await noticesOf(node({ type: "string" }), addition);
    expect(notices).toEqual([expect.stringContaining(" at /age: ")]);
  });

  it("is a member that a closed object does not know", async () => {
    const base = { properties: { buyer: { type: "object", additionalProperties: false } } };
    const [notice] = await noticesOf(base, age({ type: "string" }));
    expect(notice).toContain(
      'at /buyer/age: com.acme.thing wants no member "age", com.acme.gift wants a member "age"',
    );
  });

  it("is no member that an extension forbids, unless it is required", async () => {
    expect(await noticesOf(age({ type: "string" }), age(false))).toEqual([]);
    expect(await noticesOf(age({ type: "string" }, ["age"]), age(false))).toEqual([
      expect.stringContaining('wants no member "age"'),
    ]);
  });

  it.each<[string, Json, Json]>([
    ["bounds that only numbers have", { maximum: 3 }, { minimum: 4 }],
    ["a type that is left", { type: ["string", "null"], maxLength: 1 }, { minLength: 2 }],
    [
      "a branch that is left",
      { type: "string" },
      { anyOf: [{ type: "integer" }, { minLength: 2 }] },
    ],
    ["one value that is left", { enum: ["a", "b"] }, { enum: ["b"] }],
    ["what is only asked", {}, { not: { allOf: [{ type: "string" }, { type: "integer" }] } }],
    ["lists that are empty", { type: "array", items: { type: "string" } }, { items: false }],
    [
      "an integer that is a number",
      { type: "integer", minimum: 1 },
      { type: "number", maximum: 1 },
    ],
  ])("is not %s", async (_, base, addition) => {
    expect(await noticesOf(age(base), age(addition))).toEqual([]);
  });
});

describe("schemas below a member that do not merge", () => {
  it("are told, with both places", async () => {
    const [notice] = await diagnosticsOf(
      { properties: { buyer: { type: "object", additionalProperties: { type: "string" } } } },
      { properties: { buyer: { patternProperties: { "^x": { minLength: 2 } } } } },
    );
    expect(notice && formatDiagnostic(notice)).toMatch(
      new RegExp(
        [
          "^warning: COMPOSE_MERGED_CONFLICT: .*the schemas of com.acme.thing and com.acme.gift cannot be merged.*",
          "  acme.com/gift.json.*",
          "  the schema of com.acme.thing: acme.com/thing.json.* \\(/properties/buyer\\)",
          "  list the members explicitly, or put the constraint in only one of the schemas$",
        ].join("\n"),
      ),
    );
  });
});

describe("many recursive schemas of different lengths", () => {
  it("end in bounded time", async () => {
    const cycle = (length: number, name: string): [string, Json][] =>
      Array.from({ length }, (_, index) => [
        `${name}${index}`,
        { properties: { next: { $ref: `#/$defs/${name}${(index + 1) % length}` } } },
      ]);
    const lengths = [2, 3, 5, 7, 11, 13, 17, 19];
    const schema: Json = {
      allOf: lengths.map((length) => ({ $ref: `#/$defs/c${length}_0` })),
      $defs: Object.fromEntries(lengths.flatMap((length) => cycle(length, `c${length}_`))),
    };
    expect(await withinCpuTime(20_000, () => noticesOf(schema, {}))).toEqual([]);
  });
});
