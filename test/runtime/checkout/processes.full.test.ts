/**
 * Two processes of one business on one SQLite file, which are killed at any moment: what every key started has one outcome, which every
 * retry hears (§4.8), and charges, orders and checkouts agree (§3.1). `CRASHES_SEED` repeats the moments as far as the clock allows.
 */

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import Database from "libsql";
import { afterEach, beforeAll, expect, it } from "vitest";
import { bundleProgram, createChildProcesses, type Child } from "../../support/child-processes.js";
import { withFile } from "../../support/claims.js";
import { finalAnswer, type CheckoutAnswer } from "../../support/final-answer.js";
import { PLATFORM } from "../../support/open-business.js";
import { repository } from "../../support/published.js";
import { runs } from "../../support/sizes.js";

const ROUNDS = runs("CRASHES", { quick: 1, full: 20 });
const CHECKOUTS = 50;
/** Each is sent by so many callers at the same time, to either process. */
const DUPLICATES = 2;
const INSTRUMENT = {
  ...{ id: "card_1", handler_id: "tokenizer", type: "card" },
  credential: { type: "token", token: "tok_ok" },
};

interface Business {
  child: Child<{ readonly url: string }>;
  url: string;
}

const children = createChildProcesses();
let program: string;

async function start(file: string): Promise<Business> {
  const profile = path.join(repository, "profile.json");
  const task = { profile, platform: PLATFORM, database: file, provider: `${file}.provider` };
  const child = await children.start<Business["child"]["ready"]>(program, task);
  return { child, url: child.ready.url };
}

async function restart(business: Business, file: string): Promise<void> {
  await business.child.kill();
  Object.assign(business, await start(file));
}

/** The one answer that all duplicates of a call get. */
async function agreed(
  businesses: readonly Business[],
  target: string,
  key: string,
  body: object,
): Promise<CheckoutAnswer> {
  const answers = await Promise.all(
    Array.from({ length: DUPLICATES }, (_, at) =>
      finalAnswer(businesses[at % businesses.length] as Business, target, key, body),
    ),
  );
  const [first] = answers;
  for (const each of answers) expect(each).toEqual(first);
  return first as CheckoutAnswer;
}

async function bought(businesses: readonly Business[]): Promise<CheckoutAnswer> {
  const created = await agreed(businesses, "", randomUUID(), {
    currency: "USD",
    line_items: [{ item: { id: "camera" }, quantity: 1 }],
    buyer: { email: "ada@example.com" },
  });
  expect(created.status).toBe(201);
  const payment = { instruments: [INSTRUMENT] };
  return agreed(businesses, `/${created.body.id}/complete`, randomUUID(), { payment });
}

/** Payment keys that are charged and not released, by checkout. */
function standingIn(provider: string): Map<string, Set<string>> {
  const standing = new Map<string, Set<string>>();
  const lines = existsSync(provider) ? readFileSync(provider, "utf8").trim().split("\n") : [];
  for (const line of lines) {
    const [what, id = "", key = ""] = line.split(" ");
    const keys = standing.get(id) ?? new Set<string>();
    if (what === "charge") keys.add(key);
    else keys.delete(key);
    if (keys.size === 0) standing.delete(id);
    else standing.set(id, keys);
  }
  return standing;
}

beforeAll(async () => {
  program = await bundleProgram("checkout-process");
}, 180_000);

afterEach(() => children.end());

it.each(Array.from({ length: ROUNDS }, (_, at) => at + 1))(
  "purchases through processes that are killed, round %i: money, orders and keys agree",
  async () => {
    await withFile(async (file) => {
      const businesses = await Promise.all([start(file), start(file)]);
      const purchases = Array.from({ length: CHECKOUTS }, () => bought(businesses));
      const killing = (async () => {
        for (const business of businesses) {
          await setTimeout(100 + Math.random() * 400);
          await restart(business, file);
        }
      })();
      const answers = await Promise.all(purchases);
      await killing;
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        // Never the refusal of a state in between.
        const codes = (body.messages ?? []).map(({ code }) => code);
        expect(body.status === "completed" ? [] : ["completion_timed_out"]).toEqual(codes);
      }
      const completed = answers.flatMap(({ body }) =>
        body.status === "completed" ? [body.id] : [],
      );
      const store = createSqliteStorage({ database: new Database(file) });
      const checkouts = await store.scan<{ checkout: { id: string; status: string } }>("checkout", {
        limit: 1_000,
      });
      const orders = await store.scan<{ order: { checkout_id: string } }>("order", {
        limit: 1_000,
      });
      await store.close();
      expect(checkouts).toHaveLength(CHECKOUTS);
      const isCompleted = checkouts.filter(({ value }) => value.checkout.status === "completed");
      expect(isCompleted.map(({ key }) => key).toSorted()).toEqual(completed.toSorted());
      expect(orders).toHaveLength(completed.length);
      await expect
        .poll(() =>
          [...standingIn(`${file}.provider`)].map(([id, keys]) => [id, keys.size]).toSorted(),
        )
        .toEqual(completed.toSorted().map((id) => [id, 1]));
    });
  },
  120_000,
);
