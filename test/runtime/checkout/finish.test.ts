/**
 * A buyer who finishes more than once at the same time (§3.1): a double click, two tabs, two processes. One payment,
 * one order, and the same answer to each. `CHECKOUT_SEED` brings a random failure back; `CHECKOUT_RUNS` makes it look
 * longer.
 */

import { Declined } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import { createMemoryStorage, readRecord } from "@proto-gen/runtime/storage";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  CONTEXT,
  DECLINED,
  evaluate,
  keeper,
  orderOf,
  type Evaluated,
  type Keeper,
  type Options,
  type Resource,
} from "../../support/checkout-keeper.js";
import { failing, failingWhile, type Fault } from "../../support/failing-storage.js";
import { pendingTimers } from "../../support/pending-timers.js";
import { propertyOptions } from "../../support/sizes.js";

const REVIEW = errorMessage({
  code: "high_value_order",
  content: "Please look it over.",
  severity: "requires_buyer_review",
});

interface Bank {
  readonly charged: string[];
  readonly released: string[];
  /** Takes 50 ms. */
  readonly place: (checkout: Resource, key: string) => Promise<ReturnType<typeof orderOf>>;
  readonly options: Pick<Options, "evaluate" | "release">;
}

function bank(): Bank {
  const charged: string[] = [];
  const released: string[] = [];
  return {
    charged,
    released,
    async place(checkout, key) {
      charged.push(key);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return orderOf(checkout);
    },
    options: {
      evaluate: async (request, session) => ({
        ...((await evaluate(request, session)) as Evaluated),
        messages: [REVIEW],
      }),
      release: (_checkout, key) => void released.push(key),
    },
  };
}

function times<Result>(count: number, work: (at: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => work(at)));
}

/** Two processes that share what they keep. */
function twoOf(options: Partial<Options>): readonly [Keeper, Keeper] {
  const store = createMemoryStorage();
  return [keeper({ ...options, store }), keeper({ ...options, store })];
}

describe("a buyer who finishes several times at once", () => {
  it("pays once, and hears the same each time", async () => {
    const { charged, released, place, options } = bank();
    const shop = keeper(options);
    const { id } = await shop.create();
    const answers = await times(10, () => shop.checkouts.finish(id, place));
    expect(charged).toHaveLength(1);
    expect(released).toEqual([]);
    const done = await shop.get(id);
    expect(done).toMatchObject({ status: "completed", order: { id: `order_of_${id}` } });
    for (const answer of answers) expect(answer).toEqual(done);
  });

  it("pays once where two processes are asked", async () => {
    const { charged, released, place, options } = bank();
    const shops = twoOf(options);
    const { id } = await shops[0].create();
    const answers = await times(10, (at) =>
      shops[at % 2 === 0 ? 0 : 1].checkouts.finish(id, place),
    );
    expect(charged).toHaveLength(1);
    expect(released).toEqual([]);
    for (const answer of answers) expect(answer).toMatchObject({ status: "completed" });
  });

  it("hears of the order once more where the page is loaded again later", async () => {
    const { charged, place, options } = bank();
    const shop = keeper(options);
    const { id } = await shop.create();
    const first = await shop.checkouts.finish(id, place);
    expect(await shop.checkouts.finish(id, place)).toEqual(first);
    expect(charged).toHaveLength(1);
  });

  it("hears each time why the payment was declined, and can try again then", async () => {
    const { charged, place, options } = bank();
    const shops = twoOf(options);
    const { id } = await shops[0].create();
    let asked = 0;
    const declining = async (checkout: Resource, key: string): Promise<Declined> => {
      asked += 1;
      await place(checkout, key);
      return DECLINED;
    };
    const answers = await times(6, (at) =>
      shops[at % 2 === 0 ? 0 : 1].checkouts.finish(id, declining),
    );
    expect(asked).toBe(1);
    for (const answer of answers) expect(answer).toMatchObject({ messages: DECLINED.messages });
    expect(await shops[1].checkouts.finish(id, place)).toMatchObject({ status: "completed" });
    expect(charged).toHaveLength(2);
  });

  it("hears each time that taking the payment failed, which is released once", async () => {
    const { charged, released, options } = bank();
    const shops = twoOf(options);
    const { id } = await shops[0].create();
    const broken = async (_checkout: Resource, key: string): Promise<never> => {
      charged.push(key);
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("the line broke");
    };
    const answers = await times(6, (at) =>
      shops[at % 2 === 0 ? 0 : 1].checkouts
        .finish(id, broken)
        .then((answer) => (answer instanceof Declined ? "declined" : answer.status))
        .catch((thrown: unknown) => String(thrown)),
    );
    expect(charged).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(["Error: the line broke", "declined"]));
    await expect.poll(() => released).toEqual(charged);
  });

  it("changes nothing of what is being paid: what is filled in waits for the end", async () => {
    const { charged, place, options } = bank();
    for (const other of [0, 1] as const) {
      const shops = twoOf(options);
      const { id } = await shops[0].create();
      const finishing = shops[0].checkouts.finish(id, place);
      await expect.poll(() => charged.length).toBe(other + 1);
      const late = shops[other].checkouts.amend(
        id,
        (request) => ({ ...request, buyer: { email: "bob@example.com" } }),
        () => CONTEXT,
      );
      expect(await finishing).toMatchObject({ status: "completed" });
      expect(await late).toMatchObject({ messages: [{ code: "operation_not_allowed" }] });
      expect(await shops[0].get(id)).toMatchObject({ buyer: { email: "ada@example.com" } });
    }
  });

  it("waits no longer than the payment may take", async () => {
    const { options } = bank();
    const shops = twoOf({ ...options, completionMs: 100 });
    const { id } = await shops[0].create();
    void shops[0].checkouts.finish(id, () => new Promise(() => {}));
    await expect
      .poll(
        async () =>
          (await readRecord<{ payments: [] }>(shops[0].store, "checkout", id))?.value.payments,
      )
      .toMatchObject([{ attempt: { trigger: "finish" } }]);
    const answers = await times(2, (at) =>
      shops[at === 0 ? 0 : 1].checkouts.finish(id, () => {
        throw new Error("a second payment");
      }),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ messages: [{ code: "completion_timed_out" }] });
  });
});

