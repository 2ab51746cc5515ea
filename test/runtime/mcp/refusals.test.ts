/** What a server over MCP is not to be called with (§4.5, §4.8, §7): never a stack trace, a hang or a 500. */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { LogEntry, ServerOptions } from "@proto-gen/runtime/server";
import {
  answerOf,
  callTool,
  MCP_ERAS,
  metaOf,
  post,
  type McpAnswer,
} from "../../support/mcp-call.js";
import {
  MCP_ENDPOINT,
  ORDERED,
  PLAIN,
  readData,
  sampleServer,
  WHOLE,
} from "../../support/sample-business.js";

const KEY = "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1";
const OTHER_KEY = "0b6f2c1e-57a4-4c64-8f0c-6f6f0d0a1d11";
const requests = readData("test/data/instances/requests.json");
const completion = requests["checkout.complete"] as JsonObject;

function serverWith(more: Partial<ServerOptions> = {}, entries: LogEntry[] = []) {
  return sampleServer({ created: [], entries }, {}, more);
}

function expectNothingFromInside({ text, status }: McpAnswer): void {
  expect(status).not.toBe(500);
  expect(text).not.toMatch(/\bat .*\.(?:ts|js|mjs):\d|node_modules|Error:/);
}

const call = (parameters: unknown): object => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "create_checkout", arguments: parameters },
});
const whole = { meta: metaOf(), checkout: ORDERED };
const text = JSON.stringify(call(whole));
const deep = text.replace('"USD"', `${"[".repeat(10_000)}${"]".repeat(10_000)}`);
const large = text.replace('"quantity":1', '"quantity":9007199254740993');

/** Of a request as such: status and code by the table, and an error of JSON-RPC without an id. */
const REQUESTS: readonly (readonly [string, string, Record<string, string>, number, string])[] = [
  ["malformed JSON", text.slice(0, -1), {}, 400, "invalid_request"],
  ["no body", "", {}, 400, "invalid_request"],
  ["duplicate keys", text.replace("{", '{"id":1,'), {}, 400, "invalid_request"],
  ["depth 10,000", deep, {}, 400, "invalid_request"],
  ["amounts beyond 2^53", large, {}, 400, "invalid_request"],
  ["1 MiB and more", `${text}${" ".repeat(1_048_576)}`, {}, 413, "content_too_large"],
  ["another type", text, { "Content-Type": "text/plain" }, 415, "unsupported_media_type"],
  ["an encoding", text, { "Content-Encoding": "gzip" }, 415, "unsupported_media_type"],
  ["headers of 100 kB", text, { "X-Long": "a".repeat(100_000) }, 431, "headers_too_large"],
  ["two request ids", text, { "Request-Id": "a, b" }, 400, "invalid_request"],
  ["another Host", text, { Host: "attacker.example" }, 403, "forbidden"],
  ["a Host that is none", text, { Host: "a b" }, 403, "forbidden"],
  ["an empty Host", text, { Host: "" }, 403, "forbidden"],
  ["a Host after a user", text, { Host: "user@business.example.com" }, 403, "forbidden"],
  ["a Host in escapes", text, { Host: "%62usiness.example.com" }, 403, "forbidden"],
  ["a Host with two ports", text, { Host: "business.example.com:80:80" }, 403, "forbidden"],
  ["a Host with a path", text, { Host: "business.example.com/a" }, 403, "forbidden"],
  ["another Origin", text, { Origin: "https://attacker.example" }, 403, "forbidden"],
  ["its Origin over http", text, { Origin: "http://business.example.com" }, 403, "forbidden"],
  ["an opaque Origin", text, { Origin: "null" }, 403, "forbidden"],
];

