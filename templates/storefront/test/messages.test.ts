/** Every message code of §7 that a shop produces, with its severity and its path. */

import { BusinessOutcome } from "@proto-gen/runtime/error";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestShop, resource, STRANGER, type TestShop } from "./shop-of-test.js";

let open: TestShop;
beforeAll(async () => {
  open = await openTestShop();
});
afterAll(() => open.close());

const BUYER = { email: "ada@example.com" };
const UTAH = {
  street_address: "1 Main Street",
  address_locality: "Provo",
  address_region: "UT",
  postal_code: "84601",
  address_country: "US",
};

function ordered(...items: readonly (readonly [string, number])[]) {
  return items.map(([id, quantity]) => ({ item: { id }, quantity }));
}

type Request = Parameters<TestShop["client"]["createCheckout"]>[0];

/** What is asked for beside the currency, and the message that it brings. */
const MESSAGES: readonly (readonly [code: string, Omit<Request, "currency">, message: object])[] = [
  [
    "missing",
    { line_items: ordered(["presets", 1]) },
    { type: "error", severity: "recoverable", path: "$.buyer.email" },
  ],
  [
    "invalid_phone",
    { line_items: ordered(["presets", 1]), buyer: { ...BUYER, phone_number: "555" } },
    { type: "error", severity: "recoverable", path: "$.buyer.phone_number" },
  ],
  [
    "invalid_cart_items",
    { line_items: ordered(["presets", 1], ["no_such_item", 1]), buyer: BUYER },
    { type: "error", severity: "recoverable", content: "There is no item no_such_item." },
  ],
  [
    "out_of_stock",
    { line_items: ordered(["presets", 1], ["bag_l", 1]), buyer: BUYER },
    { type: "error", severity: "recoverable", content: expect.stringContaining("no more of") },
  ],
  [
    "quantity_adjusted",
    { line_items: ordered(["bag_l", 1], ["developer", 100_000]), buyer: BUYER },
    { type: "warning", path: "$.line_items[0].quantity", available_quantity: expect.any(Number) },
  ],
  [
    "item_unavailable",
    {
      line_items: ordered(["developer", 1]),
      buyer: BUYER,
      fulfillment: { methods: [{ type: "shipping", destinations: [UTAH] }] },
    },
    { type: "error", severity: "recoverable", path: "$.line_items[0]" },
  ],
  [
    "item_unavailable",
    {
      line_items: ordered(["developer", 1]),
      buyer: BUYER,
      context: { address_country: "US", address_region: "UT" },
    },
    { type: "warning", path: "$.line_items[0]" },
  ],
  [
    "schedule_delivery",
    { line_items: ordered(["cabinet", 1]), buyer: BUYER },
    { type: "error", severity: "requires_buyer_input" },
  ],
  [
    "high_value_order",
    { line_items: ordered(["view", 1]), buyer: BUYER },
    { type: "error", severity: "requires_buyer_review" },
  ],
];

