/**
 * One business in two processes on PostgreSQL, which are killed at any moment, and whose database goes away: one key, one effect, one
 * answer (§4.8). `KEYED_CALLS_RUNS` sets how many keys there are, `CALL_KILLS_RUNS` how many kills.
 */

import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BusinessReady, BusinessTask, HandlerFailed } from "../../support/business-process.js";
import { bundleProgram, createChildProcesses, type Child } from "../../support/child-processes.js";
import { createKillPace, workAtPace } from "../../support/kill-pace.js";
import { PLATFORM } from "../../support/open-business.js";
import { DATABASE_URL, dropPrefix, newPrefix } from "../../support/postgres.js";
import { repository } from "../../support/published.js";
import { runs, seed } from "../../support/sizes.js";
import { openTcpProxy, type TcpProxy } from "../../support/tcp-proxy.js";
import { seeded } from "../../support/webhook-parties.js";

const KEYS = runs("KEYED_CALLS", { quick: 600, full: 600 });
const KILLS = runs("CALL_KILLS", { quick: 12, full: 12 });
const BLINK_KEYS = 200;
const BLINKS = 20;
/** Keys under way at a time; each is sent by two to four callers. */
const AT_ONCE = 32;
/** Other processes wait so long for the keys of one that died. No process that lives is silent for so long, on a slow machine either. */
const LEASE_MS = 10_000;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** As it came: replays have the same bytes. */
  readonly text: string;
}

type Business = Child<BusinessReady>;

/** Every call of a test, and what came of each attempt. */
interface Calls {
  /** How often each outcome came: a status, or `none` for a connection that broke. */
  readonly outcomes: Map<string, number>;
  /** Repeats a key until its answer is final. */
  ask(key: string, urlNow: () => string): Promise<Answer>;
}

interface CallsOptions {
  /** Is given each answer. */
  readonly seen?: (answer: Answer) => void;
  /** Waits as long as `Retry-After` says, and not just a moment. */
  readonly isPatient?: boolean;
}

function createCalls({ seen, isPatient = false }: CallsOptions = {}): Calls {
  const outcomes = new Map<string, number>();
  const count = (outcome: string): void =>
    void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  return {
    outcomes,
    async ask(key, urlNow) {
      for (let attempt = 0; ; attempt += 1) {
        const answer = await create(urlNow(), key).catch(() => undefined);
        count(String(answer?.status ?? "none"));
        if (answer !== undefined) seen?.(answer);
        if (answer !== undefined && !isToRepeat(answer)) return answer;
        const seconds = isPatient ? Number(answer?.retryAfter ?? 0) : 0;
        // Patient callers come back less and less often: on a slow machine, they would find it busy again and again.
        const spread = isPatient ? 1_000 * 2 ** Math.min(attempt, 5) : 30;
        await setTimeout(1_000 * seconds + 20 + Math.random() * spread);
      }
    },
  };
}

/** Only what says when to come again is not final. */
function isToRepeat({ status, retryAfter }: Answer): boolean {
  return (status === 409 || status === 503) && retryAfter !== null;
}

async function create(url: string, key: string): Promise<Answer> {
  const response = await fetch(`${url}/proto/v1/checkout-sessions`, {
    method: "POST",
    headers: {
      "Proto-Agent": `profile="${PLATFORM}"`,
      "Request-Id": "request_1",
      "Idempotency-Key": key,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      currency: "USD",
      line_items: [{ item: { id: "camera" }, quantity: 1 }],
    }),
  });
  const { status, headers } = response;
  return { status, retryAfter: headers.get("retry-after"), text: await response.text() };
}

/** Tables of the storage and of the shop. */
interface Tables {
  readonly prefix: string;
  /** The ids of checkouts, by `callId`. */
  effects(): Promise<ReadonlyMap<string, string>>;
  /** For each `callId`, the processes whose handlers began, in order. */
  executions(): Promise<ReadonlyMap<string, readonly string[]>>;
}

async function createTables(pool: pg.Pool): Promise<Tables> {
  const prefix = newPrefix();
  await pool.query(`CREATE TABLE ${prefix}effect (call_id text PRIMARY KEY, id text NOT NULL)`);
  await pool.query(
    `CREATE TABLE ${prefix}execution (n bigserial PRIMARY KEY, call_id text NOT NULL, process text NOT NULL)`,
  );
  return {
    prefix,
    async effects() {
      const { rows } = await pool.query<{ readonly call_id: string; readonly id: string }>(
        `SELECT call_id, id FROM ${prefix}effect`,
      );
      return new Map(rows.map(({ call_id, id }) => [call_id, id]));
    },
    async executions() {
      const { rows } = await pool.query<{ readonly call_id: string; readonly by: string[] }>(
        `SELECT call_id, array_agg(process ORDER BY n) AS by FROM ${prefix}execution GROUP BY call_id`,
      );
      return new Map(rows.map(({ call_id, by }) => [call_id, by]));
    },
  };
}

