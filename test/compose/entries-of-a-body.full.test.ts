/**
 * An entry that composes a body contributes to it, whatever it is called (ADR 88). Its name may limit it to some of the
 * views of the body: `checkout_response_with_gift`.
 */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { diff } from "../../src/diff/compare.js";
import { viewText } from "../../src/compose/view.js";
import { viewsOfName } from "../../src/compose/entries/entry-views.js";
import { generate } from "../../src/generate.js";
import { interpret } from "../../src/interpret.js";
import { lint } from "../../src/lint/lint.js";
import {
  capability,
  checkoutSchema,
  diagnosticsIn,
  profileOf,
  release,
  rootOf,
  runTool,
  SCHEMAS,
  type Release,
} from "../support/release.js";

const CHECKOUT = "com.example.shop.checkout";
const GIFT = "com.example.shop.gift";

const CAPABILITIES = { ...capability(CHECKOUT), ...capability(GIFT, { extends: CHECKOUT }) };

type Defs = Readonly<Record<string, unknown>>;

const ALL = ["response", "request.create", "request.update"];

/** Composes the checkout, and adds a member that is annotated as those of the checkout are. */
function entry(member: string, base = "checkout.json"): object {
  const properties = { [member]: { type: "string" } };
  return { allOf: [{ $ref: base }, { type: "object", properties }] };
}

function giftRelease(defs: Defs, more: Parameters<typeof release>[0] = {}): Release {
  return release({
    capabilities: CAPABILITIES,
    ...more,
    schemas: {
      "checkout.json": checkoutSchema(
        { note: { type: "string", proto_request: { create: "optional", update: "optional" } } },
        { name: CHECKOUT, version: "2026-01-01" },
      ),
      "gift.json": { $id: `${SCHEMAS}/gift.json`, name: GIFT, version: "2026-01-01", $defs: defs },
      ...more.schemas,
    },
  });
}

/** The capability that adds is a root itself: it extends nothing, and has a body of its own. */
function rootRelease(defs: Defs, more: Parameters<typeof release>[0] = {}): Release {
  return giftRelease(defs, {
    capabilities: { ...capability(CHECKOUT), ...capability(GIFT) },
    ...more,
    schemas: {
      "gift.json": {
        ...{ $id: `${SCHEMAS}/gift.json`, name: GIFT, version: "2026-01-01" },
        ...{ type: "object", properties: { wrapping: { type: "string" } }, $defs: defs },
      },
      ...more.schemas,
    },
  });
}

function input(given: Release) {
  return { profile: given.profile, schemas: [rootOf(given)] };
}

/** The members that the extension adds, by the view of the checkout. */
async function added(given: Release): Promise<Readonly<Record<string, readonly string[]>>> {
  const { model } = await interpret(input(given));
  const checkout = model.subsetChecks.find(({ root }) => root === CHECKOUT);
  return Object.fromEntries(
    (checkout?.views ?? []).map(({ view, contributions }) => [
      viewText(view),
      contributions.flatMap(({ definition }) => [...definition.node.properties.keys()]),
    ]),
  );
}

async function codes(given: Release, mark = ""): Promise<string[]> {
  const { profile, schemas, out } = given;
  const roots = ["--schemas", `${mark}${schemas}=${SCHEMAS}`];
  const run = await runTool(["--profile", profile, ...roots, "--out", out, "--json"]);
  return diagnosticsIn(run)
    .filter(({ code }) => code !== "PROFILE_NO_CLIENT")
    .map(({ code, message }) => `${code}: ${message}`);
}

const inViews = (views: readonly string[], member = "gift"): object =>
  Object.fromEntries(ALL.map((view) => [view, views.includes(view) ? [member] : []]));

