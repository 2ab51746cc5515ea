/**
 * No charge without an order, no order without a charge (§3.1): with a store that fails around a commit, slow
 * hooks, and processes that die. `CHECKOUT_SEED` brings a failure back; `CHECKOUT_RUNS` makes it look longer.
 */

import { Declined } from "@proto-gen/runtime/commerce";
import { errorMessage, BusinessOutcome } from "@proto-gen/runtime/error";
import {
  createMemoryStorage,
  readRecord,
  StorageError,
  type Storage,
  type RecordWrite,
} from "@proto-gen/runtime/storage";
import { InvalidAnswer, type CallContext } from "@proto-gen/runtime/server";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  CONTEXT,
  DECLINED,
  evaluate,
  keeper,
  type Evaluated,
  orderOf,
  type Options,
  type Resource,
} from "../../support/checkout-keeper.js";
import { conflictOf, failing, type Fault } from "../../support/failing-storage.js";
import { HOUR, testClock } from "../../support/claims.js";
import { propertyOptions } from "../../support/sizes.js";

const REVIEW = errorMessage({
  code: "high_value_order",
  content: "Please look it over.",
  severity: "requires_buyer_review",
});

const SOLD_OUT = errorMessage({
  code: "out_of_stock",
  content: "The last one is gone.",
  severity: "recoverable",
});

/** What is charged and not taken back. */
interface Provider {
  readonly standing: Set<string>;
  readonly released: string[];
  readonly hooks: Pick<Options, "complete" | "release">;
}

function provider(): Provider {
  const standing = new Set<string>();
  const released: string[] = [];
  return {
    standing,
    released,
    hooks: {
      complete(checkout, _request, { paymentKey }) {
        standing.add(paymentKey);
        return orderOf(checkout);
      },
      release(_checkout, paymentKey) {
        released.push(paymentKey);
        standing.delete(paymentKey);
      },
    },
  };
}

/** Of a commit that makes the session what is asked for, nobody hears the answer. */
function faulty(status: string, fault: () => Fault): Storage {
  const memory = createMemoryStorage();
  const isIt = (write: RecordWrite): boolean =>
    (write.value as { checkout?: Resource } | undefined)?.checkout?.status === status;
  return {
    ...memory,
    async commit(writes) {
      const failing = writes.some(isIt) ? fault() : undefined;
      if (failing === "before") throw new StorageError("down");
      const done = await memory.commit(writes);
      if (failing === "after") throw new StorageError("the answer was lost");
      return failing === "denied" ? conflictOf(writes) : done;
    },
  };
}

/** The first time only. */
function once(fault: Fault): () => Fault {
  let left = 1;
  return () => (left-- > 0 ? fault : undefined);
}

function escalated(): Pick<Options, "evaluate"> {
  return {
    evaluate: async (request, session) => ({
      ...((await evaluate(request, session)) as Evaluated),
      messages: [REVIEW],
    }),
  };
}

/** In the business's own pages. */
function place({ standing }: Provider) {
  return (checkout: Resource, key: string) => {
    standing.add(key);
    return orderOf(checkout);
  };
}

async function later(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10));
}

interface Stored {
  readonly checkout: Resource;
  readonly payments: readonly { readonly paymentKey: string; readonly releaseId?: string }[];
}

async function storedOf(store: Storage, id: string): Promise<Stored> {
  return (await readRecord<Stored>(store, "checkout", id))?.value as Stored;
}

