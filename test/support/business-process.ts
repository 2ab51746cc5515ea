/**
 * The small business as a process of its own, on a storage that others share. It sends its URL, and an id that no other process has.
 * With SQLite, each checkout that it makes is a line of a file, and takes 50 ms. With PostgreSQL, `callId` is the unique key of the
 * checkout's row, as in a business whose effects may be asked for again after a process died.
 */

import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import pg from "pg";
import { BusinessOutcome, ProtocolError } from "@proto-gen/runtime/error";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { serveNode } from "@proto-gen/runtime/node";
import type { Storage } from "@proto-gen/runtime/storage";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { createServer } from "../../generated/server.js";
import { poolConnection } from "./postgres.js";
import { createSmallBusiness } from "./small-business.js";

export interface BusinessTask {
  /** The file of the business's profile. */
  readonly profile: string;
  /** URL of the platform's profile. */
  readonly platform: string;
  readonly database: SqliteFiles | PostgresTables;
  readonly leaseMs?: number;
  readonly handlerMs?: number;
}

export interface SqliteFiles {
  readonly file: string;
  /** The file with a line for each checkout. */
  readonly effects: string;
}

export interface PostgresTables {
  readonly url: string;
  /**
   * Of the storage's tables, and of the two that the test has made: `effect (call_id, id)`, and `execution (n, call_id, process)` with
   * a row each time that the handler begins.
   */
  readonly prefix: string;
}

export interface BusinessReady {
  readonly url: string;
  readonly id: string;
}

/** The handler could not reach PostgreSQL and was answered 503, so that its call comes again. */
export interface HandlerFailed {
  readonly callId: string;
  /** The process's. */
  readonly id: string;
}

interface Shop {
  readonly store: Storage;
  /** Makes the checkout's effect. Returns the checkout's id if the effect has one. */
  makeEffect(callId: string | undefined): Promise<string | undefined>;
}

const id = randomUUID();

function sqliteShop({ file, effects }: SqliteFiles): Shop {
  return {
    store: createSqliteStorage({ database: new Database(file) }),
    async makeEffect() {
      appendFileSync(effects, `${process.pid}\n`);
      await setTimeout(50);
      return undefined;
    },
  };
}

async function postgresShop({ url, prefix }: PostgresTables): Promise<Shop> {
  const pool = new pg.Pool({ connectionString: url, max: 16, connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks is replaced.
  pool.on("error", () => undefined);

  async function insertEffect(callId: string | undefined): Promise<string> {
    const execution = `INSERT INTO ${prefix}execution (call_id, process) VALUES ($1, $2)`;
    await pool.query(execution, [callId, id]);
    await setTimeout(Math.random() * 5);
    const insert = `INSERT INTO ${prefix}effect (call_id, id) VALUES ($1, $2) ON CONFLICT (call_id) DO NOTHING`;
    await pool.query(insert, [callId, randomUUID()]);
    await setTimeout(Math.random() * 5);
    const select = `SELECT id FROM ${prefix}effect WHERE call_id = $1`;
    const { rows } = await pool.query<{ readonly id: string }>(select, [callId]);
    return rows[0]!.id;
  }

  return {
    store: await createPostgresStorage({ ...poolConnection(pool), prefix }),
    // Whether the row is there or not, the call may be repeated: its second row is the same.
    makeEffect: (callId) =>
      insertEffect(callId).catch((cause: unknown) => {
        process.send?.({ callId: callId ?? "", id } satisfies HandlerFailed);
        const headers = { "Retry-After": "1" };
        throw new ProtocolError("temporarily_unavailable", { headers, cause });
      }),
  };
}

const task = JSON.parse(process.argv[2] ?? "") as BusinessTask;
const { platform, database, leaseMs, handlerMs } = task;
// Without its test, nobody would end it.
process.on("disconnect", () => process.exit());
const profile = JSON.parse(readFileSync(task.profile, "utf8")) as object;
const { store, makeEffect } =
  "url" in database ? await postgresShop(database) : sqliteShop(database);
const { handlers } = createSmallBusiness();

const server = createServer(
  {
    ...handlers,
    async createCheckout(request, context) {
      const effect = await makeEffect(context.callId);
      const checkout = await handlers.createCheckout(request, context);
      if (effect === undefined || checkout instanceof BusinessOutcome) return checkout;
      return { ...checkout, id: effect };
    },
  },
  {
    profile,
    platforms: approvedPlatforms({ [platform]: profile }),
    store,
    ...(leaseMs === undefined ? {} : { idempotency: { leaseMs } }),
    ...(handlerMs === undefined ? {} : { limits: { handlerMs } }),
  },
);
const { url } = await serveNode(server, { port: 0, development: true });
process.send?.({ url, id } satisfies BusinessReady);
