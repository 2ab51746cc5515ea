/** MCP over HTTP (§4.5): a client that reads streams is answered with one, whose last event is the result. */

import { expect, it } from "vitest";
import { metaOf } from "../support/mcp-call.js";
import { MCP_ENDPOINT, sampleServer, WHOLE } from "../support/sample-business.js";

it("answers a call as a stream of events, which ends with the result (§4.5)", async () => {
  const params = {
    name: "get_checkout",
    arguments: { meta: metaOf(WHOLE), id: "checkout_1" },
  };
  const request = new Request(MCP_ENDPOINT, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params }),
  });
  const response = await sampleServer({ created: [], entries: [] }).fetch(request);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const events = [...(await response.text()).matchAll(/^data: ?(.+)$/gm)].map(([, data]) => data);
  expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({
    id: 7,
    result: { structuredContent: { checkout: { id: "checkout_1" } } },
  });
});
