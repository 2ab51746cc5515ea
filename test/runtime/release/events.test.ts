/** Events of orders as each published release has them: what a sender sends, and what a receiver takes (§4.7, §5.4). */

import { guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { toNodeHandler } from "@proto-gen/runtime/node";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { ProtocolError } from "@proto-gen/runtime/error";
import { keysOf, signRequest, verifyRequest } from "@proto-gen/runtime/signature";
import {
  createWebhookReceiver,
  createWebhookSender,
  type WebhookBinding,
} from "@proto-gen/runtime/codegen/v1/commerce";
import type {
  OrderEventBody,
  OrderEventContext,
  WebhookMessage,
  WebhookReceiverOptions,
  WebhookSenderOptions,
} from "@proto-gen/runtime/webhook";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { releaseValues as ownValues } from "../../../generated/release.js";
import { modelRelease } from "../../support/compose-release.js";
import { published, publishedReleases } from "../../support/published.js";
import { publishedWebhook, type PublishedWebhook } from "../../support/published-webhook.js";
import { clock, NOW, pair, signer } from "../../support/signed-request.js";
import { listen, orderEvent, type Listening } from "../../support/webhook-parties.js";

const SHOP = "https://shop.example/.well-known/ucp";
const HOOK = "https://agent.example/hooks";
const AGENT = { agentHeader: "UCP-Agent" };
const UUID = "0b4f2a52-6d3f-4a52-9d3c-0f6f0f1f2a3b";
const SIGNATURE = { "Request-Signature": "as agreed" };

type Headers = Readonly<Record<string, string>>;

/** Sends one event, and gives what was posted. */
async function sentBy(
  options: Partial<WebhookSenderOptions & WebhookBinding>,
  event = orderEvent(HOOK),
): Promise<readonly WebhookMessage[]> {
  const messages: WebhookMessage[] = [];
  const store = createMemoryStorage({ now: clock });
  const sender = createWebhookSender({
    ...{ store, name: "ucp", profile: SHOP, signer, now: clock },
    post: async (_url, message) => {
      messages.push(message);
      return { status: 200, headers: { get: () => null } };
    },
    ...options,
  });
  await store.commit(sender.writes(event));
  await sender.deliverDue();
  return messages;
}

const headersOf = ({ headers }: WebhookMessage): Headers => Object.fromEntries(headers);
const textOf = ({ body }: WebhookMessage): string => new TextDecoder().decode(body);
const bodyOf = (message: WebhookMessage): object => JSON.parse(textOf(message)) as object;

describe.skipIf(published === undefined).each(publishedReleases)("$name", (release) => {
  const isInHeaders = release.name === "2026-04-08";
  const needsSignature = !isInHeaders;
  const given = needsSignature ? { headers: SIGNATURE } : {};
  let of: PublishedWebhook;
  let calls: (readonly [OrderEventBody, OrderEventContext])[];
  let refusals: unknown[];
  let platform: Listening | undefined;

  beforeAll(async () => {
    of = await publishedWebhook(release);
  }, 60_000);
  beforeEach(() => {
    calls = [];
    refusals = [];
  });
  afterEach(async () => {
    await platform?.close();
    platform = undefined;
  });

  const event = (sequence = 1) => ({
    ...orderEvent(HOOK, { sequence, at: NOW * 1_000 - 60_500 }),
    order: of.order,
    platform: {
      profile: "https://agent.example/profile.json",
      webhookUrl: HOOK,
      envelope: of.envelope,
    },
  });

  function receiverAt(url: string, more: Partial<WebhookReceiverOptions> = {}) {
    return createWebhookReceiver({
      ...{ name: "ucp", url, releaseValues: of.releaseValues, development: true, now: clock },
      businesses: approvedPlatforms({ [SHOP]: { signing_keys: [pair.publicKey] } }),
      store: createMemoryStorage({ now: clock }),
      ownerOf: () => SHOP,
      onOrder: (order, context) => void calls.push([order, context]),
      log: ({ became, cause }) => became === "refused" && refusals.push(cause),
      ...more,
    });
  }

  /** A platform on loopback. */
  async function openPlatform(more: Partial<WebhookReceiverOptions> = {}) {
    let handler: ReturnType<typeof toNodeHandler> | undefined;
    const opened = await listen((request, response) => void handler?.(request, response));
    platform = opened;
    const url = `${opened.origin}/hooks`;
    const receiver = receiverAt(url, more);
    handler = toNodeHandler(receiver);
    return { url, receiver };
  }

  /** An event as somebody else's code sends it, signed over the release's own list of components. */
  async function post(url: string, headers: Headers, members: object = {}): Promise<Response> {
    const { host, pathname: target } = new URL(url);
    const body = new TextEncoder().encode(
      JSON.stringify({ ...of.order, ucp: of.envelope, ...members }),
    );
    const sent = {
      "Content-Type": "application/json",
      "UCP-Agent": `profile="${SHOP}"`,
      ...headers,
    };
    const signed = await signRequest(
      {
        ...{ method: "POST", target, scheme: "http", authority: host, body },
        headers: Object.entries(sent).flat(),
      },
      signer,
      { ...AGENT, clock },
    );
    const all = { ...sent, ...Object.fromEntries(signed) };
    return fetch(url, { method: "POST", headers: all, body });
  }

  /** The event's id and time as the release has them; a member or header without a value is left out. */
  function identity(id: string | undefined, seconds: number | string | undefined) {
    const time = typeof seconds === "number" ? new Date(seconds * 1_000).toISOString() : seconds;
    const members = isInHeaders ? {} : { event_id: id, created_time: time };
    const headers = {
      ...(isInHeaders && id !== undefined ? { "Webhook-Id": id } : {}),
      ...(isInHeaders && seconds !== undefined ? { "Webhook-Timestamp": String(seconds) } : {}),
      ...(needsSignature ? SIGNATURE : {}),
    };
    return [headers, members] as const;
  }

  it("has a type of events with one name, which is that of no other", async () => {
    const { modules } = await modelRelease(release);
    const index = modules.find(({ path }) => path === "index");
    const exported = index?.reexports.filter(({ name }) => name === "OrderEvent") ?? [];
    expect(exported.map(({ type }) => type.name)).toEqual([
      isInHeaders ? "Order" : "OrderEventWebhookRequest",
    ]);
  });

  it("has events that its OpenAPI document accepts", async () => {
    const { releaseValues } = of;
    const [message] = await sentBy({ releaseValues, ...given }, event());
    expect(of.problemsOf(headersOf(message!), bodyOf(message!))).toEqual([]);
    expect("event_id" in bodyOf(message!)).toBe(!isInHeaders);
    expect("created_time" in bodyOf(message!)).toBe(!isInHeaders);
    if (!isInHeaders) return;
    // Seconds are rounded down, so that no event is in the future.
    expect(headersOf(message!)["Webhook-Timestamp"]).toBe(String(NOW - 60));
  });

  it("has events that its document refuses without the release's values", async () => {
    const [message] = await sentBy({}, event());
    expect(of.problemsOf(headersOf(message!), bodyOf(message!))).not.toEqual([]);
  });

  it("repeats an event with the same id, in the delivery's log as well", async () => {
    const ids: unknown[] = [];
    let at = clock();
    const store = createMemoryStorage({ now: () => at });
    const statuses = [500, 200];
    const messages: WebhookMessage[] = [];
    const sender = createWebhookSender({
      ...{ store, name: "ucp", profile: SHOP, signer, now: () => at, ...given },
      releaseValues: of.releaseValues,
      post: async (_url, message) => {
        messages.push(message);
        return { status: statuses.shift() ?? 200, headers: { get: () => null } };
      },
      log: ({ eventId }) => void ids.push(eventId),
    });
    await store.commit(sender.writes(event()));
    await sender.deliverDue();
    at += 3_600_000;
    await sender.deliverDue();
    const sent = messages.map(
      (message) => headersOf(message)["Webhook-Id"] ?? (bodyOf(message) as OrderEventBody).event_id,
    );
    expect(sent).toHaveLength(2);
    expect(ids).toEqual(sent);
    expect(new Set(sent).size).toBe(1);
  });

  it("covers the event's id and time with its signature", async () => {
    const { releaseValues } = of;
    const [message] = await sentBy({ releaseValues, ...given }, event());
    const request = {
      ...({ method: "POST", scheme: "https", target: "/hooks", body: message!.body } as const),
      headers: [...message!.headers.flat(), "Host", "agent.example"],
    };
    const keys = keysOf({ signing_keys: [pair.publicKey] });
    const { covered } = await verifyRequest(request, keys, { ...AGENT, clock });
    expect(covered.includes("webhook-id")).toBe(isInHeaders);
    expect(covered.includes("webhook-timestamp")).toBe(isInHeaders);
    if (!isInHeaders) return;
    const headers = request.headers.map((each) => (each === String(NOW - 60) ? "1" : each));
    await expect(
      verifyRequest({ ...request, headers }, keys, { ...AGENT, clock }),
    ).rejects.toThrow();
  });

  it("creates no sender that lacks a header which the webhook requires", async () => {
    const create = (headers?: Headers) =>
      sentBy({ releaseValues: of.releaseValues, ...(headers && { headers }) }, event());
    if (needsSignature) await expect(create()).rejects.toThrow(/^headers: .*Request-Signature/);
    else expect(await create()).toHaveLength(1);
    await expect(create({ ...SIGNATURE, "Idempotency-Key": "mine" })).rejects.toThrow(
      /Idempotency-Key cannot be added/,
    );
    await expect(create({ "Request-Signature": "two\r\nlines" })).rejects.toThrow(TypeError);
  });

  it("makes a header for each attempt, of the bytes that are sent", async () => {
    const seen: string[] = [];
    const [message] = await sentBy(
      {
        releaseValues: of.releaseValues,
        headers: {
          "Request-Signature": async ({ method, url, body }) => {
            seen.push(`${method} ${url} ${new TextDecoder().decode(body)}`);
            return "made";
          },
        },
      },
      event(),
    );
    expect(headersOf(message!)["Request-Signature"]).toBe("made");
    expect(seen).toEqual([`POST ${HOOK} ${textOf(message!)}`]);
  });

  it("goes from sender to receiver over HTTP", async () => {
    const { url, receiver } = await openPlatform();
    const store = createMemoryStorage({ now: clock });
    const sender = createWebhookSender({
      ...{ store, name: "ucp", profile: SHOP, signer, now: clock, development: true, ...given },
      releaseValues: of.releaseValues,
      post: guardedPost({ development: true }),
    });
    for (const sequence of [1, 2]) {
      const { platform: to, ...rest } = event(sequence);
      await store.commit(sender.writes({ ...rest, platform: { ...to, webhookUrl: url } }));
    }
    await sender.deliverDue();
    await receiver.process();
    expect(refusals).toEqual([]);
    expect(calls).toHaveLength(2);
    expect(calls.map(([, { createdAt }]) => createdAt)).toEqual(
      isInHeaders
        ? [NOW - 60, NOW - 59].map((each) => each * 1_000)
        : [NOW * 1_000 - 59_500, NOW * 1_000 - 58_500],
    );
  });

  it("takes an event of somebody else's sender once, whose id and time the signature does not cover", async () => {
    const { url, receiver } = await openPlatform();
    for (const _ of [1, 2]) expect((await post(url, ...identity(UUID, NOW - 5))).status).toBe(200);
    await receiver.process();
    expect(refusals).toEqual([]);
    expect(calls.map(([, context]) => context)).toMatchObject([
      { eventId: UUID, createdAt: (NOW - 5) * 1_000, business: SHOP },
    ]);
  });

  it.each([
    ["no id", undefined, NOW],
    ["an empty id", "", NOW],
    ["no time", UUID, undefined],
    ["a time that is none", UUID, "yesterday"],
    ["a time in the future", UUID, NOW + 600],
  ])("refuses an event with %s", async (_, id, time) => {
    const { url } = await openPlatform();
    const answer = await post(url, ...identity(id, time));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "invalid_request" });
  });

  it("refuses an event without a header that its webhook requires", async () => {
    const { url } = await openPlatform();
    const [{ "Request-Signature": _, ...headers }, members] = identity(UUID, NOW) as [
      Headers,
      object,
    ];
    const answer = await post(url, headers, members);
    expect(answer.status).toBe(needsSignature ? 400 : 200);
    if (needsSignature) expect(await answer.text()).toContain("Request-Signature is required");
  });

  it("refuses an event that `verify` refuses, and hands it what was signed", async () => {
    const seen: unknown[] = [];
    const { url, receiver } = await openPlatform({
      verify({ business, headers, body }) {
        seen.push([
          business,
          headers.get("Content-Type"),
          JSON.parse(new TextDecoder().decode(body)),
        ]);
        throw new ProtocolError("unauthorized");
      },
    });
    expect((await post(url, ...identity(UUID, NOW))).status).toBe(401);
    await receiver.process();
    expect(calls).toEqual([]);
    expect(seen).toMatchObject([[SHOP, "application/json", { id: of.order.id }]]);
  });

  it.runIf(isInHeaders)("refuses ids and times that are no UUID and no whole seconds", async () => {
    const { url } = await openPlatform();
    for (const [id, time] of [
      ["event_1", String(NOW)],
      [`${UUID}, ${UUID}`, String(NOW)],
      [UUID, new Date(NOW * 1_000).toISOString()],
      [UUID, `${NOW}.5`],
      [UUID, `-${NOW}`],
    ] as const)
      expect((await post(url, ...identity(id, time))).status, `${id} ${time}`).toBe(400);
    // What the body says is not the event's identity.
    const inBody = { event_id: UUID, created_time: new Date(NOW * 1_000).toISOString() };
    expect((await post(url, {}, inBody)).status).toBe(400);
  });
});

describe("the repository's own release", () => {
  it("has the same requests with its values and without them", async () => {
    const [plain] = await sentBy({ name: "proto", profile: SHOP.replace("ucp", "proto") });
    const [own] = await sentBy({
      ...{ name: "proto", profile: SHOP.replace("ucp", "proto") },
      releaseValues: ownValues,
    });
    expect(textOf(own!)).toBe(textOf(plain!));
    expect(own!.headers.map(([name]) => name)).toEqual(plain!.headers.map(([name]) => name));
    expect(own!.headers.map(([name]) => name)).toEqual([
      ...["Content-Type", "Accept", "Proto-Agent", "Request-Id", "Idempotency-Key"],
      ...["content-digest", "signature-input", "signature"],
    ]);
    expect(bodyOf(own!)).toMatchObject({ event_id: "order_1_event_1" });
  });
});
