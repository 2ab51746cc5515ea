/** What goes wrong on purpose, and ids that come again: the process's inside, without the process. */

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Fault } from "../../src/mock/messages.js";
import { createClient, type Client } from "../../templates/storefront/src/generated/client.js";
import { ownShopFile } from "../../templates/storefront/src/shop-data.js";
import { ownProfile } from "../../templates/storefront/src/profile-at.js";
import { openMock, type Mock } from "../../templates/mock/open-mock.js";
import { BUYER, payment, resource, shippedCheckout } from "../support/mock-purchase.js";
import { sized } from "../support/sizes.js";

const closing: (() => Promise<void> | void)[] = [];
afterEach(closeAll);

async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

interface Options {
  readonly faults?: readonly Fault[];
  readonly seed?: number;
  readonly port?: number;
}

async function open({ faults = [], seed, port = 0 }: Options): Promise<Mock> {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-test-"));
  closing.push(() => rmSync(directory, { recursive: true, force: true }));
  const settings = {
    profile: ownProfile(),
    port,
    https: false,
    faults,
    seed,
    geoIpCountryHeader: undefined,
    standIns: { examples: {}, added: {}, anyInstrument: false, webhookHeaders: [], texts: [] },
    mail: path.join(directory, "mail"),
    certificate: path.join(directory, "certificate.pem"),
    data: ownShopFile(),
  };
  const mock = await openMock(settings, () => undefined);
  closing.push(() => mock.close());
  return mock;
}

async function clientOf({ opened }: Mock, retries = 2): Promise<Client> {
  const options = { business: opened.url, profile: opened.platform, development: true, retries };
  const client = await createClient(options);
  closing.push(() => client.$close());
  return client as Client;
}

