/** A shape in parts, for platforms with fewer capabilities (DESIGN §6): the base, and what each extension adds. */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { RESPONSE } from "../../src/compose/view.js";
import { composeRelease } from "../support/compose-release.js";
import { inlineRelease } from "../support/inline-release.js";
import { createOracle } from "../support/oracle/ajv-oracle.js";

const BOOKING = "com.acme.booking";
const GIFT = "com.acme.gift";
const [BASE, EXTENSION] = ["https://acme.com/booking.json", "https://acme.com/gift.json"];

/** What the part of the extension accepts, in responses. The base requires `id`. */
async function contribution(addition: JsonObject): Promise<(value: Json) => boolean> {
  const base = {
    $id: BASE,
    type: "object",
    required: ["id"],
    $defs: { dated: { required: ["date"] } },
  };
  const composition = await composeRelease(
    inlineRelease({
      documents: { [BASE]: base, [EXTENSION]: { $id: EXTENSION, $defs: { [BOOKING]: addition } } },
      capabilities: {
        [BOOKING]: { schema: BASE },
        [GIFT]: { schema: EXTENSION, extends: BOOKING },
      },
    }),
  );
  const [shape] = composition.shapes;
  if (shape === undefined) throw new Error("the booking has no shape");
  const [part] = composition.divideShape(shape, RESPONSE).contributions;
  return createOracle(composition.schemas.set).predicate(part?.uri ?? "");
}

const gift = { properties: { gift: { type: "string" } } };

describe("a contribution", () => {
  it.each<[string, JsonObject]>([
    ["a branch of its `allOf`", { allOf: [{ $ref: BASE }, gift] }],
    ["a `$ref` beside its own keywords", { $ref: BASE, ...gift }],
  ])("does not hold its base, named by %s", async (_, addition) => {
    const isValid = await contribution(addition);
    expect(isValid({})).toBe(true);
    expect(isValid({ gift: 7 })).toBe(false);
  });

  it("keeps a branch that names another schema of the base's document", async () => {
    const isValid = await contribution({
      allOf: [{ $ref: BASE }, { $ref: `${BASE}#/$defs/dated` }, gift],
    });
    expect(isValid({})).toBe(false);
    expect(isValid({ date: "2026-11-20" })).toBe(true);
  });

  it("keeps what a branch says beside the base's name", async () => {
    const isValid = await contribution({ allOf: [{ $ref: BASE, ...gift }] });
    expect(isValid({ id: "x", gift: 7 })).toBe(false);
    expect(isValid({ id: "x", gift: "a" })).toBe(true);
  });
});