describe("an entry of another root that composes a body", () => {
  it.each<[string, readonly string[]]>([
    [CHECKOUT, ALL],
    ["with_gift", ALL],
    ["checkout_response_with_gift", ["response"]],
    ["create_checkout_request", ["request.create"]],
  ])("%s is for %s", async (name, views) => {
    const given = rootRelease({ [name]: entry("gift") });
    expect(await added(given)).toEqual(inViews(views));
    expect(await codes(given)).toEqual([]);
  });

  it("does not count beside one with that root's name", async () => {
    const given = rootRelease({ with_wish: entry("wish"), [CHECKOUT]: entry("gift") });
    expect(await added(given)).toEqual(inViews(ALL));
  });

  it("may belong to each of two roots that add to one another", async () => {
    const given = rootRelease(
      { with_gift: entry("gift") },
      {
        schemas: {
          "checkout.json": {
            ...checkoutSchema({}, { name: CHECKOUT, version: "2026-01-01" }),
            $defs: { with_order: entry("order", "gift.json") },
          },
        },
      },
    );
    const { composition } = await interpret(input(given));
    expect(
      composition.shapes.map(({ root, contributors }) => [root, contributors]).toSorted(),
    ).toEqual([
      [CHECKOUT, [GIFT]],
      [GIFT, [CHECKOUT]],
    ]);
  });

  it("is a type where its root refers to it, or composes itself alone", async () => {
    const defs = {
      gift_checkout: entry("wish"),
      large_gift: entry("size", "#"),
      history: { type: "array", items: { $ref: "#/$defs/gift_checkout" } },
    };
    const given = rootRelease(defs);
    expect(await added(given)).toEqual(inViews([]));
    const { composition } = await interpret(input(given));
    expect(composition.shapes.flatMap(({ contributors }) => contributors)).toEqual([]);
    expect(await codes(given)).toEqual([]);
  });
});

