/**
 * What an extension contributes to, in each form in which releases write it (§2.1.2, ADR 81): the composed schema decides.
 * Whatever the form, the generated code is the same.
 */

import { describe, expect, it } from "vitest";
import { interpret } from "../../src/interpret.js";
import { generate } from "../../src/generate.js";
import { diff } from "../../src/diff/compare.js";
import { lint } from "../../src/lint/lint.js";
import {
  capability,
  checkoutSchema,
  diagnosticsIn,
  release,
  rootOf,
  runTool,
  SCHEMAS,
  type Release,
  type RunResult,
} from "../support/release.js";

const SEARCH = "com.example.shop.search";
const LOOKUP = "com.example.shop.lookup";
const CHECKOUT = "com.example.shop.checkout";
const POINTS = "com.example.shop.points";

type Defs = Readonly<Record<string, unknown>>;

function answer(member: string): object {
  return { type: "object", required: [member], properties: { [member]: { type: "string" } } };
}

/** Containers: `$defs` alone, and `$defs` beside `type: object`. */
const CONTAINERS = {
  "search.json": {
    $defs: {
      search_request: { type: "object", properties: { words: { type: "string" } } },
      search_response: answer("found"),
    },
  },
  "lookup.json": {
    type: "object",
    $defs: {
      lookup_request: answer("ids"),
      lookup_response: answer("articles"),
      detail_response: answer("article"),
    },
  },
};

const added = { type: "object", properties: { points: { type: "integer", minimum: 0 } } };

const add = (base: string): object => ({ allOf: [{ $ref: base }, { $ref: "#/$defs/added" }] });

const request = add("search.json#/$defs/search_request");
const found = add("search.json#/$defs/search_response");
const lookup = add("lookup.json#/$defs/lookup_response");
const detail = add("lookup.json#/$defs/detail_response");

interface Given {
  readonly defs: Defs;
  readonly parents?: readonly string[];
  readonly more?: Readonly<Record<string, object>>;
  readonly others?: Readonly<Record<string, readonly object[]>>;
}

function pointsRelease({
  defs,
  parents = [SEARCH, LOOKUP],
  more = {},
  others = {},
}: Given): Release {
  return release({
    capabilities: {
      ...capability(SEARCH),
      ...capability(LOOKUP),
      ...capability(CHECKOUT),
      ...capability(POINTS, parents.length === 0 ? {} : { extends: parents }),
      ...others,
    },
    schemas: named({ ...CONTAINERS, "points.json": { $defs: { added, ...defs } }, ...more }),
  });
}

/** A release says itself which capabilities it has. */
function named(schemas: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(schemas).map(([file, schema]) => {
      const name = `com.example.shop.${file.replace(".json", "")}`;
      return [file, { $id: `${SCHEMAS}/${file}`, name, version: "2026-01-01", ...schema }];
    }),
  );
}

function rootsOf(given: Release) {
  return { profile: given.profile, schemas: [rootOf(given)] };
}

/** Each shape with a contribution, and the extension that makes it. */
async function contributions(given: Given): Promise<string[]> {
  const { composition } = await interpret(rootsOf(pointsRelease(given)));
  return [...composition.shapes, ...composition.roles].flatMap(({ root, key, contributions }) =>
    contributions.map(({ capability: name }) =>
      `${name.split(".").at(-1)}: ${root.split(".").at(-1)} ${key}`.trim(),
    ),
  );
}

async function generated(given: Given): Promise<Readonly<Record<string, string>>> {
  const { files } = await generate(rootsOf(pointsRelease(given)));
  const code = files.filter(({ path }) => path.endsWith(".ts") && path !== "release.ts");
  return Object.fromEntries(code.map(({ path, content }) => [path, String(content)]));
}

async function codes(given: Given, mark = ""): Promise<string[]> {
  const { profile, schemas, out } = pointsRelease(given);
  const result = await runTool([
    "--profile",
    profile,
    "--schemas",
    `${mark}${schemas}=${SCHEMAS}`,
    "--out",
    out,
    "--json",
  ]);
  return reported(result);
}

