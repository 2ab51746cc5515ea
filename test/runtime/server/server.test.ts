/** The server over REST (§4.1 to §4.3, §4.8, §7, §9): the sample business's checkout and cart. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import type { JsonObject } from "@proto-gen/runtime/json";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import type {
  CallContext,
  LogEntry,
  BusinessServer,
  ServerOptions,
} from "@proto-gen/runtime/server";
import type { Checkout } from "../../../generated/index.js";
import {
  checkout as sample,
  OLDER,
  ORDERED,
  PLAIN,
  profile,
  REST_ENDPOINT as ENDPOINT,
  sampleHandlers,
  sampleServer,
  WHOLE,
  type BusinessHandlers,
  outOfStock,
} from "../../support/sample-business.js";

let created: CallContext[];
let entries: LogEntry[];

function serverWith(
  own: Partial<BusinessHandlers> = {},
  more: Partial<ServerOptions> = {},
): BusinessServer {
  return sampleServer({ created, entries }, own, more);
}

interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  readonly agent?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

let calls = 0;

function ask(
  where: string,
  { method = "POST", body, agent = WHOLE, key, headers }: Ask = {},
): Request {
  calls++;
  return new Request(where.startsWith("https:") ? where : ENDPOINT + where, {
    method,
    headers: {
      "Proto-Agent": `profile="${agent}"`,
      "Request-Id": `request_${calls}`,
      "Idempotency-Key": key ?? `key_${calls}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

async function bodyOf(response: Response): Promise<JsonObject> {
  return (await response.json()) as JsonObject;
}

beforeEach(() => {
  created = [];
  entries = [];
});

describe("a call (§4.2)", () => {
  it("reaches its handler, typed, and is answered in an envelope (§2.2)", async () => {
    const response = await serverWith().fetch(ask("/checkout-sessions", { body: ORDERED }));
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/json");
    const body = await bodyOf(response);
    expect(body).toMatchObject({
      id: "checkout_1",
      proto: { status: "success", version: "2026-11-27" },
    });
    expect(Object.keys(body)[0]).toBe("proto");
    expect(created[0]).toMatchObject({
      operation: "create_checkout",
      platform: { profile: WHOLE },
    });
    expect(entries).toMatchObject([{ level: "info", status: 201, operation: "create_checkout" }]);
  });

  it.each<[string, string, Ask, number]>([
    ["get", "/checkout-sessions/checkout_1", { method: "GET" }, 200],
    ["update", "/checkout-sessions/checkout_1", { method: "PUT", body: ORDERED }, 200],
    ["cancel", "/checkout-sessions/checkout_1/cancel", {}, 200],
  ])("gives its handler the id from the path: %s", async (_, where, given, status) => {
    const response = await serverWith().fetch(ask(where, given));
    expect(response.status).toBe(status);
    expect(await bodyOf(response)).toMatchObject({ id: "checkout_1" });
  });

  it("sends buyers on where its handler does not say where to (§7.2)", async () => {
    const { messages } = outOfStock;
    const createCart = () => new BusinessOutcome(messages);
    const { line_items } = ORDERED;
    const asked = (): Request => ask("/carts", { body: { line_items } });
    const response = await serverWith({ createCart }).fetch(asked());
    expect(await bodyOf(response)).toMatchObject({
      continue_url: "https://business.example.com/shop",
    });
    const continueUrl = "https://shop.example/go-on";
    const told = await serverWith({ createCart }, { continueUrl }).fetch(asked());
    expect(await bodyOf(told)).toMatchObject({ continue_url: continueUrl });
    // In development there is no https to send them to.
    const local = await serverWith({ createCart }, { continueUrl: "http://127.0.0.1/" }).fetch(
      asked(),
    );
    expect(local.status).toBe(200);
    expect(await bodyOf(local)).not.toHaveProperty("continue_url");
  });

  it("says to the log what came of it: a status, an outcome's code, or that it came again", async () => {
    const server = serverWith();
    const { line_items } = ORDERED;
    const asked = [
      ask("/checkout-sessions", { body: ORDERED, key: "twice" }),
      ask("/checkout-sessions", { body: ORDERED, key: "twice" }),
      ask("/carts", { body: { line_items } }),
      ask("/checkout-sessions", { body: {} }),
    ];
    for (const each of asked) await server.fetch(each);
    expect(entries.map(({ outcome }) => outcome)).toEqual([
      sample.status,
      "replayed",
      "out_of_stock",
      undefined,
    ]);
  });

  it("is answered where the log fails", async () => {
    const log = (): never => {
      throw new Error("the disk is full");
    };
    const response = await serverWith({}, { log }).fetch(
      ask("/checkout-sessions", { body: ORDERED }),
    );
    expect(response.status).toBe(201);
  });

  it("answers a business outcome with 200 and an error envelope (§7)", async () => {
    const { line_items } = ORDERED;
    const response = await serverWith().fetch(ask("/carts", { body: { line_items } }));
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toMatchObject({
      proto: { status: "error" },
      messages: [{ code: "out_of_stock" }],
      continue_url: "https://business.example.com/",
    });
  });
});

describe("platforms (§9)", () => {
  it("see their own subset, interleaved on one server", async () => {
    const server = serverWith();
    for (const agent of [WHOLE, PLAIN, WHOLE, PLAIN]) {
      const response = await server.fetch(ask("/checkout-sessions", { body: ORDERED, agent }));
      expect(response.status).toBe(201);
      const body = await bodyOf(response);
      expect("fulfillment" in body).toBe(agent === WHOLE);
    }
  });

  it("get a negotiation failure, and no checkout, if they lack the root (DESIGN §12)", async () => {
    const response = await serverWith().fetch(
      ask("/checkout-sessions", { body: ORDERED, agent: OLDER }),
    );
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toMatchObject({
      proto: { status: "error" },
      status: "requires_escalation",
      messages: [{ code: "version_unsupported", severity: "requires_buyer_input" }],
      continue_url: "https://business.example.com/shop",
    });
    expect(created).toEqual([]);
  });
});

describe("idempotency (§4.8)", () => {
  it("has one effect and one answer for 200 calls at once with one key", async () => {
    const server = serverWith({
      async createCheckout(_request, context) {
        created.push(context);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { ...sample, id: `checkout_${created.length}` };
      },
    });
    const once = (): Promise<Response> =>
      server.fetch(ask("/checkout-sessions", { body: ORDERED, key: "one" }));
    const answers = await Promise.all(Array.from({ length: 200 }, once));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(created.length).toBe(1);
  });

  it.each<[string, string, string, object | undefined, object | undefined]>([
    ["percent-encoding of what needs none", "/a~b/cancel", "/a%7Eb/cancel", {}, {}],
    ["hexadecimal digits in the other case", "/a%2Fb/cancel", "/a%2fb/cancel", {}, {}],
    ["a character of paths, encoded", "/a:b@c/cancel", "/a%3Ab%40c/cancel", {}, {}],
    ["the query, encoded otherwise", "/c/cancel?a=~%2F", "/c/cancel?a=%7e%2f", {}, {}],
    ["no body, where an empty object says the same", "/c/cancel", "/c/cancel", undefined, {}],
    ["an empty object, where no body says the same", "/c/cancel", "/c/cancel", {}, undefined],
  ])("takes for the same parameters: %s", async (_what, first, second, body, other) => {
    const cancelCheckout = vi.fn(() => sample);
    const server = serverWith({ cancelCheckout });
    const call = async (path: string, sent: object | undefined) => {
      const more = sent === undefined ? {} : { body: sent };
      const response = await server.fetch(ask(`/checkout-sessions${path}`, { ...more, key: "k" }));
      return [response.status, await response.text()];
    };
    expect(await call(first, body)).toEqual([200, expect.any(String)]);
    expect(await call(second, other)).toEqual(await call(first, body));
    expect(cancelCheckout).toHaveBeenCalledTimes(1);
    for (const different of ["/another/cancel", `${first.split("?")[0]}?b=1`])
      expect((await call(different, body))[0]).toBe(409);
  });

  it("refuses a key with another body (409), and keeps clients apart", async () => {
    const server = serverWith();
    const first = await server.fetch(ask("/checkout-sessions", { body: ORDERED, key: "k" }));
    expect(first.status).toBe(201);
    const other = { ...ORDERED, currency: "EUR" };
    const second = await server.fetch(ask("/checkout-sessions", { body: other, key: "k" }));
    expect(second.status).toBe(409);
    expect(await bodyOf(second)).toMatchObject({ code: "idempotency_key_reused" });
    const third = await server.fetch(
      ask("/checkout-sessions", { body: other, key: "k", agent: PLAIN }),
    );
    expect(third.status).toBe(201);
    const headers = { Authorization: "Bearer another" };
    const fourth = await server.fetch(
      ask("/checkout-sessions", { body: other, key: "k", headers }),
    );
    expect(fourth.status).toBe(201);
  });

  it("stores nothing of a request that is not valid, and keeps what a handler broke", async () => {
    const createCheckout = vi.fn().mockRejectedValue(new Error("the database is on fire"));
    const server = serverWith({ createCheckout });
    const bad = await server.fetch(
      ask("/checkout-sessions", { body: { currency: "USD" }, key: "k" }),
    );
    expect(bad.status).toBe(400);
    for (const _ of [1, 2]) {
      const response = await server.fetch(ask("/checkout-sessions", { body: ORDERED, key: "k" }));
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain("fire");
    }
    expect(createCheckout).toHaveBeenCalledTimes(1);
  });

  it("tells a handler that another attempt has taken over, and the systems behind it which is the later", async () => {
    const store = createMemoryStorage();
    const leaseMs = 30;
    const attempts: CallContext[] = [];
    let end = (): void => undefined;
    const silent = new Promise<void>((resolve) => (end = resolve));
    const createCheckout = async (_request: unknown, context: CallContext) => {
      attempts.push(context);
      if (attempts.length === 1) await silent;
      return sample;
    };
    const late = () => Date.now() + 60_000;
    const [one, other] = [{ leaseMs }, { leaseMs, now: late }].map((idempotency) =>
      serverWith({ createCheckout }, { store, idempotency }),
    ) as [BusinessServer, BusinessServer];
    const call = () => ask("/checkout-sessions", { body: ORDERED, key: "k" });
    const first = one.fetch(call());
    await vi.waitFor(() => expect(attempts).toHaveLength(1));
    const signals = [attempts[0]!.signal];
    expect(signals[0]!.aborted).toBe(false);
    expect((await other.fetch(call())).status).toBe(201);
    await vi.waitFor(() => expect(signals[0]!.aborted).toBe(true));
    end();
    expect((await first).status).toBe(409);
    const [before = NaN, after = NaN] = attempts.map(({ fencingToken }) => fencingToken);
    expect(after).toBeGreaterThan(before);
    expect(attempts[1]!.callId).toBe(attempts[0]!.callId);
    expect(attempts[1]!.signal.aborted).toBe(false);
  });

  it("gives no fencing token to a call that changes nothing", async () => {
    const contexts: CallContext[] = [];
    const server = serverWith({
      getCheckout: (_request, context) => {
        contexts.push(context);
        return sample;
      },
    });
    const response = await server.fetch(ask("/checkout-sessions/checkout_1", { method: "GET" }));
    expect([response.status, contexts[0]?.fencingToken]).toEqual([200, undefined]);
  });

  it("has no effect where the store is down (503)", async () => {
    const store = createMemoryStorage();
    await store.close();
    const server = serverWith({}, { store });
    const response = await server.fetch(ask("/checkout-sessions", { body: ORDERED }));
    expect(response.status).toBe(503);
    expect(created).toEqual([]);
  });
});

describe("bad input never gives a stack trace, a hang or a 500 (§7)", () => {
  const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  it.each<[string, string, Ask, number, string]>([
    ["malformed JSON", "/checkout-sessions", { body: "{" }, 400, "invalid_request"],
    ["duplicate keys", "/checkout-sessions", { body: '{"a":1,"a":2}' }, 400, "invalid_request"],
    ["depth 10,000", "/checkout-sessions", { body: deep }, 400, "invalid_request"],
    [
      "a missing member",
      "/checkout-sessions",
      { body: { currency: "USD" } },
      400,
      "invalid_request",
    ],
    ["no body", "/checkout-sessions", {}, 400, "invalid_request"],
    [
      "an amount beyond 2^53",
      "/checkout-sessions",
      { body: JSON.stringify(ORDERED).replace('"quantity":1', '"quantity":9007199254740993') },
      400,
      "invalid_request",
    ],
    [
      "a missing header",
      "/checkout-sessions",
      { body: ORDERED, headers: { "Request-Id": "" } },
      400,
      "invalid_request",
    ],
    [
      "no agent",
      "/checkout-sessions",
      { body: ORDERED, headers: { "Proto-Agent": "" } },
      400,
      "invalid_request",
    ],
    [
      "another content type",
      "/checkout-sessions",
      { body: ORDERED, headers: { "Content-Type": "text/plain" } },
      415,
      "unsupported_media_type",
    ],
    ["an unknown path", "/nowhere", { body: ORDERED }, 404, "not_found"],
    ["a path beside the endpoint", "https://business.example.com/x", {}, 404, "not_found"],
    ["another method", "/checkout-sessions", { method: "DELETE" }, 405, "method_not_allowed"],
    ["an unknown id", "/checkout-sessions/none", { method: "GET" }, 404, "not_found"],
    [
      "an agent that is no dictionary",
      "/checkout-sessions",
      { body: ORDERED, headers: { "Proto-Agent": '"' } },
      400,
      "invalid_profile_url",
    ],
    [
      "an agent over http",
      "/checkout-sessions",
      { body: ORDERED, agent: "http://agent.example/" },
      400,
      "invalid_profile_url",
    ],
    [
      "an unknown platform",
      "/checkout-sessions",
      { body: ORDERED, agent: "https://nobody.example/" },
      424,
      "profile_unreachable",
    ],
    [
      "headers of 100 kB",
      "/checkout-sessions",
      { body: ORDERED, headers: { "X-Long": "a".repeat(100_000) } },
      431,
      "headers_too_large",
    ],
  ])("%s", async (_, where, given, status, code) => {
    const response = await serverWith().fetch(ask(where, given));
    expect(response.status).toBe(status);
    expect(await bodyOf(response)).toEqual({ code, content: expect.any(String) });
  });
});

describe("a handler's answer", () => {
  it("is a 500 if it breaks the schema, and the issue is in the log, not in the response", async () => {
    const wrong = { ...sample, currency: 1 } as unknown as Checkout;
    const server = serverWith({ createCheckout: () => wrong });
    const response = await server.fetch(ask("/checkout-sessions", { body: ORDERED }));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("currency");
    expect(String(entries.find(({ level }) => level === "error")?.cause)).toContain("$.currency");
  });

  it("has a currency that is not empty (§2.4, §2.7)", async () => {
    const empty = { ...sample, currency: "" } as unknown as Checkout;
    const server = serverWith({ getCheckout: () => empty, getCart: () => empty as never });
    for (const path of ["/checkout-sessions/chk_1", "/carts/cart_1"]) {
      entries.length = 0;
      expect((await server.fetch(ask(path, { method: "GET" }))).status).toBe(500);
      expect(String(entries[0]?.cause)).toContain("$.currency must not be empty");
    }
  });

  it("never has credentials (§2.5)", async () => {
    const instruments = [
      { id: "1", handler_id: "h", type: "card", credential: { token: "secret" } },
    ];
    const server = serverWith({
      createCheckout: () =>
        ({ ...sample, payment: { ...sample.payment, instruments } }) as unknown as Checkout,
    });
    const response = await server.fetch(ask("/checkout-sessions", { body: ORDERED }));
    expect(response.status).toBe(201);
    expect(await response.text()).not.toContain("secret");
  });
});

it("publishes the profile, with an entity tag (§4.1)", async () => {
  const server = serverWith();
  const url = "https://business.example.com/.well-known/proto";
  const response = await server.fetch(new Request(url));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(profile);
  const etag = response.headers.get("etag") ?? "";
  const again = await server.fetch(new Request(url, { headers: { "If-None-Match": etag } }));
  expect(again.status).toBe(304);
});

it("needs a handler for every operation", () => {
  const { getCart: _, ...others } = sampleHandlers({ created });
  expect(() => serverWith({ ...others, getCart: undefined as never })).toThrow(
    /no handler getCart/,
  );
});

describe("a call of the business's own", () => {
  it("sees what the platform has agreed to, and presents what it would get", async () => {
    const server = serverWith();
    await server.fetch(ask("/checkout-sessions", { body: ORDERED, agent: PLAIN }));
    const [{ platform }] = created as [CallContext];
    const context = server.contextFor("update_checkout", platform);
    expect(context).toMatchObject({ operation: "update_checkout", platform });
    expect(context.signal.aborted).toBe(false);
    const { proto: _, ...resource } = sample;
    const presented = context.present(resource);
    expect(presented).toMatchObject({ proto: { status: "success" }, id: sample.id });
    expect(resource).toHaveProperty("fulfillment");
    expect(presented).not.toHaveProperty("fulfillment");
    expect(() => context.present({ ...resource, currency: 7 })).toThrow("$.currency");
    expect(() => server.contextFor("no_such_operation", platform)).toThrow("no_such_operation");
  });
});
