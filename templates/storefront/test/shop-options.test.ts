/** What a shop can be opened with. */

import { mkdtempSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ProtocolError } from "@proto-gen/runtime/error";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { afterEach, describe, expect, it } from "vitest";
import { createClient, type Client } from "../src/generated/client.js";
import { createSandbox } from "../src/payment/sandbox.js";
import { ownProfile } from "../src/profile-at.js";
import { openShop, type Shop, type ShopOptions } from "../src/shop.js";
import { resource } from "./shop-of-test.js";

const PLATFORM = "https://agent.example/profile.json";
const DOWNLOAD = {
  line_items: [{ item: { id: "presets" }, quantity: 1 }],
  currency: "USD",
  buyer: { email: "ada@example.com" },
};

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(more: Partial<ShopOptions> = {}): Promise<Shop> {
  const shop = await openShop({
    isTrusted: () => true,
    port: 0,
    payments: createSandbox(),
    mailer: { send: async () => undefined },
    platforms: approvedPlatforms({ [PLATFORM]: ownProfile() }),
    ...more,
  });
  closing.push(() => shop.close());
  return shop;
}

async function clientOf({ url }: Shop): Promise<Client> {
  const options = { business: url, profile: PLATFORM, development: true, retries: 0 };
  const client = await createClient(options);
  closing.push(() => client.$close());
  return client as Client;
}

