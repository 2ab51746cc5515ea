/** MCP (§4.5): a message that cannot be a call, and a call that does not name its platform. */

import { describe, expect, it } from "vitest";
import { business } from "../../blackbox/opening.js";
import { callTool, metaOf, overMcp, sendMessage, toolRequest } from "../../blackbox/speak-mcp.js";
import { basket, shopper } from "../../blackbox/steps.js";

describe("a call of an earlier revision of MCP", () => {
  it("§4.5: is answered as a stream of events, which ends with the result", async () => {
    const open = await business();
    const args = { meta: metaOf(open.platform), checkout: basket("presets") };
    const params = { name: "create_checkout", arguments: args };
    const answer = await fetch(open.mcp, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params }),
    });
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const events = [...(await answer.text()).matchAll(/^data: ?(.+)$/gm)].map(([, data]) => data);
    expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({
      id: 7,
      result: { structuredContent: { checkout: { currency: "USD" } } },
    });
  });
});

describe("a request over MCP", () => {
  it("§4.5: is one message: a batch is refused", async () => {
    const open = await business();
    const args = { meta: metaOf(open.platform), checkout: basket("presets") };
    const one = toolRequest("create_checkout", args);
    const batch = { ...one, body: `[${Array.from({ length: 50 }, () => one.body).join(",")}]` };
    const answer = await sendMessage(open.mcp, batch);
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ data: { code: "invalid_request" } });
    expect(answer.result).toBeUndefined();
    expect(answer.text.length).toBeLessThan(500);
  });

  it.each<readonly [string, object]>([
    ["no meta", {}],
    ["an empty meta", { meta: {} }],
    ["an agent without a profile", { meta: { "proto-agent": {} } }],
  ])("§4.5: that has %s is told which member is missing", async (_, more) => {
    const open = await business();
    const answer = await callTool(open.mcp, "create_checkout", {
      ...more,
      checkout: basket("presets"),
    });
    expect(answer.error?.data).toEqual({
      code: "invalid_profile_url",
      content: `meta["proto-agent"].profile is required: it names the platform's profile.`,
    });
  });

  it("§4.5: that names a platform by no https URL is told so", async () => {
    const open = await business();
    const args = { meta: metaOf("ftp://agent.example"), checkout: basket("presets") };
    expect((await callTool(open.mcp, "create_checkout", args)).error?.data).toEqual({
      code: "invalid_profile_url",
      content: "The profile URL is malformed or not https.",
    });
  });
});

describe("a cart tool", () => {
  const { line_items } = basket("presets");
  const COMPLETE: Readonly<Record<string, (id: string) => object>> = {
    create_cart: () => ({ cart: { line_items } }),
    get_cart: (id) => ({ id }),
    update_cart: (id) => ({ id, cart: { line_items } }),
    cancel_cart: (id) => ({ id }),
  };

  it.each([
    ["create_cart", "meta", { meta: undefined }],
    ["create_cart", "cart", { cart: undefined }],
    ["create_cart", "line_items", { cart: {} }],
    ["get_cart", "meta", { meta: undefined }],
    ["get_cart", "id", { id: undefined }],
    ["update_cart", "meta", { meta: undefined }],
    ["update_cart", "id", { id: undefined }],
    ["update_cart", "cart", { cart: undefined }],
    ["update_cart", "line_items", { cart: {} }],
    ["cancel_cart", "meta", { meta: undefined }],
    ["cancel_cart", "id", { id: undefined }],
  ] as const)("§4.5: %s without %s is refused", async (tool, _, fewer) => {
    const open = await business();
    const { body } = await shopper(open, overMcp).ask("create_cart", { payload: { line_items } });
    const whole = { meta: metaOf(open.platform), ...COMPLETE[tool]?.(body.id) };
    const refused = await callTool(open.mcp, tool, { ...whole, ...fewer });
    expect(refused.error).toMatchObject({
      data: { code: expect.any(String) as unknown, content: expect.any(String) as unknown },
    });
    expect(refused.result).toBeUndefined();
    const taken = await callTool(open.mcp, tool, whole);
    expect(taken.result?.structuredContent).toHaveProperty("cart.id");
  });
});
