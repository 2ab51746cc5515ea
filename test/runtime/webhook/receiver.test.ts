/** What a platform's webhook takes and what it refuses (§4.7, §5.4, §5.5, §6). */

import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { approvedPlatforms, type Connection, type ServerRequest } from "@proto-gen/runtime/server";
import { signRequest, type RequestMessage } from "@proto-gen/runtime/signature";
import { createOwners, createWebhookReceiver } from "@proto-gen/runtime/codegen/v1/commerce";
import type {
  OrderEventBody,
  OrderEventContext,
  ReceiptLogEntry,
  WebhookReceiverOptions,
} from "@proto-gen/runtime/webhook";
import { beforeEach, describe, expect, it } from "vitest";
import * as bound from "../../../generated/commerce.js";
import { testClock } from "../../support/claims.js";
import {
  AGENT,
  dropHeader,
  pair,
  setHeader,
  signer,
  withHeaders,
} from "../../support/signed-request.js";
import { ENVELOPE } from "../../support/webhook-parties.js";

const SHOP = "https://shop.example/.well-known/proto";
const OTHER = "https://other.example/.well-known/proto";
const URL_OF_WEBHOOK = "https://agent.example/hooks/orders";
const DAY = 24 * 60 * 60 * 1_000;

const clock = testClock();
const START = clock.now();
const profile = { proto: {}, signing_keys: [pair.publicKey] };

let store: Storage;
let calls: (readonly [OrderEventBody, OrderEventContext])[];
let log: ReceiptLogEntry[];

beforeEach(() => {
  store = createMemoryStorage({ now: clock.now });
  calls = [];
  log = [];
});

function receiverWith(more: Partial<WebhookReceiverOptions> = {}) {
  return createWebhookReceiver({
    name: "proto",
    url: URL_OF_WEBHOOK,
    store,
    businesses: approvedPlatforms({ [SHOP]: profile, [OTHER]: profile }),
    ownerOf: ({ checkoutId }) => (checkoutId === "checkout_1" ? SHOP : undefined),
    onOrder: (order, context) => void calls.push([order, context]),
    now: clock.now,
    log: (entry) => void log.push(entry),
    ...more,
  });
}

interface Event {
  readonly at?: number;
  readonly [name: string]: unknown;
}

function eventBody({ at = START, ...more }: Event = {}): Uint8Array {
  const created_time = new Date(at).toISOString();
  const ids = { id: "order_1", checkout_id: "checkout_1", event_id: "e1" };
  return new TextEncoder().encode(
    JSON.stringify({ proto: ENVELOPE, ...ids, created_time, ...more }),
  );
}

function message(body: Uint8Array, business = SHOP): RequestMessage {
  const agent = ["Proto-Agent", `profile="${business}"`];
  const headers = ["Host", "agent.example", "Content-Type", "application/json", ...agent];
  return { method: "POST", target: "/hooks/orders", scheme: "https", headers, body };
}

async function signed(given: RequestMessage): Promise<RequestMessage> {
  const fields = await signRequest(given, signer, { ...AGENT, clock: clock.now });
  return withHeaders(given, fields);
}

/** As a carrier with a socket hands it over. */
function received({ method, target, headers: raw, body }: RequestMessage) {
  const fields = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as const] : []));
  const url = `https://agent.example${target}`;
  const headers = new Headers(fields.map(([name, value]): [string, string] => [name, value]));
  const sent = body === null ? null : new Blob([body.slice()]).stream();
  const request: ServerRequest = { method, url, headers, body: sent };
  const connection: Connection = { target, rawHeaders: raw };
  return [request, connection] as const;
}

type Receiver = ReturnType<typeof receiverWith>;

async function sent(receiver: Receiver, given: RequestMessage): Promise<[number, unknown]> {
  const { status, body } = await receiver.answer(...received(given));
  return [status, JSON.parse(new TextDecoder().decode(body as Uint8Array))];
}

async function send(receiver: Receiver, event: Event = {}, business = SHOP) {
  return sent(receiver, await signed(message(eventBody(event), business)));
}

async function codeOf(receiver: Receiver, given: RequestMessage | Promise<RequestMessage>) {
  const [status, body] = await sent(receiver, await given);
  return [status, (body as { readonly code?: string }).code];
}

describe("an event that `verify` does not vouch for", () => {
  it("is refused, also where the hook gives its verdict and throws nothing", async () => {
    const receiver = receiverWith({ verify: async () => false });
    expect(await codeOf(receiver, signed(message(eventBody())))).toEqual([
      401,
      "signature_invalid",
    ]);
    await receiver.process();
    expect(calls).toEqual([]);
  });
});

