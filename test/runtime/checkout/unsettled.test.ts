/** Payments that hang: what is on record before the provider is called, and what is logged of a release that fails (§3.1). */

import type { Checkouts, UnsettledPayment } from "@proto-gen/runtime/commerce";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { describe, expect, it } from "vitest";
import { createCheckouts } from "../../../generated/commerce.js";
import type { Handlers } from "../../../generated/server.js";
import {
  unsettledOf,
  withEarlyRelease,
  withoutRelease,
  type RecordedPayment,
} from "../../../src/runtime/commerce/checkout/recorded-payment.js";
import type { SessionRecord } from "../../../src/runtime/commerce/checkout/session-record.js";
import { CONTEXT, evaluate, orderOf, READY } from "../../support/checkout-keeper.js";
import { testClock } from "../../support/claims.js";

const SECRET = "tok_very_secret";
const CARD = {
  ...{ id: "card_1", handler_id: "tokenizer", type: "card" },
  credential: { type: "token", token: SECRET },
};

type Provider = "pays" | "hangs" | "throws" | "late";

function shopOf(provider: Provider, { isReleased = true, completionMs = 60_000 } = {}) {
  const clock = testClock();
  const logged: unknown[] = [];
  const state = { provider, isReleased };
  const store = createMemoryStorage({ now: clock.now });
  const seen: (readonly UnsettledPayment[])[] = [];
  let arrive = (): void => {};
  const late = new Promise<void>((resolve) => void (arrive = resolve));
  const checkouts: Checkouts<Handlers> = createCheckouts({
    ...{ store, evaluate, now: clock.now, log: (error: unknown) => void logged.push(error) },
    completionMs,
    async complete(checkout) {
      seen.push(await checkouts.unsettled());
      if (state.provider === "hangs") return new Promise<never>(() => {});
      if (state.provider === "late") await late;
      if (state.provider === "throws") throw new Error("the provider hung up");
      return orderOf(checkout);
    },
    release() {
      if (!state.isReleased) throw new Error("the provider is down");
    },
    continueUrl: (id) => `https://shop.example/checkouts/${id}`,
    trustedUi: () => true,
  });
  const complete = (id: string): Promise<unknown> => {
    const request = { id, payment: { instruments: [CARD] } };
    return Promise.resolve(checkouts.handlers.completeCheckout(request as never, CONTEXT));
  };
  const create = async (): Promise<string> => {
    const made = await checkouts.handlers.createCheckout(READY, CONTEXT);
    return (made as { readonly id: string }).id;
  };
  const finish = async (id: string, isThrown = false): Promise<unknown> => {
    await checkouts.amend(
      id,
      (request) => request,
      () => CONTEXT,
    );
    return checkouts.finish(id, async (checkout) => {
      seen.push(await checkouts.unsettled());
      await late;
      if (isThrown) throw new Error("the provider hung up");
      return orderOf(checkout);
    });
  };
  return { checkouts, clock, logged, state, seen, arrive, create, complete, finish };
}

