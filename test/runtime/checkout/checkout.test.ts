/** The keeper of checkouts: what a session is, who may have it, and what breaks no session (§3, DESIGN §12). */

import { releaseValues } from "../../../generated/release.js";
import { Declined, type CheckoutStatus } from "@proto-gen/runtime/commerce";
import { errorMessage, BusinessOutcome } from "@proto-gen/runtime/error";
import { createMemoryStorage, readRecord, StorageError } from "@proto-gen/runtime/storage";
import { InvalidAnswer, type CallContext, type CallingPlatform } from "@proto-gen/runtime/server";
import { totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import { describe, expect, it } from "vitest";
import {
  CONTEXT,
  DECLINED,
  evaluate,
  keeper,
  type Evaluated,
  orderOf,
  READY,
  type Options,
  type Resource,
} from "../../support/checkout-keeper.js";
import { HOUR, testClock } from "../../support/claims.js";

function messagesOf({ messages = [] }: Resource): unknown[] {
  return messages.map(({ code }) => code);
}

const REVIEW = errorMessage({
  code: "high_value_order",
  content: "Please look it over.",
  severity: "requires_buyer_review",
});

/** What the business evaluates, with something else about it. */
function evaluatedWith(more: object): Partial<Options> {
  return {
    evaluate: async (request, session) => {
      const evaluation = await evaluate(request, session);
      return evaluation instanceof Declined || evaluation instanceof BusinessOutcome
        ? evaluation
        : { ...evaluation, ...more };
    },
  };
}

describe("a checkout's session", () => {
  it("has the status that its messages say (§3.2)", async () => {
    const shop = keeper();
    const { id, status } = await shop.create({ buyer: {} });
    expect(status).toBe("incomplete");
    expect((await shop.update(id)).status).toBe("ready_for_complete");
    const escalated = keeper(evaluatedWith({ messages: [REVIEW] }));
    expect((await escalated.create()).status).toBe("requires_escalation");
  });

  it("is replaced by an update as a whole (§4.2)", async () => {
    const shop = keeper();
    const { id, buyer } = await shop.create();
    expect(buyer).toEqual(READY.buyer);
    const updated = await shop.update(id, { buyer: undefined });
    expect(updated.buyer).toBeUndefined();
    expect(await shop.get(id)).toEqual(updated);
  });

  it("has a continue_url until it is over (§3.3)", async () => {
    const shop = keeper();
    const { id, continue_url } = await shop.create();
    expect(continue_url).toBe(`https://shop.example/checkouts/${id}`);
    expect((await shop.complete(id)).continue_url).toBeUndefined();
    const other = await shop.create();
    expect((await shop.cancel(other.id)).continue_url).toBeUndefined();
  });

  it("expires six hours after its creation where it does not say when (§8)", async () => {
    const clock = testClock();
    const shop = keeper({ now: clock.now });
    const { id, expires_at } = await shop.create();
    expect(expires_at).toBeUndefined();
    clock.advance(6 * HOUR - 1);
    await shop.update(id);
    clock.advance(1);
    const expired = await shop.get(id);
    expect(expired.status).toBe("canceled");
    expect(messagesOf(expired)).toEqual(["session_expired"]);
    expect(expired.continue_url).toBeUndefined();
  });

  it("expires when it says", async () => {
    const clock = testClock();
    const shop = keeper({ now: clock.now, sessionMs: HOUR });
    const { id, expires_at } = await shop.create();
    expect(expires_at).toBe(new Date(clock.now() + HOUR).toISOString());
    expect((await shop.update(id)).expires_at).toBe(expires_at);
    clock.advance(HOUR);
    expect((await shop.get(id)).status).toBe("canceled");
  });

  it("expires without anyone asking, once the business sweeps", async () => {
    const clock = testClock();
    const shop = keeper({ now: clock.now });
    const { id } = await shop.create();
    expect(await shop.checkouts.sweep()).toBe(0);
    clock.advance(6 * HOUR);
    expect(await shop.checkouts.sweep()).toBe(1);
    const stored = await readRecord<{ checkout: Resource }>(shop.store, "checkout", id);
    expect(stored?.value.checkout.status).toBe("canceled");
    expect(await shop.checkouts.sweep()).toBe(0);
  });

  it("belongs to the platform that made it", async () => {
    const shop = keeper();
    const { id } = await shop.create();
    const { handlers } = shop.checkouts;
    const platform = { ...CONTEXT.platform, profile: "https://other.example/profile" };
    const other = { ...CONTEXT, platform };
    await expect(handlers.getCheckout({ id }, other)).rejects.toMatchObject({ code: "not_found" });
    await expect(handlers.cancelCheckout({ id }, other)).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await shop.get(id)).status).toBe("ready_for_complete");
  });

  it("belongs to the principal that made it, and to no one who has not said who it is", async () => {
    const shop = keeper();
    const as = (id: string) => ({ ...CONTEXT, principal: { kind: "bearer", id } });
    const { handlers } = shop.checkouts;
    const made = (await handlers.createCheckout(READY, as("ada"))) as Resource;
    await expect(handlers.getCheckout({ id: made.id }, as("bob"))).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await handlers.getCheckout({ id: made.id }, as("ada"))).toEqual(made);
    await expect(handlers.getCheckout({ id: made.id }, CONTEXT)).rejects.toMatchObject({
      code: "not_found",
    });
    const open = await shop.create();
    expect(await handlers.getCheckout({ id: open.id }, as("ada"))).toEqual(open);
  });

  it("is not found where there is none", async () => {
    await expect(keeper().get("nothing")).rejects.toMatchObject({ code: "not_found", status: 404 });
  });

  it("keeps no credential (§2.5)", async () => {
    const shop = keeper();
    const credential = { type: "token", token: "tok_secret" };
    const payment = {
      instruments: [{ id: "i1", handler_id: "h1", type: "card", credential }],
    };
    const { id } = await shop.create({ payment });
    await shop.complete(id, "tok_secret");
    const stored = await readRecord(shop.store, "checkout", id);
    expect(JSON.stringify(stored)).toContain("completed");
    expect(JSON.stringify(stored)).not.toContain("tok_secret");
  });
});