/** The diagnostics of a run, but for that of a profile without services. */
function reported(run: RunResult): string[] {
  return diagnosticsIn(run)
    .filter(({ code }) => code !== "PROFILE_NO_CLIENT")
    .map(({ code, message }) => `${code}: ${message}`);
}

/** The three forms, and how else their parts may be written: all mean the same. */
const FORMS: Readonly<Record<string, Defs>> = {
  "a mirror": {
    [SEARCH]: { $defs: { search_response: found } },
    [LOOKUP]: {
      description: "as well",
      $defs: { lookup_response: lookup, detail_response: detail },
    },
  },
  "an allOf, and a oneOf": { [SEARCH]: found, [LOOKUP]: { oneOf: [lookup, detail] } },
  "an anyOf, with a type beside it": {
    [SEARCH]: { anyOf: [found] },
    [LOOKUP]: { title: "Points", type: "object", anyOf: [detail, lookup] },
  },
  "a mirror of names": {
    [SEARCH]: { search_response: found },
    [LOOKUP]: { lookup_response: lookup, detail_response: detail },
  },
  "the shapes by their own names": {
    search_response: found,
    lookup_response: lookup,
    detail_response: detail,
  },
  "a mirror of references": {
    [SEARCH]: { $ref: "#/$defs/points_search" },
    [LOOKUP]: {
      $defs: {
        lookup_response: { $ref: "#/$defs/points_lookup" },
        detail_response: { $ref: "#/$defs/points_detail" },
      },
    },
    points_search: found,
    points_lookup: lookup,
    points_detail: detail,
  },
  "a choice of choices": {
    [SEARCH]: { oneOf: [{ $ref: "#/$defs/one" }] },
    one: { oneOf: [found] },
    [LOOKUP]: { oneOf: [{ anyOf: [lookup] }, detail] },
  },
  "under the last labels": { search: found, lookup: { oneOf: [lookup, detail] } },
  "under names of no capability": {
    points_search: found,
    some_lookup: lookup,
    "com.example.detail": detail,
  },
  "by other URIs": {
    [SEARCH]: add(`${SCHEMAS}/search.json#/$defs/search_response`),
    [LOOKUP]: {
      oneOf: [
        add("./lookup.json#/$defs/lookup_response"),
        add("x/../lookup.json#/$defs/detail_response"),
      ],
    },
  },
};

const EXPECTED = [
  "points: lookup detail_response",
  "points: lookup lookup_response",
  "points: search search_response",
];