describe("a payment", () => {
  it("is on record with its amount and instrument before the provider is called, and not once it is settled", async () => {
    const shop = shopOf("pays");
    const id = await shop.create();
    await shop.complete(id);
    const { credential: _, ...instrument } = CARD;
    expect(shop.seen).toEqual([
      [
        {
          ...{ checkoutId: id, state: "running", amount: 2000, currency: "USD", instrument },
          paymentKey: expect.any(String) as unknown,
          beganAt: shop.clock.now(),
        },
      ],
    ]);
    expect(await shop.checkouts.unsettled()).toEqual([]);
  });

  it("is listed while it hangs, until its session gives it up and it is released", async () => {
    const shop = shopOf("hangs", { isReleased: false });
    const id = await shop.create();
    await shop.create();
    void shop.complete(id).catch(() => undefined);
    await expect.poll(() => shop.seen).toHaveLength(1);
    expect(await shop.checkouts.unsettled()).toMatchObject([{ checkoutId: id, state: "running" }]);
    shop.clock.advance(120_000);
    await shop.checkouts.sweep();
    expect(await shop.checkouts.unsettled()).toMatchObject([
      { checkoutId: id, state: "releasing", amount: 2000 },
    ]);
    shop.state.isReleased = true;
    shop.clock.advance(120_000);
    await shop.checkouts.sweep();
    expect(await shop.checkouts.unsettled()).toEqual([]);
  });

  it("is logged if its release fails, with checkout, instrument, key and amount, without its credential", async () => {
    const shop = shopOf("throws", { isReleased: false });
    const id = await shop.create();
    await shop.complete(id).catch(() => undefined);
    await expect.poll(() => shop.logged).toHaveLength(1);
    const [error] = shop.logged as [Error];
    expect(error).toMatchObject({
      code: "release_failed",
      cause: { message: "the provider is down" },
    });
    const key = shop.seen[0]?.[0]?.paymentKey;
    expect(error.message).toBe(
      `release_failed: payment ${key} of checkout ${id}: 2000 USD by card card_1 of tokenizer`,
    );
    const listed = await shop.checkouts.unsettled();
    expect(JSON.stringify([listed, error.message])).not.toContain(SECRET);
  });

  it("is on record, too, if it is made on the business's own page", async () => {
    const shop = shopOf("pays");
    const made = await shop.checkouts.handlers.createCheckout(READY, CONTEXT);
    const { id } = made as { readonly id: string };
    await shop.checkouts.amend(
      id,
      (request) => request,
      () => CONTEXT,
    );
    let listed: unknown;
    await shop.checkouts.finish(id, async (checkout) => {
      listed = await shop.checkouts.unsettled();
      return orderOf(checkout);
    });
    expect(listed).toMatchObject([
      { checkoutId: id, state: "running", amount: 2000, currency: "USD" },
    ]);
    expect(await shop.checkouts.unsettled()).toEqual([]);
  });

  it.each([
    ["in time for its process, but not for another", "complete", 60_000],
    ["after its process gave up, too", "complete", 5],
    ["on the business's own page", "finish", 60_000],
    ["on the business's own page, and then throws", "throw", 60_000],
  ] as const)(
    "is on record again, with its amount, if it comes after its release: %s",
    async (_what, way, completionMs) => {
      const shop = shopOf("late", { completionMs });
      const id = await shop.create();
      const work = way === "complete" ? shop.complete(id) : shop.finish(id, way === "throw");
      void work.catch(() => undefined);
      await expect.poll(() => shop.seen).toHaveLength(1);
      shop.clock.advance(120_000);
      await shop.checkouts.sweep();
      await shop.checkouts.sweep();
      if (completionMs < 60_000) await work;
      expect(await shop.checkouts.unsettled()).toEqual([]);
      shop.state.isReleased = false;
      shop.logged.length = 0;
      shop.arrive();
      await expect.poll(() => shop.logged.map(String).join()).toContain(`${id}: 2000 USD by`);
      const [before] = shop.seen[0] ?? [];
      expect(await shop.checkouts.unsettled()).toEqual([{ ...before, state: "releasing" }]);
    },
  );

  it("stays listed until its charge can no longer come if its process was taken for dead", () => {
    const payment: RecordedPayment = {
      ...{ paymentKey: "p1", amount: 2000, currency: "USD", beganAt: 0 },
      attempt: { trigger: "finish", endsAt: 1_000 },
    };
    const running = { checkout: { id: "c1" }, payments: [payment] };
    const given = withEarlyRelease(running as unknown as SessionRecord, "p1");
    expect(unsettledOf(given)).toMatchObject([{ amount: 2000, state: "releasing" }]);
    const { releaseId = "" } = given.payments[0] ?? {};
    expect(unsettledOf(withoutRelease(given, releaseId))).toMatchObject([{ state: "running" }]);
  });
});
