/** `proto-gen storage`: what it says of a storage, and what it does to dead tasks. PostgreSQL is the one that `DATABASE_URL` names. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
import type { Storage } from "@proto-gen/runtime/storage";
import { createWorker } from "@proto-gen/runtime/worker";
import Database from "libsql";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { StorageReport } from "../../src/cli/commands/storage/report.js";
import { createCheckouts } from "../../generated/commerce.js";
import { CONTEXT, evaluate, READY } from "../support/checkout-keeper.js";
import { poolConnection } from "../support/postgres.js";
import { outDirectory } from "../support/published.js";
import { runTool } from "../support/release.js";

const DATABASE_URL = process.env["DATABASE_URL"];
const directory = mkdtempSync(path.join(outDirectory, "storage-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let files = 0;
let file: string;
beforeEach(() => {
  files += 1;
  file = path.join(directory, `shop-${files}.db`);
});

function sqlite(): Storage {
  return createSqliteStorage({ database: new Database(file) });
}

/** A delivery that waits, one that is dead, a mail that waits, and a payment that could not be released. */
async function fill(store: Storage): Promise<string> {
  const outbox = createWorker({
    store,
    name: "webhook_delivery",
    perform: ({ task }) => ({ code: "gone", final: task.lane === "order_1" }),
  });
  for (const lane of ["order_1", "order_2"])
    await store.commit(outbox.writes({ lane, facts: { orderId: lane }, payload: {} }));
  await outbox.drain();
  const mail = createWorker({ store, name: "confirmation", perform: () => undefined });
  await store.commit(mail.writes({ lane: "order_1", payload: {}, at: Date.now() - 3_600_000 }));
  const failures: unknown[] = [];
  const checkouts = createCheckouts({
    ...{ store, evaluate, trustedUi: () => true },
    log: (error) => void failures.push(error),
    continueUrl: (id) => `https://shop.example/checkouts/${id}`,
    complete: () => Promise.reject(new Error("the provider hung up")),
    release: () => Promise.reject(new Error("the provider is down")),
  });
  const made = await checkouts.handlers.createCheckout(READY, CONTEXT);
  const { id } = made as { readonly id: string };
  const card = { id: "card_1", handler_id: "tokenizer", type: "card" };
  const request = { id, payment: { instruments: [card] } };
  await Promise.resolve(checkouts.handlers.completeCheckout(request as never, CONTEXT)).catch(
    () => undefined,
  );
  await expect.poll(() => failures).toMatchObject([{ code: "release_failed" }]);
  return id;
}

async function reportOf(database: string, ...more: string[]): Promise<StorageReport> {
  const { code, out, err } = await runTool(["storage", "--database", database, "--json", ...more]);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as StorageReport;
}

const NONE = { waiting: 0, late: 0, running: 0, dead: 0 };

describe("storage", () => {
  it("counts tasks, and lists the dead ones and unsettled payments, as JSON and as text", async () => {
    const store = sqlite();
    const id = await fill(store);
    await store.close();
    const report = await reportOf(file, "--worker", "confirmation");
    expect(report.workers).toEqual([
      { name: "webhook_delivery", ...NONE, waiting: 1, dead: 1 },
      { name: "webhook_inbox", ...NONE },
      { name: "payment_release", ...NONE, waiting: 1 },
      { name: "payment_capture", ...NONE },
      { name: "confirmation", ...NONE, waiting: 1, late: 1 },
    ]);
    expect(report.dead).toMatchObject([
      {
        ...{ worker: "webhook_delivery", id: '["order_1",1]', code: "gone", attempts: 1 },
        facts: { orderId: "order_1" },
      },
    ]);
    expect(report.unsettled).toMatchObject([{ checkoutId: id, state: "releasing", amount: 2000 }]);
    const { out } = await runTool(["storage", "--database", file]);
    expect(out).toMatch(/webhook_delivery +1 +0 +0 +1\n/);
    expect(out).toMatch(/\["order_1",1\] +webhook_delivery +gone +1 +\S+ +orderId order_1\n/);
    expect(out).toMatch(new RegExp(`${id} +\\S+ +releasing +2000 USD`));
  });

  it("has dead tasks done once more, or forgets them, and says which there are not", async () => {
    const store = sqlite();
    await fill(store);
    await store.close();
    const key = '["order_1",1]';
    expect((await reportOf(file, "--revive", key)).workers[0]).toMatchObject({
      ...{ waiting: 2, dead: 0 },
    });
    const again = await runTool(["storage", "--database", file, "--discard", key]);
    expect([again.code, again.err]).toEqual([1, `There is no dead task ${key}.\n`]);
  });

  it("touches no file that is not there, or is not a storage", async () => {
    const missing = await runTool(["storage", "--database", file]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain(`STORAGE_UNAVAILABLE: there is no file ${file}`);
    const other = new Database(file);
    other.exec("CREATE TABLE own (id INTEGER)");
    other.close();
    const before = readFileSync(file);
    const { code, err } = await runTool(["storage", "--database", file]);
    expect(code).toBe(2);
    expect(err).toContain("has no tables of the runtime");
    expect(readFileSync(file).equals(before)).toBe(true);
    writeFileSync(file, "no database at all, but long enough to be read as one".repeat(20));
    expect((await runTool(["storage", "--database", file])).code).toBe(2);
  });

  it("says that no server answers, without the URL's password", async () => {
    const { code, out, err } = await runTool([
      ...["storage", "--json", "--database", "postgres://me:secret@127.0.0.1:1/shop"],
    ]);
    expect(code).toBe(2);
    expect(err).toContain("STORAGE_UNAVAILABLE: connect ECONNREFUSED 127.0.0.1:1");
    expect(out + err).not.toContain("secret");
  });

  it.skipIf(DATABASE_URL === undefined)(
    "reads PostgreSQL, with the prefix of its tables (needs DATABASE_URL)",
    async () => {
      const prefix = `cli${process.pid}_`;
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
      const { query } = poolConnection(pool);
      const store = await createPostgresStorage({ query, prefix });
      try {
        const id = await fill(store);
        const report = await reportOf(DATABASE_URL ?? "", "--prefix", prefix);
        expect(report.workers[0]).toMatchObject({ waiting: 1, dead: 1 });
        expect(report.unsettled).toMatchObject([{ checkoutId: id }]);
        const { err } = await runTool(["storage", "--database", DATABASE_URL ?? ""]);
        expect(err).toContain("the database has no table proto_record");
      } finally {
        for (const table of ["record", "version", "usage"])
          await pool.query(`DROP TABLE IF EXISTS ${prefix}${table} CASCADE`);
        await pool.end();
      }
    },
  );
});
