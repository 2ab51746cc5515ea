/**
 * Update, complete, cancel, expiry and a declined payment at the same time, in every order that a store and
 * a payment provider can make of them: of what ends a session one wins, and nothing sticks.
 * `CHECKOUT_SEED` brings a random failure back; `CHECKOUT_RUNS` makes it look longer.
 */

import { CHECKOUT_MACHINE, type CheckoutStatus } from "@proto-gen/runtime/commerce";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import Database from "libsql";
import fc, { type Scheduler } from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR, testClock, withFile } from "../../support/claims.js";
import {
  DECLINED,
  keeper,
  orderOf,
  type Keeper,
  type Options,
  type Resource,
} from "../../support/checkout-keeper.js";
import { propertyOptions } from "../../support/sizes.js";

type Action = "update" | "shrink" | "complete" | "decline" | "crash" | "cancel" | "expire";

const ACTIONS: readonly Action[] = [
  "update",
  "shrink",
  "complete",
  "decline",
  "crash",
  "cancel",
  "expire",
];

/** Every question to the store waits for its turn. */
function scheduled(store: Storage, scheduler: Scheduler): Storage {
  const turn = (what: string): Promise<void> => scheduler.schedule(Promise.resolve(), what);
  return {
    ...store,
    get: async (keys) => {
      await turn("get");
      return store.get(keys);
    },
    commit: async (writes) => {
      await turn("commit");
      const done = await store.commit(writes);
      await turn("committed");
      return done;
    },
  };
}

/** What each commit made of the session. */
function watched(store: Storage, seen: CheckoutStatus[]): Storage {
  return {
    ...store,
    commit: async (writes) => {
      const done = await store.commit(writes);
      for (const { collection, value } of writes)
        if (done.kind === "committed" && collection === "checkout")
          seen.push((value as { checkout: Resource }).checkout.status);
      return done;
    },
  };
}

const LEGAL = new Set(
  CHECKOUT_MACHINE.flatMap(({ from, to }) => to.map((each) => `${from ?? "nothing"} ${each}`)),
);

/** One write may do two things: give up a completion whose time is over, and then what was asked for. */
const TOO_LATE = [...LEGAL]
  .filter((pair) => pair.startsWith("ready_for_complete "))
  .map((pair) => pair.replace("ready_for_complete", "complete_in_progress"));

function expectLegalPath(seen: readonly CheckoutStatus[], timePassed: boolean): void {
  const legal = timePassed ? [...LEGAL, ...TOO_LATE] : [...LEGAL];
  seen.forEach((status, at) => {
    const from = at === 0 ? "nothing" : (seen[at - 1] as string);
    // A write that changes no status: releases that are done.
    if (from !== status) expect(legal).toContain(`${from} ${status}`);
  });
}

interface Played {
  readonly final: Resource;
  readonly answers: readonly (readonly [Action, Resource | undefined])[];
  /** Charged and not released. */
  readonly standing: ReadonlySet<string>;
  readonly orders: number;
  readonly seen: readonly CheckoutStatus[];
}

async function play(scheduler: Scheduler, actions: readonly Action[]): Promise<Played> {
  const clock = testClock();
  const seen: CheckoutStatus[] = [];
  const memory = watched(createMemoryStorage({ now: clock.now }), seen);
  const open = { now: clock.now, log: (error: unknown) => expect(error).toBeUndefined() };
  const standing = new Set<string>();
  const { id } = await keeper({ ...open, store: memory }).create();
  let orders = 0;
  const release: Options["release"] = (_checkout, paymentKey) => void standing.delete(paymentKey);
  const shop = keeper({
    ...open,
    store: scheduled(memory, scheduler),
    async complete(checkout, { payment }, { paymentKey }) {
      await scheduler.schedule(Promise.resolve(), "charge");
      const token = JSON.stringify(payment);
      if (token.includes("decline")) return DECLINED;
      standing.add(paymentKey);
      await scheduler.schedule(Promise.resolve(), "charged");
      if (token.includes("crash")) throw new Error("the provider hung up");
      return orderOf(checkout);
    },
    release,
    orders: { writesFor: () => [], wake: () => void (orders += 1) },
  });
  const act: Record<Action, () => Promise<Resource>> = {
    update: () => shop.update(id),
    shrink: () => shop.update(id, { buyer: {} }),
    complete: () => shop.complete(id, "tok_ok"),
    decline: () => shop.complete(id, "decline"),
    crash: () => shop.complete(id, "crash"),
    cancel: () => shop.cancel(id),
    expire: async () => {
      await scheduler.schedule(Promise.resolve(), "time");
      clock.advance(6 * HOUR);
      return shop.get(id);
    },
  };
  const running = actions.map(
    async (action) => [action, await act[action]().catch(() => undefined)] as const,
  );
  const all = Promise.all(running);
  await scheduler.waitFor(all);
  const answers = await all;
  // Releases run beside the answers.
  await scheduler.waitIdle();
  const later = keeper({ ...open, store: memory, release });
  const final = await later.get(id);
  // A release whose claim ended while the store was silent is done again, as soon as another process looks.
  clock.advance(HOUR);
  await later.checkouts.sweep();
  return { final, answers, standing, orders, seen };
}