/** A POST without a client's own patience. */
function post({ opened }: Mock, where: string, body: object, key?: string): Promise<Response> {
  return fetch(`${opened.endpoints.rest}${where}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Proto-Agent": `profile="${opened.platform}"`,
      "Request-Id": "request",
      "Idempotency-Key": key ?? crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
}

const DOWNLOAD = {
  line_items: [{ item: { id: "presets" }, quantity: 1 }],
  currency: "USD",
  buyer: BUYER,
};

describe("--fault fail", () => {
  it("refuses the first try of each call that changes something, and handles the next one", async () => {
    const mock = await open({ faults: ["fail"] });
    for (const key of ["key_1", "key_2"]) {
      const first = await post(mock, "/checkout-sessions", DOWNLOAD, key);
      expect(first.status).toBe(503);
      expect(first.headers.get("Retry-After")).toBe("1");
      expect(await first.json()).toMatchObject({ code: "temporarily_unavailable" });
      const second = await post(mock, "/checkout-sessions", DOWNLOAD, key);
      expect(second.status).toBe(201);
      const third = await post(mock, "/checkout-sessions", DOWNLOAD, key);
      expect(await third.json()).toEqual(await second.json());
    }
  });

  it("refuses every second call that reads", async () => {
    const mock = await open({ faults: ["fail"] });
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await post(mock, "/catalog/search", { query: "camera" })).status);
    expect(statuses).toEqual([503, 200, 503, 200]);
  });

  it("keeps no client from a purchase that tries again", async () => {
    const client = await clientOf(await open({ faults: ["fail"] }));
    const { id } = await shippedCheckout(client, "developer");
    const done = resource(await client.completeCheckout({ id, payment: payment() }));
    expect(done.status).toBe("completed");
  });
});

// They wait for seconds.
describe.runIf(sized({ quick: false, full: true }))("--fault slow", () => {
  it("waits three seconds, and not for who is gone", async () => {
    const mock = await open({ faults: ["slow"] });
    const since = performance.now();
    const answer = post(mock, "/catalog/search", { query: "camera" });
    const gone = fetch(mock.opened.endpoints.rest ?? "", { signal: AbortSignal.timeout(100) });
    await gone.catch(() => undefined);
    expect((await answer).status).toBe(200);
    expect(performance.now() - since).toBeGreaterThan(2_900);
  });

  it("leaves a call that is given up as if it had not been made", async () => {
    const mock = await open({ faults: ["slow"] });
    const client = await clientOf(mock, 0);
    const signal = AbortSignal.timeout(500);
    const idempotencyKey = crypto.randomUUID();
    const call = client.createCheckout(DOWNLOAD, { signal, idempotencyKey });
    await expect(call).rejects.toThrow();
    const again = resource(await client.createCheckout(DOWNLOAD, { idempotencyKey }));
    expect(again.status).toBe("ready_for_complete");
  });
});

describe("--fault escalate", () => {
  it("has the buyer look every checkout over, at an https address", async () => {
    const mock = await open({ faults: ["escalate"] });
    const client = await clientOf(mock);
    const { status, messages, continue_url } = resource(await client.createCheckout(DOWNLOAD));
    expect(status).toBe("requires_escalation");
    expect(messages).toMatchObject([{ severity: "requires_buyer_review" }]);
    expect(continue_url).toContain(`${mock.opened.site}/checkout-sessions/`);
    expect(continue_url).toMatch(/^https:/);
  });
});

describe("--fault decline", () => {
  it("declines every payment, and leaves the checkout to be paid", async () => {
    const client = await clientOf(await open({ faults: ["decline"] }));
    const { id } = resource(await client.createCheckout(DOWNLOAD));
    const tried = resource(await client.completeCheckout({ id, payment: payment() }));
    expect(tried.messages).toMatchObject([{ code: "payment_declined" }]);
    expect(resource(await client.getCheckout({ id })).order).toBeUndefined();
  });
});

/** The first of two, one after the other. */
async function twoFreePorts(): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error("no two ports are free");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

describe("--seed", () => {
  async function idsOf(seed: number | undefined): Promise<readonly unknown[]> {
    const client = await clientOf(await open(seed === undefined ? {} : { seed }));
    const cart = resource(await client.createCart({ line_items: DOWNLOAD.line_items }));
    const { id, fulfillment } = await shippedCheckout(client, "developer");
    const done = resource(await client.completeCheckout({ id, payment: payment() }));
    const [method] = fulfillment?.methods ?? [];
    const parts = [...(method?.destinations ?? []), ...(method?.groups ?? [])];
    return [cart.id, id, done.order?.id, method?.id, ...parts.map((each) => each.id)];
  }

  it("gives the same ids for the same calls, and others for another seed", async () => {
    const [first, second, other] = [await idsOf(7), await idsOf(7), await idsOf(8)];
    expect(second).toEqual(first);
    expect(first.length).toBeGreaterThan(5);
    for (const [at, id] of first.entries()) expect(other[at]).not.toBe(id);
  });

  it("gives whole answers again at the same port, but for times", async () => {
    const port = await twoFreePorts();
    const answersOf = async (seed: number): Promise<unknown> => {
      const mock = await open({ seed, port });
      expect([mock.opened.port, new URL(mock.opened.site).port]).toEqual([port, `${port + 1}`]);
      const client = await clientOf(mock);
      const cart = await client.createCart({ line_items: DOWNLOAD.line_items });
      const found = await client.searchCatalog({ query: "camera" });
      const created = await client.createCheckout(DOWNLOAD);
      const shipped = await shippedCheckout(client, "developer");
      const done = await client.completeCheckout({ id: shipped.id, payment: payment() });
      await closeAll();
      return JSON.parse(
        JSON.stringify([cart, found, created, shipped, done]).replace(TIMES, "a time"),
      );
    };
    const first = await answersOf(7);
    expect(JSON.stringify(first)).toContain(`https://127.0.0.1:${port + 1}/checkout-sessions/`);
    expect(await answersOf(7)).toEqual(first);
    expect(await answersOf(8)).not.toEqual(first);
  });

  it("leaves a port that is taken to whoever has it", async () => {
    const port = await twoFreePorts();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port + 1, "127.0.0.1", resolve));
    closing.push(() => void other.close());
    const { opened } = await open({ port });
    expect(opened.port).toBe(port);
    expect(new URL(opened.site).port).not.toBe(`${port + 1}`);
  });

  it("is not needed for ids, which are new each time without it", async () => {
    const [first, second] = [await idsOf(undefined), await idsOf(undefined)];
    for (const [at, id] of first.entries()) expect(second[at]).not.toBe(id);
    expect(String(first[0]).length).toBeGreaterThan(32);
  });
});
