/** The port to payment providers: its contract on four implementations and on broken ones, and what checkouts do with it (§2.5, §3.1). */

import {
  createPayments,
  Declined,
  type PaymentProvider,
  type ProviderPayment,
} from "@proto-gen/runtime/commerce";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { createWorker } from "@proto-gen/runtime/worker";
import { createTestClock, paymentProviderSuite, seededRandom } from "@proto-gen/runtime/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSandbox } from "../../../templates/storefront/src/payment/sandbox.js";
import { keeper, orderOf } from "../../support/checkout-keeper.js";
import { createHttpProvider, type Token } from "../../support/payments/http-provider.js";
import {
  moody,
  openProviderServer,
  type ProviderServer,
} from "../../support/payments/provider-server.js";

const PAYMENTS = { accepted: { token: "tok_ok" }, declined: { token: "tok_declined" } };

/** Two steps, in memory. */
function inMemory(): Required<PaymentProvider<Token>> {
  const payments = new Map<string, ProviderPayment>();
  const next = (key: string, from: readonly string[], state: ProviderPayment["state"]) => {
    const found = payments.get(key);
    const known = { paymentKey: key, checkoutId: found?.checkoutId, state };
    if (found === undefined || from.includes(found.state)) payments.set(key, known);
    return payments.get(key) as ProviderPayment;
  };
  return {
    async authorize({ paymentKey, checkoutId, payment: { token } }) {
      const state = token === "tok_declined" ? "declined" : "authorized";
      const payment = payments.get(paymentKey) ?? { paymentKey, checkoutId, state };
      payments.set(paymentKey, payment);
      return payment;
    },
    capture: async (key) => next(key, ["authorized"], "captured"),
    void: async (key) => next(key, ["authorized"], "voided"),
    refund: async (key) => next(key, ["captured"], "refunded"),
    find: async (key) => payments.get(key),
  };
}

let calm: ProviderServer;
let difficult: ProviderServer;

beforeAll(async () => {
  calm = await openProviderServer();
  difficult = await openProviderServer({ at: moody(seededRandom(1), 200) });
});

afterAll(() => Promise.all([calm.close(), difficult.close()]));

describe.each<[string, () => PaymentProvider<Token>]>([
  ["the sandbox, in one step", createSandbox],
  ["two steps in memory", inMemory],
  ["over HTTP", () => createHttpProvider({ url: calm.url })],
  [
    "over HTTP, with lines that break and answers that are late",
    () => createHttpProvider({ url: difficult.url, attempts: 20 }),
  ],
])("a provider keeps its contract: %s", (_, open) => {
  it.each(
    paymentProviderSuite({ open: () => open(), ...PAYMENTS }).map((each) => [each.title, each]),
  )("it %s", (_title, { run }) => run());
});

describe("a provider is found to be broken if it", () => {
  const broken: Readonly<Record<string, Partial<PaymentProvider<Token>>>> = {
    "forgets what it authorized": { find: async () => undefined },
    "authorizes what was voided": {
      authorize: async ({ paymentKey, checkoutId }) => ({
        paymentKey,
        checkoutId,
        state: "authorized",
      }),
    },
    "never declines": {
      authorize: (request) => inMemory().authorize({ ...request, payment: PAYMENTS.accepted }),
    },
    "voids nothing": {
      void: async (paymentKey) => ({ paymentKey, checkoutId: undefined, state: "authorized" }),
    },
    "captures nothing": {
      capture: async (paymentKey) => ({ paymentKey, checkoutId: undefined, state: "authorized" }),
    },
    "refunds nothing": {
      refund: async (paymentKey) => ({ paymentKey, checkoutId: undefined, state: "captured" }),
    },
    "answers for another key": {
      authorize: async ({ checkoutId }) => ({ paymentKey: "1", checkoutId, state: "authorized" }),
    },
    "loses the checkout": {
      authorize: async ({ paymentKey }) => ({
        paymentKey,
        checkoutId: undefined,
        state: "authorized",
      }),
    },
  };

  it.each(Object.entries(broken))("%s", async (_, defect) => {
    const suite = paymentProviderSuite({ open: () => ({ ...inMemory(), ...defect }), ...PAYMENTS });
    const results = await Promise.allSettled(suite.map(({ run }) => run()));
    expect(results.filter(({ status }) => status === "rejected")).not.toEqual([]);
  });
});

