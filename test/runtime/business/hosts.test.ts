/** Several businesses in one process, each at its own host: nothing of one is another's, and none suffers from another. */

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { jwsMandates } from "@proto-gen/runtime/jose";
import { serveNode, type NodeServer } from "@proto-gen/runtime/node";
import {
  approvedPlatforms,
  createRateLimiter,
  routeByHost,
  type LogEntry,
} from "@proto-gen/runtime/server";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { Declined, type PaymentProvider } from "@proto-gen/runtime/commerce";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBusiness } from "../../../generated/business.js";
import { newOrder, totalsOf } from "../../../generated/commerce.js";
import { localhostCertificate } from "../../../templates/mock/certificate.js";
import { profile as platformProfile, readData } from "../../support/sample-business.js";

const NAMES = ["books", "bikes", "bread"] as const;
type Name = (typeof NAMES)[number];

const PLATFORM = "https://agent.example/.well-known/proto";
/** Calls of one caller that the business takes at once. */
const LIMIT = 20;

/** Nothing is bought here. */
const PAYMENTS: PaymentProvider<object> = {
  authorize: () => Promise.reject(new Error("nothing is paid")),
  void: () => Promise.reject(new Error("nothing is paid")),
  refund: () => Promise.reject(new Error("nothing is paid")),
  find: async () => undefined,
};

interface Opened {
  readonly url: string;
  readonly storage: Storage;
  readonly log: LogEntry[];
  readonly business: Awaited<ReturnType<typeof open>>;
}

function open(name: Name, url: string, storage: Storage, log: LogEntry[]) {
  const price = 100 * (NAMES.indexOf(name) + 1);
  const rate = { perSecond: 0.001, burst: LIMIT };
  const rateLimit = createRateLimiter({ anonymous: rate, principal: rate, address: false });
  return createBusiness({
    ...{ profile: readData("profile.json"), url, storage },
    payments: PAYMENTS,
    mandates: jwsMandates(),
    fetch: () => Promise.reject(new Error("nothing is fetched")),
    post: () => Promise.reject(new Error("nothing is sent")),
    platforms: approvedPlatforms({ [PLATFORM]: platformProfile }),
    server: {
      log: (entry) => void log.push(entry),
      // The flooded one alone has a limit that a test can reach.
      ...(name === "books" ? { rateLimit } : {}),
    },
    checkouts: {
      evaluate({ line_items }) {
        const lines = line_items.map(({ item, quantity }, index) => ({
          id: `line_${index + 1}`,
          item: { id: item.id, title: `${name}: ${item.id}`, price },
          quantity,
          totals: totalsOf({ subtotal: price * quantity }),
        }));
        const subtotal = lines.reduce((sum, { quantity }) => sum + price * quantity, 0);
        return { line_items: lines, totals: totalsOf({ subtotal }), links: [] };
      },
      trustedUi: () => true,
      paymentOf: () => ({ token: "tok_ok" }),
      orderOf: (checkout) => newOrder(checkout, { id: checkout.id, permalinkUrl: `${url}/orders` }),
    },
    carts: { evaluate: () => new Declined([]) },
    handlers: {
      searchCatalog: () => ({ products: [] }),
      lookupCatalog: () => ({ products: [] }),
    },
  });
}

let listener: NodeServer;
const opened = new Map<Name, Opened>();
const at = (name: Name): Opened => opened.get(name)!;

beforeAll(async () => {
  const servers: Record<string, Opened["business"]> = {};
  // The port is known once something listens.
  const late = {
    answer: (...message: Parameters<ReturnType<typeof routeByHost>["answer"]>) =>
      hosts.answer(...message),
  };
  listener = await serveNode(late, {
    port: 0,
    host: "127.0.0.1",
    tls: await localhostCertificate(undefined),
  });
  for (const name of NAMES) {
    const host = `${name}.example:${listener.port}`;
    const [url, storage, log] = [`https://${host}`, createMemoryStorage(), [] as LogEntry[]];
    const business = await open(name, url, storage, log);
    servers[host] = business;
    opened.set(name, { url, storage, log, business });
  }
  const hosts = routeByHost(servers);
});

afterAll(async () => {
  await listener.close({ timeoutMs: 0 });
  for (const { business } of opened.values()) await business.close();
});

interface Told {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly ms: number;
}