describe("an extension of containers", () => {
  it.each(Object.entries(FORMS))("contributes by %s", async (_, defs) => {
    expect(await contributions({ defs })).toEqual(EXPECTED);
  });

  it.each(Object.entries(FORMS))("is generated by %s as by any other form", async (_, defs) => {
    const [first = {}] = Object.values(FORMS);
    expect(await generated({ defs })).toEqual(await generated({ defs: first }));
  });

  it.each(Object.entries(FORMS))("differs in nothing from %s", async (_, defs) => {
    const [first = {}] = Object.values(FORMS);
    const before = { name: "before", directory: pointsRelease({ defs: first }).schemas };
    const after = { name: "after", directory: pointsRelease({ defs }).schemas };
    const { changes } = await diff({ before, after });
    const moved = changes.filter(
      ({ rule }) => !["definition-removed", "definition-added"].includes(rule),
    );
    expect(moved).toEqual([]);
  });

  it.each(Object.entries(FORMS))("has no finding of lint by %s", async (_, defs) => {
    const { schemas } = pointsRelease({ defs });
    const { findings } = await lint({ directories: [schemas] });
    expect(findings.filter(({ rule }) => /COMPOSE|overlap/.test(rule))).toEqual([]);
  });

  it("contributes to a request alone, and to nothing else", async () => {
    expect(await contributions({ defs: { [SEARCH]: request }, parents: [SEARCH] })).toEqual([
      "points: search search_request",
    ]);
  });

  it("contributes to the shape that it composes, whatever the mirror calls it", async () => {
    const defs = { [SEARCH]: { $defs: { search_request: found } } };
    expect(await contributions({ defs, parents: [SEARCH] })).toEqual([
      "points: search search_response",
    ]);
  });

  it("reaches a shape through types between, and through a choice in its allOf", async () => {
    const defs = {
      between: { allOf: [{ $ref: "search.json#/$defs/search_response" }] },
      [SEARCH]: { allOf: [{ $ref: "#/$defs/between" }, { $ref: "#/$defs/added" }] },
      [LOOKUP]: {
        allOf: [
          {
            oneOf: [
              { $ref: "lookup.json#/$defs/lookup_response" },
              { $ref: "lookup.json#/$defs/detail_response" },
            ],
          },
          { $ref: "#/$defs/added" },
        ],
      },
    };
    expect(await contributions({ defs })).toEqual(EXPECTED);
  });

  it("keeps a choice of two schemas for one shape whole", async () => {
    const other = { allOf: [{ $ref: "search.json#/$defs/search_response" }, answer("other")] };
    const defs = { [SEARCH]: { oneOf: [found, other] } };
    expect(await contributions({ defs, parents: [SEARCH] })).toEqual([
      "points: search search_response",
    ]);
  });

  it("leaves types alone that other definitions refer to, and roots that are not active", async () => {
    const defs = {
      [SEARCH]: found,
      listed: lookup,
      page: { type: "object", properties: { listed: { $ref: "#/$defs/listed" } } },
      "com.example.shop.cart": { allOf: [{ $ref: "#/$defs/added" }] },
      "v1.2.note": { type: "string" },
    };
    expect(await contributions({ defs })).toEqual(["points: search search_response"]);
  });

  it("may be a container itself, with an entry under any name", async () => {
    const { $defs, ...lookups } = CONTAINERS["lookup.json"];
    const more = { "lookup.json": { ...lookups, $defs: { ...$defs, added, with_points: found } } };
    const given = { defs: { [LOOKUP]: lookup }, parents: [LOOKUP], more };
    expect((await contributions(given)).toSorted()).toEqual([
      "lookup: search search_response",
      "points: lookup lookup_response",
    ]);
    // Without a profile, it is a root all the same.
    const [after, before] = [given, { ...given, more: {} }].map(
      (each) => pointsRelease(each).schemas,
    );
    const { findings } = await lint({ directories: [after!] });
    expect(findings.filter(({ rule }) => rule.startsWith("COMPOSE"))).toEqual([]);
    const { changes } = await diff({
      before: { name: "before", directory: before! },
      after: { name: "after", directory: after! },
    });
    expect(changes.map(({ rule, direction }) => `${rule} ${direction}`)).toEqual([
      "property-added response",
    ]);
  });

  it("does not end for choices that refer to one another", async () => {
    const defs = {
      [SEARCH]: { oneOf: [{ $ref: "#/$defs/one" }, found] },
      one: { oneOf: [{ $ref: "#/$defs/two" }, { $ref: "#/$defs/two" }] },
      two: { oneOf: [{ $ref: "#/$defs/one" }, { type: "string" }] },
    };
    expect((await codes({ defs, parents: [SEARCH] })).join()).toMatch(/MODEL_RECURSION/);
  });
});

