/**
 * Two processes of one business with a payment provider over HTTP that is slow, fails, repeats its reports and answers after the
 * timeout. The process that asks is killed at each step, before its effect, after it, and after the answer: nothing is charged twice, and
 * no outcome stays unknown. `PROVIDER_KILLS_RUNS` sets the number of kills.
 */

import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { unsettledPayments } from "@proto-gen/runtime/commerce";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { seededRandom } from "@proto-gen/runtime/testing";
import Database from "libsql";
import { afterEach, beforeAll, expect, it } from "vitest";
import { bundleProgram, createChildProcesses, type Child } from "../../support/child-processes.js";
import { withFile } from "../../support/claims.js";
import { finalAnswer, type CheckoutAnswer } from "../../support/final-answer.js";
import { PLATFORM } from "../../support/open-business.js";
import {
  moody,
  openProviderServer,
  type Moment,
  type ProviderRequest,
  type ProviderServer,
} from "../../support/payments/provider-server.js";
import { repository } from "../../support/published.js";
import { runs } from "../../support/sizes.js";

const KILLS = runs("PROVIDER_KILLS", { quick: 5, full: 20 });
/** The chance that a moment of a request kills its process: greater for the steps that are rare. */
const KILL_CHANCES = { authorize: 0.1, capture: 0.1, find: 0.3, void: 0.6, refund: 0.8 };
const LANES = 6;
/** Longer than a payment may take. */
const SLOW_MS = 1_500;
const SEED = 50;
const INSTRUMENT = {
  ...{ id: "card_1", handler_id: "tokenizer", type: "card" },
  credential: { type: "token", token: "tok_ok" },
};

interface Business {
  child: Child<{ readonly url: string; readonly events: string }>;
  url: string;
}

const children = createChildProcesses();
let program: string;

beforeAll(async () => {
  program = await bundleProgram("checkout-process");
}, 180_000);

afterEach(() => children.end());

async function start(database: string, provider: string): Promise<Business> {
  const profile = path.join(repository, "profile.json");
  const task = { profile, platform: PLATFORM, database, provider };
  const child = await children.start<Business["child"]["ready"]>(program, task);
  return { child, url: child.ready.url };
}

async function bought(businesses: readonly Business[], at: number): Promise<CheckoutAnswer> {
  const business = businesses[at % businesses.length] as Business;
  const created = await finalAnswer(business, "", randomUUID(), {
    currency: "USD",
    line_items: [{ item: { id: "camera" }, quantity: 1 }],
    buyer: { email: "ada@example.com" },
  });
  expect(created.status).toBe(201);
  const payment = { instruments: [INSTRUMENT] };
  return finalAnswer(business, `/${created.body.id}/complete`, randomUUID(), { payment });
}

/** Reports each change twice, to either process. */
async function report(businesses: readonly Business[], path: string): Promise<void> {
  for (const { child } of businesses)
    await fetch(`${child.ready.events}/${path}`, { method: "POST" }).catch(() => undefined);
}

it(`charges nothing twice, and learns every outcome, through ${KILLS} kills`, async () => {
  await withFile(async (file) => {
    const random = seededRandom(SEED);
    const mood = moody(random, SLOW_MS);
    const businesses: Business[] = [];
    const killed = new Map<string, number>();
    let kills = 0;
    let restarting: Promise<void> | undefined;

    async function kill(business: Business): Promise<void> {
      await business.child.kill();
      Object.assign(business, await start(file, server.url));
    }

    function strike(moment: Moment, { step, caller }: ProviderRequest): void {
      if (kills === KILLS || restarting !== undefined || random() >= KILL_CHANCES[step]) return;
      const business = businesses.find(({ child }) => String(child.process.pid) === caller);
      if (business === undefined) return;
      kills += 1;
      killed.set(`${step} ${moment}`, (killed.get(`${step} ${moment}`) ?? 0) + 1);
      restarting = kill(business).finally(() => (restarting = undefined));
    }

    const server: ProviderServer = await openProviderServer({
      async at(moment, request) {
        strike(moment, request);
        await mood(moment);
      },
      capturesAtOnce: () => random() < 0.3,
      report: async ({ checkoutId, paymentKey }) => {
        await setTimeout(random() * 100);
        if (checkoutId !== undefined) await report(businesses, `${checkoutId}/${paymentKey}`);
      },
    });
    try {
      businesses.push(await start(file, server.url), await start(file, server.url));
      const answers: CheckoutAnswer[] = [];
      const lane = async (at: number): Promise<void> => {
        while (kills < KILLS) answers.push(await bought(businesses, at));
      };
      await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)));
      const found = await settled(file, server);
      const completed = answers.flatMap(({ body }) =>
        body.status === "completed" ? [body.id] : [],
      );
      console.info(kills, "kills", Object.fromEntries(killed), found.states);
      expect(found.completed).toEqual(completed.toSorted());
      expect(found.captured).toEqual(completed.toSorted());
      expect([...server.captures.values()].filter((times) => times > 1)).toEqual([]);
      expect([...server.refunds.values()].filter((times) => times > 1)).toEqual([]);
    } finally {
      await children.end();
      await server.close();
    }
  });
}, 1_800_000);

interface Settled {
  /** Ids of the checkouts that are completed, and of those with a captured payment, once for each. */
  readonly completed: readonly string[];
  readonly captured: readonly string[];
  readonly states: Readonly<Record<string, number>>;
}

/** Resolves once no payment is open, neither for the business nor for the provider. */
async function settled(file: string, { payments }: ProviderServer): Promise<Settled> {
  const store = createSqliteStorage({ database: new Database(file) });
  const open = (): string[] =>
    [...payments.values()].flatMap(({ state }) =>
      state === "pending" || state === "authorized" ? [state] : [],
    );
  const unsettled = async (): Promise<unknown[]> => [
    ...(await unsettledPayments(store, { limit: 10_000 })),
    ...open(),
  ];
  try {
    await expect.poll(unsettled, { timeout: 600_000, interval: 500 }).toEqual([]);
    const checkouts = await store.scan<{ checkout: { status: string } }>("checkout", {
      limit: 100_000,
    });
    const all = [...payments.values()];
    const captured = all.filter(({ state }) => state === "captured");
    const states: Record<string, number> = {};
    for (const { state } of all) states[state] = (states[state] ?? 0) + 1;
    return {
      completed: checkouts
        .filter(({ value }) => value.checkout.status === "completed")
        .map(({ key }) => key)
        .toSorted(),
      captured: captured.map(({ checkoutId = "" }) => checkoutId).toSorted(),
      states,
    };
  } finally {
    await store.close();
  }
}
