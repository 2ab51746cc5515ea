/** The server over MCP (§2.2, §4.5, §4.8, §7, §9): the sample business's tools. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import type { CallContext, LogEntry, Server, ServerOptions } from "@proto-gen/runtime/server";
import type { Checkout } from "../../../generated/index.js";
import { tools } from "../../../generated/mcp-tools.js";
import { callTool, MCP_ERAS, metaOf, post } from "../../support/mcp-call.js";
import { withHttpClient } from "../../support/peers/mcp.js";
import {
  cart,
  checkout,
  MCP_ENDPOINT,
  OLDER,
  ORDERED,
  PLAIN,
  readData,
  sampleServer,
  WHOLE,
  type BusinessHandlers,
} from "../../support/sample-business.js";

const KEY = "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1";
const OTHER_KEY = "0b6f2c1e-57a4-4c64-8f0c-6f6f0d0a1d11";

const completed = readData("test/data/instances/checkout-completed.json") as unknown as Checkout;
const requests = readData("test/data/instances/requests.json");
const { line_items } = ORDERED;
const completion = requests["checkout.complete"] as JsonObject;

let created: CallContext[];
let entries: LogEntry[];

function serverWith(
  own: Partial<BusinessHandlers> = {},
  more: Partial<ServerOptions> = {},
): Server {
  return sampleServer({ created, entries }, own, more);
}

beforeEach(() => {
  created = [];
  entries = [];
});

/** A call of every tool, and what it gives. */
const CALLS: readonly (readonly [string, JsonObject, string])[] = [
  ["create_checkout", { checkout: ORDERED }, "checkout"],
  ["get_checkout", { id: "checkout_1" }, "checkout"],
  ["update_checkout", { id: "checkout_1", checkout: ORDERED }, "checkout"],
  ["complete_checkout", { id: "checkout_1", checkout: completion }, "checkout"],
  ["cancel_checkout", { id: "checkout_1" }, "checkout"],
  ["create_cart", { cart: { line_items } }, "cart"],
  ["get_cart", { id: "cart_1" }, "cart"],
  ["update_cart", { id: "cart_1", cart: { line_items } }, "cart"],
  ["cancel_cart", { id: "cart_1" }, "cart"],
];

describe.each(MCP_ERAS)("the official client, MCP %s, over http", (era) => {
  const withClient: typeof withHttpClient = (_, endpoint, handle, use) =>
    withHttpClient(era === "2026-07-28" ? "auto" : "legacy", endpoint, handle, use);

  it("lists the tools as they are, and takes every result for what its tool says", async () => {
    const server = serverWith(
      { createCart: () => cart, completeCheckout: () => completed },
      { allowedHosts: ["127.0.0.1"] },
    );
    await withClient(
      "auto",
      "/proto/mcp",
      (request) => server.fetch(request),
      async (client) => {
        expect(client.getServerVersion()).toMatchObject({
          name: "dev.proto.shopping",
          version: "2026-11-27",
        });
        const listed = await client.listTools();
        expect(listed.tools).toEqual(tools);
        expect(CALLS.map(([name]) => name)).toEqual(tools.map(({ name }) => name));
        for (const [name, parameters, key] of CALLS) {
          const meta = metaOf(WHOLE, KEY);
          const result = await client.callTool({ name, arguments: { meta, ...parameters } });
          expect(result.isError, name).toBeUndefined();
          const text = JSON.stringify(result.structuredContent);
          expect(result.content, name).toEqual([{ type: "text", text }]);
          expect(result.structuredContent, name).toMatchObject({
            [key]: { id: expect.any(String), proto: { status: "success" } },
          });
        }
      },
    );
    expect(entries.filter(({ level }) => level === "error")).toEqual([]);
    expect(entries.map(({ mcpMethod }) => mcpMethod)).toContain("tools/list");
    expect(entries.filter((each) => each.operation && each.mcpMethod)).toEqual([]);
  });

  it("gets protocol errors as errors, and outcomes as results (§7)", async () => {
    const server = serverWith({}, { allowedHosts: ["127.0.0.1"] });
    await withClient(
      "auto",
      "/proto/mcp",
      (request) => server.fetch(request),
      async (client) => {
        await client.listTools();
        const lost = client.callTool({
          name: "get_checkout",
          arguments: { meta: metaOf(), id: "none" },
        });
        await expect(lost).rejects.toMatchObject({ code: -32000, data: { code: "not_found" } });
        const nobody = client.callTool({ name: "get_checkout", arguments: { id: "checkout_1" } });
        await expect(nobody).rejects.toMatchObject({
          code: -32001,
          data: { code: "invalid_profile_url" },
        });
        const outcome = await client.callTool({
          name: "create_cart",
          arguments: { meta: metaOf(), cart: { line_items } },
        });
        expect(outcome.isError).toBeUndefined();
        expect(outcome.structuredContent).toMatchObject({
          proto: { status: "error" },
          messages: [{ code: "out_of_stock" }],
          continue_url: "https://business.example.com/",
        });
        expect(outcome.structuredContent).not.toHaveProperty("cart");
      },
    );
  });
});