describe("an extension of a body", () => {
  const gift = { allOf: [{ $ref: "checkout.json" }, { $ref: "#/$defs/added" }] };

  it.each<[string, Defs]>([
    ["its full name", { [CHECKOUT]: gift }],
    ["its last label", { checkout: gift }],
    ["a reference to a definition", { [CHECKOUT]: { $ref: "#/$defs/gift" }, gift }],
    ["a choice", { [CHECKOUT]: { anyOf: [gift] } }],
  ])("contributes by %s", async (_, defs) => {
    expect(await contributions({ defs, parents: [CHECKOUT] })).toEqual(["points: checkout"]);
  });

  it("contributes by the name of the extension that it builds on", async () => {
    const given: Given = {
      defs: { [CHECKOUT]: gift },
      parents: [CHECKOUT],
      others: capability("com.example.shop.bonus", { extends: POINTS }),
      more: {
        "bonus.json": {
          $defs: {
            [POINTS]: { allOf: [{ $ref: `points.json#/$defs/${CHECKOUT}` }, answer("bonus")] },
          },
        },
      },
    };
    expect(await contributions(given)).toEqual(["points: checkout", "bonus: checkout"]);
  });

  it("contributes to several roots at once, of both kinds", async () => {
    const defs = { [CHECKOUT]: gift, [SEARCH]: found, [LOOKUP]: { oneOf: [lookup, detail] } };
    const parents = [CHECKOUT, SEARCH, LOOKUP];
    expect((await contributions({ defs, parents })).sort()).toEqual(
      [...EXPECTED, "points: checkout"].sort(),
    );
  });
});

describe("an extension of a role", () => {
  const role = { type: "object", properties: { config: { type: "object" } } };
  const more = {
    "checkout.json": checkoutSchema({}, { $defs: { [CHECKOUT]: { business_schema: role } } }),
  };
  const entry = add(`checkout.json#/$defs/${CHECKOUT}/business_schema`);

  it.each<[string, Defs]>([
    ["a map of roles", { [CHECKOUT]: { business_schema: entry } }],
    ["a mirror", { [CHECKOUT]: { $defs: { business_schema: entry } } }],
    ["its schema alone", { [CHECKOUT]: entry }],
    ["any name", { with_points: entry }],
    ["a map under the last label", { checkout: { business_schema: entry } }],
  ])("contributes by %s", async (_, defs) => {
    expect(await contributions({ defs, parents: [CHECKOUT], more })).toEqual([
      "points: checkout business_schema",
    ]);
  });
});

describe("an entry for a role without its base", () => {
  const role = { type: "object", properties: { config: { type: "object" } } };
  const more = {
    "checkout.json": checkoutSchema({}, { $defs: { [CHECKOUT]: { business_schema: role } } }),
  };

  it.each([CHECKOUT, "checkout"])("is an error, and in a vendor's a warning: %s", async (name) => {
    const defs = { [name]: { business_schema: { allOf: [added] } } };
    const given = { defs, parents: [CHECKOUT], more };
    expect(await codes(given)).toEqual([
      `COMPOSE_NO_BASE: ${POINTS} does not include business_schema of ${CHECKOUT} in its allOf`,
    ]);
    expect(await codes(given, "vendor:")).toContain(
      `COMPOSE_ENTRY_LOST: ${POINTS} does not include business_schema of ${CHECKOUT} in its allOf (lost: points)`,
    );
  });
});

describe("a branch that composes nothing, beside others that do", () => {
  const defs = { [LOOKUP]: { oneOf: [lookup, { oneOf: [detail, added] }] } };

  it("is an error", async () => {
    expect(await codes({ defs, parents: [LOOKUP] })).toEqual([
      expect.stringMatching(/^COMPOSE_NO_SHAPE: this branch of .*lookup .*composes nothing/),
    ]);
  });

  it("is a warning in a vendor's, with what is lost", async () => {
    expect(await codes({ defs, parents: [LOOKUP] }, "vendor:")).toEqual([
      expect.stringMatching(/^COMPOSE_ENTRY_LOST: this branch .*\(lost: points\)$/),
    ]);
  });

  it("is a part of a choice between schemas for one shape", async () => {
    const choice = { [LOOKUP]: { oneOf: [lookup, { allOf: [lookup, answer("more")] }, added] } };
    expect(await codes({ defs: choice, parents: [LOOKUP] })).toEqual([]);
  });
});

