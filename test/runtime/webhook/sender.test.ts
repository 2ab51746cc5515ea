/**
 * What a business sends of its orders, when, and when it stops (§4.7, §6).
 * `WEBHOOK_SEED` brings a random failure back; `WEBHOOK_RUNS` makes it look longer.
 */

import { createHash, createPublicKey } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { guardedPost } from "@proto-gen/runtime/guarded-fetch";
import type { Storage } from "@proto-gen/runtime/storage";
import { keysOf, verifyRequest } from "@proto-gen/runtime/signature";
import { createWebhookSender } from "@proto-gen/runtime/codegen/v1/commerce";
import type {
  DeliveryLogEntry,
  WebhookAnswer,
  WebhookMessage,
  WebhookSenderOptions,
} from "@proto-gen/runtime/webhook";
import { createVerifier, httpbis } from "http-message-signatures";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { nextAttemptAt } from "../../../src/runtime/worker/task.js";
import { retryAfterMs } from "../../../src/runtime/webhook/sender/attempt-delivery.js";
import { HOUR, testClock } from "../../support/claims.js";
import { STORAGES } from "../../support/storages.js";
import { AGENT, pair, signer } from "../../support/signed-request.js";
import { ENVELOPE, listen, orderEvent } from "../../support/webhook-parties.js";
import { propertyOptions, sized } from "../../support/sizes.js";

/** In a full run more than one question to the store gives. */
const MANY = sized({ quick: 60, full: 1_100 });

const PROFILE = "https://shop.example/.well-known/proto";
const HOOK = "https://agent.example/hooks/orders?tenant=1";

let clock: ReturnType<typeof testClock>;
let sent: { readonly url: string; readonly message: WebhookMessage }[];
let log: DeliveryLogEntry[];

beforeEach(() => {
  clock = testClock();
  sent = [];
  log = [];
});

function answer(status: number, fields: Readonly<Record<string, string>> = {}): WebhookAnswer {
  return { status, headers: { get: (name) => fields[name] ?? null } };
}

type Reply = (eventId: string, url: string) => WebhookAnswer | Promise<WebhookAnswer>;

function senderOn(store: Storage, reply: Reply, more: Partial<WebhookSenderOptions> = {}) {
  return createWebhookSender({
    ...{ store, profile: PROFILE, name: "proto", signer, now: clock.now, random: () => 1 },
    post: async (url, message) => {
      sent.push({ url, message });
      return reply(eventIdOf(message), url);
    },
    log: (entry) => void log.push(entry),
    ...more,
  });
}

function bodyOf({ body }: WebhookMessage): Readonly<Record<string, unknown>> {
  return JSON.parse(new TextDecoder().decode(body)) as Readonly<Record<string, unknown>>;
}

function eventIdOf(message: WebhookMessage): string {
  return String(bodyOf(message)["event_id"]);
}