describe("an entry that composes a body", () => {
  it.each<[string, readonly string[]]>([
    [CHECKOUT, ALL],
    ["with_gift", ALL],
    ["gift_checkout", ALL],
    ["com.example.other", ALL],
    ["request_or_response", ALL],
    ["checkout_response_with_gift", ["response"]],
    ["CheckoutResponseWithGift", ["response"]],
    ["update_response", ["response"]],
    ["checkout_request", ["request.create", "request.update"]],
    ["create_checkout_request", ["request.create"]],
    ["checkout.update_request", ["request.update"]],
  ])("%s is for %s", async (name, views) => {
    const given = giftRelease({ [name]: entry("gift") });
    expect(await added(given)).toEqual(inViews(views));
    expect(await codes(given)).toEqual([]);
  });

  it("is lost, with a warning, where the body has no view that it is for", async () => {
    const given = giftRelease({ complete_request_with_gift: entry("gift") });
    expect(await added(given)).toEqual(inViews([]));
    expect((await codes(given)).join("\n")).toMatch(
      /^COMPOSE_EXTENSION_UNUSED: .*complete_request_with_gift \(lost: gift\)$/,
    );
  });

  it("may stand beside one for other views", async () => {
    const defs = {
      checkout_request_with_gift: entry("wish"),
      checkout_response_with_gift: entry("gift"),
    };
    const given = giftRelease(defs);
    expect(await added(given)).toEqual({
      response: ["gift"],
      "request.create": ["wish"],
      "request.update": ["wish"],
    });
    expect(await codes(given)).toEqual([]);
  });

  it("counts alone among several for one view, and the others are told", async () => {
    const defs = { checkout_response_a: entry("gift"), with_b: entry("wish") };
    const given = giftRelease(defs);
    expect(await added(given)).toEqual(inViews(["response"]));
    expect((await codes(given)).join("\n")).toMatch(
      /^COMPOSE_ENTRY_LOST: .*several entries.*checkout_response_a counts \(lost: wish\)$/,
    );
  });

  it("does not count beside one with the root's name", async () => {
    const given = giftRelease({ [CHECKOUT]: entry("gift"), checkout_response_old: entry("wish") });
    expect(await added(given)).toEqual(inViews(ALL));
  });

  it("is a mistake in one's own schemas where its name is nearly the root's, and counts in a vendor's", async () => {
    const given = giftRelease({ checkot: entry("gift") });
    expect((await codes(given)).join()).toMatch(/^COMPOSE_ENTRY_MISSPELT: .*checkot/);
    expect(await codes(given, "vendor:")).toEqual([]);
  });

  it("that composes nothing and is misspelt is a warning in a vendor's, with what is lost", async () => {
    const properties = { gift: { type: "string" } };
    const given = giftRelease({ checkot: { type: "object", properties } });
    expect((await codes(given)).join()).toMatch(/^COMPOSE_ENTRY_MISSPELT: .*checkot/);
    expect((await codes(given, "vendor:")).join()).toMatch(
      /^COMPOSE_ENTRY_LOST: .*checkot.*lost: gift/,
    );
  });

  it.each([
    ["complete_request_with_gift", true],
    ["CheckoutResponseWithGift", true],
    ["create_checkout_request", true],
    // The name does not begin with an operation or the root's name.
    ["gift_response", false],
    ["gift_request", false],
    ["gift_complete_request", false],
    ["requests", false],
    ["checkout_gift", false],
  ])("that composes nothing is told with its members: %s", async (name, isTold) => {
    const properties = { gift: { type: "string" } };
    const given = giftRelease({
      with_wish: entry("wish"),
      [name]: { type: "object", properties },
    });
    const expected = isTold
      ? [
          `COMPOSE_ENTRY_LOST: ${GIFT} has $defs/${name}, which is named after a view of ${CHECKOUT} but composes nothing (lost: gift)`,
        ]
      : [];
    expect(await codes(given)).toEqual(expected);
    expect(await codes(given, "vendor:")).toEqual(expected);
  });

  it("that composes nothing is a type where its own document refers to it, or it has no members", async () => {
    const members = { type: "object", properties: { gift: { type: "string" } } };
    const given = giftRelease({
      create_checkout_request: members,
      checkout_request: { type: "string" },
      with_wish: {
        allOf: [
          { $ref: "checkout.json" },
          { properties: { wish: { $ref: "#/$defs/create_checkout_request" } } },
        ],
      },
    });
    expect(await codes(given)).toEqual([]);
  });

  it("is a type where its own document refers to it", async () => {
    const defs = {
      gift_checkout: entry("wish"),
      [CHECKOUT]: entry("gift"),
      history: { type: "array", items: { $ref: "#/$defs/gift_checkout" } },
    };
    expect(await added(giftRelease(defs))).toEqual(inViews(ALL));
    const { [CHECKOUT]: _, ...types } = defs;
    expect(await added(giftRelease(types))).toEqual(inViews([]));
  });

  it("is a type where it only names a schema that stands elsewhere", async () => {
    const event = { $id: `${SCHEMAS}/event.json`, ...entry("event") };
    const more = { schemas: { "event.json": event } };
    const defs = { gift_event: { $ref: "event.json" } };
    expect(await added(giftRelease(defs, more))).toEqual(inViews([]));
  });

  it("is a type where an operation answers with it", async () => {
    const $ref = `${SCHEMAS}/gift.json#/$defs/gift_checkout`;
    const content = { "application/json": { schema: { $ref } } };
    const service = {
      openapi: "3.1.0",
      info: { title: "Shop", version: "2026-01-01" },
      paths: {
        "/gifts": {
          get: {
            operationId: "get_gift",
            responses: { "200": { description: "A checkout", content } },
          },
        },
      },
    };
    const services = {
      "com.example.shop": [
        {
          ...{ version: "2026-01-01", transport: "rest" },
          ...{ endpoint: "https://shop.example.com", schema: `${SCHEMAS}/rest.json` },
        },
      ],
    };
    const contributorsWith = async (schemas: object, more: object): Promise<readonly string[]> => {
      const profile = profileOf(CAPABILITIES, more);
      const given = giftRelease(
        { gift_checkout: entry("gift") },
        { profile, schemas: { ...schemas } },
      );
      const { composition } = await interpret(input(given));
      return composition.shapes.flatMap(({ contributors }) => contributors);
    };
    expect(await contributorsWith({}, {})).toEqual([GIFT]);
    expect(await contributorsWith({ "rest.json": service }, { services })).toEqual([]);
  });

  it("composes it through the entry of another extension, too", async () => {
    const bonus = "com.example.shop.bonus";
    const given = giftRelease(
      { checkout_response_with_gift: entry("gift") },
      {
        capabilities: {
          ...CAPABILITIES,
          ...capability(bonus, { extends: GIFT }),
        },
        schemas: {
          "bonus.json": {
            $id: `${SCHEMAS}/bonus.json`,
            ...{ name: bonus, version: "2026-01-01" },
            $defs: {
              [CHECKOUT]: entry("bonus", "gift.json#/$defs/checkout_response_with_gift"),
            },
          },
        },
      },
    );
    const views = await added(given);
    expect(views["response"]?.toSorted()).toEqual(["bonus", "gift"]);
    // In a request the gift's schema is no entry, and so a part of what the bonus composes.
    expect(views["request.create"]).toContain("bonus");
    expect(await codes(given)).toEqual([]);
  });
});

