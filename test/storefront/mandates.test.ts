/** The storefront with the mandate extension in its profile (§1.8): what buyers have signed completes checkouts. */

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { verifyMerchantAuthorization } from "@proto-gen/runtime/jose";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { generateSigningKey, type SigningKeyPair } from "@proto-gen/runtime/signature";
import { createClient, type Client } from "../../generated/client.js";
import type { Checkout } from "../../generated/index.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { generate } from "../../src/generate.js";
import { writeTree } from "../../src/write/write-tree.js";
import { createSandbox } from "../../templates/storefront/src/payment/sandbox.js";
import { createClient as createSimpleClient } from "../../templates/storefront/src/generated/client.js";
import * as template from "../../templates/storefront/src/shop.js";
import { resource } from "../../templates/storefront/test/shop-of-test.js";
import { signed } from "../support/mandates.js";
import { outDirectory, repository } from "../support/published.js";

type Profile = {
  readonly proto: { readonly capabilities: Readonly<Record<string, readonly object[]>> };
  readonly signing_keys: readonly object[];
};

const TEMPLATE = path.join(repository, "templates/storefront");
const PROJECT = path.join(outDirectory, "storefront-mandates");
const MANDATE = "dev.proto.shopping.ap2_mandate";
const AGENT = "https://agent.example/profile.json";
const SIMPLE = "https://simple.example/profile.json";

let openShop: typeof template.openShop;
let keys: SigningKeyPair;
let shop: template.Shop;
let charges: ReadonlyMap<string, number>;
const clients: Client[] = [];

function profileIn(directory: string): Profile {
  return JSON.parse(readFileSync(path.join(directory, "profile.json"), "utf8")) as Profile;
}

/** The shop's, with what the repository's profile says of mandates. */
function profileWithMandates(): Profile {
  const own = profileIn(TEMPLATE);
  const { [MANDATE]: mandate = [] } = profileIn(repository).proto.capabilities;
  const capabilities = { ...own.proto.capabilities, [MANDATE]: mandate };
  return { ...own, proto: { ...own.proto, capabilities } };
}

function platforms() {
  const profile = profileWithMandates();
  return approvedPlatforms({
    [AGENT]: { ...profile, signing_keys: [keys.publicKey] },
    [SIMPLE]: { ...profileIn(TEMPLATE), signing_keys: [keys.publicKey] },
  });
}

beforeAll(async () => {
  rmSync(PROJECT, { recursive: true, force: true });
  cpSync(path.join(TEMPLATE, "data.json"), path.join(PROJECT, "data.json"));
  cpSync(path.join(TEMPLATE, "src"), path.join(PROJECT, "src"), {
    recursive: true,
    filter: (source) => path.basename(source) !== "generated",
  });
  const profile = path.join(PROJECT, "profile.json");
  writeFileSync(profile, JSON.stringify(profileWithMandates(), null, 2));
  const { files, record } = await generate({ profile, schemas: [] });
  writeTree(path.join(PROJECT, "src/generated"), files, record);
  const module = pathToFileURL(path.join(PROJECT, "src/shop.ts")).href;
  ({ openShop } = (await import(module)) as typeof template);
  keys = await generateSigningKey();
}, 60_000);
afterAll(() => rmSync(PROJECT, { recursive: true, force: true }));

beforeEach(async () => {
  const payments = createSandbox();
  ({ charges } = payments);
  shop = await openShop({
    port: 0,
    payments,
    mailer: { send: async () => undefined },
    platforms: platforms(),
    isTrusted: () => false,
  });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.$close();
  await shop.close();
});

function agentClient(): Promise<Client> {
  return opened(createClient({ business: shop.url, profile: AGENT, development: true }));
}

/** Of a platform that knows nothing of mandates. */
function simpleClient(): Promise<Client> {
  return opened(createSimpleClient({ business: shop.url, profile: SIMPLE, development: true }));
}

async function opened(opening: Promise<unknown>): Promise<Client> {
  const client = (await opening) as Client;
  clients.push(client);
  return client;
}

/** Nothing to be shipped: all that is missing is the buyer's word. */
async function begin(client: Client): Promise<Checkout> {
  const line_items = [{ item: { id: "presets" }, quantity: 1 }];
  const buyer = { email: "ada@example.com" };
  return resource(await client.createCheckout({ line_items, currency: "USD", buyer }));
}

async function mandateFor(checkout: unknown, by = keys): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return signed({ iat: now, exp: now + 300, checkout }, { by });
}

function completed(id: string, checkout_mandate: string) {
  const credential = { type: "token", token: "tok_ok" };
  const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
  return { id, payment: { instruments: [card] }, ap2: { checkout_mandate } };
}

async function publishedKeys(): Promise<readonly object[]> {
  const response = await fetch(`${shop.url}/.well-known/proto`);
  return ((await response.json()) as Profile).signing_keys;
}

describe("a storefront whose profile has the mandate extension", () => {
  it("signs what it offers, and sells it to whom its buyer has signed for", async () => {
    const agent = await agentClient();
    const checkout = await begin(agent);
    const authorization = checkout.ap2?.merchant_authorization;
    expect(
      await verifyMerchantAuthorization(checkout, authorization, await publishedKeys()),
    ).toEqual({ kind: "accepted" });
    const request = completed(checkout.id, await mandateFor(checkout));
    const sold = resource(await agent.completeCheckout(request));
    expect(sold.status).toBe("completed");
    expect(charges.size).toBe(1);
  });

  it("sells nothing for a mandate that somebody else has signed, or for another checkout", async () => {
    const agent = await agentClient();
    const [checkout, other] = [await begin(agent), await begin(agent)];
    const stranger = await generateSigningKey({ kid: keys.publicKey.kid });
    const wrong = [await mandateFor(checkout, stranger), await mandateFor(other), "no mandate"];
    const codes: unknown[] = [];
    for (const mandate of wrong) {
      const { status, messages = [] } = resource(
        await agent.completeCheckout(completed(checkout.id, mandate)),
      );
      codes.push([status, ...messages.map(({ code }) => code)]);
    }
    expect(codes).toEqual([
      ["ready_for_complete", "mandate_invalid_signature"],
      ["ready_for_complete", "mandate_scope_mismatch"],
      ["ready_for_complete", "mandate_invalid_signature"],
    ]);
    expect(charges.size).toBe(0);
  });

  it("has a platform without the extension ask the buyer", async () => {
    const simple = await simpleClient();
    const checkout = await begin(simple);
    expect(checkout.ap2).toBeUndefined();
    const { ap2: _, ...request } = completed(checkout.id, "");
    const { status, messages } = resource(await simple.completeCheckout(request as never));
    expect([status, messages?.map(({ code }) => code)]).toEqual([
      "requires_escalation",
      ["buyer_review_required"],
    ]);
  });
});

describe("a storefront without it", () => {
  it("opens where what mandates need is not installed", async () => {
    vi.doMock("@proto-gen/runtime/jose", () => {
      throw new Error("it is not installed");
    });
    const isTrusted = (): boolean => true;
    const options = { port: 0, payments: createSandbox(), platforms: platforms(), isTrusted };
    const mailer = { send: async () => undefined };
    try {
      await (await template.openShop({ ...options, mailer })).close();
      await expect(openShop({ ...options, mailer })).rejects.toThrow();
    } finally {
      vi.doUnmock("@proto-gen/runtime/jose");
    }
  });
});