function headersOf({ headers }: WebhookMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

const sentIds = (): readonly string[] => sent.map(({ message }) => eventIdOf(message));

describe.each(STORAGES)("a sender on storage %s", (_, open) => {
  let store: Storage;
  beforeEach(() => void (store = open({ now: clock.now })));

  it("posts the whole order with its envelope, event_id and created_time (§4.7)", async () => {
    const sender = senderOn(store, () => answer(204));
    await store.commit(sender.writes(orderEvent(HOOK, { more: { currency: "EUR" } })));
    await sender.deliverDue();
    const [{ url, message } = { url: "", message: undefined }] = sent;
    expect(url).toBe(HOOK);
    expect(bodyOf(message!)).toEqual({
      proto: ENVELOPE,
      id: "order_1",
      checkout_id: "checkout_of_order_1",
      currency: "EUR",
      event_id: "order_1_event_1",
      created_time: "2026-11-19T00:00:01.000Z",
    });
    expect(headersOf(message!)).toMatchObject({
      "content-type": "application/json",
      "proto-agent": `profile="${PROFILE}"`,
      "request-id": expect.any(String) as unknown,
      "idempotency-key": expect.stringMatching(/^[\w-]{32}$/) as unknown,
    });
    expect(log).toMatchObject([{ became: "delivered", attempt: 1, host: "agent.example" }]);
  });

  it("signs anew at each attempt, over the same bytes and with the same key (§5.4)", async () => {
    const statuses = [500, 202];
    const sender = senderOn(store, () => answer(statuses.shift()!));
    await store.commit(sender.writes(orderEvent(HOOK)));
    await sender.deliverDue();
    clock.advance(HOUR);
    await sender.deliverDue();
    const [first, second] = sent.map(({ message }) => message);
    expect(second!.body).toEqual(first!.body);
    const [one, other] = [headersOf(first!), headersOf(second!)];
    expect(other["idempotency-key"]).toBe(one["idempotency-key"]);
    expect(other["content-digest"]).toBe(one["content-digest"]);
    const created = (input: string | undefined) => Number(/created=(\d+)/.exec(input ?? "")![1]);
    const apart = created(other["signature-input"]) - created(one["signature-input"]);
    expect(apart).toBe(HOUR / 1_000);
    for (const message of [first!, second!]) {
      const headers = [...message.headers.flat(), "Host", "agent.example"];
      const target = "/hooks/orders?tenant=1";
      const request = { method: "POST", scheme: "https", target, headers } as const;
      const keys = keysOf({ signing_keys: [pair.publicKey] });
      const options = { ...AGENT, clock: clock.now };
      const { covered } = await verifyRequest({ ...request, body: message.body }, keys, options);
      expect(covered).toEqual([
        ...["@method", "@authority", "@path", "@query"],
        ...["proto-agent", "idempotency-key", "content-digest", "content-type"],
      ]);
    }
  });

  it("sends an order's events in sequence, its creation first, and holds up no other", async () => {
    let isDown = true;
    const sender = senderOn(store, (id) => answer(id.startsWith("a_") && isDown ? 503 : 200));
    for (const sequence of [1, 2, 3])
      for (const order of ["a", "b"])
        await store.commit(sender.writes(orderEvent(HOOK, { order, sequence })));
    await sender.deliverDue();
    expect(sentIds().filter((id) => id.startsWith("a_"))).toEqual(["a_event_1"]);
    const ids = (order: string) => [1, 2, 3].map((sequence) => `${order}_event_${sequence}`);
    expect(sentIds().filter((id) => id.startsWith("b_"))).toEqual(ids("b"));
    isDown = false;
    sent = [];
    clock.advance(5_000);
    await sender.deliverDue();
    expect(sentIds()).toEqual(ids("a"));
  });

  it("sends nothing twice at a time, however many processes there are", async () => {
    let [flying, most] = [0, 0];
    const reply: Reply = async () => {
      most = Math.max(most, ++flying);
      await new Promise((resolve) => void setTimeout(resolve, 5));
      flying -= 1;
      return answer(200);
    };
    const senders = [1, 2, 3].map(() => senderOn(store, reply));
    for (const sequence of [1, 2, 3, 4])
      await store.commit(senders[0]!.writes(orderEvent(HOOK, { sequence })));
    for (let round = 0; round < 8; round++) {
      await Promise.all(senders.map((sender) => sender.deliverDue()));
      clock.advance(1_000);
    }
    expect(most).toBe(1);
    expect(sentIds()).toEqual([1, 2, 3, 4].map((sequence) => `order_1_event_${sequence}`));
  });

  it("takes up what a process has begun that is no more, and not before its claim ends", async () => {
    const gone = senderOn(store, () => new Promise(() => undefined), {
      limits: { attemptMs: 600_000, leaseMs: 600_001 },
    });
    const sender = senderOn(store, () => answer(200));
    await store.commit(sender.writes(orderEvent(HOOK)));
    void gone.deliverDue();
    while (sent.length === 0) await new Promise((resolve) => void setTimeout(resolve, 1));
    await sender.deliverDue();
    expect(sent).toHaveLength(1);
    clock.advance(600_001);
    await sender.deliverDue();
    expect(sent).toHaveLength(2);
    expect(log).toMatchObject([{ became: "delivered", attempt: 2 }]);
  });

  it("gives up after three days, lists it, and lets the order's later events go on", async () => {
    const sender = senderOn(store, (id) => answer(id === "order_1_event_1" ? 404 : 200));
    for (const sequence of [1, 2])
      await store.commit(sender.writes(orderEvent(HOOK, { sequence })));
    for (let hours = 0; hours < 71; hours++) {
      await sender.deliverDue();
      clock.advance(HOUR);
    }
    expect(await sender.deadLetters()).toEqual([]);
    clock.advance(HOUR);
    await sender.deliverDue();
    const [dead, ...others] = await sender.deadLetters();
    expect(others).toEqual([]);
    expect(dead).toMatchObject({ eventId: "order_1_event_1", sequence: 1, code: "status_404" });
    expect(sentIds().at(-1)).toBe("order_1_event_2");
    expect(await sender.redeliver(dead!.id)).toBe(true);
    await sender.deliverDue();
    expect(sentIds().at(-1)).toBe("order_1_event_1");
    expect(await sender.redeliver("nothing")).toBe(false);
  });

  it("gives up at once where the platform says 410, and forgets what it is told to", async () => {
    const sender = senderOn(store, () => answer(410));
    await store.commit(sender.writes(orderEvent(HOOK)));
    await sender.deliverDue();
    const [dead] = await sender.deadLetters();
    expect(dead).toMatchObject({ code: "gone", attempts: 1, host: "agent.example" });
    expect(await sender.discard(dead!.id)).toBe(true);
    expect(await sender.discard(dead!.id)).toBe(false);
    expect(await sender.deadLetters()).toEqual([]);
  });

  it.each([
    "http://agent.example/",
    "ftp://a/",
    "nonsense",
    "https://u:p@a.example/",
    "https://a/#",
  ])("lists what would go to %s, and sends nothing there", async (url) => {
    const sender = senderOn(store, () => answer(200));
    await store.commit(sender.writes(orderEvent(url)));
    await sender.deliverDue();
    expect(sent).toEqual([]);
    expect(await sender.deadLetters()).toMatchObject([{ code: "url_refused", attempts: 0 }]);
  });

  it("sends nothing to http that was written in development, once that is over", async () => {
    const writes = senderOn(store, () => answer(200), { development: true }).writes;
    await store.commit(writes(orderEvent("http://agent.example/")));
    const sender = senderOn(store, () => answer(200));
    await sender.deliverDue();
    expect(sent).toEqual([]);
    expect(await sender.deadLetters()).toMatchObject([{ code: "url_refused" }]);
  });

  it("sends nothing where the platform does not want to hear of it", () => {
    expect(senderOn(store, () => answer(200)).writes(orderEvent(undefined))).toEqual([]);
  });

  it("sends no more at a time than it may, and than it may to one host", async () => {
    let flying = 0;
    const most = new Map<string, number>();
    const byHost = new Map<string, number>();
    const reply: Reply = async (_id, url) => {
      const { host } = new URL(url);
      byHost.set(host, (byHost.get(host) ?? 0) + 1);
      most.set(host, Math.max(most.get(host) ?? 0, byHost.get(host)!));
      most.set("all", Math.max(most.get("all") ?? 0, ++flying));
      await new Promise((resolve) => void setTimeout(resolve, 2));
      byHost.set(host, byHost.get(host)! - 1);
      flying -= 1;
      return answer(200);
    };
    const sender = senderOn(store, reply, { limits: { concurrent: 5, perHost: 2 } });
    for (let order = 0; order < 40; order++) {
      const event = orderEvent(`https://agent${order % 4}.example/`, { order: `order_${order}` });
      await store.commit(sender.writes(event));
    }
    await sender.deliverDue();
    expect(sent).toHaveLength(40);
    expect(most.get("all")).toBe(5);
    expect(most.get("agent0.example")).toBe(2);
  });

  it("finds what is behind many deliveries to a host that does not answer", async () => {
    let sendLast = (): void => undefined;
    const last = new Promise<WebhookAnswer>((resolve) => (sendLast = () => resolve(answer(200))));
    // Whatever is ahead is answered once the last one has been sent.
    const reply: Reply = (_id, url) => {
      if (!url.includes("slow")) sendLast();
      return last;
    };
    const sender = senderOn(store, reply, { limits: { perHost: 2 } });
    for (let order = 0; order < MANY; order++) {
      const event = orderEvent("https://slow.example/", { order: `order_${order}` });
      await store.commit(sender.writes(event));
    }
    clock.advance(1);
    await store.commit(sender.writes(orderEvent(HOOK, { order: "quick" })));
    await sender.deliverDue();
    expect(log).toContainEqual(expect.objectContaining({ became: "delivered", orderId: "quick" }));
  });

  it("runs by itself once it is started, and is woken", async () => {
    const done = new Promise<void>((resolve) => {
      const sender = senderOn(store, () => {
        setTimeout(() => void sender.close().then(resolve), 0);
        return answer(200);
      });
      sender.start();
      void store.commit(sender.writes(orderEvent(HOOK))).then(() => sender.wake());
    });
    await done;
    expect(log).toMatchObject([{ became: "delivered" }]);
  });
});

const FAILURES: readonly (readonly [string, Reply, string])[] = [
  ["300", () => answer(300), "status_300"],
  ["a redirect", () => answer(302, { location: HOOK }), "status_302"],
  ["401", () => answer(401), "status_401"],
  ["403", () => answer(403), "status_403"],
  ["500", () => answer(500), "status_500"],
  [
    "a refusal of the guarded post",
    () => Promise.reject(Object.assign(new Error("no"), { code: "ADDRESS_REFUSED" })),
    "address_refused",
  ],
  ["whatever is thrown", () => Promise.reject(new Error("no")), "failed"],
];

describe("a delivery that fails", () => {
  const [, open] = STORAGES[0]!;

  it.each(FAILURES)("is repeated after %s", async (_, reply, code) => {
    const store = open({ now: clock.now });
    const sender = senderOn(store, reply);
    await store.commit(sender.writes(orderEvent(HOOK)));
    await sender.deliverDue();
    expect(log).toMatchObject([{ became: "postponed", code, nextAt: clock.now() + 5_000 }]);
    clock.advance(5_000);
    await sender.deliverDue();
    expect(log[1]).toMatchObject({ attempt: 2, nextAt: clock.now() + 10_000 });
  });

  it("is repeated if the signer is down, and nothing is sent unsigned", async () => {
    const store = open({ now: clock.now });
    const sign = () => Promise.reject(new Error("the vault is down"));
    const sender = senderOn(store, () => answer(200), { signer: { ...signer, sign } });
    await store.commit(sender.writes(orderEvent(HOOK)));
    await sender.deliverDue();
    expect(sent).toEqual([]);
    expect(log).toMatchObject([{ became: "postponed", code: "unsigned" }]);
  });

  it("is repeated after a timeout", async () => {
    const store = open({ now: clock.now });
    const never: Reply = () => new Promise(() => undefined);
    const sender = senderOn(store, never, { limits: { attemptMs: 20 } });
    await store.commit(sender.writes(orderEvent(HOOK)));
    await sender.deliverDue();
    expect(log).toMatchObject([{ became: "postponed", code: "timeout" }]);
  });

  it.each([
    ["120", 120_000],
    ["999999999", HOUR],
    ["1", 5_000],
    ["soon", 5_000],
  ])("follows Retry-After: %s and waits %i ms", async (value, wait) => {
    const store = open({ now: clock.now });
    const sender = senderOn(store, () => answer(429, { "retry-after": value }));
    await store.commit(sender.writes(orderEvent(HOOK)));
    await sender.deliverDue();
    expect(log[0]?.nextAt).toBe(clock.now() + wait);
  });
});

describe("the schedule", () => {
  const schedule = { baseMs: 5_000, capMs: HOUR, giveUpAfterMs: 72 * HOUR };

  it("waits up to twice as long each time, never longer than the cap nor past the end", () => {
    const numbers = fc.record({
      attempts: fc.integer({ min: 1, max: 5_000 }),
      random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      passed: fc.integer({ min: 0, max: 72 * HOUR - 1 }),
      retryAfterMs: fc.option(fc.integer({ min: 0 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(numbers, ({ attempts, random, passed, retryAfterMs }) => {
        const task = { lane: "o", sequence: 1, group: "", facts: {}, nextAt: 0 };
        const retry = { now: passed, random: () => random, retryAfterMs };
        const next = nextAttemptAt({ ...task, attempts, firstAttemptAt: 0 }, retry, schedule)!;
        const longest = Math.min(HOUR, Math.max(5_000 * 2 ** (attempts - 1), retryAfterMs ?? 0));
        expect(next).toBeGreaterThan(passed);
        expect(next).toBeLessThanOrEqual(Math.min(passed + longest, 72 * HOUR));
      }),
      propertyOptions("WEBHOOK", { quick: 100, full: 10_000 }),
    );
  });

  it.each([
    ["0", 0],
    ["Fri, 20 Nov 2026 00:01:00 GMT", 60_000],
    ["Fri, 20 Nov 2020 00:00:00 GMT", 0],
    ["-1", undefined],
    ["1e9", undefined],
    ["", undefined],
  ])("reads Retry-After: %s (RFC 9110 §10.2.3)", (value, expected) => {
    expect(retryAfterMs(value, Date.UTC(2026, 10, 20))).toBe(expected);
  });
});

describe("a sender", () => {
  const [, open] = STORAGES[0]!;

  it.each(["https://shop.example/profile", "http://shop.example/.well-known/proto"])(
    "is not made with the profile %s",
    (profile) => expect(() => senderOn(open(), () => answer(200), { profile })).toThrow("profile"),
  );

  it("is not made with claims that end before attempts do", () => {
    const limits = { attemptMs: 10, leaseMs: 10 };
    expect(() => senderOn(open(), () => answer(200), { limits })).toThrow(RangeError);
  });
});

describe("a delivery over HTTP", () => {
  it("is verified by another library (RFC 9421, RFC 9530)", async () => {
    const [, open] = STORAGES[0]!;
    const store = open({ now: clock.now });
    const chunks: Buffer[] = [];
    let seen: IncomingMessage | undefined;
    const { origin, close } = await listen((incoming, outgoing) => {
      seen = incoming;
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => outgoing.writeHead(200).end());
    });
    const post = guardedPost({ development: true });
    const sender = senderOn(store, () => answer(200), { post, development: true });
    await store.commit(sender.writes(orderEvent(`${origin}/hooks?a=%7Eb+c`)));
    await sender.deliverDue();
    await close();
    expect(log).toMatchObject([{ became: "delivered" }]);

    const { method = "", url = "", headers = {} } = seen ?? {};
    expect(url).toBe("/hooks?a=%7Eb+c");
    const digest = createHash("sha256").update(Buffer.concat(chunks)).digest("base64");
    expect(headers["content-digest"]).toBe(`sha-256=:${digest}:`);
    const key = createPublicKey({ key: { ...pair.publicKey }, format: "jwk" });
    const verify = createVerifier(key, "ecdsa-p256-sha256");
    const config = { keyLookup: async () => ({ id: pair.publicKey.kid, verify }) };
    const fields = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    const message = { method, url: origin + url, headers: fields };
    expect(await httpbis.verifyMessage(config, message)).toBe(true);
    expect(await httpbis.verifyMessage(config, { ...message, url: `${origin}/` })).toBe(false);
  });
});
