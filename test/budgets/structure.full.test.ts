/**
 * Schemas whose cost is the number of pairs of their parts. Each is done in time that grows as its size, or refused with
 * its place before anything is made of it, by every command. Sizes are chosen so that pairs would take minutes.
 */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { nearest, nearestKeyword } from "../../src/text/nearest.js";
import { withinCpuTime } from "../support/cpu-time.js";
import {
  checkoutSchema,
  diagnosticsIn,
  release,
  runTool,
  SCHEMAS,
  type Release,
} from "../support/release.js";

const TEXT = { type: "string" };

function many<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function named<Item>(count: number, name: string, item: (index: number) => Item): object {
  return Object.fromEntries(many(count, (index) => [`${name}${index}`, item(index)]));
}

function withMember(gift: object, $defs: object = {}): Release {
  // Without indentation: documents are bounded by their bytes.
  return release({
    schemas: { "checkout.json": JSON.stringify(checkoutSchema({ gift }, { $defs })) },
  });
}

/** A chain of definitions; each is made of a reference to the next one. */
function chain(count: number, link: (next: object, index: number) => object): Release {
  const next = (index: number): object => ({ $ref: `#/$defs/link${index}` });
  return withMember(
    next(0),
    named(count + 1, "link", (index) => (index === count ? TEXT : link(next(index + 1), index))),
  );
}

/** The codes with which each command that reads schemas refuses a release. */
async function refusals({ args, profile, schemas }: Release): Promise<readonly string[]> {
  const input = ["--profile", profile, "--schemas", `${schemas}=${SCHEMAS}`];
  const file = path.join(schemas, "checkout.json");
  const commands = [
    [...args],
    ["list", ...input],
    ["inspect", "Checkout", ...input],
    ["mock", "--port", "0", ...input],
    ["resolve", file],
    ["validate", profile, "--schema", file],
    ["diff", schemas, schemas],
  ];
  const codes: string[] = [];
  for (const command of commands) {
    const result = await runTool([...command, "--json"]);
    codes.push(`${result.code} ${diagnosticsIn(result)[0]?.code}`);
  }
  const { code, out } = await runTool(["lint", schemas]);
  return [...codes, `${code} ${/ ([A-Z]+_[A-Z_]+):/.exec(out)?.[1]}`];
}

const REFUSED = [...many(7, () => "3 SCHEMA_TOO_LARGE"), "1 SCHEMA_TOO_LARGE"];

describe("what is refused before the work", () => {
  it.each<[string, () => Release]>([
    ["references", () => chain(1_100, (next) => next)],
    ["allOf", () => chain(1_100, (next, index) => ({ allOf: [next], maxLength: index }))],
    ["anyOf", () => chain(120, (next, index) => ({ anyOf: [next, { maxLength: index }] }))],
    ["oneOf", () => chain(120, (next, index) => ({ oneOf: [next, { maxLength: index }] }))],
    ["not", () => chain(120, (next) => ({ not: next }))],
    ["if", () => chain(120, (next) => ({ if: next, then: TEXT }))],
    ["then", () => chain(120, (next) => ({ if: TEXT, then: next }))],
    ["else", () => chain(120, (next) => ({ if: TEXT, else: next }))],
    ["dependentSchemas", () => chain(120, (next) => ({ dependentSchemas: { a: next } }))],
    [
      "a long name",
      () => withMember({ type: "object", properties: { ["n".repeat(1_001)]: TEXT } }),
    ],
    ["a long required name", () => withMember({ required: ["n".repeat(1_001)] })],
    ["a long definition", () => withMember(TEXT, { ["n".repeat(1_001)]: TEXT })],
    ["a long dependent name", () => withMember({ dependentRequired: { a: ["n".repeat(1_001)] } })],
    [
      "a long pattern for members",
      () => withMember({ patternProperties: { ["n".repeat(1_001)]: TEXT } }),
    ],
    ["a long anchor", () => withMember({ $anchor: "n".repeat(1_001), type: "string" })],
    [
      "many dynamic anchors",
      () =>
        withMember(
          TEXT,
          named(101, "d", (index) => ({ $dynamicAnchor: `anchor${index}` })),
        ),
    ],
    ["a long keyword", () => withMember({ ["x".repeat(1_001)]: 1 })],
  ])("%s, by every command", async (_, make) => {
    expect(await refusals(make())).toEqual(REFUSED);
  });

  it("a chain, at the schema from which it is too long", async () => {
    const result = await runTool([...chain(1_100, (next) => next).args, "--json"]);
    expect(diagnosticsIn(result)[0]).toMatchObject({
      pointer: "/$defs/link99",
      message: "what applies to one value has more than 1,000 schemas",
    });
  });

  it("but no chain through members, and none as long as extensions build", async () => {
    const members = chain(3_000, (next) => ({ type: "object", properties: { next } }));
    expect(await runTool(["lint", members.schemas])).toMatchObject({ code: 0 });
    const nested = chain(400, (next) => ({ allOf: [next] }));
    expect(await runTool(nested.args)).toMatchObject({ code: 0 });
  });

  it("a member of which too many schemas speak", async () => {
    const allOf = many(1_000, (index) => ({
      properties: { [`member${index}`]: TEXT },
      additionalProperties: TEXT,
    }));
    const given = withMember({ type: "object", allOf });
    const result = await runTool([...given.args, "--json"]);
    expect(diagnosticsIn(result)[0]).toMatchObject({
      code: "MODEL_TOO_LARGE",
      message: "the model has more than 200,000 merged schemas",
    });
  });

  it("patterns for members that are tried on too many members", async () => {
    const given = withMember({
      type: "object",
      properties: named(400, "member", () => TEXT),
      patternProperties: named(400, "^pattern", () => TEXT),
    });
    const result = await runTool([...given.args, "--json"]);
    expect(diagnosticsIn(result)[0]).toMatchObject({
      code: "MODEL_TOO_LARGE",
      message: "the model has more than 100,000 pairs of a member and a pattern",
    });
  });
});

