/**
 * The same key leads to what it started (§4.8), also where the answer to its first call was lost with the process, or the store of
 * keys: the keeper gets the call again.
 */

import type { CheckoutOptions } from "@proto-gen/runtime/commerce";
import { ProtocolError } from "@proto-gen/runtime/error";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { describe, expect, it } from "vitest";
import { createCheckouts } from "../../../generated/commerce.js";
import type { Handlers } from "../../../generated/server.js";
import { MAX_CALLS } from "../../../src/runtime/commerce/checkout/made-calls.js";
import { isTransient } from "../../../src/runtime/envelope/create-envelope.js";
import { CONTEXT, DECLINED, evaluate, orderOf, READY } from "../../support/checkout-keeper.js";
import { testClock } from "../../support/claims.js";

const call = (callId: string) => ({ ...CONTEXT, callId });
type Complete = CheckoutOptions<Handlers>["complete"];

const DAY = 24 * 60 * 60 * 1_000;
/** How long a checkout that says nothing else can be completed. */
const SESSION_MS = 6 * 60 * 60 * 1_000;

function shopOf(complete?: Complete, more: Pick<CheckoutOptions<Handlers>, "keepMs"> = {}) {
  const clock = testClock();
  const store = createMemoryStorage({ now: clock.now });
  const charges: string[] = [];
  const released: string[] = [];
  const state = { isSoldOut: false };
  const { handlers } = createCheckouts({
    ...{ store, now: clock.now, log: () => {}, ...more },
    evaluate: (request, session) => (state.isSoldOut ? DECLINED : evaluate(request, session)),
    complete(checkout, request, attempt) {
      charges.push(attempt.paymentKey);
      return complete === undefined ? orderOf(checkout) : complete(checkout, request, attempt);
    },
    release: (_checkout, paymentKey) => void released.push(paymentKey),
    continueUrl: (id) => `https://shop.example/checkouts/${id}`,
    trustedUi: () => true,
  });
  const made = (answer: object) =>
    answer as { id: string; status: string; messages: { code: string }[] };
  return {
    ...{ clock, charges, released, state, store },
    create: async (callId: string) => made(await handlers.createCheckout(READY, call(callId))),
    update: async (id: string, callId: string) =>
      made(await handlers.updateCheckout({ ...READY, id }, call(callId))),
    complete: async (id: string, callId: string) =>
      made(
        await handlers.completeCheckout(
          { id, payment: { instruments: [] } } as never,
          call(callId),
        ),
      ),
    cancel: async (id: string, callId: string) =>
      made(await handlers.cancelCheckout({ id }, call(callId))),
  };
}

const codes = ({ messages }: { readonly messages: readonly { readonly code: string }[] }) =>
  messages.map(({ code }) => code);

