/** How often, how long, and where: what a server's options say of calls (§7, §2.1.1). */

import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { LogEntry } from "@proto-gen/runtime/server";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import {
  checkout,
  MCP_ENDPOINT,
  ORDERED,
  profile,
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
  type Witness,
} from "../../support/sample-business.js";

function witness(): Witness {
  return { created: [], entries: [] };
}

function create(key: string, more: Record<string, string> = {}, url = REST_ENDPOINT): Request {
  return new Request(`${url}/checkout-sessions`, {
    method: "POST",
    headers: {
      "Proto-Agent": `profile="${WHOLE}"`,
      "Request-Id": "request_1",
      "Idempotency-Key": key,
      "Content-Type": "application/json",
      ...more,
    },
    body: JSON.stringify(ORDERED),
  });
}

describe("a rate limit", () => {
  it("is a 429 that says when to come again, before anything is done", async () => {
    const seen = witness();
    const get = vi.fn();
    const rateLimit = vi.fn().mockResolvedValueOnce(2.1).mockResolvedValueOnce(undefined);
    const server = sampleServer(seen, {}, { rateLimit, platforms: { get } });
    const response = await server.fetch(create("one"));
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("3");
    expect(await response.json()).toMatchObject({ code: "rate_limited" });
    expect(rateLimit).toHaveBeenCalledWith({
      operation: "create_checkout",
      profile: WHOLE,
      remoteAddress: undefined,
    });
    expect(get).not.toHaveBeenCalled();
    expect(seen.entries).toMatchObject([{ level: "info", status: 429, code: "rate_limited" }]);
  });

  it.each([true, "5", {}])("lets nobody through where the hook gives %j", async (wait) => {
    const rateLimit = (): number => wait as unknown as number;
    const response = await sampleServer(witness(), {}, { rateLimit }).fetch(create("one"));
    expect(response.status).toBe(500);
  });

  it.each([Number.NaN, Infinity, -3])(
    "says when to come again where the hook gives %s",
    async (wait) => {
      const server = sampleServer(witness(), {}, { rateLimit: () => wait });
      const response = await server.fetch(create("one"));
      expect(response.status).toBe(429);
      expect(response.headers.get("retry-after")).toBe("1");
    },
  );

  it("bounds headers and bodies each by itself", async () => {
    const server = sampleServer(witness(), {}, { limits: { headerBytes: 100 } });
    expect((await server.fetch(create("one"))).status).toBe(431);
    const roomy = sampleServer(witness(), {}, { limits: { maxBytes: 100 } });
    expect((await roomy.fetch(create("one"))).status).not.toBe(431);
  });

  it("lets others through", async () => {
    const server = sampleServer(witness(), {}, { rateLimit: () => undefined });
    expect((await server.fetch(create("one"))).status).toBe(201);
  });

  it("is an error over MCP, too", async () => {
    const server = sampleServer(witness(), {}, { rateLimit: () => 1 });
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "create_checkout",
        arguments: { meta: { "proto-agent": { profile: WHOLE } }, checkout: ORDERED },
      },
    };
    const response = await server.fetch(
      new Request(MCP_ENDPOINT, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(call),
      }),
    );
    expect(await response.text()).toContain('"code":"rate_limited"');
  });
});

describe("a handler that takes too long", () => {
  it("is a 503; what it does in the end answers the same key", async () => {
    const seen = witness();
    let calls = 0;
    let aborted: unknown;
    const server = sampleServer(
      seen,
      {
        async createCheckout(_request, { signal }) {
          calls++;
          signal.addEventListener("abort", () => (aborted = signal.reason));
          await new Promise((resolve) => setTimeout(resolve, 150));
          return { ...checkout, id: "late" };
        },
      },
      { limits: { handlerMs: 40 } },
    );
    const first = await server.fetch(create("one"));
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await first.json()).toMatchObject({ code: "temporarily_unavailable" });
    expect(aborted).toMatchObject({ code: "temporarily_unavailable" });
    expect(seen.entries[0]).toMatchObject({ level: "error", status: 503 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const second = await server.fetch(create("one"));
    expect(second.status).toBe(201);
    expect(await second.json()).toMatchObject({ id: "late" });
    expect(calls).toBe(1);
  });

  it.each(["whose time is over", "whose caller has gone"])(
    "asks no storage more for a duplicate %s, which waited for it",
    async (duplicate) => {
      const memory = createMemoryStorage();
      const get = vi.fn(memory.get);
      const store: Storage = { ...memory, get: (keys) => get(keys) as never };
      let finish = (): void => undefined;
      const work = new Promise<typeof checkout>((resolve) => {
        finish = () => resolve({ ...checkout, id: "late" });
      });
      const isOver = duplicate === "whose time is over";
      const limits = { handlerMs: isOver ? 150 : 30_000 };
      const handlers = { createCheckout: () => work };
      const server = sampleServer(witness(), handlers, { store, limits });
      const controller = new AbortController();
      const { signal } = controller;
      const first = server.fetch(create("one"));
      const second = server.fetch(new Request(create("one"), { signal }));
      await vi.waitFor(() => expect(get.mock.calls.length).toBeGreaterThan(1));
      if (!isOver) controller.abort();
      const { status, headers } = await second;
      expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
      // It may have asked just before it heard of its end.
      await pause(150);
      get.mockClear();
      await pause(300);
      expect(get).not.toHaveBeenCalled();
      finish();
      await first;
      const third = await server.fetch(create("one"));
      expect([third.status, await third.json()]).toMatchObject([201, { id: "late" }]);
    },
  );

  it("learns from its signal that the caller has gone", async () => {
    let reason: unknown;
    const controller = new AbortController();
    const server = sampleServer(witness(), {
      createCheckout: (_request, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => {
            reason = signal.reason;
            resolve(checkout);
          }),
        ),
    });
    const answer = server.fetch(new Request(create("one"), { signal: controller.signal }));
    setTimeout(() => controller.abort("gone"), 20);
    await answer;
    expect(reason).toBe("gone");
  });
});

describe("the log", () => {
  it("has one entry a request, and never a credential, a key or a body", async () => {
    const seen = witness();
    const secrets = { Authorization: "Bearer secret_token", "X-API-Key": "secret_key" };
    const failing = sampleServer(seen, {
      createCheckout: () => Promise.reject(new Error("the database is on fire")),
    });
    await failing.fetch(create("secret_idempotency", secrets));
    await failing.fetch(create("secret_idempotency", secrets));
    await sampleServer(seen).fetch(create("secret_idempotency", secrets));
    expect(seen.entries.map(({ level, status }) => [level, status])).toEqual([
      ["error", 500],
      ["error", 500],
      ["info", 201],
    ]);
    const [first] = seen.entries as [LogEntry];
    expect(first).toMatchObject({ operation: "create_checkout", requestId: "request_1" });
    expect(String(first.cause)).toContain("on fire");
    const text = JSON.stringify(seen.entries, (_, value: unknown) =>
      value instanceof Error ? value.stack : value,
    );
    expect(text).not.toMatch(/secret|item_1/);
  });
});

it("serves where the profile that it publishes says, not where its code was generated for", async () => {
  const text = JSON.stringify(profile).replaceAll(
    "https://business.example.com/proto",
    "https://staging.example.com/shop",
  );
  const server = sampleServer(witness(), {}, { profile: JSON.parse(text) as object });
  const moved = await server.fetch(create("one", {}, "https://staging.example.com/shop/v1"));
  expect(moved.status).toBe(201);
  expect((await server.fetch(create("two"))).status).toBe(404);
});