describe("a request that is refused", () => {
  it.each(REQUESTS)("is refused with %s", async (_, body, headers, status, code) => {
    const entries: LogEntry[] = [];
    const answer = await post(serverWith({}, entries), body, headers);
    expectNothingFromInside(answer);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.message).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32000,
        message: expect.any(String),
        data: { code, content: expect.any(String) },
      },
    });
    expect(entries).toMatchObject([{ level: "info", status, code }]);
  });

  it("is not read to its end if it has 50 MB", async () => {
    let sent = 0;
    const chunk = new Uint8Array(65_536).fill(32);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        if (sent > 50_000_000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" } as const;
    const answer = await answerOf(await serverWith().fetch(new Request(MCP_ENDPOINT, init)));
    expect(answer.status).toBe(413);
    expect(answer.message.error?.data["code"]).toBe("content_too_large");
    expect(sent).toBeLessThan(2_000_000);
  });

  it.each(["GET", "DELETE", "PUT", "HEAD", "OPTIONS"])("gets a 405 for %s", async (method) => {
    const response = await serverWith().fetch(new Request(MCP_ENDPOINT, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });

  it("is refused with a method that no Request may have, or with credentials in its URL", async () => {
    const url = MCP_ENDPOINT.replace("//", "//user:secret@");
    const { headers } = new Request(MCP_ENDPOINT);
    for (const method of ["TRACE", "CONNECT", "POST"]) {
      const { status } = await serverWith().answer({ method, url, headers, body: null });
      expect(status).toBe(method === "POST" ? 400 : 405);
    }
  });

  it("gets a 404 for a path below the endpoint", async () => {
    const answer = await post(serverWith(), text, {}, `${MCP_ENDPOINT}/more`);
    expect(answer.status).toBe(404);
    expect(answer.message.error?.data["code"]).toBe("not_found");
  });
});

describe("Host and Origin (DNS rebinding)", () => {
  const options = {
    allowedHosts: ["shop.example:8443", "127.0.0.1"],
    allowedOrigins: ["https://app.example"],
  };
  it.each<[string, Record<string, string>]>([
    ["the endpoint's Host", { Host: "business.example.com" }],
    ["the endpoint's Host, with a port", { Host: "BUSINESS.example.com:443" }],
    ["a Host that is allowed", { Host: "127.0.0.1:3000" }],
    ["another one", { Host: "shop.example" }],
    ["the endpoint's Origin", { Origin: "https://business.example.com" }],
    ["an Origin that is allowed", { Origin: "https://app.example" }],
  ])("let in %s", async (_, headers) => {
    expect((await post(serverWith(options), text, headers)).status).toBe(200);
  });

  it("are checked before the body and its size", async () => {
    const answer = await post(serverWith(), "{", { Origin: "https://attacker.example" });
    expect(answer.status).toBe(403);
  });

  it("are the URL's where a request has no Host", async () => {
    const url = MCP_ENDPOINT.replace("business", "attacker");
    expect((await post(serverWith(), text, {}, url)).status).toBe(403);
  });
});

/** Of a call: an error in a 200. */
type Wrong = readonly [
  what: string,
  tool: string,
  given: JsonObject,
  headers: Record<string, string>,
  code: string,
  content: string,
];

const completing = { id: "checkout_1", checkout: completion };
const agent = (url: string): Record<string, string> => ({ "Proto-Agent": `profile="${url}"` });

const CALLS: readonly Wrong[] = [
  ["no meta", "create_checkout", { checkout: ORDERED }, {}, "invalid_profile_url", ""],
  ["no arguments", "get_checkout", {}, {}, "invalid_profile_url", ""],
  [
    "a meta that is no object",
    "create_checkout",
    { meta: [], checkout: ORDERED },
    {},
    "invalid_profile_url",
    "",
  ],
  [
    "no profile",
    "create_checkout",
    { meta: { "proto-agent": {} }, checkout: ORDERED },
    agent(WHOLE),
    "invalid_profile_url",
    "",
  ],
  [
    "a profile over http",
    "create_checkout",
    { meta: metaOf("http://agent.example/"), checkout: ORDERED },
    {},
    "invalid_profile_url",
    "",
  ],
  [
    "an unknown platform",
    "create_checkout",
    { meta: metaOf("https://nobody.example/"), checkout: ORDERED },
    {},
    "profile_unreachable",
    "",
  ],
  ["two profiles", "create_checkout", whole, agent(PLAIN), "invalid_request", "profiles"],
  [
    "an agent header that is no dictionary",
    "create_checkout",
    whole,
    { "Proto-Agent": '"' },
    "invalid_profile_url",
    "",
  ],
  ["an unknown id", "get_checkout", { meta: metaOf(), id: "none" }, {}, "not_found", "none"],
  ["no id", "get_checkout", { meta: metaOf() }, {}, "invalid_request", "$.id"],
  [
    "an id that is no text",
    "get_checkout",
    { meta: metaOf(), id: 1 },
    {},
    "invalid_request",
    "$.id",
  ],
  ["no payload", "create_checkout", { meta: metaOf() }, {}, "invalid_request", "$.checkout"],
  [
    "a payload that is null",
    "create_checkout",
    { meta: metaOf(), checkout: null },
    {},
    "invalid_request",
    "object",
  ],
  [
    "a payload without a member",
    "create_checkout",
    { meta: metaOf(), checkout: { currency: "USD" } },
    {},
    "invalid_request",
    "$.line_items",
  ],
  ...["create_checkout", "update_checkout", "complete_checkout"].map((tool): Wrong => [
    `an id in the payload of ${tool}`,
    tool,
    {
      meta: metaOf(PLAIN, KEY),
      ...(tool === "create_checkout" ? {} : { id: "checkout_1" }),
      checkout: { ...(tool === "complete_checkout" ? completion : ORDERED), id: "checkout_2" },
    },
    {},
    "invalid_request",
    "$.checkout.id",
  ]),
  [
    "an unknown argument",
    "get_checkout",
    { meta: metaOf(), id: "checkout_1", more: 1 },
    {},
    "invalid_request",
    "$.more",
  ],
  [
    "an unknown argument behind a payload with many faults",
    "create_checkout",
    { meta: metaOf(), checkout: { line_items: Array.from({ length: 50 }, () => 1) }, more: 1 },
    {},
    "invalid_request",
    "$.more",
  ],
  [
    "no key where §4.5 asks for one",
    "complete_checkout",
    { meta: metaOf(), ...completing },
    {},
    "invalid_request",
    "idempotency-key",
  ],
  [
    "a key in the header alone, where §4.5 asks for one in meta",
    "complete_checkout",
    { meta: metaOf(), ...completing },
    { "Idempotency-Key": KEY },
    "invalid_request",
    "idempotency-key",
  ],
  [
    "a key that is no UUID",
    "complete_checkout",
    { meta: metaOf(WHOLE, "once"), ...completing },
    {},
    "invalid_request",
    "idempotency-key",
  ],
  [
    "two keys",
    "complete_checkout",
    { meta: metaOf(WHOLE, KEY), ...completing },
    { "Idempotency-Key": OTHER_KEY },
    "invalid_request",
    "keys",
  ],
];

describe.each(MCP_ERAS)("a call over MCP %s that is refused", (era) => {
  it.each(CALLS)("is refused with %s", async (_, tool, given, headers, code, content) => {
    const answer = await callTool(serverWith(), tool, given, { era, headers });
    expectNothingFromInside(answer);
    expect(answer.status).toBe(200);
    const { error } = answer.message;
    const jsonRpcCode = code.includes("profile") ? -32001 : -32000;
    expect(error).toMatchObject({ code: jsonRpcCode, data: { code } });
    expect(error?.message).toBe(error?.data["content"]);
    expect(error?.message).toContain(content);
  });

  it("is refused for an unknown tool", async () => {
    for (const tool of ["search_catalog", "toString", "", "none"]) {
      const entries: LogEntry[] = [];
      const server = serverWith({}, entries);
      const answer = await callTool(server, tool, whole, { era });
      expect(answer.status).toBe(200);
      expect(answer.message.error).toEqual({
        code: -32602,
        message: "The tool does not exist.",
        data: { code: "not_found", content: "The tool does not exist." },
      });
      expect(entries).toMatchObject([{ status: 404, code: "not_found" }]);
    }
  });
});

it("takes no argument from __proto__", async () => {
  const inherited = text
    .replace('"arguments":{', '"arguments":{"__proto__":{')
    .replace(/}}}$/, "}}}}");
  const { message } = await post(serverWith(), inherited);
  expect(message.error?.data["code"]).toBe("invalid_profile_url");
});