describe("an event of a business whose key may not verify", () => {
  it.each([{ use: "enc" }, { key_ops: ["sign"] }])("is refused: %j", async (more) => {
    const restricted = { proto: {}, signing_keys: [{ ...pair.publicKey, ...more }] };
    const receiver = receiverWith({ businesses: approvedPlatforms({ [SHOP]: restricted }) });
    expect(await codeOf(receiver, signed(message(eventBody())))).toEqual([401, "key_not_found"]);
  });
});

describe("an event of the order's business", () => {
  it("is answered at once with an envelope, and processed afterwards (§6.4)", async () => {
    const receiver = receiverWith();
    expect(await send(receiver)).toEqual([200, { proto: ENVELOPE }]);
    expect(calls).toEqual([]);
    await receiver.process();
    const [[order, context] = []] = calls;
    expect(order).toEqual(JSON.parse(new TextDecoder().decode(eventBody())));
    const expected = { eventId: "e1", createdAt: START, business: SHOP, attempt: 1 };
    expect(context).toMatchObject(expected);
  });

  it("is answered and processed where the log fails", async () => {
    const log = (): never => {
      throw new Error("the disk is full");
    };
    const receiver = receiverWith({ log });
    expect((await send(receiver))[0]).toBe(200);
    expect((await sent(receiver, message(eventBody())))[0]).toBe(401);
    await receiver.process();
    expect(calls).toHaveLength(1);
  });

  it("comes over `fetch`, too", async () => {
    const [request] = received(await signed(message(eventBody())));
    expect((await receiverWith().fetch(request)).status).toBe(200);
  });

  it("is processed once, however often it comes (§7: replays)", async () => {
    const receiver = receiverWith();
    const given = await signed(message(eventBody()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => sent(receiver, given)));
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
    await receiver.process();
    expect(await send(receiver)).toEqual([200, { proto: ENVELOPE }]);
    await receiver.process();
    expect(calls).toHaveLength(1);
  });

  it("is known again for longer than senders repeat it", async () => {
    const receiver = receiverWith();
    await send(receiver);
    clock.advance(29 * DAY);
    await send(receiver);
    await receiver.process();
    expect(calls).toHaveLength(1);
    clock.advance(-29 * DAY);
  });

  it("is not processed where a newer one was here before", async () => {
    const receiver = receiverWith();
    await send(receiver, { event_id: "e2", at: START - 1_000 });
    await send(receiver, { event_id: "e1", at: START - 2_000 });
    await send(receiver, { event_id: "e3", at: START });
    await receiver.process();
    expect(calls.map(([order]) => order.event_id)).toEqual(["e2", "e3"]);
    expect(log.map(({ became }) => became)).toContain("older");
  });

  it("is processed where it is of the same time as the one before", async () => {
    const receiver = receiverWith();
    await send(receiver, { event_id: "e1" });
    await send(receiver, { event_id: "e2" });
    await send(receiver, { event_id: "e1" });
    await receiver.process();
    expect(calls.map(([order]) => order.event_id)).toEqual(["e1", "e2"]);
  });

  it.each([
    ["nothing is said of it", {}],
    ["the option is undefined", { validate: undefined }],
  ])("is checked by the generated validator if %s", async (_, given) => {
    const receiver = bound.createWebhookReceiver({
      url: URL_OF_WEBHOOK,
      store,
      businesses: approvedPlatforms({ [SHOP]: profile }),
      ownerOf: () => SHOP,
      onOrder: () => undefined,
      now: clock.now,
      ...given,
    });
    const [status, body] = await send(receiver);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_request" });
    expect((body as { content: string }).content).toContain("permalink_url");
  });
});

