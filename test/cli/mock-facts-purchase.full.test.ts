/**
 * Facts that a purchase shows, by the release of April 2026 and by `--fact`, over REST and MCP: orders of others, mandates, carts,
 * signatures, and views of shared requests.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSigner,
  generateSigningKey,
  signRequest,
  type SigningKeyPair,
} from "@proto-gen/runtime/signature";
import { hostOf, openWithFacts, type ProfileHost } from "../support/facts-mock.js";
import { callerOf, type Members, type MockCaller } from "../support/mock-caller.js";
import type { OpenMock } from "../support/mock-process.js";
import { published, publishedRelease } from "../support/published.js";

const OVERRIDDEN = [
  ...["foreignOrder=not_found", "missingMandate=invalid_request", "cartDiscounts=dropped"],
  ...["signatureErrors=-32000", "sharedRequest=create"],
];
const CASES = [
  ["2026-04-08", [], true],
  ["2026-04-08, overridden", OVERRIDDEN, false],
] as const;
const VERSION = "2026-04-08";
const CHECKOUT = "dev.ucp.shopping.checkout";

const LINES = { line_items: [{ item: { id: "presets" }, quantity: 1 }] };
const BUYER = { email: "ada@example.com" };
const CREDENTIAL = { type: "token", token: "tok_ok" };
const PAID = {
  payment: {
    instruments: [{ id: "i", handler_id: "tokenizer", type: "card", credential: CREDENTIAL }],
  },
};

/** Of a platform with the checkout and more. */
function profileOf(names: readonly string[], more: object = {}): object {
  const entry = (name: string): object => ({
    ...{ version: VERSION, spec: `https://ucp.dev/specification/${name}` },
    schema: `https://ucp.dev/schemas/shopping/${name}.json`,
    ...(name === "checkout" || name === "order" || name === "cart" ? {} : { extends: CHECKOUT }),
    ...(name === "ap2_mandate" ? { config: { vp_formats_supported: { "dc+sd-jwt": {} } } } : {}),
  });
  const capabilities = Object.fromEntries(
    names.map((name) => [`dev.ucp.shopping.${name}`, [entry(name)]]),
  );
  return { ucp: { version: VERSION, services: {}, payment_handlers: {}, capabilities }, ...more };
}

