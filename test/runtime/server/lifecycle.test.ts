/** What a server says of itself to load balancers and container platforms, and how it ends. */

import { createServer as createListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@proto-gen/runtime/node";
import type { BusinessServer } from "@proto-gen/runtime/server";
import { createMemoryStorage, StorageError, type Storage } from "@proto-gen/runtime/storage";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  checkout,
  createOverRest,
  MCP_ENDPOINT,
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
  type Witness,
} from "../../support/sample-business.js";

const HOST = new URL(REST_ENDPOINT).origin;
const AGENT = { "Proto-Agent": `profile="${WHOLE}"` };

afterEach(() => void vi.useRealTimers());

async function asked(server: BusinessServer, path: string, method = "GET"): Promise<unknown[]> {
  const response = await server.fetch(new Request(`${HOST}${path}`, { method }));
  const body = method === "HEAD" ? undefined : await response.json();
  return [response.status, body];
}

/** A storage that fails, or does not answer at all, from when it is told to. */
function switched(): { store: Storage; state: "up" | "down" | "silent"; reads: number } {
  const memory = createMemoryStorage();
  const switchable = {
    state: "up" as "up" | "down" | "silent",
    reads: 0,
    store: {
      ...memory,
      async get(keys) {
        switchable.reads += 1;
        if (switchable.state === "silent") return new Promise<never>(() => undefined);
        if (switchable.state === "down") throw new StorageError("down");
        return memory.get(keys);
      },
    } as Storage,
  };
  return switchable;
}

describe("a server", () => {
  it("says that it is alive, and ready, at paths that no other answers", async () => {
    const witness: Witness = { created: [], entries: [] };
    const server = sampleServer(witness);
    expect(await asked(server, "/healthz")).toEqual([200, { status: "alive" }]);
    expect(await asked(server, "/readyz?verbose")).toEqual([200, { status: "ready" }]);
    expect((await asked(server, "/readyz", "HEAD"))[0]).toBe(200);
    expect(await server.readiness()).toBe("ready");
    expect((await asked(server, "/healthz/more"))[0]).toBe(404);
    expect((await asked(server, "/healthz", "POST"))[0]).toBe(405);
  });

  it("does not count or log probes, unless they fail", async () => {
    const witness: Witness = { created: [], entries: [] };
    const counted: unknown[] = [];
    const storage = switched();
    const server = sampleServer(
      witness,
      {},
      { store: storage.store, rateLimit: (call) => void counted.push(call) },
    );
    for (const path of ["/healthz", "/readyz"]) await asked(server, path);
    expect([witness.entries, counted]).toEqual([[], []]);
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ["Date"] });
    storage.state = "down";
    await asked(server, "/readyz");
    expect(witness.entries).toMatchObject([{ status: 503, path: "/readyz", level: "error" }]);
    expect(counted).toEqual([]);
  });

  it("has no such paths where they are left out", async () => {
    const server = sampleServer({ created: [], entries: [] }, {}, { health: false });
    expect((await asked(server, "/healthz"))[0]).toBe(404);
    expect(await server.readiness()).toBe("ready");
  });

  it.each(["down", "silent"] as const)(
    "is not ready while the storage is %s, which it asks once a second",
    async (state) => {
      vi.useFakeTimers();
      const storage = switched();
      const server = sampleServer({ created: [], entries: [] }, {}, { store: storage.store });
      storage.state = state;
      const answers = Promise.all(Array.from({ length: 20 }, () => asked(server, "/readyz")));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(new Set((await answers).map(String))).toEqual(new Set(["503,[object Object]"]));
      expect(storage.reads).toBe(1);
      expect(await asked(server, "/healthz")).toEqual([200, { status: "alive" }]);
      storage.state = "up";
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await asked(server, "/readyz")).toEqual([200, { status: "ready" }]);
    },
  );
});

describe("a server that stops", () => {
  it("finishes what is in flight, and has other calls come again, over REST and MCP", async () => {
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const server = sampleServer(
      { created: [], entries: [] },
      {
        async createCheckout() {
          await slow;
          return { ...checkout, id: "checkout_1" };
        },
      },
    );
    const inFlight = createOverRest(server, "key_1");
    await new Promise((resolve) => setTimeout(resolve, 10));
    const stopping = server.stop();
    expect(await asked(server, "/readyz")).toEqual([503, { status: "stopping" }]);
    expect((await asked(server, "/healthz"))[0]).toBe(200);
    expect((await asked(server, "/.well-known/proto"))[0]).toBe(200);
    const read = new Request(`${REST_ENDPOINT}/checkout-sessions/checkout_1`, { headers: AGENT });
    const refused = await server.fetch(read);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    const call = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const overMcp = await server.fetch(
      new Request(MCP_ENDPOINT, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(call),
      }),
    );
    expect([overMcp.status, overMcp.headers.get("retry-after")]).toEqual([503, "1"]);
    finish();
    expect((await inFlight).status).toBe(201);
    expect(await stopping).toBe(true);
    expect(await server.stop()).toBe(true);
  });

  it("takes calls for a while, for a load balancer that has not looked yet", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const server = sampleServer({ created: [], entries: [] });
    const stopping = server.stop({ delayMs: 5_000 });
    expect(await server.readiness()).toBe("stopping");
    expect((await createOverRest(server, "key_1")).status).toBe(201);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await stopping).toBe(true);
    expect((await createOverRest(server, "key_2")).status).toBe(503);
  });

  it("does not wait longer than it is told to", async () => {
    const server = sampleServer(
      { created: [], entries: [] },
      { createCheckout: () => new Promise(() => undefined) },
    );
    void createOverRest(server, "key_1");
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await server.stop({ timeoutMs: 5 })).toBe(false);
  });

  it("answers what is in flight before a listener of the app's own is closed", async () => {
    let begun = (): void => undefined;
    const isIn = new Promise<void>((resolve) => (begun = resolve));
    const server = sampleServer(
      { created: [], entries: [] },
      {
        async createCheckout() {
          begun();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return { ...checkout, id: "checkout_1" };
        },
      },
    );
    const listener = createListener(toNodeHandler(server)).listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const overSocket = {
      fetch: (request: Request) => {
        const url = new URL(request.url);
        return fetch(new Request(`http://127.0.0.1:${port}${url.pathname}`, request));
      },
    };
    const answer = createOverRest(overSocket as never, "key_1");
    await isIn;
    expect(await server.stop()).toBe(true);
    const closed = once(listener, "close");
    listener.close();
    expect((await answer).status).toBe(201);
    listener.closeAllConnections();
    await closed;
  });
});