describe("processing", () => {
  it("is repeated until it succeeds, and holds up the order's later events meanwhile", async () => {
    let failures = 2;
    const receiver = receiverWith({
      onOrder(order, context) {
        if (order.event_id === "e1" && failures-- > 0) throw new Error("down");
        calls.push([order, context]);
      },
      random: () => 1,
    });
    await send(receiver, { event_id: "e1", at: START - 1_000 });
    await send(receiver, { event_id: "e2" });
    await receiver.process();
    expect(calls).toEqual([]);
    clock.advance(5_000);
    await receiver.process();
    clock.advance(10_000);
    await receiver.process();
    expect(calls.map(([order, { attempt }]) => [order.event_id, attempt])).toEqual([
      ["e1", 3],
      ["e2", 1],
    ]);
    clock.advance(-15_000);
  });

  it("is given up in the end, listed, and taken up again when somebody says so", async () => {
    let isDown = true;
    const receiver = receiverWith({
      schedule: { giveUpAfterMs: 0 },
      onOrder(order, context) {
        if (isDown) throw new Error("down");
        calls.push([order, context]);
      },
    });
    await send(receiver);
    await receiver.process();
    const [dead] = await receiver.deadEvents();
    expect(dead).toMatchObject({ eventId: "e1", orderId: "order_1", business: SHOP, attempts: 1 });
    isDown = false;
    expect(await receiver.reprocess(dead!.id)).toBe(true);
    expect(await receiver.reprocess(dead!.id)).toBe(false);
    await receiver.process();
    expect(calls).toHaveLength(1);
  });

  it("goes on in another process, on the same store", async () => {
    await send(receiverWith());
    await receiverWith().process();
    expect(calls).toHaveLength(1);
  });

  it("runs by itself once it is started", async () => {
    const order = await new Promise<unknown>((resolve) => {
      const receiver = receiverWith({
        onOrder: (given) => void receiver.close().then(() => resolve(given)),
      });
      receiver.start();
      void send(receiver);
    });
    expect(order).toMatchObject({ event_id: "e1" });
  });
});

describe("ids as long as they may be", () => {
  it("name one event, and one order", async () => {
    const receiver = receiverWith();
    const id = "x".repeat(511);
    for (const event_id of [`${id}1`, `${id}1`, `${id}2`])
      expect((await send(receiver, { event_id, id: `${"\\".repeat(511)}o` }))[0]).toBe(200);
    await receiver.process();
    expect(calls.map(([{ event_id }]) => event_id)).toEqual([`${id}1`, `${id}2`]);
  });
});

describe("another signer (§5.5)", () => {
  it("is refused with 403, whether the order is known or not", async () => {
    const receiver = receiverWith();
    const known = await send(receiver, {}, OTHER);
    const unknown = await send(receiver, { checkout_id: "checkout_9" });
    expect(known).toEqual([403, expect.objectContaining({ code: "forbidden" })]);
    expect(unknown).toEqual(known);
  });

  it("reaches no order of the same id, however it names the checkout", async () => {
    const owners = createOwners({ store, name: "proto" });
    await owners.remember("checkout_1", SHOP);
    await owners.remember("checkout_2", OTHER);
    await owners.remember("checkout_1", OTHER);
    const receiver = receiverWith({ ownerOf: owners.ownerOf });
    await send(receiver, { event_id: "mine", at: START - 1_000 });
    await send(receiver, { event_id: "theirs", checkout_id: "checkout_2" }, OTHER);
    await send(receiver, { event_id: "mine", at: START - 500 }, OTHER);
    await receiver.process();
    const seen = calls.map(([{ event_id }, { business }]) => [business, event_id]);
    expect(seen).toEqual([
      [SHOP, "mine"],
      [OTHER, "theirs"],
    ]);
  });

  it("cannot move its order to another checkout", async () => {
    const receiver = receiverWith({ ownerOf: () => SHOP });
    await send(receiver);
    const [status] = await send(receiver, { event_id: "e2", checkout_id: "checkout_2" });
    expect(status).toBe(400);
  });

  it("has to be one of a business: its URL points to /.well-known/proto (§5.4)", async () => {
    const url = "https://shop.example/profile.json";
    const receiver = receiverWith({ businesses: approvedPlatforms({ [url]: profile }) });
    const [status, body] = await send(receiver, {}, url);
    expect([status, body]).toEqual([400, expect.objectContaining({ code: "invalid_profile_url" })]);
  });

  it("has not signed for this platform what it has signed for another one", async () => {
    const given = await signed(setHeader(message(eventBody()), "Host", "elsewhere.example"));
    expect(await codeOf(receiverWith(), given)).toEqual([401, "signature_invalid"]);
  });
});

