/** What `tools/list` shows: to each platform what it has agreed to, to an unknown one all, of which it requires what everyone must send. */

import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { Tool } from "@proto-gen/runtime/codegen/v1";
import { createServer } from "../../../generated/server.js";
import { tools } from "../../../generated/mcp-tools.js";
import {
  MCP_ENDPOINT,
  PLAIN,
  profile,
  sampleHandlers,
  WHOLE,
} from "../../support/sample-business.js";

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
          version: "2026-11-27",
          capabilities: { "dev.proto.shopping.checkout": [{ version: "2026-11-27" }] },
        },
      };
      return Promise.resolve({ url, profile: url === WHOLE ? profile : plain, identity: url });
    },
  },
});

async function list(
  agent: string | undefined,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    ...more,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...(agent === undefined ? {} : { "Proto-Agent": `profile="${agent}"` }),
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const answer = await server.fetch(new Request(MCP_ENDPOINT, { method: "POST", headers, body }));
  return answer as unknown as Response;
}

async function listedFor(agent: string | undefined): Promise<readonly Tool[]> {
  return toolsIn(await (await list(agent)).text());
}

function toolsIn(text: string): readonly Tool[] {
  const { result } = JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "") as {
    readonly result: { readonly tools: readonly Tool[] };
  };
  return result.tools;
}

async function membersOf(agent: string | undefined): Promise<readonly string[]> {
  const create = (await listedFor(agent)).find(({ name }) => name === "create_checkout");
  const { properties } = create?.inputSchema as unknown as {
    readonly properties: { readonly checkout: { readonly properties: object } };
  };
  return Object.keys(properties.checkout.properties);
}

async function requiredOf(agent: string | undefined): Promise<readonly unknown[]> {
  const listed = await listedFor(agent);
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  const complete = listed.find(({ name }) => name === "complete_checkout");
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

  it("shows members of extensions to platforms that have them, and to those that are not known", async () => {
    for (const agent of [WHOLE, undefined])
      expect(await membersOf(agent)).toEqual(expect.arrayContaining(["discounts", "fulfillment"]));
    const plain = await membersOf(PLAIN);
    for (const each of ["discounts", "fulfillment"]) expect(plain).not.toContain(each);
    expect(plain).toContain("line_items");
  });

  it("keeps no schema that nothing refers to", async () => {
    for (const { inputSchema } of await listedFor(PLAIN)) {
      const text = JSON.stringify(inputSchema);
      for (const name of Object.keys((inputSchema["$defs"] ?? {}) as object))
        expect(text).toContain(`"#/$defs/${name}"`);
    }
  });

  it.each([
    ["gzip, deflate, br", true],
    ["*", true],
    ["br, gzip;q=0.5", true],
    ["gzip;q=0", false],
    ["gzip;q=0, *", false],
    ["br", false],
    ["", false],
  ])("is compressed for Accept-Encoding: %s: %s", async (accepted, isCompressed) => {
    const answer = await list(undefined, { "Accept-Encoding": accepted });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get("content-encoding")).toBe(isCompressed ? "gzip" : null);
    expect(answer.headers.get("vary")).toContain("accept-encoding");
    const text = new TextDecoder().decode(isCompressed ? gunzipSync(bytes) : bytes);
    expect(toolsIn(text)).toHaveLength(tools.length);
    if (isCompressed) expect(bytes.length).toBeLessThan(text.length / 3);
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
