/** Mocks in the process of a test suite, as `proto-gen/mock` opens them. */

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OpenMockOptions, RunningMock } from "../../src/mock/open-mock.js";
import { createClient } from "../../templates/storefront/src/generated/client.js";
import { codeBlocks } from "../support/documentation.js";
import { payment, resource, shippedCheckout, type Caller } from "../support/mock-purchase.js";
import { repository } from "../support/published.js";

type Module = typeof import("../../src/mock/open-mock.js");

const PROFILE = path.join(repository, "profile.json");

let cache: string;
let before: string | undefined;
let module: Module;
const mocks: RunningMock[] = [];

beforeAll(async () => {
  cache = mkdtempSync(path.join(tmpdir(), "proto-gen-test-cache-"));
  before = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = cache;
  // As users have it: the package resolves its own modules.
  const file = pathToFileURL(path.join(repository, "dist/mock/open-mock.js")).href;
  module = (await import(file)) as Module;
});

afterEach(async () => {
  for (const mock of mocks.splice(0)) await mock.close();
});

afterAll(() => {
  if (before === undefined) delete process.env["XDG_CACHE_HOME"];
  else process.env["XDG_CACHE_HOME"] = before;
  rmSync(cache, { recursive: true, force: true });
});

async function open(options: Partial<OpenMockOptions> = {}): Promise<RunningMock> {
  const mock = await module.openMock({ profile: PROFILE, ...options });
  mocks.push(mock);
  return mock;
}

async function clientOf({
  url,
  platform,
}: RunningMock): Promise<Caller & { $close(): Promise<void> }> {
  return createClient({ business: url, profile: platform, development: true });
}

/** Goods that are shipped without a choice of variants. */
const MUGS = {
  products: [{ id: "mug", title: "Mug", price: 1_250, stock: 2 }],
  delivery: {
    shipping: { description: "We ship it.", rates: [{ title: "Standard", price: 300 }] },
  },
  warehouse: "manual",
};

const built = () => readdirSync(path.join(cache, "proto-gen/mocks"));

describe("openMock", () => {
  it("opens several mocks of one profile with data of their own, and builds once", async () => {
    const [mugs, cameras] = [await open({ data: MUGS }), await open()];
    expect(built()).toHaveLength(1);
    const [ofMugs, ofCameras] = [await clientOf(mugs), await clientOf(cameras)];
    const checkout = await shippedCheckout(ofMugs, "mug");
    expect(checkout.totals.at(-1)?.amount).toBe(1_550);
    await expect(shippedCheckout(ofCameras, "mug")).rejects.toThrow("mug");
    await ofMugs.$close();
    await ofCameras.$close();
  });

  it("lets a test ship, deliver and refund what was bought, and tells what happened", async () => {
    const seen: string[] = [];
    const mock = await open({ data: MUGS, onEvent: ({ kind }) => void seen.push(kind) });
    const client = await clientOf(mock);
    const { id } = await shippedCheckout(client, "mug");
    const done = resource(await client.completeCheckout({ id, payment: payment() }));
    const order = done.order?.id ?? "";
    await mock.backOffice.ship(order);
    await mock.backOffice.deliver(order);
    expect(await mock.backOffice.adjust(order, { amount: 250 })).toMatchObject({
      line_items: [{ status: "fulfilled" }],
      adjustments: [{ type: "refund", amount: 250 }],
    });
    await expect(mock.backOffice.ship("order_1")).rejects.toMatchObject({ code: "not_found" });
    await expect.poll(() => seen).toContain("mail");
    expect(mock.events.map(({ kind }) => kind)).toEqual(seen);
    expect(mock.events).toContainEqual(
      expect.objectContaining({ operation: "complete_checkout", outcome: "completed" }),
    );
    await client.$close();
  });

  it("escalates and expires checkouts", async () => {
    const mock = await open({ data: MUGS });
    const client = await clientOf(mock);
    const { id } = await shippedCheckout(client, "mug");
    expect(await mock.backOffice.review(id)).toMatchObject({ status: "requires_escalation" });
    expect(await mock.backOffice.expire(id)).toMatchObject({ status: "canceled" });
    expect(resource(await client.getCheckout({ id })).status).toBe("canceled");
    await client.$close();
  });

  it("leaves nothing behind when it is closed", async () => {
    const mock = await module.openMock({ profile: PROFILE, data: MUGS });
    const { certificate, url } = mock;
    expect(existsSync(certificate)).toBe(true);
    await mock[Symbol.asyncDispose]();
    expect(existsSync(path.dirname(certificate))).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  });

  it("builds again for a profile that has changed", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-test-"));
    const profile = path.join(directory, "profile.json");
    const own = JSON.parse(readFileSync(PROFILE, "utf8")) as {
      proto: { capabilities: Record<string, unknown> };
    };
    writeFileSync(profile, JSON.stringify(own));
    expect((await open({ profile })).tokenizer).toBeDefined();
    const { "dev.proto.shopping.ap2_mandate": _, ...fewer } = own.proto.capabilities;
    writeFileSync(
      profile,
      JSON.stringify({ ...own, proto: { ...own.proto, capabilities: fewer } }),
    );
    const mock = await open({ profile });
    const published = await (await fetch(mock.discovery)).text();
    expect(published).not.toContain("ap2_mandate");
    rmSync(directory, { recursive: true });
  });

  it("builds again where somebody has changed what is kept", async () => {
    await open({ data: MUGS });
    const plans = built().map((name) => path.join(cache, "proto-gen/mocks", name, "plan.json"));
    for (const plan of plans)
      writeFileSync(
        plan,
        readFileSync(plan, "utf8").replaceAll("business.example.com", "evil.test"),
      );
    const mock = await open({ data: MUGS });
    expect(await (await fetch(mock.discovery)).text()).not.toContain("evil.test");
    const honest = plans.filter((plan) => !readFileSync(plan, "utf8").includes("evil.test"));
    expect(honest).toHaveLength(1);
  });

  it.each([
    [{ products: [{ id: "mug", title: "Mug", price: 12.5 }] }, "/products/0/price"],
    [{ products: [{ id: "mug", title: "Mug", price: 1, stok: 1 }] }, "/products/0/stok"],
    [{ products: [{ id: "mug", title: "Mug" }] }, "/products/0"],
    [{}, "products"],
    [
      {
        products: [
          { id: "a", title: "A", price: 1 },
          { id: "b", title: "B", variants: [{ id: "a", price: 1 }] },
        ],
      },
      "/products/1/variants/0/id",
    ],
    [{ products: [{ id: "a", title: "A", price: 1, seller: "who" }] }, "/products/0/seller"],
  ])("refuses data such as %j, and says where", async (data, place) => {
    await expect(open({ data })).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining(place) as string }) as Error,
    );
    await expect(open({ data })).rejects.toThrow("MOCK_DATA_INVALID");
  });

  it("takes the data of the guide and of the package, and sells from them", async () => {
    const blocks = codeBlocks(readFileSync("docs/guide/mocks.md", "utf8"));
    const [data = ""] = blocks.flatMap(({ language, code }) => (language === "json" ? code : []));
    const mock = await open({ data: JSON.parse(data) as object });
    const client = await clientOf(mock);
    const { totals } = await shippedCheckout(client, "bouquet_roses");
    expect(totals.at(-1)?.amount).toBe(4_000);
    await client.$close();
    const own = path.join(repository, "templates/storefront/data.json");
    expect((await open({ data: own })).url).toMatch(/^http:/);
  });

  it("rejects for a port that is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { readonly port: number };
    await expect(open({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    server.close();
  });
});