describe("a forbidden operation, which leaves the checkout unchanged", () => {
  const FORBIDDEN: readonly (readonly [
    string,
    CheckoutStatus,
    "update" | "complete" | "cancel",
  ])[] = [
    ["an update", "completed", "update"],
    ["an update", "canceled", "update"],
    ["completing", "completed", "complete"],
    ["completing", "canceled", "complete"],
    ["completing", "incomplete", "complete"],
    ["completing", "requires_escalation", "complete"],
    ["canceling", "completed", "cancel"],
    ["canceling", "canceled", "cancel"],
  ];

  const CANNOT = {
    update: "cannot be updated",
    complete: "cannot be completed",
    cancel: "cannot be canceled",
  };

  function refusalIn(answer: {
    readonly messages?: readonly { readonly code?: string; readonly content: string }[];
  }): string | undefined {
    return answer.messages?.find(({ code }) => code === "operation_not_allowed")?.content;
  }

  async function sessionIn(status: CheckoutStatus) {
    const escalated = status === "requires_escalation" ? evaluatedWith({ messages: [REVIEW] }) : {};
    const shop = keeper(escalated);
    const { id } = await shop.create(status === "incomplete" ? { buyer: {} } : {});
    if (status === "completed") await shop.complete(id);
    if (status === "canceled") await shop.cancel(id);
    return { shop, id };
  }

  it.each(FORBIDDEN)("is refused: %s while the checkout is %s", async (_, status, operation) => {
    const { shop, id } = await sessionIn(status);
    const before = await shop.get(id);
    expect(before.status).toBe(status);
    const answer = await shop[operation](id);
    expect(messagesOf(answer)).toContain("operation_not_allowed");
    expect(refusalIn(answer)).toBe(`A checkout that is ${status} ${CANNOT[operation]}.`);
    const refused = { ...before, proto: { status: "error" } };
    expect({ ...answer, messages: before.messages }).toEqual(refused);
    expect(await shop.get(id)).toEqual(before);
  });

  it("is refused while the checkout is being completed", async () => {
    let decline: (value: Declined) => void = () => {};
    const shop = keeper({ complete: () => new Promise((resolve) => (decline = resolve)) });
    const { id } = await shop.create();
    const completing = shop.complete(id);
    await expect.poll(async () => (await shop.get(id)).status).toBe("complete_in_progress");
    for (const operation of ["update", "complete"] as const) {
      const answer = await shop[operation](id);
      expect(answer.status).toBe("complete_in_progress");
      expect(messagesOf(answer)).toEqual(["operation_not_allowed"]);
      const text = `A checkout that is complete_in_progress ${CANNOT[operation]}.`;
      expect(refusalIn(answer)).toBe(text);
    }
    decline(DECLINED);
    expect((await completing).status).toBe("ready_for_complete");
  });

  it("is refused with session_expired if the checkout has expired", async () => {
    const clock = testClock();
    let charges = 0;
    const complete: Options["complete"] = (checkout) => {
      charges += 1;
      return orderOf(checkout);
    };
    const shop = keeper({ now: clock.now, complete });
    const { id } = await shop.create();
    clock.advance(6 * HOUR);
    const answer = await shop.complete(id);
    expect(answer).toMatchObject({ status: "canceled", messages: [{ code: "session_expired" }] });
    expect(charges).toBe(0);
    expect(messagesOf(await shop.update(id))).toEqual(["session_expired"]);
  });
});