describe.skipIf(DATABASE_URL === undefined)(
  "keyed calls to processes on PostgreSQL (DATABASE_URL)",
  () => {
    const children = createChildProcesses();
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
    const prefixes: string[] = [];
    /** Calls, and the processes whose handlers have failed in them. */
    const failed = new Set<string>();
    let program: string;

    beforeAll(async () => {
      program = await bundleProgram("business-process");
    }, 180_000);

    afterAll(async () => {
      await children.end();
      for (const prefix of prefixes) await dropPrefix(pool, prefix);
      await pool.end();
    });

    async function tables(): Promise<Tables> {
      const made = await createTables(pool);
      prefixes.push(made.prefix);
      return made;
    }

    async function start({ prefix }: Tables, more: Partial<BusinessTask> = {}, url = DATABASE_URL) {
      const task: BusinessTask = {
        profile: path.join(repository, "profile.json"),
        platform: PLATFORM,
        database: { url: url ?? "", prefix },
        leaseMs: LEASE_MS,
        ...more,
      };
      const hear = ({ callId, id }: HandlerFailed): void => void failed.add(`${callId} ${id}`);
      return children.start<BusinessReady>(program, task, hear);
    }

    it(`have one effect and one answer for each of ${KEYS} keys, through ${KILLS} kills`, async () => {
      const random = seeded(seed("KEYED_CALLS"));
      const shop = await tables();
      const businesses: Business[] = await Promise.all([start(shop), start(shop)]);
      const killed = new Set<string>();
      const pace = createKillPace({ work: KEYS, kills: KILLS });
      const calls = createCalls();
      const answers = new Map<string, readonly Answer[]>();

      async function killOne(): Promise<void> {
        const at = Math.floor(random() * businesses.length);
        const business = businesses[at]!;
        killed.add(business.ready.id);
        await business.kill();
        businesses[at] = await start(shop);
      }

      const anyUrl = (): string => businesses[Math.floor(random() * businesses.length)]!.ready.url;
      const began = performance.now();
      try {
        await Promise.all([
          pace.killAll(killOne),
          workAtPace(pace, { work: KEYS, atOnce: AT_ONCE }, async () => {
            const key = randomUUID();
            const callers = 2 + Math.floor(random() * 3);
            const asked = Array.from({ length: callers }, () => calls.ask(key, anyUrl));
            answers.set(key, await Promise.all(asked));
          }),
        ]);
      } finally {
        pace.stop();
      }
      const durationMs = performance.now() - began;

      const effects = await shop.effects();
      const executions = await shop.executions();
      const again = [...executions.values()].filter((by) => by.length > 1);
      const figures = {
        keys: KEYS,
        kills: KILLS,
        durationMs,
        again: again.length,
        failed: failed.size,
      };
      console.info(JSON.stringify({ ...figures, ...Object.fromEntries(calls.outcomes) }));

      // One final answer, byte for byte, also much later.
      expect(answers.size).toBe(KEYS);
      const finals = new Map<string, Answer>();
      for (const [key, [first, ...others]] of answers) {
        expect(first!.status).toBe(201);
        for (const other of others) expect(other).toEqual(first);
        finals.set(key, first!);
      }
      for (const [key, answer] of [...finals].slice(-20))
        expect(await calls.ask(key, anyUrl)).toEqual(answer);

      // One effect for each key, which is the one that its answer tells of.
      expect(effects.size).toBe(KEYS);
      for (const [callId, id] of effects) {
        const [, , key] = JSON.parse(callId) as readonly [string, string, string];
        expect(JSON.parse(finals.get(key)!.text)).toMatchObject({ id });
      }
      // The handler is called again only after the process that called it before died, or said that it failed.
      expect(executions.size).toBe(KEYS);
      const unexplained = [...executions].flatMap(([callId, by]) =>
        by.slice(0, -1).filter((id) => !killed.has(id) && !failed.has(`${callId} ${id}`)),
      );
      expect(unexplained).toEqual([]);
    }, 3_600_000);

    describe("while their database is away", () => {
      let proxy: TcpProxy;
      let url: string;

      beforeAll(async () => {
        const { hostname: host, port } = new URL(DATABASE_URL ?? "");
        proxy = await openTcpProxy({ host, port: Number(port || 5432) });
        const through = new URL(DATABASE_URL ?? "");
        through.host = `127.0.0.1:${proxy.port}`;
        url = through.href;
      });

      afterAll(() => proxy.close());

      it("have one effect and one answer, however often it goes away for a moment", async () => {
        const shop = await tables();
        const business = await start(shop, {}, url);
        const urlNow = (): string => business.ready.url;
        const calls = createCalls();
        const pace = createKillPace({ work: BLINK_KEYS, kills: BLINKS });
        const answers = new Map<string, readonly Answer[]>();
        try {
          await Promise.all([
            pace.killAll(async () => {
              proxy.cut();
              await setTimeout(20);
              proxy.restore();
            }),
            workAtPace(pace, { work: BLINK_KEYS, atOnce: 16 }, async () => {
              const key = randomUUID();
              const asked = [calls.ask(key, urlNow), calls.ask(key, urlNow)];
              answers.set(key, await Promise.all(asked));
            }),
          ]);
        } finally {
          pace.stop();
        }
        console.info("blinks", BLINKS, JSON.stringify(Object.fromEntries(calls.outcomes)));
        for (const [key, asked] of answers) {
          const [first] = asked;
          expect(first!.status).toBe(201);
          expect(asked).toEqual(asked.map(() => first));
          expect(await calls.ask(key, urlNow)).toEqual(first);
        }
        const ids = [...answers.values()].map(
          ([first]) => JSON.parse(first!.text) as { id: string },
        );
        const effects = await shop.effects();
        expect([...effects.values()].toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
        await business.kill();
      }, 300_000);

      // A slow database is the hardest: all that came again meanwhile is to be done at once.
      it.each([
        ["cut", 0],
        ["stall", 0],
        ["stall", 20],
      ] as const)(
        "are answered 503 with Retry-After, and go on afterwards: %s, each way takes %i ms",
        async (how, delayMs) => {
          proxy.delay(delayMs);
          const shop = await tables();
          const business = await start(shop, { handlerMs: 2_500 }, url);
          const urlNow = (): string => business.ready.url;
          let isAway = false;
          const whileAway: Answer[] = [];
          const seen = (answer: Answer): void => void (isAway && whileAway.push(answer));
          const calls = createCalls({ seen, isPatient: true });
          const keys = Array.from({ length: 40 }, () => randomUUID());
          const before = keys.slice(0, 10);
          const answered = await Promise.all(before.map((key) => calls.ask(key, urlNow)));

          // Some are under way when it goes.
          const underWay = keys.slice(10, 30).map((key) => calls.ask(key, urlNow));
          await setTimeout(10);
          proxy[how]();
          await setTimeout(100);
          isAway = true;
          // Also those whose answers were stored: nobody can read them now.
          const later = [...keys.slice(30), ...before].map((key) => calls.ask(key, urlNow));
          await setTimeout(how === "cut" ? 1_000 : 8_000);
          isAway = false;
          expect(whileAway.length).toBeGreaterThanOrEqual(20);
          const finals = whileAway.filter((answer) => !isToRepeat(answer));
          const stillAway = whileAway.filter(isToRepeat);
          expect(new Set(stillAway.map(({ status }) => status))).toEqual(new Set([503]));

          proxy.restore();
          const all = [...answered, ...(await Promise.all([...underWay, ...later]))];
          console.info(
            how,
            delayMs,
            JSON.stringify(Object.fromEntries(calls.outcomes)),
            finals.length,
          );
          for (const { status } of all) expect(status).toBe(201);
          const byKey = [...before, ...keys.slice(10), ...before];
          const texts = new Map(byKey.map((key, at) => [key, all[at]!.text]));
          for (const [at, key] of byKey.entries()) expect(all[at]!.text).toBe(texts.get(key));
          for (const key of keys)
            expect(await calls.ask(key, urlNow)).toMatchObject({ text: texts.get(key) });
          expect((await shop.effects()).size).toBe(keys.length);
          // Those under way may have had their effect when the database went: they are told so.
          expect(finals.length).toBeLessThanOrEqual(underWay.length);
          await business.kill();
        },
        300_000,
      );
    });
  },
);
