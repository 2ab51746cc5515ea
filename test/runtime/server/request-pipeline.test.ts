/** Every request of a server, whatever it asks for and whatever comes of it, is counted once by the rate limit, and has one log entry. */

import { describe, expect, it } from "vitest";
import { apiKey, open } from "@proto-gen/runtime/auth";
import { ProtocolError } from "@proto-gen/runtime/error";
import {
  createRateLimiter,
  readJsonBody,
  type Answer,
  type FindPage,
  type Incoming,
  type LogEntry,
  type RateLimit,
  type Server,
  type ServerOptions,
} from "@proto-gen/runtime/server";
import type { LimitedCall } from "../../../src/runtime/server/request-path.js";
import { createTokenizer } from "@proto-gen/runtime/tokenization";
import {
  MCP_ENDPOINT,
  ORDERED,
  profile,
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
  type Witness,
} from "../../support/sample-business.js";

const HOST = new URL(REST_ENDPOINT).origin;
const JSON_TYPE = { "content-type": "application/json" };
const AGENT = { "Proto-Agent": `profile="${WHOLE}"`, "Request-Id": "request_1" };
const SESSIONS = `${REST_ENDPOINT}/checkout-sessions`;
const MCP = { ...JSON_TYPE, accept: "application/json, text/event-stream" };