describe("a business that breaks a rule", () => {
  const BROKEN: readonly (readonly [string, string, object])[] = [
    [
      "amounts that do not add up",
      "totals_invalid",
      {
        totals: [
          { type: "subtotal", amount: 2000 },
          { type: "total", amount: 1 },
        ],
      },
    ],
    ["a status that no update leads to", "illegal_transition", { status: "completed" }],
    ["a status of a payment", "illegal_transition", { status: "complete_in_progress" }],
    [
      "a ready checkout with an error",
      "status_contradicted",
      { status: "ready_for_complete", messages: [REVIEW] },
    ],
    [
      "an escalation that nothing explains",
      "status_contradicted",
      { status: "requires_escalation" },
    ],
    ["a continue_url that is relative", "continue_url_invalid", { continue_url: "/checkout" }],
    ["an empty currency", "currency_missing", { currency: "" }],
    ["an end that is no time", "expiry_invalid", { expires_at: "tomorrow" }],
  ];

  it.each(BROKEN)("fails for %s: %s, and leaves the state unchanged", async (_, code, more) => {
    const store = createMemoryStorage();
    const good = keeper({ store });
    const before = await good.create();
    const shop = keeper({ store, ...evaluatedWith(more) });
    const error = { code: "internal_error", cause: { code } };
    await expect(shop.update(before.id)).rejects.toMatchObject(error);
    await expect(shop.create()).rejects.toMatchObject(error);
    expect(await good.get(before.id)).toEqual(before);
    expect(await store.scan("checkout", { limit: 9 })).toHaveLength(1);
  });

  it("fails with an order of another checkout: the payment is released, and the session goes on", async () => {
    const released: string[] = [];
    const shop = keeper({
      complete: (checkout) => ({ ...orderOf(checkout), checkout_id: "another" }),
      release: (_checkout, key) => void released.push(key),
    });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toMatchObject({ code: "order_mismatch" });
    expect((await shop.get(id)).status).toBe("ready_for_complete");
    await expect.poll(() => released.length).toBe(1);
  });
});