describe.each(MCP_ERAS)("a call, MCP %s", (era) => {
  const ask = (
    server: Server,
    tool: string,
    parameters: JsonObject,
    headers: Record<string, string> = {},
    id = 1,
  ) => callTool(server, tool, parameters, { era, headers, id });

  it("reaches its handler, and the log, with what REST has in headers (§4.8)", async () => {
    const headers = { "Request-Id": "request_1", "Proto-Agent": `profile="${PLAIN}"` };
    const given = { meta: metaOf(PLAIN, KEY), checkout: ORDERED };
    const { status } = await ask(serverWith(), "create_checkout", given, headers);
    expect(status).toBe(200);
    expect(created).toMatchObject([
      {
        operation: "create_checkout",
        platform: { profile: PLAIN },
        requestId: "request_1",
        idempotencyKey: KEY,
      },
    ]);
    expect(entries).toEqual([
      {
        level: "info",
        status: 200,
        operation: "create_checkout",
        requestId: "request_1",
        platform: PLAIN,
        method: "POST",
        path: "/proto/mcp",
        durationMs: expect.any(Number),
        outcome: expect.any(String),
      },
    ]);
  });

  it("says to the log what its request breaks", async () => {
    const given = { meta: metaOf(PLAIN, KEY), checkout: { ...ORDERED, currency: 7 } };
    await ask(serverWith(), "create_checkout", given);
    expect(entries).toMatchObject([{ status: 400, code: "invalid_request" }]);
    const issues = entries[0]?.issues?.map(({ path, message }) => `${path} ${message}`);
    expect(issues).toEqual(["$.currency must be of type string"]);
  });

  it("says to the log what went wrong, although HTTP says 200 (§7)", async () => {
    const broken = new Error("the database is on fire");
    const server = serverWith({ updateCheckout: () => Promise.reject(broken) });
    const given = { meta: metaOf(), id: "checkout_1", checkout: ORDERED };
    const { status, text, message } = await ask(server, "update_checkout", given);
    expect(status).toBe(200);
    expect(text).not.toContain("fire");
    expect(message.error).toEqual({
      code: -32000,
      message: "An unexpected error occurred.",
      data: { code: "internal_error", content: "An unexpected error occurred." },
    });
    expect(entries).toMatchObject([
      { level: "error", status: 500, code: "internal_error", cause: broken },
    ]);
  });

  it("shows each of two platforms its own subset, interleaved (§9)", async () => {
    const server = serverWith();
    for (const platform of [WHOLE, PLAIN, WHOLE, PLAIN]) {
      const given = { meta: metaOf(platform), checkout: ORDERED };
      const { message } = await ask(server, "create_checkout", given);
      const { checkout: seen } = message.result?.structuredContent as { checkout: object };
      expect("fulfillment" in seen).toBe(platform === WHOLE);
    }
  });

  it("validates a payload by what the platform has (§9)", async () => {
    const { ap2: _, ...plain } = completion;
    const given = (platform: string): JsonObject => ({
      meta: metaOf(platform, KEY),
      id: "checkout_1",
      checkout: plain,
    });
    const server = serverWith();
    const whole = await ask(server, "complete_checkout", given(WHOLE));
    expect(whole.message.error).toMatchObject({
      code: -32000,
      data: { code: "invalid_request", content: expect.stringContaining("$.ap2") },
    });
    const other = await ask(server, "complete_checkout", given(PLAIN));
    expect(other.message.result).toBeDefined();
  });

  it("gets a negotiation failure as a result, and no checkout (DESIGN §12)", async () => {
    const given = { meta: metaOf(OLDER), checkout: ORDERED };
    const { message } = await ask(serverWith(), "create_checkout", given);
    expect(message.result?.structuredContent).toMatchObject({
      proto: { status: "error" },
      status: "requires_escalation",
      messages: [{ code: "version_unsupported", severity: "requires_buyer_input" }],
      continue_url: "https://business.example.com/shop",
    });
    expect(created).toEqual([]);
  });

  it("gets of the order its id and its page, when a checkout is completed (§4.5)", async () => {
    const order = { ...completed.order, label: "Order 17" };
    const server = serverWith({
      completeCheckout: () => ({ ...completed, order }) as unknown as Checkout,
    });
    const given = { meta: metaOf(WHOLE, KEY), id: "checkout_1", checkout: completion };
    const { message } = await ask(server, "complete_checkout", given);
    const { checkout: seen } = message.result?.structuredContent as { checkout: JsonObject };
    expect(seen["order"]).toEqual(completed.order);
  });

  it("is replayed byte for byte, and refused with other arguments (§4.8)", async () => {
    const server = serverWith();
    const given = { meta: metaOf(WHOLE, KEY), checkout: ORDERED };
    const first = await ask(server, "create_checkout", given, {}, 1);
    const second = await ask(server, "create_checkout", given, {}, 2);
    expect([first.message.id, second.message.id]).toEqual([1, 2]);
    expect(JSON.stringify(second.message.result)).toBe(JSON.stringify(first.message.result));
    expect(created.length).toBe(1);
    const other = { ...given, checkout: { ...ORDERED, currency: "EUR" } };
    const third = await ask(server, "create_checkout", other);
    expect(third.message.error).toMatchObject({
      code: -32000,
      data: { code: "idempotency_key_reused" },
    });
    expect(entries.at(-1)).toMatchObject({ status: 409, code: "idempotency_key_reused" });
    const keyed = { meta: metaOf(WHOLE, OTHER_KEY), checkout: ORDERED };
    expect((await ask(server, "create_checkout", keyed)).message.result).toBeDefined();
    expect(created.length).toBe(2);
  });

  it("is the same with its UUID in capitals, beside a header or not (§4.5, RFC 9562 §4)", async () => {
    const cancelCheckout = vi.fn(() => checkout);
    const server = serverWith({ cancelCheckout });
    const asked = { id: "checkout_1" };
    const call = async (key: string, headers: Record<string, string> = {}) =>
      (
        await callTool(
          server,
          "cancel_checkout",
          { ...asked, meta: metaOf(WHOLE, key) },
          { era, headers },
        )
      ).message.result;
    const first = await call(KEY);
    expect(first).toBeDefined();
    expect(await call(KEY.toUpperCase())).toEqual(first);
    expect(await call(KEY.toUpperCase(), { "Idempotency-Key": KEY })).toEqual(first);
    expect(cancelCheckout).toHaveBeenCalledTimes(1);
    expect(await call(OTHER_KEY)).toBeDefined();
    expect(cancelCheckout).toHaveBeenCalledTimes(2);
  });

  it("has one effect for fifty at once with one key (§4.8)", async () => {
    const server = serverWith({
      async createCheckout(_request, context) {
        created.push(context);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { ...checkout, id: `checkout_${created.length}` };
      },
    });
    const given = { meta: metaOf(WHOLE, KEY), checkout: ORDERED };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, id) => ask(server, "create_checkout", given, {}, id)),
    );
    const results = answers.map(({ message }) => JSON.stringify(message.result));
    expect(new Set(results).size).toBe(1);
    expect(created.length).toBe(1);
  });

  it("replays the error that a handler broke with, which it is not asked again", async () => {
    const createCheckout = vi.fn().mockRejectedValue(new Error("the database is on fire"));
    const server = serverWith({ createCheckout });
    const given = { meta: metaOf(WHOLE, KEY), checkout: ORDERED };
    for (const _ of [1, 2]) {
      const { message } = await ask(server, "create_checkout", given);
      expect(message.error).toMatchObject({ code: -32000, data: { code: "internal_error" } });
    }
    expect(createCheckout).toHaveBeenCalledTimes(1);
    expect(entries.map(({ status, code }) => [status, code])).toEqual([
      [500, "internal_error"],
      [500, "internal_error"],
    ]);
  });

  it("takes the key from the header, where its tool needs none (§5.4)", async () => {
    const headers = { "Idempotency-Key": "one" };
    await ask(serverWith(), "create_checkout", { meta: metaOf(), checkout: ORDERED }, headers);
    expect(created).toMatchObject([{ idempotencyKey: "one" }]);
  });

  it("has no effect where the store is down (503)", async () => {
    const store = createMemoryStorage();
    await store.close();
    const server = serverWith({}, { store });
    const given = { meta: metaOf(WHOLE, KEY), checkout: ORDERED };
    const { message } = await ask(server, "create_checkout", given);
    expect(message.error).toMatchObject({ data: { code: "temporarily_unavailable" } });
    expect(created).toEqual([]);
  });
});

