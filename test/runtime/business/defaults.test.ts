/** What `createBusiness` decides where a business says nothing: lax in development, closed otherwise. */

import { createPriceList } from "@proto-gen/runtime/commerce";
import type { PaymentProvider } from "@proto-gen/runtime/commerce";
import { sandboxPayments } from "@proto-gen/runtime/business";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { jwsMandates } from "@proto-gen/runtime/jose";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { describe, expect, it } from "vitest";
import { createBusiness, type BusinessOptions } from "../../../generated/business.js";
import { createClient } from "../../../generated/client.js";
import type { Checkout } from "../../../generated/index.js";
import { profile as platformProfile, readData } from "../../support/sample-business.js";

const SHOP = "https://shop.example";
const PLATFORM = "https://agent.example/.well-known/proto";

const { evaluate, searchCatalog, lookupCatalog } = createPriceList({
  currency: "USD",
  items: { mug: { title: "Mug", price: 1_800 } },
});

/** Without mandates, which need a signature of the buyer. */
function platform(): object {
  const { proto, ...rest } = structuredClone(platformProfile) as unknown as {
    readonly proto: { readonly capabilities: Record<string, unknown> };
  };
  delete proto.capabilities["dev.proto.shopping.ap2_mandate"];
  return { ...rest, proto };
}

type Checkouts = Partial<BusinessOptions["checkouts"]>;

/** What the provider is paid with. */
let taken: unknown[];

function provider(): PaymentProvider<unknown> {
  taken = [];
  const { isSandbox: _, ...sandbox } = sandboxPayments<unknown>();
  return {
    ...sandbox,
    authorize(request) {
      taken.push(request.payment);
      return sandbox.authorize(request);
    },
  };
}

async function open(development: boolean, checkouts: Checkouts = {}) {
  const business = await createBusiness({
    ...{ url: SHOP, storage: createMemoryStorage(), development },
    profile: readData("profile.json"),
    payments: provider(),
    mandates: jwsMandates(),
    fetch: () => Promise.reject(new Error("nothing is fetched")),
    post: async () => ({ status: 200, headers: new Headers() }),
    platforms: approvedPlatforms({ [PLATFORM]: platform() }),
    checkouts: { evaluate, needsDelivery: () => false, ...checkouts },
    carts: { evaluate },
    handlers: { searchCatalog, lookupCatalog },
  });
  const client = await createClient({
    ...{ business: SHOP, profile: PLATFORM, platform: platform() },
    fetch: (url, init) => business.fetch(new Request(url, init as RequestInit)) as never,
  });
  return { business, client };
}

const CARD = { id: "card_1", handler_id: "tokenizer", type: "card" };

async function bought(
  { client }: Awaited<ReturnType<typeof open>>,
  ...instruments: object[]
): Promise<Checkout> {
  const line_items = [{ item: { id: "mug" }, quantity: 2 }];
  const { id } = resource(await client.createCheckout({ currency: "USD", line_items }));
  const payment = { instruments };
  return resource(await client.completeCheckout({ id, payment } as never));
}

function resource(answer: Checkout | BusinessOutcome): Checkout {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

const codesOf = ({ messages = [] }: Checkout) => messages.map(({ code }) => code);

it("needs paymentOf for a provider that takes something else than what platforms send", () => {
  // @ts-expect-error: `paymentOf` is missing
  const missing: BusinessOptions<{ readonly token: string }>["checkouts"] = { evaluate };
  const sent: BusinessOptions["checkouts"] = { evaluate };
  expect([missing, sent]).toEqual([{ evaluate }, { evaluate }]);
});

describe("a business that leaves its decisions to the runtime", () => {
  it("sells in development to any platform, and with any instrument", async () => {
    const shop = await open(true);
    const checkout = await bought(shop, { ...CARD, handler_id: "another" });
    expect(checkout.status).toBe("completed");
    await shop.business.close();
  });

  it("has the order below its own address", async () => {
    const shop = await open(true);
    const { id, order } = await bought(shop, CARD);
    const permalink_url = `${SHOP}/orders/order_${id}`;
    expect(order).toMatchObject({ id: `order_${id}`, permalink_url });
    const stored = await shop.business.orders.get(`order_${id}`);
    expect(stored).toMatchObject({ checkout_id: id, permalink_url, currency: "USD" });
    expect(stored?.line_items).toMatchObject([{ id: "mug", quantity: { total: 2, fulfilled: 0 } }]);
    await shop.business.close();
  });

  it("gives the provider what the platform sent", async () => {
    const shop = await open(true);
    await bought(shop, { ...CARD, credential: { type: "token", token: "tok_1" } });
    expect(taken).toMatchObject([
      { instruments: [{ id: "card_1", credential: { token: "tok_1" } }] },
    ]);
    await shop.business.close();
  });

  it("takes no payment without an instrument", async () => {
    const shop = await open(true);
    const checkout = await bought(shop);
    expect(checkout.status).toBe("ready_for_complete");
    expect(codesOf(checkout)).toEqual(["missing"]);
    expect(taken).toEqual([]);
    await shop.business.close();
  });

  it("trusts no platform's page outside of development", async () => {
    const shop = await open(false);
    const checkout = await bought(shop, CARD);
    expect(checkout.status).toBe("requires_escalation");
    expect(codesOf(checkout)).toEqual(["buyer_review_required"]);
    expect(taken).toEqual([]);
    await shop.business.close();
  });

  it("takes outside of development only the instruments that it offers", async () => {
    const shop = await open(false, { trustedUi: () => true });
    const refused = await bought(shop, { ...CARD, handler_id: "another" });
    expect(codesOf(refused)).toEqual(["payment_handler_unknown"]);
    expect(taken).toEqual([]);
    expect((await bought(shop, CARD)).status).toBe("completed");
    await shop.business.close();
  });

  it("does not open with a sandbox outside of development", async () => {
    await expect(
      createBusiness({
        ...{ url: SHOP, storage: createMemoryStorage(), profile: readData("profile.json") },
        ...{ payments: sandboxPayments(), mandates: jwsMandates() },
        fetch: () => Promise.reject(new Error("nothing is fetched")),
        post: async () => ({ status: 200, headers: new Headers() }),
        ...{ checkouts: { evaluate }, carts: { evaluate } },
        handlers: { searchCatalog, lookupCatalog },
      }),
    ).rejects.toThrow("takes no money");
  });
});