describe("the views that a name says", () => {
  it.each([
    ["return_request_with_gift", "com.example.return_request", undefined],
    ["return_request_response", "com.example.return_request", { direction: "response" }],
    ["finalize_request", CHECKOUT, { direction: "request", operation: "complete" }],
    ["gift_request", CHECKOUT, { direction: "request" }],
    ["requested", CHECKOUT, undefined],
    ["", CHECKOUT, undefined],
  ])("%s of %s", (name, root, views) => {
    expect(viewsOfName(name, root)).toEqual(views);
  });
});

describe.each([
  ["an extension", giftRelease],
  ["another root", rootRelease],
])("commands follow an entry of %s under another name", (_, releaseOf) => {
  const named = { [CHECKOUT]: entry("gift") };
  const unnamed = { with_gift: entry("gift") };
  const response = { checkout_response_with_gift: entry("gift") };

  it("generates the same as under the root's name", async () => {
    const files = async (defs: Defs): Promise<object> => {
      const { files } = await generate(input(releaseOf(defs)));
      const code = files.filter(({ path }) => path.endsWith(".ts") && path !== "release.ts");
      return Object.fromEntries(code.map(({ path, content }) => [path, String(content)]));
    };
    expect(await files(unnamed)).toEqual(await files(named));
  });

  it("diff sees no change of payloads between the names, and those of a limit", async () => {
    const changes = async (before: Defs, after: Defs): Promise<string[]> => {
      const sides = [before, after].map((defs) => releaseOf(defs).schemas);
      const found = await diff({
        before: { name: "before", directory: sides[0]! },
        after: { name: "after", directory: sides[1]! },
      });
      return found.changes
        .filter(({ direction }) => direction !== undefined)
        .map(({ rule, direction }) => `${rule} ${direction}`);
    };
    expect(await changes(named, unnamed)).toEqual([]);
    expect((await changes(unnamed, response)).join()).toMatch(/property-removed request/);
    expect((await changes({}, response)).join()).toMatch(/^property-added response$/);
  });

  it("lint finds nothing in it", async () => {
    const { findings } = await lint({ directories: [releaseOf(response).schemas] });
    expect(findings.filter(({ rule }) => /COMPOSE/.test(rule))).toEqual([]);
  });

  it("inspect, resolve and validate know the member in its view alone", async () => {
    const given = releaseOf(response);
    const roots = ["--profile", given.profile, "--schemas", `${given.schemas}=${SCHEMAS}`];
    const shown = await runTool(["inspect", "Checkout", ...roots, "--json"]);
    expect(shown.out).toContain('"gift"');
    for (const [type, has] of [
      ["Checkout", true],
      ["CheckoutCreateRequest", false],
    ] as const) {
      const resolved = await runTool(["resolve", type, ...roots]);
      expect(resolved.out.includes('"gift"')).toBe(has);
      const payload = path.join(given.directory, "payload.json");
      writeFileSync(payload, JSON.stringify({ id: "c1", total: 1, note: "n", gift: 1 }));
      const checked = await runTool(["validate", payload, "--type", type, ...roots]);
      expect(checked.out.includes("/gift must be of type string")).toBe(has);
    }
  });
});