describe.skipIf(published === undefined).each(CASES)("%s", (_, facts, isApril) => {
  let mock: OpenMock;
  let shop: MockCaller;
  let host: ProfileHost;
  let keys: SigningKeyPair;

  beforeAll(async () => {
    keys = await generateSigningKey();
    host = await hostOf({
      "/one.json": profileOf(["checkout", "order"]),
      "/other.json": profileOf(["checkout", "order"]),
      "/mandates.json": profileOf(["checkout", "ap2_mandate"]),
      "/signing.json": profileOf(["checkout"], { signing_keys: [keys.publicKey] }),
    });
    mock = await openWithFacts(publishedRelease(VERSION), facts);
    shop = callerOf(mock);
  });
  afterAll(async () => {
    host.close();
    await mock.stop();
  });

  const codesOf = (body: Members): readonly unknown[] =>
    ((body["messages"] ?? []) as readonly Members[]).map(({ code }) => code);
  const structured = ({ result }: { readonly result?: Members }): Members =>
    result?.["structuredContent"] as Members;
  const create = async (agent: string): Promise<string> => {
    const { body } = await shop.rest(
      "POST",
      "/checkout-sessions",
      { ...LINES, buyer: BUYER },
      agent,
    );
    return body["id"] as string;
  };

  it("foreignOrder", async () => {
    const [one, other] = [`${host.base}/one.json`, `${host.base}/other.json`];
    const done = await shop.rest(
      "POST",
      `/checkout-sessions/${await create(one)}/complete`,
      PAID,
      one,
    );
    const { id } = done.body["order"] as { readonly id: string };
    expect(await shop.rest("GET", `/orders/${id}`, undefined, one)).toMatchObject({ body: { id } });
    const rest = await shop.rest("GET", `/orders/${id}`, undefined, other);
    const tool = structured(await shop.tool("get_order", { id }, other));
    for (const body of [rest.body, tool])
      expect(codesOf(body)).toEqual([isApril ? "unauthorized" : "not_found"]);
    expect(rest.status).toBe(200);
    for (const body of [rest.body, tool]) expect(body["ucp"]).toMatchObject({ status: "error" });
  });

  it("missingMandate", async () => {
    const agent = `${host.base}/mandates.json`;
    const rest = await shop.rest(
      "POST",
      `/checkout-sessions/${await create(agent)}/complete`,
      PAID,
      agent,
    );
    const tool = await shop.tool(
      "complete_checkout",
      { id: await create(agent), checkout: PAID },
      agent,
    );
    if (!isApril) {
      expect(rest).toMatchObject({ status: 400, body: { code: "invalid_request" } });
      expect(tool.error).toMatchObject({ data: { code: "invalid_request" } });
      return;
    }
    expect(rest.status).toBe(200);
    for (const body of [rest.body, structured(tool)])
      expect(codesOf(body)).toContain("mandate_required");
  });

  it("cartDiscounts", async () => {
    const cart = { ...LINES, discounts: { codes: ["TEN"] } };
    const codes = (body: Members): unknown =>
      (body["discounts"] as Members | undefined)?.["codes"] ?? [];
    const rest = await shop.rest("POST", "/carts", cart);
    const made = await shop.rest("POST", "/checkout-sessions", {
      cart_id: rest.body["id"],
      line_items: [],
    });
    const tool = structured(await shop.tool("create_cart", { cart }));
    const checkout = { cart_id: tool["id"], line_items: [] };
    const called = structured(await shop.tool("create_checkout", { checkout }));
    for (const body of [made.body, called]) expect(codes(body)).toEqual(isApril ? ["TEN"] : []);
  });

  it("sharedRequest", async () => {
    const shipped = { line_items: [{ item: { id: "mugs" }, quantity: 1 }] };
    const { body } = await shop.rest("POST", "/checkout-sessions", shipped);
    const [line] = body["line_items"] as readonly { readonly id: string }[];
    // An update of a group names it; a request to create has no name for it.
    const method = { id: "m", type: "shipping", line_item_ids: [line?.id], groups: [{}] };
    const update = { ...shipped, fulfillment: { methods: [method] } };
    const id = body["id"] as string;
    const rest = await shop.rest("PUT", `/checkout-sessions/${id}`, update);
    const tool = await shop.tool("update_checkout", { id, checkout: update });
    expect(rest.status).toBe(isApril ? 400 : 200);
    expect(tool.error !== undefined).toBe(isApril);
    if (isApril) expect(rest.body["content"]).toMatch(/groups\[0\]\.id is required/);
  });

  it("signatureErrors", async () => {
    const agent = `${host.base}/signing.json`;
    const { endpoints, agentHeader } = mock.opened;
    const send = async (url: string, payload: object): Promise<Response> => {
      const body = JSON.stringify(payload);
      const headers: Record<string, string> = {
        ...{ "content-type": "application/json", accept: "application/json" },
        ...{ "request-id": crypto.randomUUID(), "idempotency-key": crypto.randomUUID() },
        [agentHeader.toLowerCase()]: `profile="${agent}"`,
      };
      const { host: to, pathname } = new URL(url);
      const signature = await signRequest(
        {
          ...{ method: "POST", target: pathname, scheme: "http" },
          headers: ["host", to, ...Object.entries(headers).flat()],
          body: new TextEncoder().encode(body),
        },
        await createSigner(keys.privateKey),
        { agentHeader },
      );
      const all = { ...headers, ...Object.fromEntries(signature) };
      return fetch(url, { method: "POST", headers: all, body: `${body} ` });
    };
    const rest = await send(`${endpoints.rest}/checkout-sessions`, LINES);
    expect(await rest.json()).toMatchObject({ code: "digest_mismatch" });
    const meta = { [agentHeader.toLowerCase()]: { profile: agent } };
    const params = { name: "create_checkout", arguments: { meta, checkout: LINES } };
    const tool = await send(endpoints.mcp ?? "", {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    expect(await tool.json()).toMatchObject({
      error: { code: isApril ? -32600 : -32000, data: { code: "digest_mismatch" } },
    });
  });
});