describe("a request", () => {
  it("may be anything that has what is read of it, and its signal is the handler's", async () => {
    const controller = new AbortController();
    const seen: boolean[] = [];
    const server = serverWith({
      async getCheckout({ id }, { signal }) {
        controller.abort();
        seen.push(signal.aborted);
        return { ...checkout, id };
      },
    });
    const params = { name: "get_checkout", arguments: { meta: metaOf(), id: "checkout_1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const sent = new Request(MCP_ENDPOINT, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body,
    });
    const answer = await server.answer({
      method: "POST",
      url: MCP_ENDPOINT,
      headers: sent.headers,
      body: sent.body,
      signal: controller.signal,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.map(([name]) => name)).not.toContain("connection");
    expect(seen).toEqual([true]);
  });

  it("may be a notification, which nothing is answered to", async () => {
    const message = { jsonrpc: "2.0", method: "notifications/initialized" };
    const { status, text } = await post(serverWith(), message);
    expect([status, text]).toEqual([202, ""]);
  });

  it("may not listen: nothing changes, so there would be no end", async () => {
    const method = "subscriptions/listen";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { _meta, notifications: { toolsListChanged: true } };
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method };
    const { message } = await post(
      serverWith(),
      { jsonrpc: "2.0", id: 1, method, params },
      headers,
    );
    expect(message.error).toMatchObject({ code: -32603 });
  });
});