/** Entries that compose nothing of the root that they name, and what is lost with each. */
const EMPTY: readonly (readonly [string, Defs, readonly string[], RegExp])[] = [
  [
    "a title alone",
    { [SEARCH]: { title: "Points" } },
    [SEARCH],
    /NO_SHAPE.*search_request, search_response/,
  ],
  ["a title alone, of a body", { [CHECKOUT]: { title: "Points" } }, [CHECKOUT], /NO_BASE/],
  [
    "the whole document of a container",
    { [SEARCH]: { allOf: [{ $ref: "search.json" }, { $ref: "#/$defs/added" }] } },
    [SEARCH],
    /NO_SHAPE/,
  ],
  ["members alone, of no shape", { [SEARCH]: added }, [SEARCH], /NO_SHAPE/],
  ["a shape of another root", { [SEARCH]: lookup }, [SEARCH], /NO_SHAPE/],
  ["members alone, of a body", { [CHECKOUT]: added }, [CHECKOUT], /NO_BASE/],
  [
    "a reference to members alone",
    { [CHECKOUT]: { $ref: "#/$defs/added" } },
    [CHECKOUT],
    /NO_BASE/,
  ],
  [
    "members alone, under the name of a shape",
    { [SEARCH]: { $defs: { search_request: added } } },
    [SEARCH],
    /NO_BASE/,
  ],
  ["members alone, without `extends`", { [CHECKOUT]: added, [SEARCH]: found }, [SEARCH], /NO_BASE/],
  ["an allOf without the body", { [CHECKOUT]: { allOf: [added] } }, [CHECKOUT], /NO_BASE/],
  [
    "a mirror of unknown shapes",
    { [SEARCH]: { $defs: { other_response: added } } },
    [SEARCH],
    /NO_SHAPE/,
  ],
  [
    "a misspelt shape beside another",
    { [SEARCH]: { $defs: { search_request: request, search_reponse: added } } },
    [SEARCH],
    /ENTRY_MISSPELT.*search_reponse/,
  ],
];

describe("an entry that composes nothing of the root it names", () => {
  it.each(EMPTY)("is an error in one's own schemas: %s", async (_, defs, parents, message) => {
    expect((await codes({ defs, parents })).join("\n")).toMatch(message);
  });

  it.each(EMPTY)(
    "is a warning in a vendor's, with what is lost: %s",
    async (what, defs, parents) => {
      const given = { defs, parents };
      const [first = "", ...others] = await codes(given, "vendor:");
      expect(first).toMatch(/^COMPOSE_ENTRY_LOST: /);
      expect(others).toEqual([]);
      const losesNothing = what.startsWith("a title") || what === "a shape of another root";
      expect(first.endsWith(" (lost: points)")).toBe(!losesNothing);
    },
  );

  it("is a warning below node_modules, in generate and in lint", async () => {
    const { profile, schemas, directory } = release({
      capabilities: { ...capability(SEARCH), ...capability(POINTS, { extends: SEARCH }) },
      files: Object.fromEntries(
        Object.entries(
          named({ ...CONTAINERS, "points.json": { $defs: { added, [SEARCH]: added } } }),
        ).map(([name, schema]) => [`node_modules/vendor/${name}`, schema]),
      ),
    });
    const vendor = `${directory}/node_modules/vendor`;
    const run = await runTool([
      ...["--profile", profile, "--schemas", `${vendor}=${SCHEMAS}`, "--schemas", schemas],
      ...["--out", `${directory}/out`, "--json"],
    ]);
    expect(run.code).toBe(0);
    expect(reported(run)).toEqual([expect.stringMatching(/^COMPOSE_ENTRY_LOST: .*lost: points/)]);
    const { findings } = await lint({ directories: [vendor] });
    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toContain(
      "warning COMPOSE_ENTRY_LOST",
    );
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
