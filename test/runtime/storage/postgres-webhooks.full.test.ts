/**
 * Events of orders on PostgreSQL, which two processes send while they are killed, to platforms of which 30 % of the requests fail (§4.7,
 * §6.3). `WEBHOOK_EVENTS_RUNS` sets how many events there are, `SENDER_KILLS_RUNS` how many kills.
 *
 * How it is counted: each request has a header with its sender and its attempt. The receiver writes down what it did with the request;
 * the sender tells what it heard for it, and what it has written of the event. A platform *has* an event by each request that it
 * answered 200, or took over without being able to answer. It may have one again only if, of each request before the last such one,
 * - the answer was lost: the receiver cut the connection, or the sender heard no answer; or
 * - the sender was killed, and had not said that it wrote the event down as delivered.
 */

import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
import { hasCommitted, type Storage } from "@proto-gen/runtime/storage";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOrders, createWebhookSender, newOrder } from "../../../generated/commerce.js";
import { bundleProgram, createChildProcesses, type Child } from "../../support/child-processes.js";
import { createKillPace } from "../../support/kill-pace.js";
import { DATABASE_URL, dropPrefix, newPrefix, poolConnection } from "../../support/postgres.js";
import type { SenderMessage, SenderReady, SenderTask } from "../../support/sender-process.js";
import { runs, seed } from "../../support/sizes.js";
import { openTroubledReceiver, type Arrival } from "../../support/troubled-receiver.js";
import { ENVELOPE, seeded, type Listening } from "../../support/webhook-parties.js";

/** Two of each order: that it was created, and that it was delivered. */
const EVENTS = runs("WEBHOOK_EVENTS", { quick: 400, full: 400 });
const ORDERS = Math.ceil(EVENTS / 2);
const KILLS = runs("SENDER_KILLS", { quick: 8, full: 8 });
const PLATFORMS = 3;
/** So long, that no process that lives loses a delivery because the machine is slow. */
const TIMES = { attemptMs: 1_500, leaseMs: 4_000 };

/** What the receivers and the senders have said, in order. */
interface Accounts {
  readonly arrivals: readonly Arrival[];
  /** For each attempt that its sender heard of. */
  readonly heard: ReadonlyMap<string, number | "none">;
  /** For each event that was written down as delivered: by which sender, and when. */
  readonly delivered: ReadonlyMap<string, { readonly sender: string; readonly place: number }>;
  readonly killed: ReadonlySet<string>;
}

/** Why a platform has an event once more; undefined where nothing explains it. */
type Reason = "answer lost" | "sender killed" | undefined;

function platformOf(order: number): number {
  return order % PLATFORMS;
}

/** The events that a platform has, each with its requests in order. */
function takenOver({ arrivals }: Accounts): ReadonlyMap<string, readonly Arrival[]> {
  const taken = new Map<string, Arrival[]>();
  for (const arrival of arrivals)
    if (arrival.fate === "accepted" || arrival.fate === "lost")
      taken.set(arrival.eventId, [...(taken.get(arrival.eventId) ?? []), arrival]);
  return taken;
}

function reasonFor({ fate, attempt, eventId }: Arrival, accounts: Accounts): Reason {
  const { heard, delivered, killed } = accounts;
  if (fate === "lost" || heard.get(attempt) === "none") return "answer lost";
  const [sender = ""] = attempt.split(":");
  const isWritten = delivered.get(eventId)?.sender === sender;
  return killed.has(sender) && !isWritten ? "sender killed" : undefined;
}

function countOf<Item>(items: Iterable<Item>): ReadonlyMap<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Commits an order and its two events, each in one commit with what it tells of. */
async function createShop(store: Storage, urlOf: (platform: number) => string) {
  const { privateKey } = await generateSigningKey();
  // It is never started: others send what it writes.
  const outbox = createWebhookSender({
    store,
    profile: "https://shop.example/.well-known/proto",
    signer: await createSigner(privateKey),
    post: () => Promise.reject(new Error("sends nothing")),
    development: true,
  });
  const orders = createOrders({ store, outbox });
  const amounts = [{ type: "total" as const, amount: 1_000 }];
  return async (number: number): Promise<void> => {
    const item = { id: "camera", title: "Camera", price: 1_000 };
    const line = { id: "line_1", item, quantity: 1, totals: amounts };
    const checkout = {
      id: `checkout_${number}`,
      line_items: [line],
      currency: "USD",
      totals: amounts,
    };
    const id = `order_${number}`;
    const order = newOrder(checkout, { id, permalinkUrl: `https://shop.example/${id}` });
    const platform = platformOf(number);
    const writes = orders.writesFor(order, {
      profile: `https://agent-${platform}.example/profile`,
      webhookUrl: urlOf(platform),
      hearsOrders: true,
      envelope: ENVELOPE,
    });
    expect(await hasCommitted(store, writes)).toBe(true);
    await orders.addEvent(id, {
      id: `delivered_${number}`,
      type: "delivered",
      occurred_at: new Date().toISOString(),
      line_items: [{ id: "line_1", quantity: 1 }],
      tracking_number: String(number),
      tracking_url: "https://carrier.example/parcel",
    });
  };
}

