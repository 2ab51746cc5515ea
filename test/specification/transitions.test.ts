/**
 * The statuses of checkouts as they are kept (§3.1): a store sees each status follow another one, whatever platforms, buyers
 * and time do to a session in each of its statuses, and the pairs are those of the table.
 */

import { describe, expect, it } from "vitest";
import { errorMessage } from "@proto-gen/runtime/error";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import type { CheckoutStatus } from "@proto-gen/runtime/commerce";
import {
  DECLINED,
  evaluate,
  keeper,
  orderOf,
  type Evaluated,
  type Keeper,
} from "../support/checkout-keeper.js";

const HOUR = 3_600_000;

/** Before and after; what is not in the table is a reading of its prose. */
const TABLE: readonly (readonly [string, CheckoutStatus])[] = [
  ["incomplete", "requires_escalation"],
  ["requires_escalation", "incomplete"],
  ["incomplete", "ready_for_complete"],
  ["ready_for_complete", "complete_in_progress"],
  ["complete_in_progress", "completed"],
  ["requires_escalation", "completed"],
  ["incomplete", "canceled"],
  ["requires_escalation", "canceled"],
  ["ready_for_complete", "canceled"],
  ["complete_in_progress", "canceled"],
];

/** A session begins as its first evaluation says, an update may undo what another one did, and a payment may fail. */
const READINGS: readonly (readonly [string, CheckoutStatus])[] = [
  ["nothing", "incomplete"],
  ["nothing", "requires_escalation"],
  ["nothing", "ready_for_complete"],
  ["requires_escalation", "ready_for_complete"],
  ["ready_for_complete", "incomplete"],
  ["ready_for_complete", "requires_escalation"],
  ["complete_in_progress", "ready_for_complete"],
];

const text = ([from, to]: readonly [string, string]): string => `${from} -> ${to}`;

/** The pairs of statuses of the records that are written, without those that stay as they were. */
function watched(): { readonly store: Storage; readonly pairs: Set<string> } {
  const store = createMemoryStorage();
  const pairs = new Set<string>();
  const before = new Map<string, string>();
  return {
    pairs,
    store: {
      ...store,
      async commit(writes) {
        const result = await store.commit(writes);
        for (const { collection, key, value } of result.kind === "committed" ? writes : []) {
          const to = (value as { readonly checkout?: { readonly status: string } } | undefined)
            ?.checkout?.status;
          if (collection !== "checkout" || to === undefined) continue;
          const from = before.get(key) ?? "nothing";
          if (from !== to) pairs.add(text([from, to]));
          before.set(key, to);
        }
        return result;
      },
    },
  };
}

const LACKING = { buyer: {} };
const ESCALATED = { buyer: { email: "review@example.com" } };
const REQUESTS = { incomplete: LACKING, requires_escalation: ESCALATED, ready_for_complete: {} };

interface Scene extends Keeper {
  advance(milliseconds: number): void;
  /** Ends the payment that runs. */
  pay(): void;
}

function scene(store: Storage): Scene {
  let clock = Date.now();
  let pay = (): void => {};
  const kept = keeper({
    store,
    now: () => clock,
    evaluate: async (request, session) => {
      const result = (await evaluate(request, session)) as Evaluated;
      const isReviewed = request.buyer?.email === ESCALATED.buyer.email;
      const content = "Somebody has to look at it.";
      const severity = "requires_buyer_review";
      const review = errorMessage({ code: "high_value_order", content, severity });
      return isReviewed ? { ...result, messages: [review] } : result;
    },
    async complete(checkout, { payment }) {
      const sent = JSON.stringify(payment ?? {});
      if (sent.includes("tok_slow")) await new Promise<void>((resolve) => (pay = resolve));
      if (sent.includes("tok_broken")) throw new Error("the provider is down");
      return sent.includes("tok_declined") ? DECLINED : orderOf(checkout);
    },
  });
  return { ...kept, advance: (ms) => (clock += ms), pay: () => pay() };
}

/** How a session comes to each of its statuses. */
const REACH: Readonly<Record<CheckoutStatus, (at: Scene) => Promise<string>>> = {
  incomplete: async (at) => (await at.create(LACKING)).id,
  requires_escalation: async (at) => (await at.create(ESCALATED)).id,
  ready_for_complete: async (at) => (await at.create()).id,
  complete_in_progress: async (at) => {
    const { id } = await at.create();
    void at.complete(id, "tok_slow").catch(() => {});
    await expect.poll(async () => (await at.get(id)).status).toBe("complete_in_progress");
    return id;
  },
  completed: async (at) => (await at.complete((await at.create()).id)).id,
  canceled: async (at) => (await at.cancel((await at.create()).id)).id,
};

/** Everything that anyone can do to a session. */
const DEEDS: Readonly<Record<string, (at: Scene, id: string) => Promise<unknown>>> = {
  ...Object.fromEntries(
    Object.entries(REQUESTS).map(([status, request]) => [
      `an update to ${status}`,
      (at: Scene, id: string) => at.update(id, request),
    ]),
  ),
  "a completion": (at, id) => at.complete(id),
  "a completion that is declined": (at, id) => at.complete(id, "tok_declined"),
  "a completion that fails": (at, id) => at.complete(id, "tok_broken"),
  "a cancellation": (at, id) => at.cancel(id),
  "a payment on the buyer's page": (at, id) =>
    at.checkouts.finish(id, (checkout) => orderOf(checkout)),
  "the end of a payment's time": async (at, id) => {
    at.advance(HOUR);
    await at.checkouts.sweep();
    await at.get(id);
  },
  "the end of its time": async (at, id) => {
    at.advance(7 * HOUR);
    await at.checkouts.sweep();
    await at.get(id);
  },
};

describe("the statuses of a checkout (§3.1)", () => {
  it("follow each other as the table and its readings say, and all of these happen", async () => {
    const { store, pairs } = watched();
    for (const reach of Object.values(REACH))
      for (const deed of Object.values(DEEDS)) {
        const at = scene(store);
        const id = await reach(at);
        // What a status forbids is an error, or an answer that says so.
        await deed(at, id).catch(() => {});
        at.pay();
      }
    expect([...pairs].sort()).toEqual([...TABLE, ...READINGS].map(text).sort());
  });
});