const REFUSALS: readonly (readonly [string, number, string, () => Promise<RequestMessage>])[] = [
  ["unsigned", 401, "signature_missing", async () => message(eventBody())],
  [
    "of another body",
    400,
    "digest_mismatch",
    async () => ({ ...(await signed(message(eventBody()))), body: eventBody({ event_id: "e9" }) }),
  ],
  [
    "at another path",
    404,
    "not_found",
    async () => signed({ ...message(eventBody()), target: "/hooks/orders/1" }),
  ],
  [
    "with a query that was added",
    401,
    "signature_invalid",
    async () => ({ ...(await signed(message(eventBody()))), target: "/hooks/orders?a=b" }),
  ],
  [
    "by another method",
    405,
    "method_not_allowed",
    async () => signed({ ...message(eventBody()), method: "PUT" }),
  ],
  [
    "of another media type",
    415,
    "unsupported_media_type",
    async () => signed(setHeader(message(eventBody()), "Content-Type", "text/plain")),
  ],
  [
    "with two agents",
    400,
    "invalid_profile_url",
    async () => {
      const given = await signed(message(eventBody()));
      return withHeaders(given, [["Proto-Agent", `profile="${OTHER}"`]]);
    },
  ],
  [
    "without an agent",
    400,
    "invalid_profile_url",
    async () => signed(dropHeader(message(eventBody()), "Proto-Agent")),
  ],
  [
    "with an Idempotency-Key that was added",
    401,
    "signature_invalid",
    async () => setHeader(await signed(message(eventBody())), "Idempotency-Key", "k"),
  ],
  [
    "with duplicate members",
    400,
    "invalid_request",
    async () => signed(message(new TextEncoder().encode('{"id":"a","id":"b"}'))),
  ],
  ["that is no object", 400, "invalid_request", async () => signed(message(bytes("[]")))],
  ["that is too large", 413, "content_too_large", async () => signed(message(large()))],
  ...(
    [
      { event_id: "" },
      { event_id: 1 },
      { event_id: "e".repeat(513) },
      { id: undefined },
      { checkout_id: null },
      { created_time: "yesterday" },
      { created_time: "2026-11-27" },
      { created_time: undefined },
      { proto: undefined },
      { proto: { version: "1" } },
      { at: START + 300_001 },
    ] as const
  ).map((event) => {
    const make = (): Promise<RequestMessage> => signed(message(eventBody(event)));
    return [`with ${JSON.stringify(event)}`.slice(0, 60), 400, "invalid_request", make] as const;
  }),
];

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function large(): Uint8Array {
  return eventBody({ note: "x".repeat(1_048_576) });
}

describe("a request", () => {
  it.each(REFUSALS)("%s is refused: %i %s", async (_, status, code, make) => {
    const receiver = receiverWith();
    expect(await codeOf(receiver, make())).toEqual([status, code]);
    await receiver.process();
    expect(calls).toEqual([]);
    expect(log[0]).toMatchObject({ became: "refused", status, code });
  });

  it("is refused without a fetch of a profile if it is unsigned", async () => {
    let fetched = 0;
    const get = () => Promise.reject(new Error(`fetched ${++fetched}`));
    const receiver = receiverWith({ businesses: { get } });
    expect(await codeOf(receiver, message(eventBody()))).toEqual([401, "signature_missing"]);
    expect(fetched).toBe(0);
  });

  it("is refused if its time is ahead, and accepted once that has come", async () => {
    const receiver = receiverWith();
    const ahead = { at: START + 400_000 };
    expect((await send(receiver, ahead))[0]).toBe(400);
    clock.advance(200_000);
    expect((await send(receiver, ahead))[0]).toBe(200);
    clock.advance(-200_000);
  });

  it("is answered with 503 if it cannot be stored, so that it is sent again", async () => {
    const receiver = receiverWith();
    await store.close();
    expect((await send(receiver))[0]).toBe(503);
    expect(log[0]).toMatchObject({ level: "error", code: "temporarily_unavailable" });
  });

  it("leaves neither its body nor its signature in the log", async () => {
    const receiver = receiverWith({
      onOrder() {
        throw new Error("down");
      },
    });
    await send(receiver, { note: "secret" });
    await receiver.process();
    const text = JSON.stringify(log);
    expect(text).not.toContain("secret");
    expect(text).not.toContain("sig1");
    expect(log.map(({ became }) => became)).toEqual(["accepted", "postponed"]);
  });

  it("is processed like any other if it has a member `__proto__`", async () => {
    const receiver = receiverWith();
    const text = new TextDecoder().decode(eventBody()).replace("{", '{"__proto__":{"id":"x"},');
    expect((await sent(receiver, await signed(message(bytes(text)))))[0]).toBe(200);
    await receiver.process();
    expect(calls[0]?.[0].id).toBe("order_1");
    expect(Object.hasOwn(calls[0]![0], "__proto__")).toBe(true);
  });
});

describe("a receiver", () => {
  it.each(["http://agent.example/hooks", "/hooks", "https://u:p@agent.example/", "https://a/#b"])(
    "is not made for %s",
    (url) => expect(() => receiverWith({ url })).toThrow(TypeError),
  );
});
