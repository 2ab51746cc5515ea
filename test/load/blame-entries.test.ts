/** Which entries of another's profile an error of a later stage comes from (§2.1). */

import { expect, describe, it } from "vitest";
import { diagnostic, type Diagnostic, type SourceLocation } from "../../src/errors.js";
import { blameEntries } from "../../src/load/blame-entries.js";
import { openProfiles } from "../../src/load/load.js";
import { capability, checkoutSchema, profileOf, release, rootOf } from "../support/release.js";

const CART = "com.example.shop.cart";
const CHECKOUT = "com.example.shop.checkout";
const GIFT = "com.other.gift";
const SERVICE = "com.example.shop";

/** A checkout that refers to a total, by way of a line; a cart; and a vendor's extension of the checkout. */
const GIVEN = {
  profile: profileOf(
    {
      ...capability(CHECKOUT),
      ...capability(CART),
      [GIFT]: [{ version: "2026-01-01", schema: "https://other.com/gift.json", extends: CHECKOUT }],
    },
    {
      services: {
        [SERVICE]: [
          { version: "2026-01-01", transport: "a2a", endpoint: "https://shop.example.com/a.json" },
        ],
      },
    },
  ),
  schemas: {
    "checkout.json": checkoutSchema({ lines: { type: "array", items: { $ref: "line.json" } } }),
    "line.json": { properties: { total: { $ref: "total.json" }, any: true } },
    "total.json": { type: "integer" },
    "cart.json": { type: "object", properties: { id: { type: "string" } } },
  },
  files: {
    "other/gift.json": {
      $defs: { [CHECKOUT]: { allOf: [{ $ref: "https://example.com/schemas/checkout.json" }] } },
    },
  },
};

/** The pointers of the entries that are to blame, and how many errors stay. */
async function blamed(
  place: SourceLocation | undefined,
  related: readonly SourceLocation[] = [],
): Promise<{ readonly entries: readonly string[]; readonly others: number }> {
  const given = release(GIVEN);
  const other = `${given.directory}/other`;
  const opened = await openProfiles({
    profile: given.profile,
    schemas: [rootOf(given), { directory: other, prefix: "https://other.com", label: "other" }],
  });
  const loaded = await opened.load(opened.sides);
  const inProfile = (each: SourceLocation): SourceLocation =>
    each.file === "profile.json" ? { ...each, file: given.profile } : each;
  const error: Diagnostic = {
    ...diagnostic("MODEL_RECURSION", "it is wrong", place && { place: inProfile(place) }),
    related: related.map((each) => ({ message: "the other", place: inProfile(each) })),
  };
  const { problems, others } = blameEntries([error], loaded);
  for (const { diagnostics } of problems) expect(diagnostics).toEqual([error]);
  return { entries: problems.map(({ pointer }) => pointer), others: others.length };
}

const checkout = `/proto/capabilities/${CHECKOUT}/0`;

describe("to blame for an error", () => {
  it("in the profile is the entry that it is in", async () => {
    const place = { file: "profile.json", pointer: `${checkout}/config` };
    expect(await blamed(place)).toEqual({ entries: [checkout], others: 0 });
  });

  it("in the profile, but in none of its entries, is nobody", async () => {
    const place = { file: "profile.json", pointer: "/proto/version" };
    expect(await blamed(place)).toEqual({ entries: [], others: 1 });
  });

  it("in a document is the entry that names the document", async () => {
    const cart = `/proto/capabilities/${CART}/0`;
    expect(await blamed({ file: "schemas/cart.json" })).toEqual({ entries: [cart], others: 0 });
  });

  it("between two documents is the extension, not what it extends", async () => {
    const related = [{ file: "schemas/checkout.json" }];
    expect(await blamed({ file: "other/gift.json" }, related)).toEqual({
      entries: [`/proto/capabilities/${GIFT}/0`],
      others: 0,
    });
  });

  it("in a document that no entry names is each entry that leads to it", async () => {
    expect(await blamed({ file: "schemas/total.json" })).toEqual({
      entries: [checkout, `/proto/capabilities/${GIFT}/0`],
      others: 0,
    });
  });

  it("in a document that no entry leads to, or without a place, is nobody", async () => {
    expect(await blamed({ file: "elsewhere.json" })).toEqual({ entries: [], others: 1 });
    expect(await blamed(undefined)).toEqual({ entries: [], others: 1 });
  });
});
