/** What the client makes of answers that are none, late, or wrong (§4.8, §5, §7). */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientError, type ClientOptions } from "@proto-gen/runtime/client";
import { ProtocolError, ERROR_CODES, type ProtocolErrorCode } from "@proto-gen/runtime/error";
import {
  connect,
  json,
  ORDERED,
  sample,
  scripted,
  type Answering,
  type SampleClient,
  type Sent,
} from "../../support/sample-client.js";
import { pendingTimers } from "../../support/pending-timers.js";

const CODES = Object.keys(ERROR_CODES) as ProtocolErrorCode[];

async function shop(
  answer: Answering,
  options: Partial<ClientOptions> = {},
): Promise<{ readonly client: SampleClient; readonly calls: readonly Sent[] }> {
  const { fetch, calls } = scripted(answer);
  return { client: await connect({ fetch, ...options }), calls };
}

/** What a get throws where the business answers so, without another attempt. */
async function thrownFor(answer: Answering, options: Partial<ClientOptions> = {}) {
  const { client } = await shop(answer, { retries: 0, ...options });
  return client.getCheckout({ id: "c" }).then(
    (value) => expect.unreachable(`it gave ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

function text(body: string, status = 200, type = "application/json"): Response {
  return new Response(body, { status, headers: { "Content-Type": type } });
}

describe("a protocol error (§7)", () => {
  it.each(CODES)("is thrown with its code: %s", async (code) => {
    const { status } = ERROR_CODES[code];
    const error = await thrownFor(() => json({ code, content: "So it is." }, status));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code, content: "So it is.", status });
    expect((error as ProtocolError).received).toBeUndefined();
  });

  it.each<[string, Response, string, object]>([
    [
      "of a code of another's",
      json({ code: "no_quota", content: "None." }, 403),
      "forbidden",
      {
        content: "None.",
        received: { code: "no_quota", status: 403 },
      },
    ],
    [
      "that is a page",
      text("<html>", 502, "text/html"),
      "temporarily_unavailable",
      {
        received: { code: undefined, status: 502 },
      },
    ],
    ["with a body of another type", json([1], 404), "not_found", {}],
    ["with nothing", new Response(null, { status: 401 }), "unauthorized", {}],
    ["that is garbage", text("{", 400), "invalid_request", {}],
    ["of 1 MB", text("x".repeat(1_000_000), 500), "internal_error", {}],
    ["of a status that nobody has", json({ code: 7 }, 418), "invalid_request", {}],
    ["of a status beyond those", json({}, 599), "internal_error", {}],
    ["with a code of every object", json({ code: "toString" }, 409), "conflict", {}],
    [
      "of another server's own kind",
      json({ code: "version_conflict", content: "It has changed.", detail: "Read it again." }, 409),
      "conflict",
      {
        content: "It has changed.",
        received: { code: "version_conflict", status: 409, detail: "Read it again." },
      },
    ],
    [
      "in the form of RFC 9457",
      text(
        '{"title":"Unprocessable","detail":"quantity is not a number"}',
        422,
        "application/problem+json",
      ),
      "invalid_request",
      {
        content: "quantity is not a number",
        received: { code: undefined, status: 422, detail: "quantity is not a number" },
      },
    ],
    [
      "in an error envelope, which says why in its first message",
      json({ proto: { status: "error" }, messages: [{ code: "late", content: "Too late." }] }, 409),
      "conflict",
      { content: "Too late.", received: { code: "late", status: 409 } },
    ],
    [
      "in a member of its own",
      json({ error: { code: "late", message: "Too late." } }, 409),
      "conflict",
      {
        content: "Too late.",
        received: { code: "late", status: 409, detail: "Too late." },
      },
    ],
    [
      "with a code of its own beside messages",
      json({ code: "not_found", content: "None.", messages: ["no", "not at all"] }, 404),
      "not_found",
      { content: "None." },
    ],
    [
      "with messages that are none",
      json({ messages: [null, 1], error: "late", detail: "It is late." }, 409),
      "conflict",
      { content: "It is late." },
    ],
    [
      "without a word of its cause",
      json({ code: "X1" }, 409),
      "conflict",
      { content: "The business answered 409 X1" },
    ],
  ])("%s has the code of its status", async (_, response, code, more) => {
    const error = await thrownFor(() => response);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code, ...more });
  });
});

describe("an answer that is not what the protocol says", () => {
  const huge = (): Response => json({ ...sample, more: "x".repeat(10_000) });
  it.each<[string, () => Response, Partial<ClientOptions>?]>([
    ["empty", () => new Response(null, { status: 200 })],
    ["no content", () => new Response(null, { status: 204 })],
    ["a redirect", () => new Response(null, { status: 307, headers: { Location: "/" } })],
    ["no JSON", () => text("<html>", 200, "text/html")],
    ["without a type", () => new Response(new TextEncoder().encode("{}"))],
    ["cut off", () => text('{"id":')],
    ["with two members of one name", () => text('{"id":"1","id":"2"}')],
    ["with an amount that no number has", () => text('{"id":12345678901234567890}')],
    ["not UTF-8", () => new Response(new Uint8Array([0x22, 0xff, 0x22]), JSON_TYPE)],
    ["huge", huge, { limits: { answerBytes: 5_000 } }],
    ["an array", () => json([sample])],
    ["null", () => json(null)],
    ["neither resource nor outcome", () => json({ proto: { version: "2026-11-27" } })],
    ["a resource of another shape", () => json({ ...sample, currency: 1 })],
    ["an outcome of another shape", () => json({ proto: { status: "error" }, messages: 1 })],
  ])("is an error of the client: %s", async (_, response, options) => {
    const error = await thrownFor(response, { retries: 2, ...options });
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: "ANSWER_INVALID", call: { operation: "get_checkout" } });
  });

  const JSON_TYPE = { headers: { "Content-Type": "application/json" } };

  it("has its issues, and is given as it is where nobody validates", async () => {
    const wrong = (): Response => json({ ...sample, currency: 1, unknown: true });
    expect(await thrownFor(wrong)).toMatchObject({
      issues: [{ code: "type", pointer: "/currency", path: "$.currency" }],
    });
    const { client } = await shop(wrong, { validate: false });
    expect(await client.getCheckout({ id: "c" })).toMatchObject({ currency: 1, unknown: true });
  });

  it("may have members that nobody knows", async () => {
    const { client } = await shop(() => json({ ...sample, unknown: true }));
    expect(await client.getCheckout({ id: "c" })).toMatchObject({ unknown: true });
  });

  it("is an outcome where an error envelope has an id of anyone's", async () => {
    const proto = { version: "2026-11-27", status: "error" };
    const { client } = await shop(() => json({ proto, id: "event_1", messages: [] }));
    const answer = await client.getCheckout({ id: "c" });
    expect(answer).toMatchObject({ kind: "business_outcome", body: { id: "event_1" } });
  });
});

describe("without validation", () => {
  it("loads no validators", async () => {
    const { fetch } = scripted(() => json(sample));
    const checks = vi.fn();
    const definition = { ...(await import("../../support/sample-client.js")).DEFINITION, checks };
    const client = await connect({ fetch, validate: false }, definition);
    await client.createCheckout({} as never);
    expect(checks).not.toHaveBeenCalled();
  });
});

/** The call's end, however long it waits. */
async function ended<Value>(call: Promise<Value>): Promise<Value> {
  let isOver = false;
  const over = call.finally(() => (isOver = true));
  over.catch(() => undefined);
  while (!isOver) await vi.advanceTimersByTimeAsync(100);
  return over;
}

describe("another attempt", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("has the key, the request id and the bytes of the first", async () => {
    const { client, calls } = await shop((_, index) => {
      if (index === 0) throw new TypeError("fetch failed");
      if (index === 1) return json({ code: "temporarily_unavailable", content: "?" }, 503);
      return json(sample, 201);
    });
    expect(await ended(client.createCheckout(ORDERED))).toMatchObject({ id: sample.id });
    expect(calls).toHaveLength(3);
    for (const part of ["idempotency-key", "request-id"])
      expect(new Set(calls.map(({ headers }) => headers.get(part))).size).toBe(1);
    expect(new Set(calls.map(({ body }) => body))).toEqual(new Set([JSON.stringify(ORDERED)]));
  });

  it.each(CODES)("is made where the table says so: %s", async (code) => {
    const { status, retry } = ERROR_CODES[code];
    const { client, calls } = await shop(() => json({ code, content: "" }, status));
    await expect(ended(client.createCheckout(ORDERED))).rejects.toMatchObject({ code });
    expect(calls).toHaveLength(retry ? 3 : 1);
  });

  // RFC 9110 §10.2.3; §4.8 has no code for a call whose first attempt is still being processed.
  it.each([
    ["a code of another's", { code: "idempotency_in_flight", content: "Still running." }],
    ["the code of another error", { code: "invalid_request", content: "Still running." }],
    ["the code of the same status", { code: "idempotency_key_reused" }],
    ["no body", undefined],
  ])("is made after a 409 with Retry-After, with %s", async (_what, body) => {
    const { client, calls } = await shop((_, index) =>
      index < 2 ? json(body, 409, { "Retry-After": "1" }) : json(sample, 201),
    );
    expect(await ended(client.createCheckout(ORDERED))).toMatchObject({ id: sample.id });
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(calls).toHaveLength(3);
  });

  it("is made after a 409 with Retry-After until the client has waited as long as it may", async () => {
    const { client, calls } = await shop(() =>
      json({ code: "idempotency_in_flight", content: "?" }, 409, { "Retry-After": "2" }),
    );
    const began = Date.now();
    await expect(ended(client.createCheckout(ORDERED))).rejects.toMatchObject({
      code: "conflict",
      retry: true,
      received: { code: "idempotency_in_flight", status: 409 },
    });
    expect(calls).toHaveLength(16);
    expect(Date.now() - began).toBeLessThanOrEqual(30_000);
  });

  it("is made about once a second after a 409 that asks to come back at once", async () => {
    const { client, calls } = await shop(() =>
      json({ code: "idempotency_in_progress" }, 409, { "Retry-After": "0" }),
    );
    await expect(ended(client.createCheckout(ORDERED))).rejects.toMatchObject({ retry: true });
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.length).toBeLessThan(40);
  });

  it("has its two tries after failures beside those after a 409 with Retry-After", async () => {
    const { client, calls } = await shop((_, index) => {
      if (index === 7) return json(sample, 201);
      if (index === 1 || index === 4) throw new TypeError("fetch failed");
      return json({ code: "idempotency_in_progress" }, 409, { "Retry-After": "1" });
    });
    expect(await ended(client.createCheckout(ORDERED))).toMatchObject({ id: sample.id });
    expect(calls).toHaveLength(8);
  });

  it("is not made after a 409 with Retry-After by a client that makes none", async () => {
    const { client, calls } = await shop(
      () => json({ code: "idempotency_in_progress" }, 409, { "Retry-After": "1" }),
      { retries: 0 },
    );
    await expect(ended(client.createCheckout(ORDERED))).rejects.toMatchObject({ retry: true });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, number, Record<string, string>]>([
    ["a 409 that does not say when", 409, {}],
    ["another status that says when", 422, { "Retry-After": "1" }],
  ])("is not made after %s", async (_what, status, fields) => {
    const { client, calls } = await shop(() => json({ code: "in_flight" }, status, fields));
    await expect(ended(client.createCheckout(ORDERED))).rejects.toMatchObject({ retry: false });
    expect(calls).toHaveLength(1);
  });

  it("comes after the time that the business asks for", async () => {
    const at: number[] = [];
    const date = (): string => new Date(Date.now() + 8_000).toUTCString();
    const { client } = await shop((_, index) => {
      at.push(Date.now());
      if (index === 2) return json(sample);
      const asked = index === 0 ? "4" : date();
      return json({ code: "rate_limited" }, 429, { "Retry-After": asked });
    });
    await ended(client.getCheckout({ id: "c" }));
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(4_000);
    expect(third - second).toBeGreaterThan(6_000);
  });

  it("does not come where it asks for more than the client waits", async () => {
    const { client, calls } = await shop(() =>
      json({ code: "rate_limited" }, 429, { "Retry-After": "3600" }),
    );
    await expect(ended(client.getCheckout({ id: "c" }))).rejects.toMatchObject({
      code: "rate_limited",
      headers: { "Retry-After": "3600" },
    });
    expect(calls).toHaveLength(1);
  });

  it("is not made for an answer that did come", async () => {
    const { client, calls } = await shop(() => json([]));
    await expect(ended(client.createCheckout(ORDERED))).rejects.toMatchObject({
      code: "ANSWER_INVALID",
    });
    expect(calls).toHaveLength(1);
  });

  it("comes after one that took too long, or broke off", async () => {
    const broken = (): Response =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"id":'));
          },
          pull: (controller) => controller.error(new Error("reset")),
        }),
        { headers: { "Content-Type": "application/json" } },
      );
    const { client, calls } = await shop((_, index) => {
      if (index === 0) return new Promise<never>(() => undefined);
      return index === 1 ? broken() : json(sample);
    });
    await ended(client.createCheckout(ORDERED, { timeoutMs: 1_000 }));
    expect(calls).toHaveLength(3);
  });

  it("gives up with what is needed to call again", async () => {
    const { client, calls } = await shop(() => new Promise<never>(() => undefined));
    const options = { timeoutMs: 1_000, idempotencyKey: "mine", requestId: "trace" };
    await expect(ended(client.createCheckout(ORDERED, options))).rejects.toMatchObject({
      code: "TIMEOUT",
      retry: true,
      call: { operation: "create_checkout", idempotencyKey: "mine", requestId: "trace" },
    });
    expect(calls).toHaveLength(3);
  });
});

describe("the caller's signal", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each<[string, Answering]>([
    ["a request that nobody answers", () => new Promise<never>(() => undefined)],
    ["waiting for another attempt", () => json({}, 503, { "Retry-After": "20" })],
    [
      "an answer that never ends",
      () =>
        new Response(new ReadableStream({}), { headers: { "Content-Type": "application/json" } }),
    ],
  ])("ends %s at once", async (_, answer) => {
    const { client, calls } = await shop(answer);
    using pending = pendingTimers();
    const controller = new AbortController();
    let error: unknown;
    const call = client.createCheckout(ORDERED, { signal: controller.signal });
    call.catch((thrown: unknown) => (error = thrown));
    await vi.advanceTimersByTimeAsync(50);
    expect(error).toBeUndefined();
    expect(pending.count()).toBeGreaterThan(0);
    controller.abort(new Error("enough"));
    // No timer has to fire for it, and none is left that would keep the process alive.
    await vi.advanceTimersByTimeAsync(0);
    expect(error).toMatchObject({ code: "ABORTED", cause: { message: "enough" } });
    expect(pending.count()).toBe(0);
    expect(calls).toHaveLength(1);
  });

  it("prevents the request if it is aborted already", async () => {
    const { client, calls } = await shop(() => json(sample));
    const signal = AbortSignal.abort();
    await expect(client.createCheckout(ORDERED, { signal })).rejects.toMatchObject({
      code: "ABORTED",
    });
    expect(calls).toEqual([]);
  });
});

describe("credentials (§5.2)", () => {
  it("are sent to the endpoint in their headers, and not with discovery", async () => {
    const { fetch, calls, discoveries } = scripted(() => json(sample));
    const client = await connect({ fetch, apiKey: "key", bearer: "token" });
    await client.getCheckout({ id: "c" });
    const [{ headers } = { headers: new Headers() }] = calls;
    expect([headers.get("x-api-key"), headers.get("authorization")]).toEqual([
      "key",
      "Bearer token",
    ]);
    expect([...(discoveries[0]?.headers.keys() ?? [])]).toEqual(["accept"]);
  });

  it("are asked for once more where a token is refused", async () => {
    const refused = vi.fn();
    const bearer = ({ refused: old }: { readonly refused: string | undefined }): string => {
      refused(old);
      return old === undefined ? "old" : "new";
    };
    const { client, calls } = await shop(
      ({ headers }) =>
        headers.get("authorization") === "Bearer new" ? json(sample, 201) : json({}, 401),
      { bearer },
    );
    await client.createCheckout(ORDERED);
    expect(refused.mock.calls).toEqual([[undefined], ["old"]]);
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(calls).toHaveLength(2);
  });

  it("are not asked for in a circle", async () => {
    const bearer = vi.fn(({ refused }) => (refused === undefined ? "a" : "b"));
    const { client, calls } = await shop(() => json({}, 401), { bearer });
    await expect(client.getCheckout({ id: "c" })).rejects.toMatchObject({ code: "unauthorized" });
    expect(bearer).toHaveBeenCalledTimes(2);
    expect(calls).toHaveLength(2);
  });

  it("are refused, and never shown, if no header field can have them", async () => {
    const { fetch } = scripted(() => json(sample));
    const error = await connect({ fetch, apiKey: "secret\r\nX: 1" }).catch((each: unknown) => each);
    expect(error).toMatchObject({ code: "OPTIONS_INVALID" });
    expect(String(error)).not.toContain("secret");
  });
});