const REFUSALS = ["operation_not_allowed", "session_expired"];

function refused({ messages = [] }: Resource): boolean {
  return messages.some(({ code = "" }) => REFUSALS.includes(code));
}

/** Whether this answer says that the call itself canceled the session. */
function canceled([action, answer]: readonly [Action, Resource | undefined]): boolean {
  return action === "cancel" && answer?.status === "canceled" && !refused(answer);
}

function hasExpired({ messages = [] }: Resource): boolean {
  return messages.some(({ code }) => code === "session_expired");
}

describe("a session that several want to change (§3.1)", () => {
  it("ends once, and never sticks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom(...ACTIONS), { minLength: 2, maxLength: 6 }),
        async (scheduler, actions) => {
          const { final, answers, standing, orders, seen } = await play(scheduler, actions);
          const winners = orders + answers.filter(canceled).length + (hasExpired(final) ? 1 : 0);
          const isOver = final.status === "completed" || final.status === "canceled";
          expect(winners).toBe(isOver ? 1 : 0);
          expect(final.status).not.toBe("complete_in_progress");
          expect(standing.size).toBe(final.status === "completed" ? 1 : 0);
          expect(orders).toBe(final.status === "completed" ? 1 : 0);
          expect(final.order !== undefined).toBe(final.status === "completed");
          expectLegalPath(seen, actions.includes("expire"));
        },
      ),
      propertyOptions("CHECKOUT", { quick: 500, full: 10_000 }),
    );
  });

  it("ends once where two connections to one file want to end it", () =>
    withFile(async (file) => {
      const stores = [1, 2].map(() => createSqliteStorage({ database: new Database(file) }));
      const standing = new Set<string>();
      const [one, other] = stores.map((store) =>
        keeper({
          store,
          complete: (checkout, _request, { paymentKey }) => {
            standing.add(`${checkout.id} ${paymentKey}`);
            return orderOf(checkout);
          },
          release: (checkout, paymentKey) => void standing.delete(`${checkout.id} ${paymentKey}`),
        }),
      ) as [Keeper, Keeper];
      const ids = await Promise.all(
        Array.from({ length: 50 }, async () => (await one.create()).id),
      );
      const ends = await Promise.all(
        ids.map((id, at) =>
          Promise.all(
            at % 2 === 0
              ? [one.complete(id), other.cancel(id)]
              : [one.cancel(id), other.complete(id)],
          ),
        ),
      );
      for (const [at, id] of ids.entries()) {
        const { status } = await one.get(id);
        expect(["completed", "canceled"]).toContain(status);
        expect(ends[at]?.filter((each) => !refused(each))).toHaveLength(1);
        const charges = [...standing].filter((each) => each.startsWith(id));
        expect(charges).toHaveLength(status === "completed" ? 1 : 0);
      }
      for (const store of stores) await store.close();
    }));

  it("can be completed after a declined payment", async () => {
    const shop = keeper();
    const { id } = await shop.create();
    const declined = await shop.complete(id, "tok_declined");
    expect(declined.status).toBe("ready_for_complete");
    expect(declined.messages).toMatchObject([{ code: "payment_declined" }]);
    const completed = await shop.complete(id);
    expect(completed).toMatchObject({ status: "completed", order: { id: `order_of_${id}` } });
    expect(completed.messages).toEqual([]);
  });
});
