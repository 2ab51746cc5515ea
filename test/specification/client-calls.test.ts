/** What a client sends with each of its calls (§5.3): the URL of the platform's profile, over REST and MCP. */

import { describe, expect, it } from "vitest";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { sampleServer } from "../support/sample-business.js";
import { CATALOG_CALLS, SAMPLE_CALLS } from "../support/sample-calls.js";
import { connect, PLATFORM } from "../support/sample-client.js";

/** The requests of all operations, but for that of the business's profile. */
async function requestsOver(transport: "rest" | "mcp"): Promise<readonly Request[]> {
  const requests: Request[] = [];
  const catalog = {
    searchCatalog: () => ({ products: [] }),
    lookupCatalog: () => ({ products: [] }),
  };
  const server = sampleServer({ created: [], entries: [] }, catalog);
  const client = await connect({
    ...(transport === "mcp" ? { transport: mcp as never } : {}),
    async fetch(url, init) {
      const request = new Request(url, init);
      if (!url.endsWith("/.well-known/proto")) requests.push(request.clone());
      return (await server.fetch(request)) as unknown as Response;
    },
  });
  const catalogCalls = transport === "mcp" ? [] : CATALOG_CALLS;
  for (const call of [...SAMPLE_CALLS, ...catalogCalls]) await call(client);
  return requests;
}

describe("each call of a client", () => {
  it("names the platform's profile in the agent header, over REST (§5.3)", async () => {
    const requests = await requestsOver("rest");
    expect(requests).toHaveLength(11);
    for (const { headers } of requests)
      expect(headers.get("proto-agent")).toBe(`profile="${PLATFORM}"`);
  });

  it("names the platform's profile in `meta`, over MCP (§5.3)", async () => {
    const messages = await Promise.all(
      (await requestsOver("mcp")).map(
        async (request) => JSON.parse(await request.text()) as unknown,
      ),
    );
    const calls = messages.filter((each) => (each as { method: string }).method === "tools/call");
    expect(calls).toHaveLength(9);
    const meta = { "proto-agent": { profile: PLATFORM } };
    for (const call of calls) expect(call).toMatchObject({ params: { arguments: { meta } } });
  });
});