describe("completing", () => {
  it("evaluates once more, and does not charge what the buyer has not seen (§2.3)", async () => {
    let fee = 0;
    let charges = 0;
    const shop = keeper({
      evaluate: async (request, session) => {
        const evaluation = (await evaluate(request, session)) as Evaluated;
        const totals = totalsOf({ subtotal: 2000, fee });
        return { ...evaluation, totals };
      },
      complete: (checkout) => {
        charges += 1;
        return orderOf(checkout);
      },
    });
    const { id } = await shop.create();
    fee = 200;
    const changed = await shop.complete(id);
    expect(changed.status).toBe("ready_for_complete");
    expect(messagesOf(changed)).toEqual(["checkout_changed"]);
    expect(changed.totals).toContainEqual({ type: "total", amount: 2200 });
    expect(charges).toBe(0);
    expect((await shop.complete(id)).status).toBe("completed");
  });

  it("enforces eligibility from what binds: the payment's addresses", async () => {
    const barred = errorMessage({
      code: "item_unavailable",
      content: "Not sold there.",
      severity: "recoverable",
    });
    const shop = keeper({
      evaluate: async (request, session) => {
        const evaluation = (await evaluate(request, session)) as object;
        const isBarred = JSON.stringify(session.payment ?? {}).includes("UT");
        return { ...evaluation, messages: isBarred ? [barred] : [] } as never;
      },
    });
    const { id } = await shop.create();
    const billing_address = { address_region: "UT" };
    const payment = {
      instruments: [{ id: "i1", handler_id: "h1", type: "card", billing_address }],
    };
    const answer = await shop.checkouts.handlers.completeCheckout(
      { id, payment } as never,
      CONTEXT,
    );
    expect(answer).toMatchObject({
      status: "incomplete",
      messages: [{ code: "item_unavailable" }],
    });
  });

  it("needs the buyer's review where no trusted page is shown (§1.8)", async () => {
    const shop = keeper({ trustedUi: () => false });
    const { id } = await shop.create();
    const answer = await shop.complete(id);
    expect(answer.status).toBe("requires_escalation");
    expect(messagesOf(answer)).toEqual(["buyer_review_required"]);
    expect(answer.continue_url).toBeDefined();
  });

  it("is given up after its time, and what was charged is released", async () => {
    const released: string[] = [];
    const keys: string[] = [];
    const shop = keeper({
      completionMs: 20,
      complete: (_checkout, _request, { paymentKey }) => {
        keys.push(paymentKey);
        return new Promise(() => {});
      },
      release: (_checkout, key) => void released.push(key),
    });
    const { id } = await shop.create();
    const answer = await shop.complete(id);
    expect(answer.status).toBe("ready_for_complete");
    expect(messagesOf(answer)).toEqual(["completion_timed_out"]);
    await expect.poll(() => released).toEqual(keys);
  });

  it("is taken up where its process has died", async () => {
    const clock = testClock();
    const store = createMemoryStorage();
    const dead = keeper({ store, now: clock.now, complete: () => new Promise(() => {}) });
    const { id } = await dead.create();
    void dead.complete(id);
    await expect.poll(async () => (await dead.get(id)).status).toBe("complete_in_progress");
    const released: string[] = [];
    const alive = keeper({ store, now: clock.now, release: (_, key) => void released.push(key) });
    clock.advance(61_000);
    expect(await alive.checkouts.sweep()).toBe(1);
    expect(released).toHaveLength(1);
    expect((await alive.complete(id)).status).toBe("completed");
  });

  it("releases again where releasing failed", async () => {
    const clock = testClock();
    const errors: unknown[] = [];
    let failures = 1;
    const shop = keeper({
      now: clock.now,
      log: (error) => errors.push(error),
      complete: () => Promise.reject(new Error("hung up")),
      release: () => {
        if (failures-- > 0) throw new Error("not now");
      },
    });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toThrow("hung up");
    await expect.poll(() => errors.length).toBe(1);
    await shop.checkouts.sweep();
    expect(failures).toBe(0);
    clock.advance(60_000);
    await shop.checkouts.sweep();
    expect(failures).toBe(-1);
    const stored = await readRecord<{ payments: unknown[] }>(shop.store, "checkout", id);
    expect(stored?.value.payments).toEqual([]);
  });

  it("is refused with 503 and no charge where the store is down (§7)", async () => {
    let charges = 0;
    const memory = createMemoryStorage();
    let down = false;
    const shop = keeper({
      store: {
        ...memory,
        get: (keys) => (down ? Promise.reject(new StorageError("down")) : memory.get(keys)),
      },
      complete: (checkout) => {
        charges += 1;
        return orderOf(checkout);
      },
    });
    const { id } = await shop.create();
    down = true;
    const headers = { "Retry-After": "1" };
    const error = { code: "temporarily_unavailable", status: 503, headers };
    await expect(shop.complete(id)).rejects.toMatchObject(error);
    await expect(shop.update(id)).rejects.toMatchObject(error);
    await expect(shop.get(id)).rejects.toMatchObject(error);
    expect(charges).toBe(0);
  });

  it("writes the order with the checkout, for the platform that made it", async () => {
    const written: unknown[] = [];
    let woken = 0;
    const shop = keeper({
      orders: {
        writesFor: (order, platform) => {
          written.push([order, platform]);
          return [{ collection: "order", key: "o1", value: order as object, expected: 0 }];
        },
        wake: () => void (woken += 1),
      },
    });
    const { id } = await shop.create();
    const completed = await shop.complete(id);
    expect(completed.order).toEqual({
      id: `order_of_${id}`,
      permalink_url: `https://shop.example/orders/${id}`,
    });
    expect(written).toEqual([
      [
        orderOf(completed),
        {
          profile: CONTEXT.platform.profile,
          webhookUrl: "https://agent.example/orders",
          hearsOrders: false,
          envelope: CONTEXT.platform.envelope.member,
        },
      ],
    ]);
    expect(await readRecord(shop.store, "order", "o1")).toBeDefined();
    expect(woken).toBe(1);
  });
});