describe("completing", () => {
  it.each(["after", "denied"] as const)(
    "keeps a charge whose order was written though nobody heard it: %s",
    async (fault) => {
      const { standing, released, hooks } = provider();
      let woken = 0;
      const orders = { writesFor: () => [], wake: () => void (woken += 1) };
      const shop = keeper({ ...hooks, orders, store: faulty("completed", once(fault)) });
      const { id } = await shop.create();
      const completed = await shop.complete(id);
      expect(completed).toMatchObject({ status: "completed", order: { id: `order_of_${id}` } });
      await later();
      expect(released).toEqual([]);
      expect(standing.size).toBe(1);
      expect(woken).toBe(1);
    },
  );

  it("takes back a charge whose order could not be written", async () => {
    const { standing, hooks } = provider();
    const shop = keeper({ ...hooks, store: faulty("completed", once("before")) });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toThrow();
    expect((await shop.get(id)).status).toBe("ready_for_complete");
    await expect.poll(() => standing.size).toBe(0);
    expect((await shop.complete(id)).status).toBe("completed");
    expect(standing.size).toBe(1);
  });

  it("keeps the charge where waking who sends webhooks fails", async () => {
    const { standing, hooks } = provider();
    const errors: unknown[] = [];
    const wake = (): void => {
      throw new Error("asleep");
    };
    const orders = { writesFor: () => [], wake };
    const shop = keeper({ ...hooks, orders, log: (error) => errors.push(error) });
    const { id } = await shop.create();
    expect((await shop.complete(id)).status).toBe("completed");
    await later();
    expect(standing.size).toBe(1);
    expect(errors).toHaveLength(1);
  });

  it("charges nothing once its time is over", async () => {
    const { standing, hooks } = provider();
    let charges = 0;
    const shop = keeper({
      ...hooks,
      completionMs: 20,
      trustedUi: () => new Promise((resolve) => setTimeout(() => resolve(true), 60)),
      complete: () => {
        charges += 1;
        throw new Error("charged, and then the line broke");
      },
    });
    const { id } = await shop.create();
    expect((await shop.complete(id)).messages).toMatchObject([{ code: "completion_timed_out" }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(charges).toBe(0);
    expect(standing.size).toBe(0);
  });

  it("releases again what was charged after the first release, however that ended", async () => {
    const { standing, released, hooks } = provider();
    const errors: unknown[] = [];
    const shop = keeper({
      ...hooks,
      completionMs: 20,
      log: (error) => errors.push(error),
      complete: async (_checkout, _request, { paymentKey }) => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        standing.add(paymentKey);
        throw new Error("charged, and then the line broke");
      },
    });
    const { id } = await shop.create();
    await shop.complete(id);
    await expect.poll(() => released.length).toBe(2);
    expect(standing.size).toBe(0);
    expect(String(errors)).toContain("the line broke");
  });

  it("leaves the session as it was where a hook threw before the charge", async () => {
    const { released, hooks } = provider();
    let down = true;
    const shop = keeper({
      ...hooks,
      trustedUi: () => {
        if (down) throw new Error("cannot be asked");
        return true;
      },
    });
    const created = await shop.create();
    await expect(shop.complete(created.id)).rejects.toThrow("cannot be asked");
    expect(await shop.get(created.id)).toEqual(created);
    await later();
    expect(released).toEqual([]);
    down = false;
    expect((await shop.complete(created.id)).status).toBe("completed");
  });

  it("is 503 where a store failed before the charge (§7)", async () => {
    let down = false;
    const shop = keeper({
      evaluate: (request, session) => {
        if (down) throw new StorageError("down");
        return evaluate(request, session);
      },
    });
    const { id } = await shop.create();
    down = true;
    await expect(shop.complete(id)).rejects.toMatchObject({ code: "temporarily_unavailable" });
  });

  it("says that it failed, not that it was slow, where the payment's hook threw", async () => {
    const shop = keeper({ complete: () => Promise.reject(new Error("hung up")) });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toThrow("hung up");
    expect((await shop.get(id)).messages).toMatchObject([{ code: "completion_failed" }]);
  });

  it("is not begun on a session that expired while another attempt was given up", async () => {
    const clock = testClock();
    const store = createMemoryStorage({ now: clock.now });
    const dead = keeper({ store, now: clock.now, complete: () => new Promise(() => {}) });
    const { id } = await dead.create();
    clock.advance(6 * HOUR - 1);
    void dead.complete(id);
    await expect.poll(async () => (await dead.get(id)).status).toBe("complete_in_progress");
    clock.advance(HOUR);
    const { standing, hooks } = provider();
    const alive = keeper({ store, now: clock.now, ...hooks });
    expect(await alive.complete(id)).toMatchObject({
      status: "canceled",
      messages: [{ code: "session_expired" }],
    });
    expect(standing.size).toBe(0);
  });

  const CAMERA = ["line_1"];
  const destinations = [{ id: "home", street_address: "1 Main St" }, { id: "office" }];
  const options = ["slow", "fast"].map((id) => ({
    id,
    title: id,
    totals: [{ type: "total" as const, amount: 0 }],
  }));
  const group = { id: "g1", line_item_ids: CAMERA, options, selected_option_id: "fast" };
  const shipped = {
    id: "m1",
    type: "shipping" as const,
    line_item_ids: CAMERA,
    destinations,
    selected_destination_id: "home",
    groups: [group],
  };
  const late = options.map((each) => ({
    ...each,
    latest_fulfillment_time: "2027-01-01T00:00:00Z",
  }));

  it.each([
    [
      "another option",
      { groups: [{ ...group, selected_option_id: "slow" }] },
      ["checkout_changed"],
    ],
    ["another destination", { selected_destination_id: "office" }, ["checkout_changed"]],
    [
      "another address under the same id",
      { destinations: [{ id: "home", street_address: "2 Main St" }] },
      ["checkout_changed"],
    ],
    ["other times of the same option", { groups: [{ ...group, options: late }] }, []],
  ])("charges for nothing that the buyer has not seen (§1.8): %s", async (_, change, codes) => {
    const { standing, hooks } = provider();
    const shop = keeper({
      ...hooks,
      evaluate: async (request, session) => ({
        ...((await evaluate(request, session)) as Evaluated),
        fulfillment: {
          methods: [session.trigger === "complete" ? { ...shipped, ...change } : shipped],
        },
      }),
    });
    const { id } = await shop.create();
    const { messages = [] } = await shop.complete(id);
    expect(messages.map(({ code }) => code)).toEqual(codes);
    expect(standing.size).toBe(codes.length === 0 ? 1 : 0);
  });

  it("does not take a member that is undefined for a change", async () => {
    const shop = keeper({
      evaluate: async (request, session) => {
        const evaluation = (await evaluate(request, session)) as Evaluated;
        const lines = evaluation.line_items.map((line) => ({ ...line, parent_id: undefined }));
        return { ...evaluation, line_items: lines } as never;
      },
    });
    const { id } = await shop.create();
    expect((await shop.complete(id)).status).toBe("completed");
  });

  it("ends the session when the evaluation before the payment says so (§2.4)", async () => {
    const clock = testClock();
    let minutes = 120;
    const shop = keeper({
      now: clock.now,
      complete: () => DECLINED,
      evaluate: async (request, session) => ({
        ...((await evaluate(request, session)) as Evaluated),
        expires_at: new Date(clock.now() + minutes * 60_000).toISOString(),
      }),
    });
    const { id } = await shop.create();
    minutes = 10;
    const { expires_at } = await shop.complete(id);
    expect(expires_at).toBe(new Date(clock.now() + 600_000).toISOString());
    clock.advance(600_000);
    expect((await shop.get(id)).status).toBe("canceled");
  });

  it.each([
    ["Declined", new Declined([SOLD_OUT])],
    ["a business outcome", new BusinessOutcome([SOLD_OUT])],
  ])("charges nothing where the evaluation before the payment is %s (§2.3)", async (_, refusal) => {
    const { standing, hooks } = provider();
    const shop = keeper({
      ...hooks,
      evaluate: (request, session) =>
        session.trigger === "complete" ? refusal : evaluate(request, session),
    });
    const { id } = await shop.create();
    const answer = await shop.complete(id);
    expect(answer.order).toBeUndefined();
    expect(answer.messages).toEqual([SOLD_OUT]);
    expect(standing.size).toBe(0);
  });

  it.each([
    [
      "totals that do not add up (§2.3)",
      { code: "totals_invalid" },
      {
        totals: [
          { type: "subtotal" as const, amount: 2000 },
          { type: "total" as const, amount: 1 },
        ],
      },
    ],
    [
      "a method without lines that exist (§2.6)",
      { code: "fulfillment_invalid" },
      { fulfillment: { methods: [{ ...shipped, line_item_ids: ["line_9"] }] } },
    ],
    ["what its schema does not allow", { name: "InvalidAnswer" }, { links: "none" }],
  ])("charges nothing where the evaluation before the payment has %s", async (_, cause, more) => {
    const { standing, hooks } = provider();
    const shop = keeper({
      ...hooks,
      evaluate: async (request, session) => ({
        ...((await evaluate(request, session)) as Evaluated),
        ...(session.trigger === "complete" ? (more as object) : {}),
      }),
    });
    const created = await shop.create();
    const present: CallContext["present"] = (resource) => {
      if ((resource as { readonly links?: unknown }).links === "none")
        throw new InvalidAnswer("complete_checkout", []);
      return resource;
    };
    const request = { id: created.id, payment: {} } as never;
    await expect(
      shop.checkouts.handlers.completeCheckout(request, { ...CONTEXT, present }),
    ).rejects.toMatchObject({ code: "internal_error", cause });
    expect(standing.size).toBe(0);
    expect(await shop.get(created.id)).toEqual(created);
  });

  it("releases nothing of a declined payment where the store fails while that is written", async () => {
    const store = createMemoryStorage();
    const { released, hooks } = provider();
    const { id } = await keeper({ store }).create();
    const faults = [undefined, undefined, undefined, "before"] as const;
    const shop = keeper({ ...hooks, complete: () => DECLINED, store: failing(store, faults) });
    await expect(shop.complete(id)).rejects.toMatchObject({
      code: "temporarily_unavailable",
      status: 503,
    });
    expect((await shop.get(id)).status).toBe("ready_for_complete");
    await later();
    expect(released).toEqual([]);
  });

  it("does not pile up what it says each time", async () => {
    const hint = { type: "info" as const, code: "hint", content: "Try another one." };
    const shop = keeper({
      evaluate: (request, session) =>
        session.trigger === "complete"
          ? new Declined([SOLD_OUT, hint])
          : evaluate(request, session),
    });
    const { id } = await shop.create();
    for (let time = 0; time < 3; time += 1) {
      const { messages = [] } = await shop.complete(id);
      expect(messages).toHaveLength(2);
      expect(messages).toEqual(expect.arrayContaining([hint, SOLD_OUT]));
    }
  });
});

describe("a payment that is to be released", () => {
  it("does not wait for another one that cannot be", async () => {
    const clock = testClock();
    const released: string[] = [];
    const keys: string[] = [];
    const shop = keeper({
      now: clock.now,
      complete: (_checkout, _request, { paymentKey }) => {
        keys.push(paymentKey);
        return Promise.reject(new Error("hung up"));
      },
      release: (_checkout, key) => {
        if (key === keys[0]) throw new Error("never");
        released.push(key);
      },
    });
    const { id } = await shop.create();
    for (const _ of [1, 2]) await expect(shop.complete(id)).rejects.toThrow("hung up");
    await expect.poll(() => released).toEqual([keys[1]]);
    await expect
      .poll(async () => (await storedOf(shop.store, id)).payments)
      .toMatchObject([{ paymentKey: keys[0], releaseId: expect.any(String) }]);
  });

  it("does not keep other sessions from being swept if its release fails each time", async () => {
    const clock = testClock();
    const open = { now: clock.now, store: createMemoryStorage({ now: clock.now }) };
    const shop = keeper({
      ...open,
      complete: () => Promise.reject(new Error("hung up")),
      release: () => Promise.reject(new Error("never")),
    });
    const other = await shop.create();
    clock.advance(5.9 * HOUR);
    for (const _ of [1, 2]) {
      const { id } = await shop.create();
      await expect(shop.complete(id)).rejects.toThrow("hung up");
    }
    clock.advance(0.1 * HOUR);
    for (const _ of [1, 2]) await shop.checkouts.sweep(2);
    expect((await storedOf(open.store, other.id)).checkout.status).toBe("canceled");
  });

  it("does not keep a sweep where its hook hangs", async () => {
    const clock = testClock();
    let calls = 0;
    const shop = keeper({
      now: clock.now,
      completionMs: 20,
      complete: () => Promise.reject(new Error("hung up")),
      release: () => {
        calls += 1;
        return new Promise(() => {});
      },
    });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toThrow("hung up");
    clock.advance(HOUR);
    await shop.checkouts.sweep();
    clock.advance(HOUR);
    await shop.checkouts.sweep();
    expect(calls).toBeGreaterThan(1);
  });

  it("is not forgotten with its session", async () => {
    const clock = testClock();
    const store = createMemoryStorage({ now: clock.now });
    let broken = true;
    const released: string[] = [];
    const shop = keeper({
      store,
      now: clock.now,
      keepMs: 0,
      complete: () => Promise.reject(new Error("hung up")),
      release: (_checkout, key) => {
        if (broken) throw new Error("not now");
        released.push(key);
      },
    });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toThrow("hung up");
    await later();
    clock.advance(24 * HOUR);
    broken = false;
    await shop.checkouts.sweep();
    expect(released).toHaveLength(1);
  });

  it("is released though the log fails", async () => {
    const clock = testClock();
    let failures = 1;
    const shop = keeper({
      now: clock.now,
      log: () => {
        throw new Error("the disk is full");
      },
      complete: () => Promise.reject(new Error("hung up")),
      release: () => {
        if (failures-- > 0) throw new Error("not now");
      },
    });
    const { id } = await shop.create();
    await expect(shop.complete(id)).rejects.toThrow("hung up");
    await later();
    clock.advance(HOUR);
    await shop.checkouts.sweep();
    expect((await storedOf(shop.store, id)).payments).toEqual([]);
  });
});

describe("the buyer's own page", () => {
  it.each(["after", "denied"] as const)(
    "keeps a charge whose order was written though nobody heard it: %s",
    async (fault) => {
      const bank = provider();
      const store = faulty("completed", once(fault));
      const shop = keeper({ ...bank.hooks, ...escalated(), store });
      const { id } = await shop.create();
      const finished = await shop.checkouts.finish(id, place(bank));
      expect(finished).toMatchObject({ status: "completed" });
      await later();
      expect(bank.standing.size).toBe(1);
    },
  );

  it("takes back a charge whose order could not be written, so that a second try is the only one", async () => {
    const bank = provider();
    const store = faulty("completed", once("before"));
    const shop = keeper({ ...bank.hooks, ...escalated(), store });
    const { id } = await shop.create();
    await expect(shop.checkouts.finish(id, place(bank))).rejects.toThrow("down");
    expect(await shop.checkouts.finish(id, place(bank))).toMatchObject({ status: "completed" });
    await expect.poll(() => bank.standing.size).toBe(1);
  });

  it("takes back what was charged where taking the payment threw", async () => {
    const bank = provider();
    const shop = keeper({ ...bank.hooks, ...escalated() });
    const { id } = await shop.create();
    const broken = (_checkout: Resource, key: string): never => {
      bank.standing.add(key);
      throw new Error("the line broke");
    };
    await expect(shop.checkouts.finish(id, broken)).rejects.toThrow("the line broke");
    await expect.poll(() => bank.standing.size).toBe(0);
    expect((await shop.get(id)).status).toBe("requires_escalation");
  });

  it("takes back what a process that died has charged", async () => {
    const clock = testClock();
    const bank = provider();
    const store = createMemoryStorage({ now: clock.now });
    const shop = keeper({ ...bank.hooks, ...escalated(), store, now: clock.now });
    const { id } = await shop.create();
    void shop.checkouts.finish(id, (_checkout, key) => {
      bank.standing.add(key);
      return new Promise(() => {});
    });
    await expect.poll(() => bank.standing.size).toBe(1);
    expect((await shop.get(id)).status).toBe("requires_escalation");
    clock.advance(62_000);
    expect(await shop.checkouts.sweep()).toBe(1);
    expect(bank.standing.size).toBe(0);
  });

  it("finishes nothing with a payment that was given up meanwhile", async () => {
    const clock = testClock();
    const bank = provider();
    const shop = keeper({ ...bank.hooks, ...escalated(), now: clock.now });
    const { id } = await shop.create();
    const finished = await shop.checkouts.finish(id, async (checkout, key) => {
      clock.advance(62_000);
      await shop.checkouts.sweep();
      return place(bank)(checkout, key);
    });
    expect(finished).toMatchObject({ messages: [{ code: "completion_timed_out" }] });
    await expect.poll(() => bank.standing.size).toBe(0);
  });

  it("says that the checkout has changed where it can still be finished", async () => {
    const bank = provider();
    const shop = keeper({ ...bank.hooks, ...escalated() });
    const { id } = await shop.create();
    const finished = await shop.checkouts.finish(id, async (checkout, key) => {
      await shop.update(id, { buyer: { email: "bob@example.com" } });
      return place(bank)(checkout, key);
    });
    expect(finished).toMatchObject({ kind: "declined", messages: [{ code: "checkout_changed" }] });
    expect(bank.standing.size).toBe(0);
  });

  it("takes nothing back where the payment was declined", async () => {
    const clock = testClock();
    const bank = provider();
    const shop = keeper({ ...bank.hooks, ...escalated(), now: clock.now });
    const { id } = await shop.create();
    expect(await shop.checkouts.finish(id, () => DECLINED)).toBe(DECLINED);
    clock.advance(62_000);
    await shop.checkouts.sweep();
    expect(bank.released).toEqual([]);
  });
});

describe("a refused update", () => {
  it("says why, also where the checkout has a message of that code", async () => {
    const { type: _, ...hint } = errorMessage({
      code: "item_unavailable",
      content: "Perhaps not there.",
      severity: "recoverable",
    });
    const refusal = { ...hint, type: "error" as const, content: "Not sold there." };
    const warning = { type: "warning" as const, code: hint.code, content: hint.content };
    const shop = keeper({
      evaluate: async (request, session) =>
        session.before === undefined
          ? { ...((await evaluate(request, session)) as Evaluated), messages: [warning] }
          : new Declined([refusal]),
    });
    const { id } = await shop.create();
    expect((await shop.update(id)).messages).toEqual([warning, refusal]);
  });
});

describe("a business that breaks a rule", () => {
  it.each(["Nov 20 2026", "2026-11-27", "2026-11-27 10:00"])(
    "fails with an expires_at that is not an RFC 3339 time: %s",
    async (expires_at) => {
      const shop = keeper({
        evaluate: async (request, session) => ({
          ...((await evaluate(request, session)) as Evaluated),
          expires_at,
        }),
      });
      await expect(shop.create()).rejects.toMatchObject({ cause: { code: "expiry_invalid" } });
    },
  );

  it.each([{ permalink_url: "/orders/1" }, { id: "a/../b" }, { id: "" }])(
    "keeps no order that no response could have, and releases the payment: %j",
    async (change) => {
      const bank = provider();
      const shop = keeper({
        ...bank.hooks,
        complete: (checkout, _request, { paymentKey }) => {
          bank.standing.add(paymentKey);
          return { ...orderOf(checkout), ...change };
        },
      });
      const { id } = await shop.create();
      await expect(shop.complete(id)).rejects.toMatchObject({ code: "order_mismatch" });
      expect(await shop.get(id)).not.toHaveProperty("order");
      await expect.poll(() => bank.standing.size).toBe(0);
    },
  );
});

describe("the time that a session says", () => {
  it("is not put off by updates where the evaluation's is undefined", async () => {
    const clock = testClock();
    const shop = keeper({
      now: clock.now,
      sessionMs: HOUR,
      evaluate: async (request, session) =>
        ({ ...((await evaluate(request, session)) as Evaluated), expires_at: undefined }) as never,
    });
    const { id, expires_at } = await shop.create();
    clock.advance(HOUR / 2);
    expect((await shop.update(id)).expires_at).toBe(expires_at);
  });
});

/** Only pauses between races take time, and those are none here: who is not answered by then waits for what will not come. */
async function answered<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false;
  void work.finally(() => void (isOver = true));
  const end = performance.now() + 5_000;
  while (!isOver && performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
  if (!isOver) throw new Error("not answered within 5 seconds");
  return work;
}

const SIZES = { quick: 1_000, full: 30_000 };

describe("whatever the store does not answer", () => {
  beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  const ACTIONS = ["complete", "crash", "late", "decline", "finish", "cancel", "sweep"] as const;
  type Action = (typeof ACTIONS)[number];

  async function play(isEscalated: boolean, actions: readonly Action[], faults: readonly Fault[]) {
    const clock = testClock();
    const store = createMemoryStorage({ now: clock.now });
    const bank = provider();
    const decisions: Partial<Options> = {
      ...(isEscalated ? escalated() : {}),
      now: clock.now,
      release: bank.hooks.release,
      complete(checkout, { payment }, { paymentKey }) {
        const said = JSON.stringify(payment);
        if (said.includes("decline")) return DECLINED;
        bank.standing.add(paymentKey);
        if (said.includes("crash")) throw new Error("the line broke");
        if (said.includes("late")) clock.advance(62_000);
        return orderOf(checkout);
      },
    };
    const healthy = keeper({ ...decisions, store });
    const { id } = await healthy.create();
    const shop = keeper({ ...decisions, store: failing(store, faults) });
    const act = (action: Action): Promise<unknown> => {
      if (action === "finish") return shop.checkouts.finish(id, place(bank));
      if (action === "cancel") return shop.cancel(id);
      return action === "sweep" ? shop.checkouts.sweep() : shop.complete(id, action);
    };
    await answered(Promise.all(actions.map((action) => act(action).catch(() => undefined))));
    for (let time = 0; time < 3; time += 1) {
      clock.advance(62_000);
      await healthy.checkouts.sweep();
    }
    return { standing: bank.standing.size, status: (await healthy.get(id)).status };
  }

  const timeout = 600_000;

  it("charges once for an order, and never without one", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 5 }),
        fc.array(fc.constantFrom<Fault>("before", "after", "denied", undefined, undefined), {
          maxLength: 30,
        }),
        async (isEscalated, actions, faults) => {
          const { standing, status } = await play(isEscalated, actions, faults);
          expect(status).not.toBe("complete_in_progress");
          expect(standing).toBe(status === "completed" ? 1 : 0);
        },
      ),
      propertyOptions("CHECKOUT", SIZES),
    );
  });
});
