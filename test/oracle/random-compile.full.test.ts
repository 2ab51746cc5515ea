/**
 * Random vendor extensions, of each other and of what the protocol's checkout has, at any depth: what is emitted
 * compiles. `COMPILE_RUNS` counts sets.
 */

import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { ProtoGenError } from "../../src/errors.js";
import { compileProblems } from "../support/compile.js";
import { emitted } from "../support/oracle/emitted.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { protocolSet, vendorSet } from "../support/oracle/random-set.js";
import { vendorProfile, type VendorCapability } from "../support/oracle/vendor.js";
import { outDirectory } from "../support/published.js";
import { runs, seed } from "../support/sizes.js";

const SEED = seed("COMPILE");
const COUNT = runs("COMPILE", { quick: 2, full: 40 });
const CHECKOUT = "dev.proto.shopping.checkout";
const SCHEMAS = "https://proto.dev/schemas/2026-11-20/shopping";

/** Members of a checkout, the type that each has, and whether it is a list of that. */
const PLACES = [
  ["line_items", "line_item", true],
  ["buyer", "buyer", false],
  ["payment", "payment", false],
  ["totals", "total", true],
  ["context", "context", false],
] as const;

function members(random: Random, depth = 0): JsonObject {
  const names = random.some(["mark", "note", "title", "id", "type", "below"]);
  return Object.fromEntries(
    names.map((name) => [name, name === "below" ? below(random, depth) : scalar(random)]),
  );
}

function scalar(random: Random): JsonObject {
  const annotation: JsonObject = random.chance(0.4)
    ? { proto_request: random.pick(["omit", "optional", "required"]) }
    : {};
  const rules: readonly JsonObject[] = [
    { type: "string" },
    { maxLength: 3 },
    { type: ["string", "null"] },
    { enum: ["a", "b"] },
    {},
  ];
  return { ...random.pick(rules), ...annotation };
}

function below(random: Random, depth: number): Json {
  if (random.chance(0.5)) return { type: "array", items: { $ref: "#/$defs/extended" } };
  return depth > 1 ? {} : { type: "object", properties: members(random, depth + 1) };
}

/** What an extension says of one place, in one of the ways in which authors do. */
function said(random: Random, type: string): { readonly schema: Json; readonly extended: Json } {
  const $ref = `${SCHEMAS}/types/${type}.json`;
  const own = { type: "object", properties: members(random) };
  const extended = { allOf: [{ $ref }, own] };
  const ways: readonly Json[] = [
    own,
    { properties: members(random) },
    { $ref, properties: members(random) },
    extended,
    { $ref: "#/$defs/extended" },
    { allOf: [{ $ref: "#/$defs/extended" }, { properties: members(random) }] },
  ];
  return { schema: random.pick(ways), extended };
}

function extensionOf(random: Random, name: string, parent: string | undefined): VendorCapability {
  const [member, type, isList] = random.pick(PLACES);
  const { schema, extended } = said(random, type);
  const addition = {
    type: "object",
    properties: {
      [member]: isList ? { type: "array", items: schema } : schema,
      ...members(random),
    },
  };
  const base =
    parent === undefined
      ? `${SCHEMAS}/checkout.json`
      : `https://acme.com/${parent.slice("com.acme.".length)}.json#/$defs/${CHECKOUT}`;
  const entry = { allOf: [{ $ref: base }, addition] };
  return { name, extends: parent ?? CHECKOUT, schema: { $defs: { [CHECKOUT]: entry, extended } } };
}

function extensions(random: Random): VendorCapability[] {
  const all: VendorCapability[] = [];
  for (let index = 0; index < 4; index++) {
    const parent = random.chance(0.5) ? all.at(-1)?.name : undefined;
    all.push(extensionOf(random, `com.acme.x${index}`, parent));
  }
  return all;
}

/** What a vendor would be told; anything else is a defect. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof ProtoGenError &&
    error.diagnostics.every(({ code }) => code === "COMPOSE_WEAKENS_BASE")
  );
}

describe("random extensions", () => {
  it.each(Array.from({ length: COUNT }, (_, index) => index))("compile: set %i", async (index) => {
    const random = createRandom(SEED + index);
    const set = index % 2 === 0 ? vendorSet(random, index) : protocolSet(random, index, "checkout");
    const name = `random-compile-${index}`;
    const capabilities = [...set.capabilities, ...extensions(random)];
    const protocol = [
      ...new Set(["checkout", "cart", ...(set.protocol === undefined ? [] : [set.protocol])]),
    ];
    try {
      await emitted(name, vendorProfile(protocol, capabilities));
    } catch (error) {
      if (!isRefused(error)) throw error;
      return;
    }
    const directory = path.join(outDirectory, name);
    const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => path.join(directory, file));
    expect(compileProblems({ files }).slice(0, 5)).toEqual([]);
  });
});