describe("checkouts with a provider", () => {
  const LATE = { token: "tok_ok" };
  let logged: unknown[];

  function shopWith(provider: PaymentProvider<Token>) {
    logged = [];
    const clock = createTestClock();
    const store = createMemoryStorage({ now: clock.now });
    const log = (error: unknown): void => void logged.push(error);
    const payments = createPayments({ provider, store, now: clock.now, log });
    const shop = keeper({
      ...{ store, log, now: clock.now, captures: payments },
      async complete(checkout, _request, { paymentKey, signal }) {
        const { id: checkoutId, currency } = checkout;
        const request = { checkoutId, currency, amount: 2_000, paymentKey, signal };
        const paid = await payments.authorize({ ...request, payment: LATE });
        return paid instanceof Declined ? paid : orderOf(checkout);
      },
      release: (_checkout, paymentKey) => payments.release(paymentKey),
    });
    return { ...shop, clock, payments };
  }

  const statesOf = (server: ProviderServer, id: string) =>
    [...server.payments.values()]
      .filter(({ checkoutId }) => checkoutId === id)
      .map(({ state }) => state);

  afterEach(() => expect(logged).toEqual([]));

  it("capture what they authorized once the order is committed", async () => {
    const shop = shopWith(createHttpProvider({ url: calm.url }));
    const { id } = await shop.create();
    expect((await shop.complete(id)).status).toBe("completed");
    await expect.poll(() => statesOf(calm, id)).toEqual(["captured"]);
  });

  it("void what was authorized for a checkout that is canceled meanwhile", async () => {
    const provider = createHttpProvider({ url: calm.url });
    const shop = shopWith({
      ...provider,
      async authorize(request) {
        const payment = await provider.authorize(request);
        await shop.cancel(request.checkoutId);
        return payment;
      },
    });
    const { id } = await shop.create();
    expect((await shop.complete(id)).status).toBe("canceled");
    await expect.poll(() => statesOf(calm, id)).toEqual(["voided"]);
    expect(await shop.checkouts.unsettled()).toEqual([]);
  });

  it("wait for a provider that has not decided", async () => {
    const provider = inMemory();
    const shop = shopWith({
      ...provider,
      async authorize(request) {
        await provider.authorize(request);
        return { ...request, state: "pending" };
      },
    });
    const { id } = await shop.create();
    expect((await shop.complete(id)).status).toBe("completed");
  });

  it("release a payment that the provider reports but that belongs to no order", async () => {
    const provider = createHttpProvider({ url: calm.url });
    const shop = shopWith(provider);
    const { id } = await shop.create();
    const { signal } = new AbortController();
    const facts = { checkoutId: id, amount: 1, currency: "USD", payment: LATE, signal };
    await provider.authorize({ ...facts, paymentKey: "stray" });
    await shop.complete(id);
    await shop.checkouts.reconcile(id, "stray");
    await expect.poll(() => statesOf(calm, id).toSorted()).toEqual(["captured", "voided"]);
  });

  it("leave the payment of the order alone, however often the provider reports it", async () => {
    const provider = createHttpProvider({ url: calm.url });
    const keys: string[] = [];
    const shop = shopWith({
      ...provider,
      authorize(request) {
        keys.push(request.paymentKey);
        return provider.authorize(request);
      },
    });
    const { id } = await shop.create();
    await shop.complete(id);
    for (const _ of [1, 2]) await shop.checkouts.reconcile(id, keys[0] ?? "");
    await expect.poll(() => statesOf(calm, id)).toEqual(["captured"]);
  });

  it("refund a payment that was captured although its response was lost", async () => {
    const provider = createHttpProvider({ url: calm.url });
    const shop = shopWith({
      ...provider,
      async authorize(request) {
        await provider.authorize(request);
        await provider.capture(request.paymentKey);
        throw new Error("hung up");
      },
    });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toThrow("hung up");
    await expect.poll(() => statesOf(calm, id)).toEqual(["refunded"]);
  });

  it("place no order for a payment in an unexpected state, and release the payment", async () => {
    const provider = inMemory();
    const { capture: _, ...oneStep } = provider;
    for (const wrong of [
      oneStep,
      {
        ...provider,
        authorize: async (request: Parameters<typeof provider.authorize>[0]) => ({
          ...(await provider.authorize(request)),
          state: "requires_action" as never,
        }),
      },
    ]) {
      const shop = shopWith(wrong);
      const { id } = await shop.create();
      await expect(shop.complete(id)).rejects.toThrow("payment_mismatch");
      await expect.poll(() => shop.checkouts.unsettled()).toEqual([]);
    }
  });

  it("leave the captures of another provider alone", async () => {
    const provider = inMemory();
    const shop = shopWith({ ...provider, capture: () => Promise.reject(new Error("down")) });
    const { id } = await shop.create();
    await shop.complete(id);
    await expect.poll(() => logged.length).toBe(1);
    logged.length = 0;
    const { store, clock } = shop;
    clock.advance(60_000);
    const { capture: _, ...oneStep } = inMemory();
    const now = clock.now;
    await createPayments({ provider: oneStep, store, now }).drain();
    await createPayments({ provider: inMemory(), store, now, name: "wallet" }).drain();
    expect(await store.scan("payment_capture", { limit: 10 })).toHaveLength(1);
    await createPayments({ provider, store, now }).drain();
    expect(await store.scan("payment_capture", { limit: 10 })).toEqual([]);
  });

  it("keep a capture that can never succeed as a dead task", async () => {
    const provider = inMemory();
    const shop = shopWith({
      ...provider,
      async capture(paymentKey) {
        await provider.void(paymentKey);
        return provider.capture(paymentKey);
      },
    });
    const { id } = await shop.create();
    await shop.complete(id);
    await expect
      .poll(() => logged.map(String))
      .toEqual([`CheckoutError: capture_failed: payment of checkout ${id}`]);
    logged.length = 0;
    const { store, clock } = shop;
    const name = "payment_capture";
    const worker = createWorker({ store, name, now: clock.now, perform: () => undefined });
    expect(await worker.dead({ limit: 10 })).toMatchObject([{ value: { code: "capture_failed" } }]);
    expect(await worker.list({ limit: 10 })).toEqual([]);
  });

  it("capture nothing for an order that was paid in another way", async () => {
    const { store, clock, checkouts, create, payments } = shopWith(inMemory());
    const { id } = await create();
    await checkouts.get(id);
    await store.commit(payments.writesFor({ checkoutId: id, paymentKey: "cash" }));
    clock.advance(1);
    await payments.drain();
    expect(await store.scan("payment_capture", { limit: 10 })).toEqual([]);
  });

  it("repeat a capture that fails, and log it", async () => {
    const provider = inMemory();
    let failures = 1;
    const shop = shopWith({
      ...provider,
      async capture(paymentKey) {
        if (failures-- > 0) throw new Error("not now");
        return provider.capture(paymentKey);
      },
    });
    const { id } = await shop.create();
    await shop.complete(id);
    await expect
      .poll(() => logged.map(String))
      .toEqual([`CheckoutError: capture_failed: payment of checkout ${id}`]);
    logged.length = 0;
    shop.clock.advance(60_000);
    await shop.checkouts.sweep();
    expect(failures).toBe(-1);
  });
});