describe("diff", () => {
  const conditions = (count: number, value: number): Release =>
    withMember({
      type: "object",
      allOf: many(count, (index) => ({
        if: { properties: { [`key${index}`]: { const: value } } },
        then: { required: [`need${index}`] },
      })),
    });

  it("reports each of many conditions that changed, in time that grows as they do", async () => {
    const [one, same, other] = [conditions(600, 1), conditions(600, 1), conditions(600, 2)];
    expect(await runTool(["diff", one.schemas, same.schemas])).toMatchObject({ code: 0 });
    const args = ["diff", one.schemas, other.schemas, "--json"];
    const result = await withinCpuTime(20_000, () => runTool(args));
    expect(result.code).toBe(1);
    const { changes } = JSON.parse(result.out) as { readonly changes: readonly { rule: string }[] };
    expect(new Set(changes.map(({ rule }) => rule))).toEqual(
      new Set(["condition-added", "condition-removed"]),
    );
    expect(changes).toHaveLength(2 * 600);
  });

  it("follows a chain of types without recursion", async () => {
    const link = (name: string) =>
      chain(1_500, (next, index) => ({
        type: "object",
        properties: { next, [name + index]: TEXT },
      }));
    const sides = [link("a").schemas, link("b").schemas];
    const { code, err } = await withinCpuTime(20_000, () => runTool(["diff", ...sides]));
    expect(err).toBe("");
    expect(code).toBe(1);
  });
});

describe("what grows as its input", () => {
  it("an enum of objects", async () => {
    const given = withMember({ enum: many(6_000, (index) => ({ box: { sides: [index, 1] } })) });
    expect(await withinCpuTime(30_000, () => runTool(given.args))).toMatchObject({ code: 0 });
  });

  it("the owners of the members of a chain of types", async () => {
    const given = chain(6_000, (next, index) => ({
      type: "object",
      properties: { next, [`own${index}`]: TEXT },
    }));
    const list = ["list", ...given.args.slice(0, -2)];
    expect(await withinCpuTime(30_000, () => runTool(list))).toMatchObject({ code: 0 });
  });

  it("a member of which thousands of schemas speak", async () => {
    const allOf = many(8_000, (index) => ({ properties: { same: { maxLength: index } } }));
    const given = withMember({ type: "object", allOf });
    const list = ["list", ...given.args.slice(0, -2)];
    expect(await withinCpuTime(30_000, () => runTool(list))).toMatchObject({ code: 0 });
  });

  it("anchors", async () => {
    const defs = named(9_000, "d", (index) => ({ type: "string", $anchor: `a${index}` }));
    const given = withMember({ $ref: "#a1" }, defs);
    const resolve = ["resolve", path.join(given.schemas, "checkout.json")];
    expect(await withinCpuTime(30_000, () => runTool(resolve))).toMatchObject({ code: 0 });
  });

  it("suggestions for misspelt names", async () => {
    const names = many(20_000, (index) => `ribbon_color_of_the_gift_number_${index}`);
    const words = many(100, (index) => `ribbno_colro_of_the_gift_numbre_${index}_or_another`);
    await withinCpuTime(20_000, () => {
      for (const word of words) expect(nearestKeyword(word, names)).toBeUndefined();
    });
    await withinCpuTime(1_000, () => nearest("n".repeat(90_000), ["m".repeat(90_000)]));
  });
});

describe("a distance that is given up early", () => {
  it.each([
    ["ab", ["ba"], "ba"],
    ["chekout", ["cart", "checkout"], "checkout"],
    ["checkout", ["chekcout", "checkout"], "checkout"],
    ["abcdefgh", ["badcfehg"], undefined],
    ["abcd", ["badc"], "badc"],
    ["x", ["abcd"], undefined],
  ])("finds the same name as a whole table: %s", (word, names, expected) => {
    expect(nearest(word, names)).toBe(expected);
  });

  it("compares a word with some of thousands of names: those that begin as it does", async () => {
    const names = many(5_000, (index) => `member_${index}_of_the_gift`);
    const words = many(5_000, (index) => `membr_${index}_of_the_gift`);
    await withinCpuTime(10_000, () => {
      for (const word of words) expect(nearest(word, names)).toBeDefined();
      expect(nearest("chekout", [...names, "checkout"])).toBe("checkout");
    });
  });
});