describe("the buyer's own page (§3.1)", () => {
  function escalated(options: Partial<Options> = {}) {
    return keeper({ ...evaluatedWith({ messages: [REVIEW] }), ...options });
  }

  it("finishes an escalated session", async () => {
    const shop = escalated();
    const { id } = await shop.create();
    const done = await shop.checkouts.finish(id, (checkout) => orderOf(checkout));
    expect(done).toMatchObject({ status: "completed", order: { id: `order_of_${id}` } });
    expect(await shop.get(id)).toEqual(done);
  });

  it("finishes no other, and takes no payment for it", async () => {
    const shop = keeper();
    const { id } = await shop.create();
    let charges = 0;
    const declined = await shop.checkouts.finish(id, (checkout) => {
      charges += 1;
      return orderOf(checkout);
    });
    expect(declined).toBeInstanceOf(Declined);
    expect(charges).toBe(0);
  });

  it("releases the payment where the platform cancels meanwhile", async () => {
    const released: string[] = [];
    const shop = escalated({ release: (_, key) => void released.push(key) });
    const { id } = await shop.create();
    let key = "";
    const declined = await shop.checkouts.finish(id, async (checkout, paymentKey) => {
      key = paymentKey;
      await shop.cancel(id);
      return orderOf(checkout);
    });
    expect(declined).toBeInstanceOf(Declined);
    expect(released).toEqual([key]);
    expect((await shop.get(id)).status).toBe("canceled");
  });
});

