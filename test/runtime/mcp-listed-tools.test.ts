/** What `tools/list` requires: of each platform what it has agreed to, of an unknown one what everyone must send. */

import { describe, expect, it } from "vitest";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { Tool } from "@proto-gen/runtime/service";
import { createServer } from "../../generated/server.js";
import { tools } from "../../generated/mcp-tools.js";
import { MCP_ENDPOINT, PLAIN, profile, sampleHandlers, WHOLE } from "../support/sample-business.js";

const asked: string[] = [];
const limits: { waitSeconds: number | undefined; calls: string[] } = {
  waitSeconds: undefined,
  calls: [],
};
const server = createServer(sampleHandlers({ created: [] }), {
  profile,
  rateLimit({ operation, profile: url }) {
    limits.calls.push(`${operation} ${url}`);
    return limits.waitSeconds;
  },
  platforms: {
    get(url) {
      asked.push(url);
      if (url !== WHOLE && url !== PLAIN)
        return Promise.reject(new ProtocolError("profile_unreachable"));
      const plain = {
        proto: {
          version: "2026-11-20",
          capabilities: { "dev.proto.shopping.checkout": [{ version: "2026-11-20" }] },
        },
      };
      return Promise.resolve({ url, profile: url === WHOLE ? profile : plain, identity: url });
    },
  },
});

async function list(agent: string | undefined): Promise<Response> {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...(agent === undefined ? {} : { "Proto-Agent": `profile="${agent}"` }),
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const answer = await server.fetch(new Request(MCP_ENDPOINT, { method: "POST", headers, body }));
  return answer as unknown as Response;
}

async function requiredOf(agent: string | undefined): Promise<readonly unknown[]> {
  const text = await (await list(agent)).text();
  const { result } = JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "") as {
    readonly result: { readonly tools: readonly Tool[] };
  };
  expect(result.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  const complete = result.tools.find(({ name }) => name === "complete_checkout");
  const { properties } = complete?.inputSchema as unknown as {
    readonly properties: { readonly checkout: { readonly required?: readonly unknown[] } };
  };
  return properties.checkout.required ?? [];
}

describe("tools/list", () => {
  it("requires what an extension requires of a platform that has it", async () => {
    expect(await requiredOf(WHOLE)).toContain("ap2");
  });

  it.each([
    ["that does not have the extension", PLAIN],
    ["that does not say who it is", undefined],
    ["whose profile cannot be read", "https://gone.example/profile.json"],
    ["whose header is no URL", "nonsense"],
  ])("does not require it of a platform %s", async (_, agent) => {
    const required = await requiredOf(agent);
    expect(required).not.toContain("ap2");
    expect(required).toContain("payment");
  });

  it("fetches no profile for a platform that asks too often, which is told to wait", async () => {
    asked.length = 0;
    limits.calls.length = 0;
    limits.waitSeconds = 7;
    const answer = await list(WHOLE);
    limits.waitSeconds = undefined;
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("7");
    expect(await answer.json()).toMatchObject({ error: { data: { code: "rate_limited" } } });
    expect(limits.calls).toEqual([`tools/list ${WHOLE}`]);
    expect(asked).toEqual([]);
    expect(await requiredOf(WHOLE)).toContain("ap2");
    expect(asked).toEqual([WHOLE]);
  });

  it("leaves the generated descriptors as they are", () => {
    const complete = tools.find(({ name }) => name === "complete_checkout");
    expect(JSON.stringify(complete?.inputSchema)).toContain('"ap2"');
  });
});
