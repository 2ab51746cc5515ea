/**
 * An extension that is checked or compared apart from the release that it extends: what its protocol is called, what it adds to
 * and what is lost follow from the schemas of that release, as they do where a profile names both (ADR 81).
 */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { diff } from "../../src/diff/compare.js";
import { lint } from "../../src/lint/lint.js";
import { ProtoGenError } from "../../src/errors.js";
import { release, rootOf } from "../support/release.js";

const SHOP = "https://example.com/schemas";
const SEARCH = "com.example.shop.search";
const CHECKOUT = "com.example.shop.checkout";

/** A release of another protocol, in which documents state no version. */
const BASE = {
  "checkout.json": {
    $id: `${SHOP}/checkout.json`,
    name: CHECKOUT,
    type: "object",
    properties: {
      id: { type: "string", acme_request: "omit" },
      methods: { type: "array", items: { $ref: "method.json" } },
    },
  },
  "method.json": {
    $id: `${SHOP}/method.json`,
    type: "object",
    properties: { kind: { enum: ["shipping", "pickup"] } },
  },
  "search_of_products.json": {
    $id: `${SHOP}/search_of_products.json`,
    name: SEARCH,
    $defs: { search_request: { type: "object" }, search_response: { type: "object" } },
  },
};

const composed = (added: object): object => ({
  allOf: [{ $ref: `${SHOP}/checkout.json` }, { type: "object", properties: added }],
});

const POINTS = { points: { type: "integer" } };
const added = { type: "object", properties: POINTS };

interface Extension {
  readonly directory: string;
  readonly schemas: readonly ReturnType<typeof rootOf>[];
}

function extension($defs: object): Extension {
  const loyalty = { $id: "https://acme.com/loyalty.json", name: "com.acme.loyalty", $defs };
  const given = release({
    schemas: BASE,
    files: { "own/loyalty.json": { ...loyalty, version: "2026-01-01" } },
  });
  return { directory: path.join(given.directory, "own"), schemas: [rootOf(given)] };
}

async function findings($defs: object): Promise<string[]> {
  const { directory, schemas } = extension($defs);
  const { findings: found } = await lint({ directories: [directory], schemas });
  return found.map(({ rule, place }) => `${rule} ${place?.pointer ?? ""}`);
}

async function compare(before: object, after: object) {
  const { directory, schemas } = extension(before);
  return diff({
    before: { name: "before", directory },
    after: { name: "after", directory: extension(after).directory },
    schemas,
  });
}

describe("lint of an extension apart from its release", () => {
  it("knows the protocol by the annotations of what the extension refers to", async () => {
    expect(await findings({ [CHECKOUT]: composed(POINTS) })).toEqual([]);
  });

  it("knows it by what the extension only names", async () => {
    const annotated = { points: { type: "integer", acme_request: "omitt" } };
    expect(await findings({ [CHECKOUT]: { type: "object", properties: annotated } })).toEqual([
      `SCHEMA_VISIBILITY_INVALID /$defs/${CHECKOUT}/properties/points/acme_request`,
    ]);
  });

  it("finds a value that a closed enum does not have", async () => {
    const kind = { enum: ["shipping", "pickup", "drone"] };
    const methods = { items: { type: "object", properties: { kind } } };
    expect((await findings({ [CHECKOUT]: composed({ methods }) })).join()).toMatch(
      /^COMPOSE_CLOSED_ENUM .*kind\/enum\/2$/,
    );
  });

  it("finds entries that compose nothing of a capability that they only name", async () => {
    expect(await findings({ [SEARCH]: added, [CHECKOUT]: { allOf: [added] } })).toEqual([
      `COMPOSE_NO_SHAPE /$defs/${SEARCH}`,
      `COMPOSE_NO_BASE /$defs/${CHECKOUT}/allOf`,
    ]);
  });

  it("says nothing of an entry for a capability that no source has", async () => {
    expect(await findings({ "com.example.shop.cart": { allOf: [added] } })).toEqual([]);
  });
});

describe("diff of an extension apart from its release", () => {
  it("compares what is added to each direction, and not the release", async () => {
    const { changes } = await compare(
      { [CHECKOUT]: composed(POINTS) },
      { [CHECKOUT]: composed({ ...POINTS, level: { type: "string", acme_request: "omit" } }) },
    );
    expect(changes.map(({ rule, direction }) => `${rule} ${direction}`)).toEqual([
      "property-added response",
    ]);
  });

  it("does not report a capability of another release as gone", async () => {
    const { changes } = await compare(
      { [CHECKOUT]: composed(POINTS), [SEARCH]: { type: "object" } },
      { [CHECKOUT]: composed(POINTS) },
    );
    expect(changes.map(({ rule }) => rule)).not.toContain("capability-removed");
  });

  it("fails for an entry of the later side that composes nothing, and warns of one of the earlier", async () => {
    const [good, bad] = [{ [CHECKOUT]: composed(POINTS) }, { [CHECKOUT]: { allOf: [added] } }];
    const failed = await compare(good, bad).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProtoGenError);
    expect((failed as ProtoGenError).diagnostics.map(({ code }) => code)).toEqual([
      "COMPOSE_NO_BASE",
    ]);
    const { notices } = await compare(bad, good);
    expect(notices.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      `COMPOSE_ENTRY_LOST: com.acme.loyalty does not include ${CHECKOUT} in its allOf`,
    ]);
  });
});
