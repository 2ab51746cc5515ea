/**
 * What checkouts cost PostgreSQL, with a thousand and with a million of them open: bytes on disk, rows and locks, latencies with
 * eight and with a hundred connections, and a hundred processes that have nothing to do. It needs `DATABASE_URL`; its tables have a
 * prefix of their own and are dropped.
 */
import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createCheckouts } from "@proto-gen/runtime/codegen/v1/commerce";
import { createEnvelope } from "@proto-gen/runtime/server";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
import { createWorker } from "@proto-gen/runtime/worker";
import { median } from "./measure.js";

const PREFIX = "bench_scaling_";
const SIZES = [1_000, 1_000_000];
const PURCHASES = 2_000;
const CONNECTIONS = [8, 100];
const PROCESSES = 100;
/** A process has workers for webhooks, releases and mails. */
const WORKERS_PER_PROCESS = 3;
const IDLE_MS = 10_000;
const SAMPLE_MS = 20;
const TICKS_PER_SECOND = 100;

const ENVELOPE = createEnvelope({
  name: "proto",
  agreement: { version: "2026-11-27", capabilities: [] },
  shape: "keyed",
});
const CONTEXT = {
  operation: "bench",
  platform: {
    profile: "https://agent.example/profile",
    capabilities: new Set(["dev.proto.shopping.checkout"]),
    configs: {},
    envelope: ENVELOPE,
  },
  principal: { kind: "open", id: "anonymous" },
  requestId: "r1",
  idempotencyKey: undefined,
  callId: undefined,
  headers: new Headers(),
  signal: new AbortController().signal,
  present: (resource) => resource,
};
const CART = {
  line_items: [{ item: { id: "camera" }, quantity: 2 }],
  currency: "USD",
  buyer: { email: "ada@example.com" },
};
const PAYMENT = {
  instruments: [
    { id: "i1", handler_id: "h1", type: "card", credential: { type: "token", token: "t" } },
  ],
};
const TOTALS = [
  { type: "subtotal", amount: 2_000 },
  { type: "total", amount: 2_000 },
];

export async function measureScaling(_inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const url = process.env["DATABASE_URL"];
  if (url === undefined)
    throw new Error("BENCH_NO_DATABASE: DATABASE_URL names no PostgreSQL server");
  const pool = new pg.Pool({ connectionString: url, max: Math.max(...CONNECTIONS) });
  try {
    await drop(pool);
    const business = await open(pool);
    const runs = [];
    for (const size of SIZES) {
      await fill(pool, business, size);
      const purchases = [];
      for (const connections of CONNECTIONS)
        purchases.push(await purchase(pool, business, connections));
      runs.push({ size, purchases, bytes: await bytesOf(pool), sweep: await sweepOf(business) });
    }
    const idle = await idleProcesses(pool, business.store);
    return { tables: [...runs.flatMap(runTables), idleTable(idle)], figures: [] };
  } finally {
    await drop(pool);
    await pool.end();
  }
}

async function open(pool) {
  const store = await createPostgresStorage({
    query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows,
    prefix: PREFIX,
  });
  const checkouts = createCheckouts({
    store,
    evaluate: ({ line_items }) => ({
      line_items: line_items.map(({ item, quantity }, index) => ({
        id: `line_${index + 1}`,
        item: { id: item.id, title: item.id, price: 1_000 },
        quantity,
        totals: TOTALS,
      })),
      totals: TOTALS,
      links: [],
    }),
    complete: ({ id, currency }) => ({
      id: `order_of_${id}`,
      permalink_url: `https://shop.example/orders/${id}`,
      checkout_id: id,
      currency,
    }),
    release: () => undefined,
    continueUrl: (id) => `https://shop.example/checkouts/${id}`,
    trustedUi: () => true,
  });
  return { store, checkouts };
}

/** Copies a checkout that is open until there are so many, with the times at which they end spread over six hours. */
async function fill(pool, { checkouts }, size) {
  await checkouts.handlers.createCheckout(CART, CONTEXT);
  const { rows } = await pool.query(
    `SELECT count(*)::integer AS count FROM ${PREFIX}record WHERE collection = 'checkout'`,
  );
  await pool.query(
    `INSERT INTO ${PREFIX}record (collection, key, value, version, due_at, expires_at, account, bytes)
       SELECT one.collection, gen_random_uuid()::text, one.value, nextval('${PREFIX}record_version'),
         one.due_at + (random() * 21600000)::bigint, one.expires_at + (random() * 21600000)::bigint, one.account, one.bytes
       FROM (SELECT * FROM ${PREFIX}record WHERE collection = 'checkout' AND due_at IS NOT NULL LIMIT 1) AS one,
         generate_series(1, $1)`,
    [Math.max(0, size - rows[0].count)],
  );
  await pool.query(`VACUUM ANALYZE ${PREFIX}record`);
}

/** Purchases of a create, an update and a completion each, by so many buyers at a time. */
async function purchase(pool, { checkouts }, connections) {
  const { handlers } = checkouts;
  const times = { create: [], update: [], complete: [] };
  const timed = async (step, work) => {
    const start = performance.now();
    const result = await work();
    times[step].push(performance.now() - start);
    return result;
  };
  const rowsBefore = await changedRows(pool);
  const waits = sampleWaits(pool);
  let left = PURCHASES;
  const buyer = async () => {
    while (left-- > 0) {
      const { id } = await timed("create", () => handlers.createCheckout(CART, CONTEXT));
      await timed("update", () => handlers.updateCheckout({ ...CART, id }, CONTEXT));
      await timed("complete", () => handlers.completeCheckout({ id, payment: PAYMENT }, CONTEXT));
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, buyer));
  const seconds = (performance.now() - start) / 1_000;
  const waiting = await waits.end();
  const rowsAfter = await changedRows(pool);
  const rows = Object.keys(rowsAfter).map((table) => [
    table,
    (rowsAfter[table] - (rowsBefore[table] ?? 0)) / PURCHASES,
  ]);
  return { connections, times, waiting, rows, perSecond: PURCHASES / seconds };
}

