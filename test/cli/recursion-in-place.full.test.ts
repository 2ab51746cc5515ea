/**
 * A schema that leads back to itself for the same value is refused by every command, whatever keywords lead back
 * (JSON Schema 2020-12 Core §9.4.1). One that leads back from a smaller value is a tree, and works.
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  diagnosticsIn,
  giftSchema,
  release,
  runTool,
  SCHEMAS,
  type Release,
  type ReleaseFiles,
} from "../support/release.js";

const SELF = { $ref: "#/$defs/self" };
const OTHER = { $ref: "#/$defs/other" };
const TEXT = { type: "string" };
const ASKS = { required: ["asked"] };

/** Each leads from `self` back to `self`, for the same value. */
const CYCLES: readonly [string, object, object?][] = [
  ["$ref", SELF],
  ["$dynamicRef", { $dynamicRef: "#/$defs/self" }],
  ["allOf", { allOf: [TEXT, SELF] }],
  ["anyOf", { anyOf: [SELF, TEXT] }],
  ["oneOf", { oneOf: [TEXT, SELF] }],
  ["not", { not: SELF }],
  ["two nots", { not: { not: SELF } }],
  ["if", { if: SELF, then: TEXT }],
  ["if alone", { if: SELF }],
  ["then", { if: ASKS, then: SELF }],
  ["else", { if: ASKS, else: SELF }],
  ["dependentSchemas", { dependentSchemas: { a: SELF } }],
  ["a branch that says more", { anyOf: [{ ...SELF, minLength: 1 }, TEXT] }],
  ["allOf in anyOf", { anyOf: [{ allOf: [SELF, TEXT] }] }],
  [
    "many mixed branches, of which each order would be tried",
    { anyOf: Array.from({ length: 9 }, (_, min) => ({ allOf: [SELF, { minLength: min }] })) },
  ],
  ["another schema", { anyOf: [OTHER] }, { oneOf: [TEXT, { not: SELF }] }],
  ["another schema that is only a reference", { not: OTHER }, SELF],
  [
    "schemas that are not merged",
    { allOf: [OTHER], unevaluatedProperties: false },
    { allOf: [SELF], unevaluatedProperties: false },
  ],
  ["itself beside members", { type: "object", properties: { a: TEXT }, not: SELF }],
];

/** Each leads back to `self` for a member, an item or a name, or not at all. */
const TREES: readonly [string, object][] = [
  ["properties", { type: "object", properties: { a: SELF } }],
  ["anyOf below properties", { type: "object", properties: { a: { anyOf: [SELF, TEXT] } } }],
  ["not below items", { type: "array", items: { not: SELF } }],
  ["prefixItems", { type: "array", prefixItems: [SELF] }],
  ["contains", { type: "array", contains: SELF }],
  ["additionalProperties", { type: "object", additionalProperties: SELF }],
  ["patternProperties", { type: "object", patternProperties: { "^a": SELF } }],
  ["propertyNames", { propertyNames: SELF }],
  ["unevaluatedProperties", { type: "object", unevaluatedProperties: SELF }],
  ["unevaluatedItems", { type: "array", unevaluatedItems: SELF }],
  ["a branch's member", { anyOf: [TEXT, { type: "object", properties: { a: SELF } }] }],
  ["a then without an if", { then: SELF }],
  ["contentSchema, which is not applied", { type: "string", contentSchema: SELF }],
  ["two branches that meet", { anyOf: [OTHER, { allOf: [OTHER] }] }],
];

function withSelf(self: object, other: object = TEXT): ReleaseFiles {
  return {
    schemas: {
      "checkout.json": checkoutSchema({ gift: SELF }, { $defs: { self, other } }),
    },
  };
}

/** Every command that reads the schemas of a release, and the exit code where it refuses them. */
function commandsOf({ args, profile, schemas, directory }: Release): [number, string[]][] {
  const input = ["--profile", profile, "--schemas", `${schemas}=${SCHEMAS}`];
  const file = path.join(schemas, "checkout.json");
  const payload = path.join(directory, "payload.json");
  writeFileSync(payload, `{"id": "1", "total": 1, "gift": "text"}`);
  return [
    [3, [...args]],
    [3, ["list", ...input]],
    [3, ["inspect", "Checkout", ...input]],
    [3, ["resolve", "Checkout", ...input]],
    [3, ["resolve", file]],
    [3, ["validate", payload, "--type", "Checkout", ...input]],
    [3, ["validate", payload, "--schema", file]],
    [3, ["validate", payload, "--schema", `${file}#/$defs/self`]],
    [3, ["mock", "--port", "0", ...input]],
    [3, ["scaffold", "--into", path.join(directory, "handlers.ts"), ...input]],
    [1, ["lint", schemas]],
  ];
}