/** The outcome so far: undefined while there is none. */
function watched<Result>(work: Promise<Result>): () => unknown {
  let outcome: unknown;
  work.then(
    (result) => (outcome = result),
    (error: unknown) => (outcome = String(error)),
  );
  return () => outcome;
}

async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("a payment that nobody works on", () => {
  const FAILED = { kind: "declined", messages: [{ code: "completion_failed" }] };

  afterEach(() => {
    vi.useRealTimers();
  });

  /** The first click writes its key and fails, while the second has just read it. */
  async function failedBeforeItIsWaitedFor() {
    const { charged, place, options } = bank();
    const store = createMemoryStorage();
    const { id } = await keeper({ ...options, store }).create();
    const faults = ["before", "denied", undefined, "denied", undefined, "before"] as const;
    const shop = keeper({ ...options, store: failing(store, faults) });
    const answers = ["finish", "finish", "complete"].map((action) =>
      watched(action === "finish" ? shop.checkouts.finish(id, place) : shop.complete(id)),
    );
    await untilIdle();
    return { shop, id, store, charged, outcomes: answers.map((outcome) => outcome()) };
  }

  it("ends the wait at once where it has failed before it is waited for (§3.1)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    using pending = pendingTimers();
    const { charged, outcomes } = await failedBeforeItIsWaitedFor();
    expect(pending.count()).toBe(0);
    const down = expect.stringContaining("down");
    expect(outcomes).toEqual([down, down, expect.stringContaining("temporarily_unavailable")]);
    expect(charged).toEqual([]);
  });

  it("is given up by the next click (§3.1)", async () => {
    const { shop, id, store } = await failedBeforeItIsWaitedFor();
    const paid = watched(shop.checkouts.finish(id, orderOf));
    await untilIdle();
    expect(paid()).toMatchObject({ status: "completed" });
    // Not kept for another release: this process knows that no charge will come.
    const stored = await readRecord<{ payments: object[] }>(store, "checkout", id);
    expect(stored?.value.payments.filter((each) => "attempt" in each)).toEqual([]);
  });

  /** Two processes; the store of the first fails from when it is told to until it is told otherwise. */
  async function twoWith() {
    vi.useFakeTimers();
    const { released, options } = bank();
    const store = createMemoryStorage();
    let isDown = false;
    const first = keeper({ ...options, store: failingWhile(store, () => isDown) });
    const second = keeper({ ...options, store });
    const { id } = await second.create();
    return { first, second, id, released, store, fail: (down = true) => void (isDown = down) };
  }

  const neverAgain = (): never => {
    throw new Error("a second payment");
  };

  const forever = (): Promise<never> => new Promise(() => {});

  it("is given up when the lease of its process ends, where that has died (§3.1)", async () => {
    const { first, second, id, released, fail } = await twoWith();
    const keys: string[] = [];
    void first.checkouts.finish(id, (_checkout, key) => {
      keys.push(key);
      fail();
      return forever();
    });
    await vi.advanceTimersByTimeAsync(0);
    const waiting = watched(second.checkouts.finish(id, neverAgain));
    await vi.advanceTimersByTimeAsync(9_900);
    expect(waiting()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(waiting()).toMatchObject(FAILED);
    expect(released).toEqual(keys);
    expect(await second.checkouts.finish(id, orderOf)).toMatchObject({ status: "completed" });
  });

  it("is given up by whoever comes after the lease has ended (§3.1)", async () => {
    const { first, second, id, fail } = await twoWith();
    void first.checkouts.finish(id, () => {
      fail();
      return forever();
    });
    await vi.advanceTimersByTimeAsync(10_000);
    const paid = watched(second.checkouts.finish(id, orderOf));
    await vi.advanceTimersByTimeAsync(0);
    expect(paid()).toMatchObject({ status: "completed" });
  });

  it("is given up when the lease ends, where its process could not write how it ended", async () => {
    const { first, second, id, fail } = await twoWith();
    const failed = watched(
      first.checkouts.finish(id, () => {
        fail();
        throw new Error("the line broke");
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(failed()).toContain("the line broke");
    fail(false);
    const waiting = watched(second.checkouts.finish(id, neverAgain));
    await vi.advanceTimersByTimeAsync(10_100);
    expect(waiting()).toMatchObject(FAILED);
  });

  it("is taken back where its process was only slow, and another one has paid", async () => {
    const { first, second, id, released, fail } = await twoWith();
    const charged: string[] = [];
    const slow = watched(
      first.checkouts.finish(id, async (checkout, key) => {
        fail();
        await new Promise((resolve) => setTimeout(resolve, 30_000));
        fail(false);
        charged.push(key);
        return orderOf(checkout);
      }),
    );
    await vi.advanceTimersByTimeAsync(20_000);
    const paid = watched(second.checkouts.finish(id, orderOf));
    await vi.advanceTimersByTimeAsync(0);
    expect(paid()).toMatchObject({ status: "completed" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(slow()).toMatchObject({ messages: [{ code: "completion_timed_out" }] });
    expect(released).toEqual([charged[0], charged[0]]);
  });
});

describe("a payment of a process that its store has failed for good", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is released again at its end, since it may be charged after the lease has ended", async () => {
    vi.useFakeTimers();
    const standing = new Set<string>();
    const { options } = bank();
    const store = createMemoryStorage();
    const shared = { ...options, release: (_: Resource, key: string) => void standing.delete(key) };
    let isDown = false;
    const lost = keeper({ ...shared, store: failingWhile(store, () => isDown) });
    const other = keeper({ ...shared, store });
    const { id } = await other.create();
    const place = async (checkout: Resource, key: string) => {
      isDown = true;
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      standing.add(key);
      return orderOf(checkout);
    };
    const failed = watched(lost.checkouts.finish(id, place));
    await vi.advanceTimersByTimeAsync(20_000);
    const paid = watched(other.checkouts.finish(id, orderOf));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([failed(), paid()]).toMatchObject([
      expect.stringContaining("down"),
      { status: "completed" },
    ]);
    expect(standing.size).toBe(1);
    await vi.advanceTimersByTimeAsync(22_000);
    await other.checkouts.sweep();
    expect(standing.size).toBe(0);
    expect((await other.get(id)).status).toBe("completed");
  });
});

describe("a payment that takes long", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** 40 s, of which the store of its process is down for some. */
  async function heardOf(isDown: (second: number) => boolean): Promise<unknown> {
    vi.useFakeTimers();
    using pending = pendingTimers();
    const begun = Date.now();
    const { options } = bank();
    const store = createMemoryStorage();
    const down = (): boolean => isDown((Date.now() - begun) / 1_000);
    const first = keeper({ ...options, store: failingWhile(store, down) });
    const second = keeper({ ...options, store });
    const { id } = await second.create();
    void first.checkouts.finish(id, async (checkout) => {
      await new Promise((resolve) => setTimeout(resolve, 40_000));
      return orderOf(checkout);
    });
    await vi.advanceTimersByTimeAsync(0);
    const waiting = watched(
      second.checkouts.finish(id, () => {
        throw new Error("a second payment");
      }),
    );
    await vi.advanceTimersByTimeAsync(39_900);
    expect(waiting()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    const answer = waiting();
    expect(pending.count()).toBe(0);
    return answer;
  }

  it("is waited for by another process, as long as its own renews the lease (§3.1)", async () => {
    expect(await heardOf(() => false)).toMatchObject({ status: "completed" });
  });

  it("is waited for in its own process, which needs no lease for that", async () => {
    vi.useFakeTimers();
    const { place, options } = bank();
    const store = createMemoryStorage();
    let isDown = false;
    const shop = keeper({ ...options, store: failingWhile(store, () => isDown) });
    const { id } = await shop.create();
    void shop.checkouts.finish(id, async (checkout, key) => {
      isDown = true;
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      isDown = false;
      return place(checkout, key);
    });
    await vi.advanceTimersByTimeAsync(15_010);
    const waiting = watched(
      shop.checkouts.finish(id, () => {
        throw new Error("a second payment");
      }),
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(waiting()).toMatchObject({ status: "completed" });
  });

  it("is waited for by another process where two renewals fail, and the third does not", async () => {
    const answer = await heardOf((second) => second > 3 && second < 7);
    expect(answer).toMatchObject({ status: "completed" });
  });
});

/** What a buyer's click meets in one of two processes. */
interface Click {
  readonly process: 0 | 1;
  /** How long taking the payment takes, and whether it throws once it has charged. */
  readonly seconds: number;
  readonly breaks: boolean;
}

const CLICK: fc.Arbitrary<Click> = fc.record({
  process: fc.constantFrom(0, 1),
  seconds: fc.constantFrom(0, 0, 4, 15, 50),
  breaks: fc.boolean(),
});

const FAULTS = fc.array(fc.constantFrom<Fault>("before", "after", "denied", undefined, undefined), {
  maxLength: 20,
});

describe("clicks in two processes, whatever their stores do not answer", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function play(clicks: readonly Click[], faults: readonly (readonly Fault[])[]) {
    const standing = new Set<string>();
    const { options } = bank();
    const release: Options["release"] = (_checkout, key) => void standing.delete(key);
    const store = createMemoryStorage();
    const healthy = keeper({ ...options, release, store });
    const { id } = await healthy.create();
    const shops = faults.map((each) =>
      keeper({ ...options, release, store: failing(store, each) }),
    );
    let waiting = clicks.length;
    for (const { process, seconds, breaks } of clicks) {
      const place = async (checkout: Resource, key: string) => {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
        standing.add(key);
        if (breaks) throw new Error("the line broke");
        return orderOf(checkout);
      };
      const end = (): void => void (waiting -= 1);
      void shops[process]?.checkouts.finish(id, place).then(end, end);
    }
    await vi.advanceTimersByTimeAsync(100_000);
    for (let time = 0; time < 3; time += 1) {
      await healthy.checkouts.sweep();
      await vi.advanceTimersByTimeAsync(62_000);
    }
    return { waiting, standing: standing.size, status: (await healthy.get(id)).status };
  }

  it("end, with one charge for an order and none without", { timeout: 600_000 }, async () => {
    vi.useFakeTimers();
    await fc.assert(
      fc.asyncProperty(
        fc.array(CLICK, { minLength: 1, maxLength: 4 }),
        fc.tuple(FAULTS, FAULTS),
        async (clicks, faults) => {
          const { waiting, standing, status } = await play(clicks, faults);
          expect(waiting).toBe(0);
          expect(standing).toBe(status === "completed" ? 1 : 0);
        },
      ),
      propertyOptions("CHECKOUT", { quick: 100, full: 5_000 }),
    );
  });
});