describe("a checkout's messages (§7)", () => {
  it.each(MESSAGES)("%s", async (code, request, message) => {
    const answer = await open.client.createCheckout({ currency: "USD", ...request });
    const { messages = [] } = resource(answer);
    expect(messages).toContainEqual(expect.objectContaining({ code, ...message }));
  });

  it("have paths of lines, and name items that the answer left out, once each (§2.3)", async () => {
    const asked = ordered(["no_such_item", 1], ["bag_l", 1], ["bag_l", 2], ["developer", 100_000]);
    for (const line_items of [asked, [...asked].reverse()]) {
      const request = { currency: "USD", line_items, buyer: BUYER };
      const answers = [
        resource(await open.client.createCheckout(request)),
        resource(await open.client.createCart({ line_items })),
      ];
      for (const { line_items: lines, messages = [] } of answers) {
        expect(lines.map(({ item }) => item.id)).toEqual(["developer"]);
        const codes = messages.map(({ code }) => code).filter((code) => code !== "missing");
        expect([...codes].sort()).toEqual([
          "invalid_cart_items",
          "out_of_stock",
          "quantity_adjusted",
        ]);
        const paths = messages.flatMap(({ path = "" }) => (/line_items/.test(path) ? [path] : []));
        // An item that there is not has no line but that of the request.
        const at = line_items.findIndex(({ item }) => item.id === "no_such_item");
        expect(paths.toSorted()).toEqual(
          ["$.line_items[0].quantity", `$.line_items[${at}].item.id`].toSorted(),
        );
        expect(messages.find(({ code }) => code === "quantity_adjusted")).toMatchObject({
          available_quantity: lines[0]?.quantity,
        });
      }
    }
  });

  it("out_of_stock is the outcome where nothing is left (§4.3)", async () => {
    const request = { currency: "USD", line_items: ordered(["bag_l", 1], ["no_such_item", 1]) };
    const outcome = await open.client.createCheckout(request);
    expect(outcome).toBeInstanceOf(BusinessOutcome);
    const { messages, continueUrl } = outcome as BusinessOutcome;
    expect(messages).toMatchObject([{ code: "out_of_stock", severity: "unrecoverable" }]);
    expect(continueUrl).toBeDefined();
  });

  it("item_unavailable is the outcome where nothing of it is sold, for a cart too", async () => {
    const line_items = ordered(["no_such_item", 1]);
    const { client } = open;
    for (const outcome of [
      await client.createCheckout({ currency: "USD", line_items }),
      await client.createCart({ line_items }),
    ])
      expect((outcome as BusinessOutcome).messages).toMatchObject([
        { type: "error", code: "item_unavailable", severity: "unrecoverable" },
      ]);
  });

  it("version_unsupported says that there is nothing in common, and where the buyer can go on (§9)", async () => {
    const answer = await fetch(`${open.shop.url}/proto/v1/checkout-sessions`, {
      method: "POST",
      headers: {
        "Proto-Agent": `profile="${STRANGER}"`,
        "Request-Id": "r1",
        "Idempotency-Key": "k1",
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ currency: "USD", line_items: ordered(["presets", 1]) }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: "requires_escalation",
      messages: [{ type: "error", code: "version_unsupported", severity: "requires_buyer_input" }],
      continue_url: expect.stringMatching(/^https:/),
    });
  });
});

describe("other messages (§7)", () => {
  it("not_found is an error for a cart, and for a lookup an information", async () => {
    const cart = await open.client.getCart({ id: "nothing" });
    expect((cart as BusinessOutcome).messages).toMatchObject([
      { type: "error", code: "not_found", severity: "unrecoverable" },
    ]);
    const found = resource(await open.client.lookupCatalog({ ids: ["nothing"] }));
    expect(found).toMatchObject({
      products: [],
      messages: [{ type: "info", code: "not_found", content: "nothing" }],
    });
  });

  it("operation_not_allowed leaves a checkout that is over as it is", async () => {
    const { client } = open;
    const request = { currency: "USD", line_items: ordered(["presets", 1]), buyer: BUYER };
    const { id } = resource(await client.createCheckout(request));
    const canceled = resource(await client.cancelCheckout({ id }));
    expect(canceled.status).toBe("canceled");
    const again = resource(await client.cancelCheckout({ id }));
    expect(again.status).toBe("canceled");
    expect(again.messages).toMatchObject([{ code: "operation_not_allowed" }]);
  });

  it("a discount is said with what it takes off, and a code that there is not does nothing", async () => {
    const request = { currency: "USD", line_items: ordered(["presets", 1]), buyer: BUYER };
    const discounts = { codes: ["TEN", "NOTHING"] };
    const checkout = resource(await open.client.createCheckout({ ...request, discounts }));
    const amount = (type: string) => checkout.totals.find((each) => each.type === type)?.amount;
    expect(checkout.discounts?.applied).toMatchObject([
      { code: "TEN", amount: amount("discount") },
    ]);
    expect(amount("total")).toBe((amount("subtotal") ?? 0) - (amount("discount") ?? 0));
  });

  it("a discount code counts in capitals and in small letters, once, and is said as it was sent", async () => {
    const request = { currency: "USD", line_items: ordered(["presets", 1]), buyer: BUYER };
    const discounts = { codes: ["ten", "TEN"] };
    const checkout = resource(await open.client.createCheckout({ ...request, discounts }));
    expect(checkout.discounts?.applied).toMatchObject([{ code: "ten" }]);
    expect(checkout.messages).toMatchObject([
      { code: "discount_code_combination_disallowed", path: "$.discounts.codes[1]" },
    ]);
  });

  it("consent is kept as it was given (§2.3)", async () => {
    const consent = { marketing: false, analytics: true };
    const request = { currency: "USD", line_items: ordered(["presets", 1]) };
    const buyer = { ...BUYER, consent };
    const checkout = resource(await open.client.createCheckout({ ...request, buyer }));
    expect(checkout.buyer?.consent).toEqual(consent);
  });
});