function rpc(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Kinds of requests: where they end, and what they are without a limit. */
const REQUESTS: readonly (readonly [
  what: string,
  status: number,
  url: string,
  init?: RequestInit,
])[] = [
  ["the profile", 200, `${HOST}/.well-known/proto`],
  ["HEAD of the profile", 200, `${HOST}/.well-known/proto`, { method: "HEAD" }],
  ["OPTIONS of the profile", 204, `${HOST}/.well-known/proto`, { method: "OPTIONS" }],
  ["another method of the profile", 405, `${HOST}/.well-known/proto`, { method: "DELETE" }],
  ["a page", 200, `${HOST}/page`],
  ["a page that fails", 500, `${HOST}/broken`],
  ["a page that refuses", 403, `${HOST}/refused`],
  ["the root", 404, `${HOST}/`],
  ["robots.txt", 404, `${HOST}/robots.txt`],
  ["no endpoint", 404, `${HOST}/nothing/here?a=b`, { method: "POST", body: "{}" }],
  ["no operation", 404, `${REST_ENDPOINT}/nothing`],
  ["a path that is none", 400, `${REST_ENDPOINT}/carts/%zz`],
  ["another method of an operation", 405, SESSIONS, { method: "DELETE" }],
  ["OPTIONS of an operation", 204, SESSIONS, { method: "OPTIONS" }],
  ["an operation that reads", 200, `${SESSIONS}/checkout_1`, { headers: AGENT }],
  ["HEAD of an operation", 200, `${SESSIONS}/checkout_1`, { method: "HEAD", headers: AGENT }],
  ["no such resource", 404, `${SESSIONS}/other`, { headers: AGENT }],
  ["an operation without its headers", 400, `${SESSIONS}/checkout_1`],
  [
    "an operation that creates",
    201,
    SESSIONS,
    {
      method: "POST",
      headers: { ...AGENT, ...JSON_TYPE, "Idempotency-Key": "key-of-twenty-letters" },
      body: JSON.stringify(ORDERED),
    },
  ],
  [
    "a body that is no JSON",
    400,
    SESSIONS,
    {
      method: "POST",
      headers: { ...AGENT, ...JSON_TYPE, "Idempotency-Key": "key-of-twenty-letters" },
      body: "{",
    },
  ],
  [
    "another type of body",
    415,
    SESSIONS,
    {
      method: "POST",
      headers: { ...AGENT, "Idempotency-Key": "key-of-twenty-letters" },
      body: "a",
    },
  ],
  [
    "a body that is too large",
    413,
    SESSIONS,
    {
      method: "POST",
      headers: {
        ...{ ...AGENT, ...JSON_TYPE, "Idempotency-Key": "key-of-twenty-letters" },
        "content-length": "9999999",
      },
      body: "a",
    },
  ],
  [
    "a body that is too large for its page",
    413,
    `${HOST}/large`,
    { method: "POST", headers: { "content-length": "9999999" }, body: "a" },
  ],
  [
    "a body that is too large for a call, but not for its page",
    200,
    `${HOST}/large`,
    { method: "POST", headers: { "content-length": "2000000" }, body: "a".repeat(2_000_000) },
  ],
  ["header fields that are too large", 431, `${HOST}/page`, { headers: { a: "b".repeat(20_000) } }],
  [
    "a platform that nobody knows",
    424,
    `${SESSIONS}/checkout_1`,
    { headers: { ...AGENT, "Proto-Agent": 'profile="https://no.example/"' } },
  ],
  ["a stream over MCP", 405, MCP_ENDPOINT],
  [
    "a foreign origin over MCP",
    403,
    MCP_ENDPOINT,
    { method: "POST", headers: { ...MCP, origin: "https://evil.example" }, body: rpc("ping") },
  ],
  ["a path below MCP", 404, `${MCP_ENDPOINT}/more`],
  ["the tools", 200, MCP_ENDPOINT, { method: "POST", headers: MCP, body: rpc("tools/list") }],
  ["a ping", 200, MCP_ENDPOINT, { method: "POST", headers: MCP, body: rpc("ping") }],
  [
    "no tool",
    200,
    MCP_ENDPOINT,
    { method: "POST", headers: MCP, body: rpc("tools/call", { name: "nothing", arguments: {} }) },
  ],
  ["a batch", 400, MCP_ENDPOINT, { method: "POST", headers: MCP, body: "[]" }],
  [
    "a tool",
    200,
    MCP_ENDPOINT,
    {
      method: "POST",
      headers: MCP,
      body: rpc("tools/call", {
        name: "get_checkout",
        arguments: { meta: { "proto-agent": { profile: WHOLE } }, id: "checkout_1" },
      }),
    },
  ],
  [
    "a tool without its arguments",
    200,
    MCP_ENDPOINT,
    {
      method: "POST",
      headers: MCP,
      body: rpc("tools/call", { name: "get_checkout", arguments: {} }),
    },
  ],
];

/** A page with a limit of its own, above the one of calls. */
async function readLarge({ request }: Incoming): Promise<Answer> {
  await readJsonBody(request, "none", { maxBytes: 3_000_000 });
  return { status: 200, headers: [], body: null };
}

const PAGES: FindPage = ({ url }) => {
  const page = new URL(url).pathname.slice(1);
  if (page === "page") return { page, answer: () => ({ status: 200, headers: [], body: null }) };
  if (page === "large") return { page, answer: readLarge };
  if (page === "broken") return { page, answer: () => Promise.reject(new Error("secret")) };
  if (page !== "refused") return undefined;
  const error = ({ status, code, headers = {} }: ProtocolError) => ({
    status,
    headers: Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
    body: new TextEncoder().encode(`<p>${code}</p>`),
  });
  return { page, answer: () => Promise.reject(new ProtocolError("forbidden")), error };
};

function served(more: Partial<ServerOptions>): { server: Server; entries: LogEntry[] } {
  const witness: Witness = { created: [], entries: [] };
  return { server: sampleServer(witness, {}, { pages: PAGES, ...more }), entries: witness.entries };
}

const FROM = { remoteAddress: "203.0.113.9" };

function sent(url: string, init: RequestInit = {}): Request {
  const request = new Request(url, init);
  // `Request` takes no length of a text: it is as a carrier gives it.
  const length = new Headers(init.headers).get("content-length");
  if (length !== null)
    Object.defineProperty(request, "headers", { value: new Headers(init.headers) });
  return request;
}

const KINDS = REQUESTS.map(([what, status, url, init = {}]) => ({ what, status, url, init }));

describe.each(KINDS)("a request for $what", ({ status, url, init }) => {
  it("is answered, counted once for its address, and logged once", async () => {
    const asked: (string | undefined)[] = [];
    const limit = createRateLimiter();
    const rateLimit = Object.assign(
      (call: Parameters<typeof limit>[0]) => {
        asked.push(call.remoteAddress);
        return limit(call);
      },
      { byPrincipal: true } as const,
    );
    const { server, entries } = served({ rateLimit });
    const answer = await server.answer(sent(url, init), FROM);
    expect(answer.status).toBe(status);
    expect(asked).toEqual([FROM.remoteAddress]);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ path: new URL(url).pathname });
  });

  it("is asked about once where the limit is a function", async () => {
    const asked: LimitedCall[] = [];
    const { server } = served({ rateLimit: (call) => void asked.push(call) });
    await server.answer(sent(url, init), FROM);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject(FROM);
  });

  it.each<[string, () => RateLimit]>([
    ["a limiter", () => createRateLimiter({ address: { perSecond: 1, burst: 1 } })],
    [
      "a function",
      () => {
        let used = false;
        return () => (used ? 1 : void (used = true));
      },
    ],
  ])("is told to wait where the limit of %s is used up", async (_name, limitOf) => {
    const { server, entries } = served({ rateLimit: limitOf() });
    await server.answer(sent(`${HOST}/robots.txt`), FROM);
    const answer = await server.answer(sent(url, init), FROM);
    const { status: told, headers, body } = answer;
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
    // A call of a tool is answered by JSON-RPC.
    expect([told === 429, text.includes("rate_limited")]).toContain(true);
    expect(Object.fromEntries(headers)).toMatchObject({ "retry-after": "1" });
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({ status: 429, code: "rate_limited" });
  });
});