describe("a malformed message", () => {
  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize" };
  it.each<[string, unknown]>([
    ["null", "null"],
    ["a number", 1],
    ["an empty batch", []],
    ["a batch of nothing", [null, 1, {}]],
    ["a batch of 1,000", Array.from({ length: 1_000 }, () => call(whole))],
    ["an empty object", {}],
    ["another version", { ...call(whole), jsonrpc: "1.0" }],
    ["no name", { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }],
    ["no parameters", { jsonrpc: "2.0", id: 1, method: "tools/call" }],
    ["arguments that are a list", call([])],
    ["arguments that are text", call("x")],
    ["an id that is an object", { ...call(whole), id: {} }],
    ["an id that is null", { ...call(whole), id: null }],
    ["an unknown method", { jsonrpc: "2.0", id: 1, method: "toString" }],
    ["a handshake without parameters", initialize],
    ["a handshake of nonsense", { ...initialize, params: { protocolVersion: 1 } }],
    ["a cursor that is none", { ...initialize, method: "tools/list", params: { cursor: 1 } }],
    ["an answer", { jsonrpc: "2.0", id: 1, result: {} }],
    ["an envelope of nonsense", { ...call(whole), params: { _meta: 1 } }],
  ])("is answered without a server error: %s", async (_, body) => {
    for (const headers of [{}, { "MCP-Protocol-Version": "2026-07-28" }]) {
      const answer = await post(serverWith(), body, headers);
      expectNothingFromInside(answer);
      expect(answer.status).toBeLessThan(500);
    }
  });
});

describe("an error that says when to come back", () => {
  const limited: Partial<ServerOptions> = { rateLimit: () => 7 };

  it.each(MCP_ERAS)("has it in the response's Retry-After, %s", async (era) => {
    const { status, headers, message } = await callTool(
      serverWith(limited),
      "create_checkout",
      { meta: metaOf(), checkout: ORDERED },
      { era },
    );
    expect(status).toBe(200);
    expect(message.error?.data).toMatchObject({ code: "rate_limited" });
    expect(headers.get("retry-after")).toBe("7");
  });

  it("has no Retry-After if it is another error", async () => {
    const { headers, message } = await callTool(serverWith(), "create_checkout", {
      meta: metaOf(),
      checkout: { ...ORDERED, currency: 7 },
    });
    expect(message.error?.data).toMatchObject({ code: "invalid_request" });
    expect(headers.get("retry-after")).toBeNull();
  });
});