describe("a shop", () => {
  it("keeps checkouts in its directory, from one start to the next", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "storefront-"));
    closing.push(() => rmSync(directory, { recursive: true, force: true }));
    const shop = await open({ directory });
    const { id } = resource(await (await clientOf(shop)).createCheckout(DOWNLOAD));
    await closing.pop()?.();
    await closing.pop()?.();
    const again = await clientOf(await open({ directory }));
    expect(resource(await again.getCheckout({ id })).status).toBe("ready_for_complete");
  });

  it("has ids that nobody guesses, unless it is given others", async () => {
    const client = await clientOf(await open());
    expect(resource(await client.createCheckout(DOWNLOAD)).id).toMatch(/^checkout_[\w-]{32}$/);
    let count = 0;
    const counting = await clientOf(await open({ newId: (kind) => `${kind}-${(count += 1)}` }));
    expect(resource(await counting.createCheckout(DOWNLOAD)).id).toBe("checkout-1");
    expect(resource(await counting.createCart(DOWNLOAD)).id).toBe("cart-2");
  });

  it("has a buyer look over what costs as much as it is told", async () => {
    const client = await clientOf(await open({ reviewFrom: 2_900 }));
    const { status, messages } = resource(await client.createCheckout(DOWNLOAD));
    expect(status).toBe("requires_escalation");
    expect(messages).toMatchObject([{ code: "high_value_order" }]);
  });

  it("has something around its handlers, and pages beside its own", async () => {
    const paths: string[] = [];
    const shop = await open({
      around: (handlers) => ({
        ...handlers,
        getCheckout: () => Promise.reject(new ProtocolError("temporarily_unavailable")),
      }),
      pages(request) {
        const { pathname } = new URL(request.url);
        paths.push(pathname);
        const answer = { status: 204, headers: [], body: null };
        return pathname === "/more" ? { page: "more", answer: () => answer } : undefined;
      },
    });
    const client = await clientOf(shop);
    const { id } = resource(await client.createCheckout(DOWNLOAD));
    await expect(client.getCheckout({ id })).rejects.toMatchObject({
      code: "temporarily_unavailable",
    });
    expect(paths).toContain(`/proto/v1/checkout-sessions/${id}`);
    expect(paths).toContain("/.well-known/proto");
    expect((await fetch(`${shop.url}/more`)).status).toBe(204);
  });

  it("is called on its pages what it is told, and says its notice where an order is placed", async () => {
    const notice = "Nothing is charged.";
    const shop = await open({ title: "Teapots", notice, reviewFrom: 0 });
    const { id } = resource(await (await clientOf(shop)).createCheckout(DOWNLOAD));
    const textAt = async (at: string) => (await fetch(shop.url + at)).text();
    expect(await textAt("/")).toContain("<h1>Teapots</h1>");
    expect(await textAt(`/checkout-sessions/${id}`)).toContain(notice);
    const plain = await open();
    expect(await (await fetch(plain.url)).text()).toContain("<h1>The shop</h1>");
  });

  it("frees its port where it cannot be opened", async () => {
    const { url } = await open();
    const port = Number(new URL(url).port);
    await expect(open({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await closing.pop()?.();
    await expect(open({ port, profile: {} })).rejects.toThrow(TypeError);
    expect((await open({ port })).url).toBe(url);
  });
});

describe("a shop behind a proxy that ends TLS", () => {
  const base = "https://shop.example.com";

  async function status(shop: Shop, headers: Record<string, string> = {}): Promise<number> {
    return (await fetch(`${shop.listening}/`, { headers })).status;
  }

  it("shows nobody its status page: everyone has the proxy's address", async () => {
    expect(await status(await open())).toBe(200);
    expect(await status(await open({ base }))).toBe(404);
  });

  it("fetches nothing on its own machine for whoever asks", async () => {
    let asked = 0;
    const inner = createServer((_request, response) => {
      asked += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
    closing.push(() => void inner.close());
    const { port } = inner.address() as AddressInfo;
    const shop = await openShop({
      isTrusted: () => true,
      port: 0,
      base,
      payments: createSandbox(),
      mailer: { send: async () => undefined },
    });
    closing.push(() => shop.close());
    const response = await fetch(`${shop.listening}/proto/v1/carts/nothing`, {
      headers: {
        "Proto-Agent": `profile="http://127.0.0.1:${port}/internal"`,
        "Request-Id": "r1",
      },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_profile_url" });
    expect(asked).toBe(0);
  });
});

describe("a shop in development", () => {
  it("answers to names of this machine alone", async () => {
    const { port } = new URL((await open()).listening);
    const ask = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const path = "/.well-known/proto";
        get({ host: "127.0.0.1", port, path, headers: { Host: host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on("error", reject);
      });
    expect(await ask(`localhost:${port}`)).toBe(200);
    expect(await ask(`127.0.0.1:${port}`)).toBe(200);
    expect(await ask(`evil.example:${port}`)).toBe(403);
  });
});

describe("endpoints where pages are", () => {
  it("are called by platforms, and seen by people", async () => {
    const own = JSON.stringify(ownProfile());
    const profile = JSON.parse(own.replaceAll("/proto/v1", "")) as object;
    const shop = await open({ profile });
    const endpoint = `${shop.url}/checkout-sessions`;
    const headers = {
      "Proto-Agent": `profile="${PLATFORM}"`,
      "Request-Id": "r1",
      "Idempotency-Key": "k1",
      "Content-Type": "application/json",
    };
    const body = JSON.stringify(DOWNLOAD);
    const created = await fetch(endpoint, { method: "POST", headers, body });
    const { id } = (await created.json()) as { readonly id: string };
    const read = await fetch(`${endpoint}/${id}`, { headers });
    expect(await read.json()).toMatchObject({ id, status: "ready_for_complete" });
    const seen = await fetch(`${endpoint}/${id}`);
    expect(seen.headers.get("content-type")).toContain("text/html");
  });
});

describe("a mail server that hangs", () => {
  it("keeps no parcel from its way", async () => {
    const mailer = { send: () => new Promise<never>(() => undefined) };
    const pace = { shippedMs: 0, deliveredMs: 0 };
    const shop = await open({ mailer, pace });
    closing.pop();
    const client = await clientOf(shop);
    const { id } = resource(await client.createCheckout(DOWNLOAD));
    const credential = { type: "token", token: "tok_ok" };
    const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
    const { order } = resource(
      await client.completeCheckout({ id, payment: { instruments: [card] } }),
    );
    const eventsOf = async (): Promise<number> =>
      (await shop.orders.get(order?.id ?? ""))?.fulfillment.events?.length ?? 0;
    await expect.poll(eventsOf, { timeout: 5_000 }).toBeGreaterThan(0);
    const others = closing.splice(0);
    for (const close of others) await close();
    void shop.close();
  });
});