describe("recursion in place", () => {
  it.each(CYCLES)("is refused by generate and by lint: %s", async (_, self, other) => {
    const given = release(withSelf(self, other));
    const result = await runTool([...given.args, "--json"]);
    expect(result.code).toBe(3);
    expect(diagnosticsIn(result)).toMatchObject([{ code: "MODEL_RECURSION" }]);
    const linted = await runTool(["lint", given.schemas]);
    expect(linted.out).toContain("MODEL_RECURSION");
    expect(linted.code).toBe(1);
  });

  it.each(TREES)(
    "is not what leads back through a smaller value, or never: %s",
    async (_, self) => {
      const given = release(withSelf(self));
      expect(await runTool(given.args)).toMatchObject({ code: 0 });
      const linted = await runTool(["lint", given.schemas]);
      expect(linted.out).not.toContain("MODEL_RECURSION");
    },
  );

  it("is refused by every command", async () => {
    const given = release(withSelf({ anyOf: [SELF, TEXT] }));
    for (const [expected, command] of commandsOf(given)) {
      const { code, out, err } = await runTool(command);
      expect(out + err, command[0]).toContain("MODEL_RECURSION");
      expect(code, command[0]).toBe(expected);
    }
  });

  it("is refused by diff, on the side that has it", async () => {
    const sound = release(withSelf(TEXT));
    const broken = release(withSelf({ not: SELF }));
    const { code, err } = await runTool(["diff", sound.schemas, broken.schemas]);
    expect(err).toContain("MODEL_RECURSION");
    expect(code).toBe(3);
  });

  it("names every member of the cycle, with its place and the keyword that leads to it", async () => {
    const given = release(withSelf({ anyOf: [TEXT, OTHER] }, { not: SELF }));
    const { err } = await runTool(given.args);
    const text = readFileSync(path.join(given.schemas, "checkout.json"), "utf8").split("\n");
    const places = [...err.matchAll(/checkout\.json:(\d+):(\d+) \((.*)\)/g)];
    expect(
      places.map(([, line, column, pointer]) => [
        text[Number(line) - 1]?.[Number(column) - 1],
        pointer,
      ]),
    ).toEqual([
      ["{", "/$defs/self"],
      ["{", "/$defs/self/anyOf/1"],
      ["{", "/$defs/other"],
      ["{", "/$defs/other/not"],
    ]);
    expect(err).toMatch(/by anyOf: .*\n.*by \$ref: .*\n.*by not: /);
  });

  it("is found in what one view alone has", async () => {
    const gift = { ...SELF, proto_request: "omit" };
    const $defs = { self: { not: SELF } };
    const given = release({ schemas: { "checkout.json": checkoutSchema({ gift }, { $defs }) } });
    expect(await runTool(given.args)).toMatchObject({ code: 3 });
  });

  it("is found in a cycle that an extension closes through the root", async () => {
    const gift = giftSchema({}) as { readonly $defs: Record<string, { readonly allOf: object[] }> };
    gift.$defs[CHECKOUT]?.allOf.push({ anyOf: [{ $ref: `#/$defs/${CHECKOUT}` }, ASKS] });
    const given = release({ capabilities: checkoutAndGift(), schemas: { "gift.json": gift } });
    const { code, err } = await runTool(given.args);
    expect(err).toContain("gift.json");
    expect(code).toBe(3);
    expect(await runTool(["lint", given.schemas])).toMatchObject({ code: 1 });
  });

  it("is found in a dynamic scope that has it, and in no other", async () => {
    const tree = {
      $id: `${SCHEMAS}/tree.json`,
      $dynamicAnchor: "node",
      type: "object",
      anyOf: [{ $dynamicRef: "leaf.json#choice" }, ASKS],
    };
    const leaf = { $id: `${SCHEMAS}/leaf.json`, $dynamicAnchor: "choice", type: "object" };
    const strict = {
      $id: `${SCHEMAS}/strict.json`,
      $dynamicAnchor: "choice",
      $ref: "tree.json",
    };
    const files = (name: string): ReleaseFiles => ({
      schemas: {
        "tree.json": tree,
        "leaf.json": leaf,
        "strict.json": strict,
        "checkout.json": checkoutSchema({ gift: { $ref: `${name}.json` } }),
      },
    });
    expect(await runTool(release(files("tree")).args)).toMatchObject({ code: 0 });
    const { code, err } = await runTool(release(files("strict")).args);
    expect(err).toContain("MODEL_RECURSION");
    expect(err).toMatch(/by \$dynamicRef: .*strict\.json|strict\.json(.|\n)*by anyOf/);
    expect(code).toBe(3);
  });

  it("is linted in schemas that no capability reaches, once for each cycle", async () => {
    const $defs = {
      first: { not: { $ref: "#/$defs/first" } },
      second: { anyOf: [{ $ref: "#/$defs/third" }], examples: [1] },
      third: { oneOf: [{ $ref: "#/$defs/second" }] },
      user: { type: "object", properties: { a: { $ref: "#/$defs/third" } }, examples: [{ a: 1 }] },
    };
    const given = release({
      capabilities: capability(CHECKOUT),
      schemas: { "other.json": { $id: `${SCHEMAS}/other.json`, $defs } },
    });
    expect(await runTool(given.args)).toMatchObject({ code: 0 });
    const { code, out } = await runTool(["lint", given.schemas]);
    expect(out.match(/MODEL_RECURSION/g)).toHaveLength(2);
    expect(code).toBe(1);
  });

  it.each([
    [90, "MODEL_RECURSION"],
    [8_000, "SCHEMA_TOO_LARGE"],
  ])("is refused in a cycle of %i schemas", async (length, expected) => {
    const links = Array.from({ length }, (_, index) => [
      `link${index}`,
      { not: { $ref: `#/$defs/link${(index + 1) % length}` } },
    ]);
    const given = release({
      schemas: {
        "checkout.json": checkoutSchema(
          { gift: { $ref: "#/$defs/link0" } },
          { $defs: Object.fromEntries(links) as object },
        ),
      },
    });
    const { code, err } = await runTool(given.args);
    expect(err).toContain(expected);
    expect(code).toBe(3);
  });
});
