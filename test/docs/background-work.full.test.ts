/** The worker of the guide compiles and works, and so does its recipe for pg-boss, on the PostgreSQL that `DATABASE_URL` names. */

import { pathToFileURL } from "node:url";
import type { Orders } from "@proto-gen/runtime/commerce";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { codeBlock, pageDirectory, strictProblems } from "../support/documentation.js";

const PAGE = "docs/guide/background-work.md";
const DATABASE_URL = process.env["DATABASE_URL"];

const MAIL = `export const sent: string[] = [];
export async function sendMail({ key }: { subject: string; key: string; signal: AbortSignal }) {
  sent.push(key);
}
`;

interface OwnWorker {
  openOrders(store: Storage): { readonly orders: Orders<never>; close(): Promise<void> };
}

interface Recipe {
  deliverWithPgBoss(
    sender: { deliverDue(): Promise<void> },
    connectionString: string,
  ): Promise<{ wake(): Promise<unknown>; close(): Promise<void> }>;
}

describe("the worker of the guide", async () => {
  const { writeCode } = pageDirectory("background-work");
  const mail = writeCode("mail.ts", MAIL);
  const worker = writeCode("worker.ts", codeBlock(PAGE, "ts", "openOrders"));
  const boss = writeCode("boss.ts", codeBlock(PAGE, "ts", "deliverWithPgBoss"));
  const load = (file: string): Promise<unknown> => import(pathToFileURL(file).href);

  it("compiles, and so does the recipe", () => {
    expect(strictProblems([worker, boss])).toEqual([]);
  });

  it("sends the mail of each order that is written", async () => {
    const { openOrders } = (await load(worker)) as OwnWorker;
    const { sent } = (await load(mail)) as { readonly sent: readonly string[] };
    const store = createMemoryStorage();
    const { orders, close } = openOrders(store);
    const order = {
      ...{ id: "order_1", checkout_id: "checkout_1", currency: "USD" },
      permalink_url: "https://shop.example/orders/order_1",
      ...{ line_items: [], fulfillment: {}, totals: [{ type: "total", amount: 0 }] },
    };
    const platform = { profile: undefined, webhookUrl: undefined, envelope: {} };
    await store.commit(orders.writesFor(order as never, platform));
    orders.wake();
    await expect.poll(() => sent).toEqual(["order_1"]);
    await close();
  });

  it.skipIf(DATABASE_URL === undefined)(
    "is woken by pg-boss (needs DATABASE_URL)",
    { timeout: 60_000 },
    async () => {
      const { deliverWithPgBoss } = (await load(boss)) as Recipe;
      let calls = 0;
      const sender = { deliverDue: async () => void (calls += 1) };
      const woken = await deliverWithPgBoss(sender, DATABASE_URL ?? "");
      try {
        await woken.wake();
        await expect.poll(() => calls, { timeout: 30_000 }).toBeGreaterThan(0);
      } finally {
        await woken.close();
        const pool = new pg.Pool({ connectionString: DATABASE_URL });
        await pool.query("DROP SCHEMA IF EXISTS pgboss CASCADE");
        await pool.end();
      }
    },
  );
});
