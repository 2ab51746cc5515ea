/** Which capabilities one extends, where no profile says it: what the entries of its `$defs` name and compose. */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { findParents } from "../../src/load/find-parents.js";

const HOST = "https://example.com/schemas";
const GIFT = "com.example.gift";
const CART = "com.example.cart";
const CHECKOUT = "com.example.checkout";

const NAMES = {
  own: GIFT,
  all: [GIFT, CART, CHECKOUT],
  byDocument: new Map([
    [`${HOST}/gift.json`, GIFT],
    [`${HOST}/cart.json`, CART],
    [`${HOST}/checkout.json`, CHECKOUT],
  ]),
};

function parentsOf($defs: Json): readonly string[] {
  return findParents({ uri: `${HOST}/gift.json`, root: { $defs } }, NAMES);
}

const adds = ($ref: string): Json => ({ allOf: [{ $ref }, { required: ["note"] }] });

describe("the parents of an extension", () => {
  it("are those for which it has an entry, by full name or by last label", () => {
    expect(parentsOf({ [CHECKOUT]: adds("checkout.json") })).toEqual([CHECKOUT]);
    expect(parentsOf({ cart: {}, checkout: {} })).toEqual([CART, CHECKOUT]);
    expect(parentsOf({ gift: adds("gift.json") })).toEqual([]);
  });

  it("are those that an entry composes, where no entry is named after one", () => {
    expect(parentsOf({ extended: adds("checkout.json") })).toEqual([CHECKOUT]);
    expect(parentsOf({ one: { anyOf: [{ $ref: "cart.json" }, adds("checkout.json")] } })).toEqual([
      CART,
      CHECKOUT,
    ]);
    expect(parentsOf({ plain: { $ref: "checkout.json" } })).toEqual([]);
  });

  it("are none for a container, whose shapes are its own", () => {
    const own = { search_request: { type: "object" }, other: adds("cart.json") };
    expect(parentsOf(own)).toEqual([]);
  });

  it("are those of a document whose shapes are another capability's", () => {
    const alias = { search_request: { $ref: "checkout.json" }, other: adds("cart.json") };
    expect(parentsOf(alias)).toEqual([CART]);
    const composed = { search_response: adds("cart.json") };
    expect(parentsOf(composed)).toEqual([CART]);
  });

  it("are those of a document that uses its shapes itself", () => {
    const used = {
      money_request: { type: "object" },
      other: {
        allOf: [{ $ref: "cart.json" }, { properties: { m: { $ref: "#/$defs/money_request" } } }],
      },
    };
    expect(parentsOf(used)).toEqual([CART]);
  });

  it("are none where the document describes values of its own", () => {
    const root = { properties: { id: {} }, $defs: { [CHECKOUT]: {} } };
    expect(findParents({ uri: `${HOST}/gift.json`, root }, NAMES)).toEqual([]);
    expect(findParents({ uri: `${HOST}/gift.json`, root: true }, NAMES)).toEqual([]);
  });
});