/** Rows that were inserted, updated or deleted: the ones that a commit locks. */
async function changedRows(pool) {
  // A session reports what it did once a second.
  await pause(1_500);
  await pool.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await pool.query(
    "SELECT relname, n_tup_ins + n_tup_upd + n_tup_del AS changed FROM pg_stat_user_tables WHERE starts_with(relname, $1)",
    [PREFIX],
  );
  return Object.fromEntries(
    rows.map(({ relname, changed }) => [relname.slice(PREFIX.length), Number(changed)]),
  );
}

/** Which part of the working sessions waits for a lock, by samples. */
function sampleWaits(pool) {
  let isEnding = false;
  let active = 0;
  let waiting = 0;
  const sampling = (async () => {
    while (!isEnding) {
      const { rows } = await pool.query(
        `SELECT count(*)::integer AS active, (count(*) FILTER (WHERE wait_event_type = 'Lock'))::integer AS waiting
           FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND datname = current_database()`,
      );
      active += rows[0].active;
      waiting += rows[0].waiting;
      await pause(SAMPLE_MS);
    }
  })();
  return {
    async end() {
      isEnding = true;
      await sampling;
      return active === 0 ? 0 : waiting / active;
    },
  };
}

async function bytesOf(pool) {
  const { rows } = await pool.query(
    `SELECT pg_table_size('${PREFIX}record')::float8 AS table, pg_indexes_size('${PREFIX}record')::float8 AS indexes`,
  );
  return rows[0];
}

async function sweepOf({ checkouts }) {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    await checkouts.sweep();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** A hundred processes look for due tasks once a second with each worker. */
async function idleProcesses(pool, store) {
  let questions = 0;
  const counted = {
    ...store,
    scan: (...asked) => {
      questions += 1;
      return store.scan(...asked);
    },
  };
  const workers = Array.from({ length: PROCESSES * WORKERS_PER_PROCESS }, (_, index) =>
    createWorker({ store: counted, name: `bench_${index % WORKERS_PER_PROCESS}`, perform() {} }),
  );
  for (const worker of workers) {
    worker.start();
    await pause(IDLE_MS / 10 / workers.length);
  }
  questions = 0;
  const start = postgresSeconds();
  await pause(IDLE_MS);
  const cpu = start === undefined ? null : (postgresSeconds() - start) / (IDLE_MS / 1_000);
  const asked = questions;
  await Promise.all(workers.map((worker) => worker.close()));
  return { perSecond: asked / (IDLE_MS / 1_000), cpu };
}

/** CPU seconds of all processes of the server, where it runs on this machine under Linux. */
function postgresSeconds() {
  try {
    const stats = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => statOf(pid))
      .filter((stat) => stat?.name === "postgres");
    return stats.length === 0
      ? undefined
      : stats.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = text.lastIndexOf(")");
    const fields = text.slice(end + 2).split(" ");
    return {
      name: text.slice(text.indexOf("(") + 1, end),
      // Its own, and those of its children that have ended.
      ticks: fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0),
    };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function runTables({ size, purchases, bytes, sweep }) {
  const columns = ["step", ...purchases.map(({ connections }) => `${connections} connections`)];
  const step = (name) => [
    `${name}, ms: median / 99 %`,
    ...purchases.map(
      ({ times }) => `${median(times[name]).toFixed(1)} / ${percentile(times[name], 0.99)}`,
    ),
  ];
  const tables = [...new Set(purchases.flatMap(({ rows }) => rows.map(([table]) => table)))];
  const rowsIn = (table) => [
    `rows of ${table} changed by a purchase`,
    ...purchases.map(({ rows }) => new Map(rows).get(table)),
  ];
  return [
    {
      title: `PostgreSQL with ${size} open checkouts`,
      columns,
      rows: [
        ...["create", "update", "complete"].map(step),
        ["purchases a second", ...purchases.map(({ perSecond }) => Math.round(perSecond))],
        [
          "sessions that wait for a lock, %",
          ...purchases.map(({ waiting }) => (waiting * 100).toFixed(1)),
        ],
        ...tables.map(rowsIn),
        ["sweep of 100, ms", sweep, null],
        ["table, MB", bytes.table / 1e6, null],
        ["indexes, MB", bytes.indexes / 1e6, null],
      ],
    },
  ];
}

function percentile(times, part) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)].toFixed(1);
}

function idleTable({ perSecond, cpu }) {
  return {
    title: `${PROCESSES} idle processes with ${WORKERS_PER_PROCESS} workers each`,
    columns: ["what", "measured"],
    rows: [
      ["questions a second", perSecond],
      ["cores that PostgreSQL is busy", cpu],
    ],
  };
}

async function drop(pool) {
  await pool.query(`DROP TABLE IF EXISTS ${PREFIX}version, ${PREFIX}record, ${PREFIX}usage`);
  await pool.query(`DROP SEQUENCE IF EXISTS ${PREFIX}record_version`);
  const { rows } = await pool.query(
    "SELECT oid::regprocedure::text AS name FROM pg_proc WHERE starts_with(proname, $1)",
    [PREFIX],
  );
  for (const { name } of rows) await pool.query(`DROP FUNCTION ${name} CASCADE`);
}