it("does not count an authenticated caller for its address", async () => {
  const authentication = apiKey({ lookup: () => ({ id: "one" }) });
  const rateLimit = createRateLimiter({ address: { perSecond: 1, burst: 1 } });
  const { server } = served({ rateLimit, authentication });
  const headers = { ...AGENT, "X-API-Key": "key_1" };
  for (let count = 0; count < 3; count++) {
    const { status } = await server.answer(sent(`${SESSIONS}/checkout_1`, { headers }), FROM);
    expect(status).not.toBe(429);
  }
});

it("makes no page for a caller that has to wait", async () => {
  let made = 0;
  const answer = () => ({ status: 200, headers: [], body: null, made: (made += 1) });
  const pages: FindPage = () => ({ page: "permalink", answer });
  const rateLimit = createRateLimiter({ address: { perSecond: 1, burst: 5 } });
  const { server } = served({ rateLimit, pages });
  const answers = Array.from({ length: 600 }, () => server.answer(sent(`${HOST}/checkout`), FROM));
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(590);
  expect(made).toBe(statuses.filter((status) => status === 200).length);
});

it("lets nobody through if the rate limit fails", async () => {
  const rateLimit = () => Promise.reject(new Error("the limiter is down"));
  const { server } = served({ rateLimit });
  for (const [, , url, init] of REQUESTS) {
    const { status, body } = await server.answer(sent(url, init), FROM);
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
    expect([status === 500, text.includes("internal_error")], url).toContain(true);
  }
});

describe("a tokenizer", () => {
  const REQUEST = [
    ["no call", 404, "/nothing", {}],
    ["another method", 405, "/tokenize", {}],
    ["OPTIONS", 204, "/tokenize", { method: "OPTIONS" }],
    ["no JSON", 400, "/tokenize", { method: "POST", headers: JSON_TYPE, body: "{" }],
    ["no request", 400, "/tokenize", { method: "POST", headers: JSON_TYPE, body: "{}" }],
  ] as const;

  it.each(REQUEST)("counts and logs a request with %s", async (_, status, path, init) => {
    const entries: LogEntry[] = [];
    const rateLimit = createRateLimiter({ address: { perSecond: 1, burst: 1 } });
    const tokenizer = createTokenizer({
      name: "proto",
      vault: {} as never,
      tokenize: { authentication: open() },
      rateLimit,
      log: (entry) => entries.push(entry),
    });
    const call = () => tokenizer.answer(sent(`https://tokens.example${path}`, init), FROM);
    expect((await call()).status).toBe(status);
    const again = await call();
    expect([again.status, Object.fromEntries(again.headers)["retry-after"]]).toEqual([429, "1"]);
    expect(entries.map((entry) => entry.status)).toEqual([status, 429]);
  });
});

it("serves the same profile, whoever asks for it", async () => {
  const { server } = served({});
  const { body } = await server.answer(sent(`${HOST}/.well-known/proto`), FROM);
  expect(JSON.parse(new TextDecoder().decode(body as Uint8Array))).toEqual(profile);
});
