/**
 * A small business, whole: all eleven operations on a real socket, called by what is generated and by what
 * we did not write: curl, openapi-fetch, the official MCP client (§4.2 to §4.5).
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import createFetchClient from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { ProtocolError, BusinessOutcome } from "@proto-gen/runtime/error";
import type { JsonObject } from "@proto-gen/runtime/json";
import { createClient, type Client as Shop } from "../../../generated/client.js";
import type { CheckoutCompleteRequest } from "../../../generated/index.js";
import type { paths } from "../../../generated/openapi.js";
import { openSmallBusiness, PLATFORM, type OpenBusiness } from "../../support/open-business.js";

const run = promisify(execFile);

const ORDERED = [{ item: { id: "camera" }, quantity: 2 }];
const SOLD_OUT = [{ item: { id: "film" }, quantity: 1 }];

let business: OpenBusiness;

beforeAll(async () => {
  business = await openSmallBusiness();
});
afterAll(() => business.close());

function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

const PAYMENT: CheckoutCompleteRequest = {
  payment: { instruments: [{ id: "card_1", handler_id: "tokenizer", type: "card" }] },
  ap2: { checkout_mandate: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln" },
};

type Nine = Pick<
  Shop,
  | "createCheckout"
  | "getCheckout"
  | "updateCheckout"
  | "completeCheckout"
  | "cancelCheckout"
  | "createCart"
  | "getCart"
  | "updateCart"
  | "cancelCart"
>;

/** What a buyer does, over whatever transport. */
async function buy(shop: Nine): Promise<void> {
  const cart = resource(await shop.createCart({ line_items: ORDERED }));
  expect(cart.totals).toContainEqual({ type: "total", amount: 49_800 });
  expect(resource(await shop.getCart({ id: cart.id }))).toEqual(cart);
  const more = [{ item: { id: "camera" }, quantity: 3 }];
  const updated = resource(await shop.updateCart({ id: cart.id, line_items: more }));
  expect(updated.totals).toContainEqual({ type: "total", amount: 74_700 });
  resource(await shop.cancelCart({ id: cart.id }));
  const gone = await shop.getCart({ id: cart.id });
  expect(gone).toBeInstanceOf(BusinessOutcome);
  expect((gone as BusinessOutcome).messages).toMatchObject([{ code: "not_found" }]);

  const created = resource(await shop.createCheckout({ currency: "USD", line_items: ORDERED }));
  expect(created.status).toBe("incomplete");
  expect(created.proto.capabilities).toHaveProperty(["dev.proto.shopping.fulfillment"]);
  const { id } = created;
  const ready = resource(
    await shop.updateCheckout({
      id,
      currency: "USD",
      line_items: ORDERED,
      fulfillment: { methods: [{ type: "shipping" }] },
    }),
  );
  expect(ready.status).toBe("ready_for_complete");
  expect(ready.fulfillment?.methods).toHaveLength(1);
  expect(resource(await shop.getCheckout({ id }))).toEqual(ready);
  const completed = resource(await shop.completeCheckout({ id, ...PAYMENT }));
  expect(completed).toMatchObject({ status: "completed", order: { id: `order_of_${id}` } });

  const other = resource(await shop.createCheckout({ currency: "USD", line_items: ORDERED }));
  expect(resource(await shop.cancelCheckout({ id: other.id })).status).toBe("canceled");

  const nothing = await shop.createCart({ line_items: SOLD_OUT });
  expect(nothing).toBeInstanceOf(BusinessOutcome);
  expect(nothing).toMatchObject({
    messages: [{ code: "out_of_stock", severity: "unrecoverable" }],
    continueUrl: "https://business.example.com/",
  });
  const unknown = shop.getCheckout({ id: "none" });
  await expect(unknown).rejects.toMatchObject({ code: "not_found" });
  await expect(unknown).rejects.toBeInstanceOf(ProtocolError);
}

describe("the generated client", () => {
  it("buys over REST, and finds what there is to buy", async () => {
    const shop = await createClient(business.clientOptions);
    expect(shop.$business.drift.filter(({ kind }) => kind !== "endpoint")).toEqual([]);
    const found = resource(await shop.searchCatalog({ query: "cam" }));
    expect(found.products).toMatchObject([{ id: "camera" }]);
    const looked = resource(await shop.lookupCatalog({ ids: ["film", "nobody"] }));
    expect(looked).toMatchObject({
      products: [{ id: "film" }],
      messages: [{ type: "info", code: "not_found", content: "nobody" }],
    });
    const tooMany = shop.lookupCatalog({ ids: Array.from({ length: 11 }, (_, n) => `${n}`) });
    await expect(tooMany).rejects.toMatchObject({ code: "request_too_large" });
    await buy(shop);
  });

  it("buys over MCP, with the same methods", async () => {
    const shop = await createClient({ ...business.clientOptions, transport: mcp });
    expect(shop).not.toHaveProperty("searchCatalog");
    try {
      await buy(shop);
    } finally {
      await shop.$close();
    }
  });
});