describe("what the buyer fills in on the business's own page (§3.3)", () => {
  const here = (): CallContext => CONTEXT;
  const named = <Request extends object>(request: Request): Request => ({
    ...request,
    buyer: { email: "ada@example.com" },
  });

  it("is evaluated and kept, and what was asked for before stays", async () => {
    const shop = keeper();
    const { id } = await shop.create({ buyer: {}, context: { address_country: "US" } });
    const amended = await shop.checkouts.amend(id, named, here);
    expect(amended).toMatchObject({ id, buyer: { email: "ada@example.com" } });
    expect(await shop.get(id)).toEqual(amended);
    const request = (await readRecord<{ request: object }>(shop.store, "checkout", id))?.value
      .request;
    expect(request).toMatchObject({ ...READY, context: { address_country: "US" } });
  });

  it("leaves the session to the buyer, although nothing is missing, until the platform updates it", async () => {
    const shop = keeper();
    const { id } = await shop.create({ buyer: {} });
    const amended = (await shop.checkouts.amend(id, named, here)) as Resource;
    expect(amended.status).toBe("requires_escalation");
    expect(messagesOf(amended)).toEqual(["buyer_review_required"]);
    expect((await shop.complete(id)).status).toBe("requires_escalation");
    const done = await shop.checkouts.finish(id, (checkout) => orderOf(checkout));
    expect(done).toMatchObject({ status: "completed", messages: [] });

    const other = await shop.create({ buyer: {} });
    await shop.checkouts.amend(other.id, named, here);
    expect((await shop.update(other.id)).status).toBe("ready_for_complete");
  });

  it("is for the platform as its last call had it", async () => {
    const shop = keeper();
    const { id } = await shop.create({ buyer: {} });
    const platforms: CallingPlatform[] = [];
    await shop.checkouts.amend(id, named, (platform) => {
      platforms.push(platform);
      return CONTEXT;
    });
    expect(platforms).toEqual([CONTEXT.platform]);
  });

  it("changes nothing where it cannot be had, or the platform could not be told", async () => {
    const reason = errorMessage({ code: "gone", content: "Gone.", severity: "recoverable" });
    const shop = keeper({
      evaluate: (request, session) =>
        request.buyer?.email === undefined ? evaluate(request, session) : new Declined([reason]),
    });
    const before = await shop.create({ buyer: {} });
    const declined = await shop.checkouts.amend(before.id, named, here);
    expect(declined).toMatchObject({ kind: "declined", messages: [reason] });
    expect(await shop.get(before.id)).toEqual(before);

    const other = keeper();
    const kept = await other.create({ buyer: {} });
    const present = (): never => {
      throw new InvalidAnswer("update_checkout", []);
    };
    await expect(
      other.checkouts.amend(kept.id, named, () => ({ ...CONTEXT, present })),
    ).rejects.toBeInstanceOf(InvalidAnswer);
    expect(await other.get(kept.id)).toEqual(kept);
  });

  it("comes too late for a session that is over", async () => {
    const shop = keeper();
    const { id } = await shop.create();
    await shop.cancel(id);
    const declined = await shop.checkouts.amend(id, named, here);
    expect(declined).toMatchObject({ messages: [{ code: "operation_not_allowed" }] });
    await expect(shop.checkouts.amend("nothing", named, here)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the latest checkouts", () => {
  it("are those of all platforms, the last that changed first, as time has them", async () => {
    const clock = testClock();
    const shop = keeper({ now: clock.now, store: createMemoryStorage({ now: clock.now }) });
    const first = await shop.create();
    clock.advance(HOUR);
    const second = await shop.create();
    const third = await shop.create();
    await shop.cancel(second.id);
    clock.advance(5 * HOUR);
    const latest = await shop.checkouts.latest(3);
    expect(latest.map(({ id, status }) => [id, status])).toEqual([
      [second.id, "canceled"],
      [third.id, "ready_for_complete"],
      [first.id, "canceled"],
    ]);
    expect(await shop.checkouts.latest(1)).toHaveLength(1);
  });
});

describe("a time that is none", () => {
  const TIMES: readonly Partial<Options>[] = [
    { completionMs: Number.NaN },
    { completionMs: 0 },
    { completionMs: Infinity },
    { sessionMs: -1 },
    { sessionMs: Number.NaN },
    { keepMs: Number.NaN },
    { keepMs: -1 },
  ];

  it.each(TIMES)("is refused at once: %o", (options) => {
    expect(() => keeper(options)).toThrow(RangeError);
  });
});

describe("what cannot be made or changed", () => {
  it("is a business outcome on create (§4.3)", async () => {
    const outcome = new BusinessOutcome([
      errorMessage({ code: "out_of_stock", content: "None left.", severity: "unrecoverable" }),
    ]);
    const shop = keeper({ evaluate: () => outcome });
    expect(await shop.checkouts.handlers.createCheckout(READY, CONTEXT)).toBe(outcome);
    const declining = keeper({ evaluate: () => DECLINED });
    const answer = await declining.checkouts.handlers.createCheckout(READY, CONTEXT);
    expect(answer).toMatchObject({ kind: "business_outcome", messages: DECLINED.messages });
  });

  it("leaves the session as it was on update, and says why", async () => {
    const store = createMemoryStorage();
    const before = await keeper({ store }).create();
    const answer = await keeper({ store, evaluate: () => DECLINED }).update(before.id);
    expect(messagesOf(answer)).toEqual(["payment_declined"]);
    expect(await keeper({ store }).get(before.id)).toEqual(before);
  });

  it("is declined with an error, never without", () => {
    expect(() => new Declined([])).toThrow(TypeError);
  });
});

describe("evaluating again before the payment (§2.3)", () => {
  const instrument = { id: "i1", handler_id: "h1", type: "card" };

  it.each([
    ["the instruments", { payment: { instruments: [instrument] } }],
    ["the one instrument of the first release", { payment_data: instrument }],
  ])("has %s", async (_, paying) => {
    const seen: unknown[] = [];
    const { create, checkouts } = keeper({
      evaluate: (request, session) => {
        if (session.trigger === "complete") seen.push(session.payment);
        return evaluate(request, session);
      },
      complete: (checkout) => orderOf(checkout),
    });
    const { id } = await create();
    await checkouts.handlers.completeCheckout({ id, ...paying } as never, CONTEXT);
    expect(seen).toEqual([{ instruments: [instrument] }]);
  });

  it.each([
    [{ member: "tender", holds: "instruments" }, { tender: { instruments: [instrument] } }],
    [{ member: "card", holds: "instrument" }, { card: instrument }],
  ] as const)(
    "has the payment that the release has as %j, and so has the payment attempt",
    async (member, paying) => {
      const seen: unknown[] = [];
      const { create, checkouts } = keeper({
        releaseValues: { ...releaseValues, payments: [member] },
        evaluate: (request, session) => {
          if (session.trigger === "complete") seen.push(session.payment);
          return evaluate(request, session);
        },
        complete(checkout, _request, { payment }) {
          seen.push(payment);
          return orderOf(checkout);
        },
      });
      const { id } = await create();
      await checkouts.handlers.completeCheckout({ id, ...paying } as never, CONTEXT);
      expect(seen).toEqual([{ instruments: [instrument] }, { instruments: [instrument] }]);
    },
  );
});

describe("the language of a session", () => {
  it.each([
    ["the one that the platform named", { context: { language: "de-AT" } }, "de-AT"],
    ["none where it named none", { context: { address_country: "AT" } }, undefined],
    ["none without a context", {}, undefined],
  ])("is %s", async (_, more, language) => {
    const { checkouts, create } = keeper();
    const { id } = await create(more);
    expect(await checkouts.languageOf(id)).toBe(language);
  });

  it("is that of the last update, and of no session that is not there", async () => {
    const { checkouts, create, update } = keeper();
    const { id } = await create({ context: { language: "de" } });
    await update(id, { context: { language: "fr" } });
    expect(await checkouts.languageOf(id)).toBe("fr");
    await expect(checkouts.languageOf("none")).rejects.toMatchObject({ code: "not_found" });
  });
});
