/** Events from a business to a platform over HTTP (§4.7, §5.5, §6), where much goes wrong on the way. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { toNodeHandler } from "@proto-gen/runtime/node";
import { createMemoryStorage, hasCommitted } from "@proto-gen/runtime/storage";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { createSigner, generateSigningKey, type Signer } from "@proto-gen/runtime/signature";
import {
  createOwners,
  createWebhookReceiver,
  createWebhookSender,
} from "@proto-gen/runtime/codegen/v1/commerce";
import type { WebhookPost, WebhookSender } from "@proto-gen/runtime/webhook";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { HOUR, testClock, withFile } from "../../support/claims.js";
import { sized } from "../../support/sizes.js";
import {
  fetchedBusinesses,
  listen,
  openSigningBusiness,
  orderEvent,
  seeded,
  type ListeningBusiness,
} from "../../support/webhook-parties.js";

const ORDERS = Array.from({ length: sized({ quick: 20, full: 100 }) }, (_, at) => `order_${at}`);
const SEQUENCES = Array.from({ length: 10 }, (_, at) => at + 1);
const EVENTS = ORDERS.length * SEQUENCES.length;
const post = guardedPost({ development: true });

const clock = testClock();
const { now } = clock;

/** The one tested here; others differ in who signs, with which key. */
interface Telling {
  readonly profile: string;
  readonly signer: Signer;
  readonly post: WebhookPost;
}

function senderOn(file: string, telling: Telling, random: () => number) {
  const store = createSqliteStorage({ database: new Database(file), now });
  const limits = { attemptMs: 2_000, concurrent: 16, perHost: 16 };
  const options = { store, name: "proto", now, random, limits, development: true };
  return { store, sender: createWebhookSender({ ...options, ...telling }) };
}

/** Every order's event of this number, written as orders write theirs. */
async function write(
  { store, sender }: ReturnType<typeof senderOn>,
  url: string,
  sequences: readonly number[],
): Promise<void> {
  for (const sequence of sequences)
    for (const order of ORDERS)
      expect(await hasCommitted(store, sender.writes(orderEvent(url, { order, sequence })))).toBe(
        true,
      );
}

async function deliverAll(sender: WebhookSender, isDone: () => boolean): Promise<void> {
  for (let hours = 0; hours < 72 && !isDone(); hours++) {
    await sender.deliverDue();
    clock.advance(HOUR / 2);
  }
}

/** Of ten: one is answered with 500, one is cut off at once, one after it was processed. */
function trouble(
  handler: (incoming: IncomingMessage, outgoing: ServerResponse, lose: boolean) => void,
  random: () => number,
) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const what = random();
    if (what < 0.1) outgoing.writeHead(500).end();
    else if (what < 0.2) incoming.socket.destroy();
    else handler(incoming, outgoing, what < 0.3);
  };
}

/** What one who is not the business tries, in its name or in another's. */
async function attempts(business: ListeningBusiness, url: string) {
  const other = await openSigningBusiness();
  const revoked = await createSigner((await generateSigningKey()).privateKey);
  const { profile, signer } = business;
  const tampered: WebhookPost = (to, message) => {
    const text = new TextDecoder().decode(message.body).replace("checkout_of", "checkout_0f");
    return post(to, { ...message, body: new TextEncoder().encode(text) });
  };
  const unsigned: WebhookPost = (to, { headers, ...message }) =>
    post(to, { ...message, headers: headers.filter(([name]) => !name.startsWith("signature")) });
  const forgers: readonly Telling[] = [
    { profile: other.profile, signer: other.signer, post },
    { profile, signer: other.signer, post },
    { profile, signer: revoked, post },
    { profile, signer, post: tampered },
    { profile, signer, post: unsigned },
  ];
  const codes: (number | undefined)[] = [];
  for (const forger of forgers) {
    const store = createMemoryStorage({ now });
    const options = { store, name: "proto", now, development: true, ...forger };
    const log = ({ status }: { readonly status?: number | undefined }) => void codes.push(status);
    const sender = createWebhookSender({ ...options, log });
    for (const order of ORDERS.slice(0, 5)) {
      const event = orderEvent(url, { order, sequence: 99, more: { forged: true } });
      await store.commit(sender.writes({ ...event, sequence: 1 }));
    }
    await sender.deliverDue();
    await sender.close();
  }
  await other.close();
  return codes;
}

