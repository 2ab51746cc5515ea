/**
 * Where the buyer goes on (§3.3): an opaque URL, or a permalink that makes the checkout again.
 * `CHECKOUT_SEED` brings a random failure back; `CHECKOUT_RUNS` makes it look longer.
 */

import {
  itemsOf,
  type Permalink,
  requireContinueUrl,
} from "../../../src/runtime/commerce/checkout/continue-url.js";
import { permalinkOf, readPermalink } from "@proto-gen/runtime/commerce";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyOptions } from "../../support/sizes.js";

const PAGE = "https://shop.example/buy";

describe("continue_url (§3.3)", () => {
  it.each(["https://shop.example/checkout-sessions/1", "https://shop.example:8443/?a=b#c"])(
    "may be %s",
    (url) => {
      expect(requireContinueUrl(url)).toBe(url);
    },
  );

  it.each([
    "http://shop.example/1",
    "/checkout/1",
    "//shop.example/1",
    "shop.example/1",
    "https://",
    "https:shop.example",
    "https://user:password@shop.example/",
    "https://user@shop.example/",
    "https://:password@shop.example/",
    " https://shop.example/",
    "https://shop.example/a b",
    "https://shop.example\\@evil.example/",
    // No URI (RFC 3986), so that no answer could have it.
    "https://shop.example/übung",
    "https://shop.example/{id}",
    "javascript:alert(1)",
    "",
  ])("may not be %j", (url) => {
    expect(() => requireContinueUrl(url)).toThrow(
      expect.objectContaining({ code: "continue_url_invalid" }),
    );
  });
});

const permalinks: fc.Arbitrary<Permalink> = fc.record({
  currency: fc.stringMatching(/^[A-Z]{3}$/),
  items: fc.array(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
      quantity: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    }),
    { minLength: 1, maxLength: 10 },
  ),
});

describe("a permalink (§3.3)", () => {
  it("makes again what it was made of", () => {
    fc.assert(
      fc.property(permalinks, (permalink) => {
        const url = permalinkOf(PAGE, permalink);
        expect(requireContinueUrl(url)).toBe(url);
        expect(readPermalink(url)).toEqual(permalink);
      }),
      propertyOptions("CHECKOUT", { quick: 100, full: 5_000 }),
    );
  });

  it("keeps what the page's own URL has", () => {
    const url = permalinkOf(`${PAGE}?ref=agent`, {
      currency: "USD",
      items: [{ id: "a", quantity: 1 }],
    });
    expect(new URL(url).searchParams.get("ref")).toBe("agent");
  });

  it("says what is bought, of a checkout or of a request", () => {
    const lines = [{ item: { id: "camera", title: "Camera" }, quantity: 2, totals: [] }, null, {}];
    expect(itemsOf(lines)).toEqual([{ id: "camera", quantity: 2 }]);
  });

  it("refuses more than a URL can carry", () => {
    const items = Array.from({ length: 201 }, (_, at) => ({ id: `i${at}`, quantity: 1 }));
    expect(() => permalinkOf(PAGE, { currency: "USD", items })).toThrow(RangeError);
  });

  it.each([
    { currency: "usd", items: [{ id: "a", quantity: 1 }] },
    { currency: "USD", items: [] },
    { currency: "USD", items: [{ id: "a", quantity: 0.5 }] },
    { currency: "USD", items: [{ id: "", quantity: 1 }] },
  ])("is not made of what it could not be read as: %j", (permalink) => {
    expect(() => permalinkOf(PAGE, permalink)).toThrow(RangeError);
  });

  it.each([
    PAGE,
    "not a url %",
    `${PAGE}?checkout=`,
    `${PAGE}?checkout=%7B%7D`,
    `${PAGE}?checkout=["USD"]`,
    `${PAGE}?checkout=["usd",["a",1]]`,
    `${PAGE}?checkout=["USD",["a",0]]`,
    `${PAGE}?checkout=["USD",["a",1.5]]`,
    `${PAGE}?checkout=["USD",["a","1"]]`,
    `${PAGE}?checkout=["USD",["",1]]`,
    `${PAGE}?checkout=["USD",["a",1,2]]`,
    `${PAGE}?checkout=["USD",["a",1]`,
    `${PAGE}?checkout=["USD",["a",1]]${"x".repeat(7000)}`,
  ])("is not %s", (url) => {
    expect(readPermalink(url)).toBeUndefined();
  });

  it("never throws, whatever the URL", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, text) => {
        readPermalink(`${url}?checkout=${text}`);
        readPermalink(text);
      }),
      propertyOptions("CHECKOUT", { quick: 100, full: 5_000 }),
    );
  });
});