describe.skipIf(DATABASE_URL === undefined)(
  "events of orders from processes on PostgreSQL (DATABASE_URL)",
  () => {
    const children = createChildProcesses();
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 8 });
    const prefix = newPrefix();
    const receivers: Listening[] = [];
    let program: string;

    beforeAll(async () => {
      program = await bundleProgram("sender-process");
    }, 180_000);

    afterAll(async () => {
      await children.end();
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await dropPrefix(pool, prefix);
      await pool.end();
    });

    it(`reach their platforms, each of ${2 * ORDERS}, in spite of ${KILLS} kills`, async () => {
      const random = seeded(seed("WEBHOOK_EVENTS"));
      const pace = createKillPace({ work: 2 * ORDERS, kills: KILLS });
      const arrivals: Arrival[] = [];
      const heard = new Map<string, number | "none">();
      const delivered = new Map<string, { readonly sender: string; readonly place: number }>();
      const killed = new Set<string>();
      const accounts: Accounts = { arrivals, heard, delivered, killed };
      const written: string[] = [];
      const accepted = new Set<string>();
      let places = 0;
      const nextPlace = (): number => (places += 1);

      function arrived(arrival: Arrival): void {
        arrivals.push(arrival);
        if (arrival.fate !== "accepted" || accepted.has(arrival.eventId)) return;
        accepted.add(arrival.eventId);
        pace.done();
      }

      function hear(message: SenderMessage): void {
        if (message.kind === "heard") {
          heard.set(message.attempt, message.status);
          return;
        }
        const { sender, eventId, became } = message;
        written.push(became);
        if (became === "delivered") delivered.set(eventId, { sender, place: nextPlace() });
      }

      for (let platform = 0; platform < PLATFORMS; platform += 1) {
        const options = { platform, random, nextPlace, arrived };
        receivers.push(await openTroubledReceiver(options));
      }
      const store = await createPostgresStorage({ ...poolConnection(pool), prefix });
      const commitOrder = await createShop(
        store,
        (platform) => `${receivers[platform]!.origin}/orders`,
      );
      const task: SenderTask = { url: DATABASE_URL ?? "", prefix, ...TIMES };
      const start = (): Promise<Child<SenderReady>> => children.start(program, task, hear);
      const senders = await Promise.all([start(), start()]);

      async function killOne(): Promise<void> {
        const at = Math.floor(random() * senders.length);
        const sender = senders[at]!;
        killed.add(sender.ready.id);
        await sender.kill();
        senders[at] = await start();
      }

      async function commitOrders(): Promise<void> {
        for (let order = 0; order < ORDERS; order += 1) {
          await pace.mayBegin(2 * order);
          await commitOrder(order);
        }
      }

      const began = performance.now();
      try {
        await Promise.all([pace.killAll(killOne), commitOrders()]);
      } finally {
        pace.stop();
      }
      // An empty queue: each event is delivered, or dead.
      const isEmpty = async (): Promise<boolean> =>
        (await store.scan("webhook_delivery", { limit: 1 })).length === 0;
      while (!(await isEmpty())) await setTimeout(50);
      const durationMs = performance.now() - began;
      // What senders have said may still be on its way.
      await setTimeout(500);

      const taken = takenOver(accounts);
      const again = [...taken.values()].flatMap((requests) => requests.slice(0, -1));
      const reasons = countOf(again.map((request) => reasonFor(request, accounts)));
      console.info(
        JSON.stringify({
          ...{ events: 2 * ORDERS, kills: KILLS, durationMs, requests: arrivals.length },
          fates: Object.fromEntries(countOf(arrivals.map(({ fate }) => fate))),
          written: Object.fromEntries(countOf(written)),
          again: Object.fromEntries(reasons),
        }),
      );

      // None is lost: each was answered 200 in the end, and none died.
      expect(taken.size).toBe(2 * ORDERS);
      expect(accepted.size).toBe(2 * ORDERS);
      for (const requests of taken.values()) expect(requests.at(-1)!.fate).toBe("accepted");
      expect(await store.scan("webhook_delivery_dead", { limit: 1 })).toEqual([]);
      expect(await store.scan("webhook_delivery_payload", { limit: 1 })).toEqual([]);

      // None comes again without a reason, and none after it was written down.
      expect(again.filter((request) => reasonFor(request, accounts) === undefined)).toEqual([]);
      expect(
        arrivals.filter(({ eventId, place }) => place > (delivered.get(eventId)?.place ?? places)),
      ).toEqual([]);

      // Each comes to its own platform, and those of an order in their sequence.
      const sequences = new Map<string, number>();
      for (const { platform, orderId, sequence } of arrivals.toSorted(
        (a, b) => a.place - b.place,
      )) {
        expect(platform).toBe(platformOf(Number(orderId.slice("order_".length))));
        expect(sequence).toBeGreaterThanOrEqual(sequences.get(orderId) ?? 1);
        sequences.set(orderId, sequence);
      }
    }, 3_600_000);
  },
);
