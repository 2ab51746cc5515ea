import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { MCP_TRANSPORTS, withMcpClient, type CallToolResult } from "../support/peers/mcp.js";

const tool = {
  name: "get_cart",
  title: "Get cart",
  description: "Read a cart.",
  inputSchema: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
  outputSchema: {
    type: "object",
    properties: { proto: { type: "object" } },
    anyOf: [{ required: ["id"] }, { required: ["messages"] }],
  },
  annotations: { readOnlyHint: true },
};

function result(structuredContent: Record<string, unknown>, isError = false): CallToolResult {
  const content = [{ type: "text" as const, text: JSON.stringify(structuredContent) }];
  return { content, structuredContent, ...(isError ? { isError } : {}) };
}

/** What a client that has listed the tool makes of a result. */
function call(transport: (typeof MCP_TRANSPORTS)[number], answer: CallToolResult, listed = tool) {
  return withMcpClient(
    transport,
    [listed],
    () => answer,
    async (client) => {
      await client.listTools();
      return client.callTool({ name: "get_cart", arguments: { id: "cart_1" } });
    },
  );
}

describe.each(MCP_TRANSPORTS)("an MCP client, %s", (transport) => {
  it("lists a tool as it is described", async () => {
    const { tools } = await withMcpClient(
      transport,
      [tool],
      () => result({}),
      (client) => client.listTools(),
    );
    expect(tools).toEqual([tool]);
  });

  it("speaks the revision that was asked for", async () => {
    const version = await withMcpClient(
      transport,
      [tool],
      () => result({}),
      async (client) => client.getNegotiatedProtocolVersion(),
    );
    expect(version).toBe(transport.replace(/^in memory$|^http /, "") || "2025-11-25");
  });

  it("hands the arguments to the server", async () => {
    const calls: unknown[] = [];
    await withMcpClient(
      transport,
      [tool],
      (name, parameters) => {
        calls.push([name, parameters]);
        return setTimeout(1, result({ id: "cart_1" }));
      },
      (client) => client.callTool({ name: "get_cart", arguments: { id: "cart_1" } }),
    );
    expect(calls).toEqual([["get_cart", { id: "cart_1" }]]);
  });

  it.each([{ id: "cart_1" }, { messages: [] }])("accepts %j", async (content) => {
    expect((await call(transport, result(content))).structuredContent).toEqual(content);
  });

  it.each([{}, { id: "cart_1", proto: "2026-11-27" }])("refuses %j", async (content) => {
    await expect(call(transport, result(content))).rejects.toThrow(/output schema/);
  });

  it("refuses a result without structured content", async () => {
    await expect(call(transport, { content: [] })).rejects.toThrow(/structured content/);
  });

  it("checks results only of tools that it has listed", async () => {
    const unlisted = await withMcpClient(
      transport,
      [tool],
      () => result({}),
      (client) => client.callTool({ name: "get_cart" }),
    );
    expect(unlisted.structuredContent).toEqual({});
  });

  it("leaves a failed call's content as it is", async () => {
    const failed = await call(transport, result({ anything: 1 }, true));
    expect(failed).toMatchObject({ isError: true, structuredContent: { anything: 1 } });
  });

  it("refuses to call a tool whose output schema does not compile", async () => {
    const broken = { ...tool, outputSchema: { ...tool.outputSchema, $ref: "#/$defs/none" } };
    await expect(call(transport, result({ id: "cart_1" }), broken)).rejects.toThrow(
      /invalid outputSchema/,
    );
  });

  it("does not list a tool whose input is no object", async () => {
    const broken = { ...tool, inputSchema: { type: "array" } };
    await expect(
      withMcpClient(
        transport,
        [broken],
        () => result({}),
        (client) => client.listTools(),
      ),
    ).rejects.toThrow();
  });
});
