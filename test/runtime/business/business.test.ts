/** `createBusiness` of generated code: a business in one call, bought from over REST. */

import { createClient } from "../../../generated/client.js";
import { createBusiness } from "../../../generated/business.js";
import { newOrder, totalsOf } from "../../../generated/commerce.js";
import type { Checkout } from "../../../generated/index.js";
import {
  Declined,
  chosenInstrument,
  type PaymentProvider,
  type PaymentState,
  type ProviderPayment,
} from "@proto-gen/runtime/commerce";
import { createPages, html, sandboxPayments } from "@proto-gen/runtime/business";
import { BusinessOutcome, errorMessage } from "@proto-gen/runtime/error";
import { jwsMandates, verifyMerchantAuthorization } from "@proto-gen/runtime/jose";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { ABSENT, createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import type { WebhookMessage } from "@proto-gen/runtime/webhook";
import { beforeEach, describe, expect, it } from "vitest";
import { profile as platformProfile, readData } from "../../support/sample-business.js";

const URL_OF_BUSINESS = "https://shop.example";
const PLATFORM = "https://agent.example/.well-known/proto";
const SIGNING_PLATFORM = "https://signing.example/.well-known/proto";
const HOOK = "https://agent.example/hooks/orders";
const PRICE = 1_000;

interface Token {
  readonly token: string;
}

let storage: Storage;
let calls: string[];
let sent: WebhookMessage[];
beforeEach(() => {
  storage = createMemoryStorage();
  calls = [];
  sent = [];
});

function payment(paymentKey: string, state: PaymentState): ProviderPayment {
  return { paymentKey, checkoutId: undefined, state };
}

const provider: PaymentProvider<Token> = {
  async authorize({ paymentKey, amount, currency, payment: { token } }) {
    calls.push(`authorize ${amount} ${currency} ${token}`);
    return payment(paymentKey, token === "tok_declined" ? "declined" : "captured");
  },
  void: async (paymentKey) => payment(paymentKey, "voided"),
  refund: async (paymentKey) => payment(paymentKey, "refunded"),
  find: async () => undefined,
};

/** Without mandates, unless given: they need a signature of the buyer. */
function platformProfileWith(webhookUrl: string, mandates = false): object {
  const platform = structuredClone(platformProfile) as unknown as {
    readonly proto: { readonly capabilities: Record<string, readonly object[]> };
  };
  const [order] = platform.proto.capabilities["dev.proto.shopping.order"] ?? [];
  if (!mandates) delete platform.proto.capabilities["dev.proto.shopping.ap2_mandate"];
  platform.proto.capabilities["dev.proto.shopping.order"] = [
    { ...order, config: { webhook_url: webhookUrl } },
  ];
  return platform;
}

function businessOptions(): Parameters<typeof createBusiness<Token>>[0] {
  return {
    profile: readData("profile.json"),
    url: URL_OF_BUSINESS,
    storage,
    payments: provider,
    mandates: jwsMandates(),
    fetch: () => Promise.reject(new Error("nothing is fetched")),
    post: async (_url, message) => {
      sent.push(message);
      return { status: 200, headers: new Headers() };
    },
    platforms: approvedPlatforms({
      [PLATFORM]: platformProfileWith(HOOK),
      [SIGNING_PLATFORM]: platformProfileWith(HOOK, true),
    }),
    checkouts: {
      evaluate: ({ line_items }) => {
        const lines = line_items.map(({ item, quantity }, index) => ({
          id: `line_${index + 1}`,
          item: { id: item.id, title: item.id, price: PRICE },
          quantity,
          totals: totalsOf({ subtotal: PRICE * quantity }),
        }));
        const subtotal = lines.reduce((sum, { quantity }) => sum + PRICE * quantity, 0);
        return { line_items: lines, totals: totalsOf({ subtotal }), links: [] };
      },
      trustedUi: () => true,
      anyInstrument: true,
      needsDelivery: () => false,
      paymentOf(payment) {
        const { credential } = (chosenInstrument(payment) ?? {}) as {
          readonly credential?: Partial<Token>;
        };
        return { token: credential?.token ?? "tok_ok" };
      },
      orderOf: (checkout) =>
        newOrder(checkout, {
          id: `order_${checkout.id}`,
          permalinkUrl: `${URL_OF_BUSINESS}/orders/${checkout.id}`,
        }),
      reserve: (_checkout, _key) => void calls.push("reserve") as undefined,
      unreserve: () => void calls.push("unreserve"),
    },
    carts: {
      evaluate: () =>
        new Declined([errorMessage({ code: "none", content: "None.", severity: "recoverable" })]),
    },
    handlers: {
      searchCatalog: () => ({ products: [] }),
      lookupCatalog: () => ({ products: [] }),
    },
  };
}

function openBusiness() {
  return createBusiness(businessOptions());
}

type Opened = Awaited<ReturnType<typeof openBusiness>>;

function clientOf(business: Opened, profile = PLATFORM) {
  return createClient({
    business: URL_OF_BUSINESS,
    profile,
    platform: platformProfileWith(HOOK, profile === SIGNING_PLATFORM),
    fetch: (url, init) => business.fetch(new Request(url, init as RequestInit)) as never,
  });
}

function resource(answer: Checkout | BusinessOutcome): Checkout {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

const LINES = [{ item: { id: "camera" }, quantity: 2 }];

function payWith(token: string) {
  const card = {
    id: "card_1",
    handler_id: "tokenizer",
    type: "card",
    credential: { type: "token", token },
  };
  return { payment: { instruments: [card] } };
}

describe("a business of one call", () => {
  it("sells: reserves, takes the payment, stores the order", async () => {
    const business = await openBusiness();
    const shop = await clientOf(business);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    const completed = resource(await shop.completeCheckout({ id, ...payWith("tok_1") } as never));
    expect(completed).toMatchObject({ status: "completed", order: { id: `order_${id}` } });
    expect(calls).toEqual(["reserve", "authorize 2000 USD tok_1"]);
    expect(await business.orders.get(`order_${id}`)).toMatchObject({ checkout_id: id });
    await business.close();
  });

  it("undoes the reservation if the payment is declined", async () => {
    const business = await openBusiness();
    const shop = await clientOf(business);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    const declined = resource(
      await shop.completeCheckout({ id, ...payWith("tok_declined") } as never),
    );
    expect(declined.messages).toMatchObject([{ code: "payment_declined" }]);
    expect(calls.slice(0, 3)).toEqual(["reserve", "authorize 2000 USD tok_declined", "unreserve"]);
    await business.close();
  });

  it("publishes its profile at its own address, with keys that the next process has, too", async () => {
    const published = async (business: Opened) => {
      const response = await business.fetch(new Request(business.profileUrl));
      return (await response.json()) as { readonly signing_keys: readonly { kid: string }[] };
    };
    const [first, second] = [await openBusiness(), await openBusiness()];
    const profile = await published(first);
    expect(JSON.stringify(profile)).toContain(`${URL_OF_BUSINESS}/proto/v1`);
    expect(JSON.stringify(profile)).not.toContain("business.example.com");
    expect(profile.signing_keys).toHaveLength(2);
    expect((await published(second)).signing_keys).toEqual(profile.signing_keys);
  });

  it("sends the event of an order, signed, once work in the background runs", async () => {
    const business = await openBusiness();
    const shop = await clientOf(business);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    await shop.completeCheckout({ id, ...payWith("tok_1") } as never);
    expect(sent).toEqual([]);
    await business.sweep();
    await business.close();
    expect(sent).toHaveLength(1);
    const names = sent[0]?.headers.map(([name]) => name.toLowerCase());
    expect(names).toEqual(expect.arrayContaining(["signature", "signature-input"]));
    expect(new TextDecoder().decode(sent[0]?.body)).toContain(`order_${id}`);
  });

  it("signs checkouts for platforms that have the mandate extension, with a key that it publishes", async () => {
    const business = await openBusiness();
    const shop = await clientOf(business, SIGNING_PLATFORM);
    const checkout = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    const response = await business.fetch(new Request(business.profileUrl));
    const { signing_keys } = (await response.json()) as { readonly signing_keys: unknown };
    const authorization = checkout.ap2?.merchant_authorization;
    expect(await verifyMerchantAuthorization(checkout, authorization, signing_keys)).toMatchObject({
      kind: "accepted",
    });
    await business.close();
  });

  it("names what is missing if the profile has the mandate extension", async () => {
    const { mandates: _, ...options } = businessOptions();
    await expect(createBusiness(options as never)).rejects.toThrow("jwsMandates()");
  });

  it("charges a buyer on its own page what the buyer saw, and nothing else", async () => {
    const options = businessOptions();
    const checkouts = { ...options.checkouts, trustedUi: () => false };
    const business = await createBusiness({ ...options, checkouts });
    const shop = await clientOf(business);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    const escalated = resource(await shop.completeCheckout({ id, ...payWith("tok_1") } as never));
    expect(escalated.status).toBe("requires_escalation");
    const payment = { token: "tok_page" };
    const other = await business.buyer.finish(id, { payment, total: PRICE });
    expect(other).toMatchObject({ messages: [{ code: "checkout_changed" }] });
    expect(calls).toEqual([]);
    const finished = await business.buyer.finish(id, { payment, total: 2 * PRICE });
    expect(finished).toMatchObject({ status: "completed" });
    expect(calls).toEqual(["reserve", "authorize 2000 USD tok_page"]);
    await business.close();
  });

  it("commits with an order what the business adds to it", async () => {
    const options = businessOptions();
    let woken = 0;
    const task = { collection: "mail", key: "1", value: { to: "ada" }, expected: ABSENT };
    const alongside = [{ writesFor: () => [task], wake: () => void (woken += 1) }];
    const business = await createBusiness({
      ...options,
      checkouts: { ...options.checkouts, alongside },
    });
    const shop = await clientOf(business);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    await shop.completeCheckout({ id, ...payWith("tok_1") } as never);
    expect((await storage.get([{ collection: "mail", key: "1" }]))[0]?.value).toEqual({
      to: "ada",
    });
    expect(woken).toBe(1);
    await business.close();
  });

  it("answers calls where an endpoint and a page have one path", async () => {
    const options = businessOptions();
    const text = JSON.stringify(options.profile).replaceAll("/proto/v1", "");
    const business = await createBusiness({
      ...options,
      profile: JSON.parse(text) as object,
      pages: () =>
        createPages({
          "/checkout-sessions/{id}": { name: "checkout", show: (id) => html`<p>${id}</p>` },
        }),
    });
    const shop = await clientOf(business);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    expect(resource(await shop.getCheckout({ id }))).toMatchObject({ id });
    const page = `${URL_OF_BUSINESS}/checkout-sessions/${id}`;
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const shown = (await business.fetch(new Request(page, { headers }))) as unknown as Response;
    expect(await shown.text()).toBe(`<p>${id}</p>`);
    await business.close();
  });

  it("is at the root of a host, and drops the slash of its URL", async () => {
    const business = await createBusiness({ ...businessOptions(), url: `${URL_OF_BUSINESS}/` });
    expect(business.url).toBe(URL_OF_BUSINESS);
    await business.close();
    for (const url of ["shop.example", "http://shop.example", "https://shop.example/eu"])
      await expect(createBusiness({ ...businessOptions(), url })).rejects.toThrow(
        /^url must be the public https URL/,
      );
  });

  it.each([{}, { keys: [] }, { keys: [{ signsSince: "2026-01-01T00:00:00Z" }] }])(
    "makes no new keys where those that it has stored are %j",
    async (value) => {
      const key = { collection: "signing_keys", key: "schedule" };
      await storage.commit([{ ...key, value, expected: ABSENT }]);
      await expect(createBusiness(businessOptions())).rejects.toThrow(
        "The stored signing keys (by default, the collection signing_keys) cannot be used",
      );
      expect((await storage.get([key]))[0]?.value).toEqual(value);
    },
  );

  it("gives nothing away: a sandbox is for development", async () => {
    const options = { ...businessOptions(), payments: sandboxPayments<Token>() };
    await expect(createBusiness(options)).rejects.toThrow("takes no money");
    const business = await createBusiness({ ...options, development: true });
    const shop = await clientOf(business);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: LINES }));
    const declined = await shop.completeCheckout({ id, ...payWith("tok_declined") } as never);
    expect(declined).toMatchObject({ messages: [{ code: "payment_declined" }] });
    await shop.completeCheckout({ id, ...payWith("tok_1") } as never);
    expect([...options.payments.charges.values()]).toEqual([2 * PRICE]);
    await business.close();
  });
});
