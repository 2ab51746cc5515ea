/**
 * A buyer who finishes more than once at the same time (§3.1): a double click, two tabs, two processes. One payment,
 * one order, and the same answer to each.
 */

import { Declined } from "@proto-gen/runtime/checkout";
import { errorMessage } from "@proto-gen/runtime/envelope";
import { createMemoryRecords } from "@proto-gen/runtime/records";
import { describe, expect, it } from "vitest";
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
} from "../support/checkout-keeper.js";

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
  const store = createMemoryRecords();
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
      .poll(async () => (await shops[0].store.get<{ finishing?: [] }>("checkout", id))?.value)
      .toHaveProperty("finishing");
    const answers = await times(2, (at) =>
      shops[at === 0 ? 0 : 1].checkouts.finish(id, () => {
        throw new Error("a second payment");
      }),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ messages: [{ code: "completion_timed_out" }] });
  });
});
