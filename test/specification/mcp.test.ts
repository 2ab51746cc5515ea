/** MCP (§4.5): what a refused message is told. */

import { describe, expect, it } from "vitest";
import { metaOf, callTool, post } from "../support/mcp-call.js";
import { sampleServer } from "../support/sample-business.js";

const server = () => sampleServer({ created: [], entries: [] });

describe("a request over MCP", () => {
  it("is one message: a batch is refused, however small its messages are", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { status, message, text } = await post(
      server(),
      Array.from({ length: 50 }, () => list),
    );
    expect(status).toBe(400);
    expect(message).toMatchObject({ id: null, error: { data: { code: "invalid_request" } } });
    expect(text.length).toBeLessThan(500);
  });

  it("says which member is missing where it names no platform", async () => {
    const { message } = await callTool(server(), "get_checkout", { id: "checkout_1" });
    expect(message.error?.data).toEqual({
      code: "invalid_profile_url",
      content: 'The call names no platform: meta["proto-agent"].profile is required.',
    });
    const meta = metaOf("ftp://agent.example");
    const other = await callTool(server(), "get_checkout", { id: "checkout_1", meta });
    expect(other.message.error?.data).toMatchObject({
      code: "invalid_profile_url",
      content: "The profile URL is malformed or not https.",
    });
  });
});