describe("a call that comes again after its answer was lost", () => {
  it("has created one checkout", async () => {
    const shop = shopOf();
    const [first, again, other] = [
      await shop.create("k1"),
      await shop.create("k1"),
      await shop.create("k2"),
    ];
    expect(again).toEqual(first);
    expect(other.id).not.toBe(first.id);
    expect(await shop.store.scan("checkout", { newest: true, limit: 9 })).toHaveLength(2);
  });

  it("has created one checkout, whichever of two at the same time comes first", async () => {
    const shop = shopOf();
    const [first, again] = await Promise.all([shop.create("k1"), shop.create("k1")]);
    expect(again).toEqual(first);
  });

  it("has created one checkout for as long as the checkout is kept, and for 48 hours at least", async () => {
    for (const [keepMs, lastMs] of [
      [7 * DAY, 7 * DAY + SESSION_MS],
      [0, 2 * DAY],
    ] as const) {
      const shop = shopOf(undefined, { keepMs });
      const { id } = await shop.create("k1");
      shop.clock.advance(lastMs - 1);
      const again = shop.create("k1");
      if (keepMs > 0) expect(await again).toMatchObject({ id, status: "canceled" });
      else await expect(again).rejects.toMatchObject({ code: "not_found" });
      shop.clock.advance(1);
      expect((await shop.create("k1")).id).not.toBe(id);
    }
  });

  it("hears that the checkout it created was completed since", async () => {
    const shop = shopOf();
    const { id } = await shop.create("k1");
    await shop.complete(id, "k2");
    expect(await shop.create("k1")).toMatchObject({ id, status: "completed" });
  });

  it("has updated and canceled", async () => {
    const shop = shopOf();
    const { id } = await shop.create("k1");
    await shop.update(id, "k2");
    await shop.cancel(id, "k3");
    for (const answer of [await shop.update(id, "k2"), await shop.cancel(id, "k3")]) {
      expect(answer).toMatchObject({ id, status: "canceled" });
      expect(answer).not.toHaveProperty("proto");
      expect(codes(answer)).toEqual([]);
    }
    expect(codes(await shop.cancel(id, "k4"))).toEqual(["operation_not_allowed"]);
  });

  it("is known although others came since", async () => {
    const shop = shopOf(() => DECLINED);
    const { id } = await shop.create("k1");
    await shop.update(id, "k2");
    await shop.complete(id, "k3");
    await shop.update(id, "k4");
    await shop.complete(id, "k5");
    await shop.cancel(id, "k6");
    for (const again of [await shop.update(id, "k2"), await shop.complete(id, "k3")])
      expect(again).toMatchObject({ id, status: "canceled" });
    expect(codes(await shop.update(id, "k2"))).toEqual([]);
    expect(shop.charges).toHaveLength(2);
  });

  it("may be forgotten after many others: then its refusal is not kept under its key", async () => {
    const shop = shopOf();
    const { id } = await shop.create("k1");
    await shop.update(id, "first");
    for (let count = 2; count < MAX_CALLS; count += 1) await shop.update(id, `k${count}`);
    await shop.cancel(id, "last");
    expect(codes(await shop.update(id, "first"))).toEqual([]);
    const refused = await shop.update(id, "another");
    expect(codes(refused)).toEqual(["operation_not_allowed"]);
    expect(isTransient(refused)).toBe(true);
    const { id: other } = await shop.create("k2");
    await shop.cancel(other, "k3");
    expect(isTransient(await shop.cancel(other, "k4"))).toBe(false);
  });

  it("has created one checkout, also where nothing could be made of it now", async () => {
    const shop = shopOf();
    const first = await shop.create("k1");
    shop.state.isSoldOut = true;
    expect(await shop.create("k1")).toEqual(first);
    expect(await shop.create("k2")).toMatchObject({ kind: "business_outcome" });
  });

  it("has completed, and charged once", async () => {
    const shop = shopOf();
    const { id } = await shop.create("k1");
    const completed = await shop.complete(id, "k2");
    expect(await shop.complete(id, "k2")).toEqual(completed);
    expect(shop.charges).toHaveLength(1);
    expect(codes(await shop.complete(id, "k3"))).toEqual(["operation_not_allowed"]);
  });

  it("hears that its payment was declined", async () => {
    const shop = shopOf(() => DECLINED);
    const { id } = await shop.create("k1");
    const declined = await shop.complete(id, "k2");
    expect(codes(declined)).toEqual(["payment_declined"]);
    expect(await shop.complete(id, "k2")).toEqual(declined);
    expect(shop.charges).toHaveLength(1);
  });

  it("waits for its payment, and hears that it was given up", async () => {
    const never = new Promise<never>(() => {});
    const shop = shopOf(() => never);
    const { id } = await shop.create("k1");
    void shop.complete(id, "k2").catch(() => undefined);
    await expect(shop.complete(id, "k2")).rejects.toMatchObject({
      code: "idempotency_in_progress",
      headers: { "Retry-After": "1" },
    });
    // The process that charged is gone; time gives the attempt up.
    shop.clock.advance(120_000);
    const over = await shop.complete(id, "k2");
    expect(over.status).toBe("ready_for_complete");
    expect(codes(over)).toEqual(["completion_timed_out"]);
    expect(shop.charges).toHaveLength(1);
    await expect.poll(() => shop.released).toEqual(shop.charges);
  });
});

describe("a payment provider that is not available", () => {
  it("frees the key: the retry is another attempt, and what may have been charged is released", async () => {
    let isDown = true;
    const shop = shopOf((checkout) => {
      if (isDown) throw new ProtocolError("temporarily_unavailable");
      return orderOf(checkout);
    });
    const { id } = await shop.create("k1");
    await expect(shop.complete(id, "k2")).rejects.toMatchObject({
      code: "temporarily_unavailable",
    });
    isDown = false;
    expect(await shop.complete(id, "k2")).toMatchObject({ status: "completed" });
    expect(shop.charges).toHaveLength(2);
    expect(shop.released).toEqual(shop.charges.slice(0, 1));
  });
});