describe("clients that we did not write", () => {
  it("curl creates a checkout, and reads the profile", async () => {
    const body = JSON.stringify({ currency: "USD", line_items: ORDERED });
    const headers = [
      `Proto-Agent: profile="${PLATFORM}"`,
      "Request-Id: request_1",
      "Idempotency-Key: curl_1",
      "Content-Type: application/json",
    ].flatMap((header) => ["-H", header]);
    const call = ["-sS", "-i", ...headers, "-d", body, `${business.rest}/checkout-sessions`];
    const [first, second] = [await run("curl", call), await run("curl", call)];
    expect(first.stdout).toMatch(/^HTTP\/1\.1 201 /);
    const [, created = ""] = first.stdout.split("\r\n\r\n");
    expect(JSON.parse(created)).toMatchObject({ status: "incomplete", currency: "USD" });
    // The same key: the same answer, byte for byte.
    expect(second.stdout.split("\r\n\r\n")[1]).toBe(created);

    const discovery = await run("curl", ["-sS", `${business.url}/.well-known/proto`]);
    expect(JSON.parse(discovery.stdout)).toEqual(business.profile);
  });

  it("openapi-fetch calls all eleven operations, typed by openapi.d.ts", async () => {
    let calls = 0;
    const header = () => ({
      "Proto-Agent": `profile="${PLATFORM}"`,
      "Request-Id": `request_${++calls}`,
      "Idempotency-Key": `openapi_fetch_${calls}`,
    });
    const shop = createFetchClient<paths>({ baseUrl: business.rest });
    const found = await shop.POST("/catalog/search", {
      params: { header: header() },
      body: { query: "camera" },
    });
    expect(found.data).toMatchObject({ products: [{ id: "camera" }] });
    const looked = await shop.POST("/catalog/lookup", {
      params: { header: header() },
      body: { ids: ["camera"] },
    });
    expect(looked.data).toMatchObject({ products: [{ id: "camera" }] });

    const body = { currency: "USD", line_items: ORDERED };
    const created = await shop.POST("/checkout-sessions", { params: { header: header() }, body });
    expect(created.response.status).toBe(201);
    const id = idOf(created.data);
    const path = { id };
    for (const status of ["ready_for_complete", "completed", "canceled"] as const) {
      const params = { header: header(), path };
      const { data } =
        status === "ready_for_complete"
          ? await shop.PUT("/checkout-sessions/{id}", { params, body })
          : status === "completed"
            ? await shop.POST("/checkout-sessions/{id}/complete", { params, body: PAYMENT })
            : await shop.POST("/checkout-sessions/{id}/cancel", { params });
      expect(data).toMatchObject({ id, status });
      const read = await shop.GET("/checkout-sessions/{id}", { params });
      expect(read.data).toMatchObject({ id, status });
    }

    const cart = await shop.POST("/carts", {
      params: { header: header() },
      body: { line_items: ORDERED },
    });
    const cartPath = { id: idOf(cart.data) };
    const again = { header: header(), path: cartPath };
    const updated = await shop.PUT("/carts/{id}", {
      params: again,
      body: { line_items: ORDERED },
    });
    expect(updated.data).toMatchObject(cartPath);
    expect((await shop.GET("/carts/{id}", { params: again })).data).toMatchObject(cartPath);
    const canceled = await shop.POST("/carts/{id}/cancel", { params: again, body: {} });
    expect(canceled.data).toMatchObject(cartPath);

    const missing = await shop.GET("/checkout-sessions/{id}", {
      params: { header: header(), path: { id: "none" } },
    });
    expect(missing.response.status).toBe(404);
    expect(missing.error).toEqual({ code: "not_found", content: "No checkout none." });
  });

  it("the official MCP client calls all nine tools", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(business.mcp)));
    const meta = { "proto-agent": { profile: PLATFORM } };
    const keyed = () => ({ ...meta, "idempotency-key": crypto.randomUUID() });
    const call = async (name: string, given: JsonObject): Promise<JsonObject> => {
      const { structuredContent, content } = await client.callTool({ name, arguments: given });
      const [text] = content as readonly { readonly text: string }[];
      expect(JSON.parse(text?.text ?? "")).toEqual(structuredContent);
      return structuredContent as JsonObject;
    };
    try {
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(9);
      const cart = { line_items: ORDERED };
      const made = (await call("create_cart", { meta, cart }))["cart"] as JsonObject;
      const cartId = made["id"] as string;
      for (const [tool, given] of [
        ["get_cart", {}],
        ["update_cart", { cart }],
        ["cancel_cart", {}],
      ] as const)
        expect(await call(tool, { meta, id: cartId, ...given })).toMatchObject({
          cart: { id: cartId },
        });
      const checkout = { currency: "USD", line_items: ORDERED };
      const begun = (await call("create_checkout", { meta, checkout }))["checkout"] as JsonObject;
      const id = begun["id"] as string;
      const statusOf = async (tool: string, given: JsonObject): Promise<unknown> =>
        ((await call(tool, { id, ...given }))["checkout"] as JsonObject)["status"];
      expect(await statusOf("get_checkout", { meta })).toBe("incomplete");
      expect(await statusOf("update_checkout", { meta, checkout })).toBe("ready_for_complete");
      const complete = { meta: keyed(), checkout: PAYMENT as unknown as JsonObject };
      expect(await statusOf("complete_checkout", complete)).toBe("completed");
      expect(await statusOf("cancel_checkout", { meta: keyed() })).toBe("canceled");
      const none = await call("get_cart", { meta, id: "none" });
      expect(none).toMatchObject({ messages: [{ code: "not_found" }] });
      const unknown = client.callTool({ name: "get_checkout", arguments: { meta, id: "none" } });
      await expect(unknown).rejects.toMatchObject({ code: -32000, data: { code: "not_found" } });
    } finally {
      await client.close();
    }
  });
});

function idOf(data: unknown): string {
  return (data as { readonly id: string }).id;
}