describe("events over many orders, of which 30 % fail (§6.3)", () => {
  it("are all applied, each once and in order, and none from another signer", async () => {
    await withFile(async (file) => {
      const [random, business] = [seeded(7), await openSigningBusiness()];
      const platform = createMemoryStorage({ now });
      const applied = new Map<string, string[]>(ORDERS.map((order) => [order, []]));
      const owners = createOwners({ store: platform, name: "proto", development: true });
      for (const order of ORDERS) await owners.remember(`checkout_of_${order}`, business.profile);
      let answered = 0;
      const outcomes = new Map<string, number>();
      const server = await listen(
        trouble((incoming, outgoing, lose) => {
          const answer: typeof receiver.answer = async (request, connection) => {
            const given = await receiver.answer(request, connection);
            answered += 1;
            if (lose) incoming.socket.destroy();
            return given;
          };
          toNodeHandler({ answer })(incoming, outgoing);
        }, random),
      );
      const url = `${server.origin}/hooks/orders`;
      const receiver = createWebhookReceiver({
        ...{ name: "proto", url, store: platform, businesses: fetchedBusinesses() },
        ...{ ownerOf: owners.ownerOf, now, random, development: true },
        log: ({ became }) => void outcomes.set(became, (outcomes.get(became) ?? 0) + 1),
        onOrder({ id }, { eventId }) {
          if (random() < 0.1) throw new Error("the platform's own database is down");
          applied.get(id)?.push(eventId);
        },
      });

      // The first process is gone in the middle: what it has sent is not answered, its file is closed.
      let alive = true;
      const untilGone: WebhookPost = async (to, message) => {
        const answer = alive ? await post(to, message) : undefined;
        if (alive && answer !== undefined) return answer;
        return new Promise((_, reject) =>
          message.signal?.addEventListener("abort", () => reject(new Error("gone"))),
        );
      };
      const first = senderOn(file, { ...business, post: untilGone }, random);
      await write(first, url, SEQUENCES.slice(0, 6));
      const left = first.sender.deliverDue().catch(() => undefined);
      while (answered < EVENTS / 10) await new Promise((resolve) => void setTimeout(resolve, 5));
      alive = false;
      await first.store.close();

      // Some are sent twice by whatever is between.
      const twice: WebhookPost = async (to, message) => {
        const answer = await post(to, message);
        if (random() < 0.1) await post(to, message).catch(() => undefined);
        return answer;
      };
      const second = senderOn(file, { ...business, post: twice }, random);
      await write(second, url, SEQUENCES.slice(6));
      clock.advance(HOUR);
      const forged = await attempts(business, url);
      await deliverAll(second.sender, () => (outcomes.get("accepted") ?? 0) >= EVENTS);
      for (let hours = 0; hours < 24; hours++) {
        await receiver.process();
        clock.advance(HOUR);
      }
      await second.sender.deliverDue();

      for (const [order, events] of applied)
        expect(events).toEqual(SEQUENCES.map((sequence) => `${order}_event_${sequence}`));
      expect(outcomes.get("accepted")).toBe(EVENTS);
      expect(outcomes.get("processed")).toBe(EVENTS);
      expect(outcomes.get("duplicate")).toBeGreaterThan(EVENTS / 20);
      expect(outcomes.get("older")).toBeUndefined();
      expect(await second.sender.deadLetters()).toEqual([]);
      expect(forged.length).toBe(25);
      expect(new Set(forged)).not.toContain(200);
      const refused = forged.filter((status) => [400, 401, 403].includes(status ?? 0));
      expect(refused.length).toBeGreaterThan(12);

      await Promise.all([first.sender.close(), second.sender.close(), receiver.close(), left]);
      await Promise.all([server.close(), business.close()]);
      await second.store.close();
    });
  }, 240_000);
});

describe("a business's keys (§5.4)", () => {
  it("are believed as they are published: a new one at once, a revoked one no more", async () => {
    const business = await openSigningBusiness();
    const codes: (string | undefined)[] = [];
    const server = await listen((incoming, outgoing) =>
      toNodeHandler(receiver)(incoming, outgoing),
    );
    const url = `${server.origin}/hooks`;
    const receiver = createWebhookReceiver({
      ...{ name: "proto", url, store: createMemoryStorage({ now }), now, development: true },
      businesses: fetchedBusinesses({ floorMs: 0, cooldownMs: 0 }),
      ownerOf: () => business.profile,
      onOrder: () => undefined,
      log: ({ became, code }) => void codes.push(code ?? became),
    });
    const next = await generateSigningKey();
    async function tell(signer: Signer, sequence: number): Promise<void> {
      const store = createMemoryStorage({ now });
      const telling = { profile: business.profile, signer, post };
      const sender = createWebhookSender({
        ...{ store, name: "proto", now, development: true },
        ...telling,
      });
      await store.commit(sender.writes(orderEvent(url, { sequence })));
      await sender.deliverDue();
    }
    await tell(business.signer, 1);
    business.publish([next.publicKey]);
    await tell(await createSigner(next.privateKey), 2);
    await tell(business.signer, 3);
    expect(codes).toEqual(["accepted", "accepted", "key_not_found"]);
    await Promise.all([server.close(), business.close()]);
  });
});
