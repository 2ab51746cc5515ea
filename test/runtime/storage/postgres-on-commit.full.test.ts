/**
 * `onCommit` and a process that is killed between any two steps: the shop's own row of an order is there exactly when the order's record
 * is.
 */

import pg from "pg";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram, createChildProcesses } from "../../support/child-processes.js";
import type { Moment, OnCommitTask } from "../../support/on-commit-process.js";
import { DATABASE_URL, dropPrefix, newPrefix, poolConnection } from "../../support/postgres.js";

interface Done {
  readonly roundTrips: number;
}

const MOMENTS: readonly Moment[] = ["before", "during", "after"];

describe.skipIf(DATABASE_URL === undefined)(
  "onCommit in a process that is killed (DATABASE_URL)",
  () => {
    const children = createChildProcesses();
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
    const prefixes: string[] = [];
    let program: string;

    beforeAll(async () => {
      program = await bundleProgram("on-commit-process");
    }, 180_000);

    afterAll(async () => {
      await children.end();
      for (const prefix of prefixes) await dropPrefix(pool, prefix);
      await pool.end();
    });

    /** A process that ends without a message has killed itself: undefined. */
    async function buy(
      prefix: string,
      purchase: string,
      killAt?: OnCommitTask["killAt"],
    ): Promise<Done | undefined> {
      const applicationName = `${prefix}${purchase}`;
      const task = { url: DATABASE_URL ?? "", prefix, applicationName, purchase, killAt };
      const child = await children.start<Done>(program, task).catch((ended: Error) => {
        expect(ended.message).toContain("SIGKILL");
        return undefined;
      });
      // The server may still be at the last statement of a process that is gone.
      const left = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1";
      await expect
        .poll(async () => (await pool.query<{ n: number }>(left, [applicationName])).rows[0]?.n)
        .toBe(0);
      return child?.ready;
    }

    it.each(MOMENTS)(
      "writes both or neither, killed at each round trip: %s it",
      async (moment) => {
        const prefix = newPrefix();
        prefixes.push(prefix);
        await pool.query(`CREATE TABLE ${prefix}orders (id text PRIMARY KEY)`);
        const rows = async (): Promise<readonly string[]> => {
          const found = await pool.query<{ id: string }>(`SELECT id FROM ${prefix}orders`);
          return found.rows.map(({ id }) => id).toSorted();
        };
        const purchases: string[] = [];
        /** Whether an order was there after each kill. */
        const wasWritten: boolean[] = [];
        let done: Done | undefined;
        for (let roundTrip = 1; done === undefined; roundTrip += 1) {
          const purchase = `${moment}_${roundTrip}`;
          purchases.push(purchase);
          done = await buy(prefix, purchase, { roundTrip, moment });
          // Reads what is there, as the next process would.
          const store = await createPostgresStorage({ ...poolConnection(pool), prefix });
          const records = await store.scan<object>("order", { limit: 1_000 });
          expect(await rows()).toEqual(records.map(({ key }) => key).toSorted());
          wasWritten.push((await rows()).includes(`order_of_${purchase}`));
        }
        console.info(moment, JSON.stringify(done), JSON.stringify(wasWritten.map(Number)));
        expect(done.roundTrips).toBe(purchases.length - 1);
        // Each kill before the commit leaves neither, each one after it leaves both.
        expect(wasWritten).toContain(false);
        expect(wasWritten.toSorted((a, b) => Number(a) - Number(b))).toEqual(wasWritten);

        // Whoever repeats the calls gets one order for each purchase.
        for (const purchase of purchases) expect(await buy(prefix, purchase)).toBeDefined();
        expect(await rows()).toEqual(purchases.map((each) => `order_of_${each}`).toSorted());
      },
      600_000,
    );
  },
);