/** Over a socket, as a proxy passes it on: the host is a header. */
async function call(host: string, path: string, body?: object, key = "key"): Promise<Told> {
  const began = performance.now();
  const sent = httpsRequest({
    rejectUnauthorized: false,
    ...{ host: "127.0.0.1", port: listener.port, path },
    method: body === undefined ? "GET" : "POST",
    headers: {
      host,
      "proto-agent": `profile="${PLATFORM}"`,
      "request-id": "1",
      ...(body === undefined
        ? {}
        : {
            "content-type": "application/json",
            "idempotency-key": key,
          }),
    },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  const { statusCode: status = 0 } = response;
  return { status, body: JSON.parse(text) as Told["body"], ms: performance.now() - began };
}

const hostOf = (name: Name): string => new URL(at(name).url).host;
const CHECKOUT = { currency: "USD", line_items: [{ item: { id: "one" }, quantity: 1 }] };
const create = (name: Name, key?: string) =>
  call(hostOf(name), "/proto/v1/checkout-sessions", CHECKOUT, key);

describe("three businesses behind one listener", () => {
  it("publish their own addresses and keys", async () => {
    const profiles = await Promise.all(
      NAMES.map((name) => call(hostOf(name), "/.well-known/proto")),
    );
    const kids = profiles.flatMap(({ body }) =>
      (body["signing_keys"] as readonly { readonly kid: string }[]).map(({ kid }) => kid),
    );
    expect(new Set(kids).size).toBe(kids.length);
    profiles.forEach(({ body }, index) => {
      const own = at(NAMES[index]!).url;
      const text = JSON.stringify(body);
      expect(text).toContain(`"endpoint":"${own}/proto/v1"`);
      for (const { url } of opened.values()) expect(text.includes(url)).toBe(url === own);
    });
  });

  it("take one key of one platform as a call each, and keep what they made to themselves", async () => {
    const made = await Promise.all(NAMES.map((name) => create(name, "the-same-key")));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const totals = made.map(({ body }) => (body["totals"] as { amount: number }[]).at(-1)?.amount);
    expect(totals).toEqual([100, 200, 300]);
    const id = made[0]?.body["id"] as string;
    const path = `/proto/v1/checkout-sessions/${id}`;
    const found = await Promise.all(NAMES.map((name) => call(hostOf(name), path)));
    expect(found.map(({ status }) => status)).toEqual([200, 404, 404]);
    const again = await create("bikes", "the-same-key");
    expect(again.body["id"]).toBe(made[1]?.body["id"]);
  });

  it("are not called for a host that is none of theirs, except by load balancers", async () => {
    const before = NAMES.map((name) => at(name).log.length);
    for (const host of ["127.0.0.1", "evil.example", `books.example.evil.test`, "books.example"]) {
      expect(await call(host, "/.well-known/proto")).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
      expect((await call(host, "/healthz")).body).toEqual({ status: "alive" });
      expect(await call(host, "/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
    }
    expect(NAMES.map((name) => at(name).log.length)).toEqual(before);
  });

  it("answer as before while one of them is flooded", async () => {
    const keys = (of: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${of}${at}`);
    const flood = keys("flood", 400).map((key) => create("books", key));
    const others = await Promise.all(
      keys("calm", 20).flatMap((key) => [create("bikes", key), create("bread", key)]),
    );
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
    const flooded = await Promise.all(flood);
    const taken = flooded.filter(({ status }) => status === 201).length;
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(LIMIT);
    expect(flooded.filter(({ status }) => status === 429)).toHaveLength(400 - taken);
    const stored = await at("bikes").storage.scan("checkout", { limit: 1_000 });
    expect(stored.length).toBeGreaterThanOrEqual(20);
    const logged = at("bread").log.map(({ status }) => status);
    expect(logged).not.toContain(429);
  });

  it("are ready only together, and stop together", async () => {
    const ready = routeByHost({ "a.example": at("bikes").business, "b.example": failing() });
    expect(await ready.readiness()).toBe("storage_unavailable");
    const response = await ready.fetch(new Request("https://10.0.0.1/readyz"));
    expect(response.status).toBe(503);
    const both = routeByHost({ "a.example": at("bread").business, "b.example": failing() });
    expect(await both.stop({ timeoutMs: 1 })).toBe(false);
    expect((await create("bread")).status).toBe(503);
    expect((await create("bikes", "after")).status).toBe(201);
  });
});

/** A server whose storage is down, and that does not stop in time. */
function failing(): ReturnType<typeof routeByHost> {
  return {
    ...at("bikes").business,
    readiness: async () => "storage_unavailable",
    stop: async () => false,
  };
}

describe("a host", () => {
  it.each(["", "a b", "shop.example/path", "user@shop.example", "https://shop.example", "[::1"])(
    "is not %j",
    (host) => {
      expect(() => routeByHost({ [host]: at("bikes").business })).toThrow("is not a host");
    },
  );

  it("is known in any case, and with its port", async () => {
    const hosts = routeByHost({ "Shop.Example": at("bikes").business });
    const found = await hosts.fetch(new Request("https://SHOP.example/.well-known/proto"));
    expect(found.status).toBe(200);
    expect((await hosts.fetch(new Request("https://shop.example:8443/healthz"))).status).toBe(200);
    const other = await hosts.fetch(new Request("https://shop.example:8443/.well-known/proto"));
    expect(other.status).toBe(404);
  });

  it("has to be one at least", () => {
    expect(() => routeByHost({})).toThrow(TypeError);
  });
});
