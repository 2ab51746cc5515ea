/** The client over MCP (§4.5, §7), against tools behind the official server. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  createMcpHandler,
  ProtocolError as JsonRpcError,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { BusinessOutcome, ERROR_CODES, ProtocolError } from "@proto-gen/runtime/error";
import type { ClientOptions } from "@proto-gen/runtime/client";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { toJsonRpcError } from "../../../src/runtime/error/error-body.js";
import {
  CompleteCheckoutArguments,
  CreateCheckoutArguments,
  tools,
} from "../../../generated/mcp-tools.js";
import {
  connect,
  json,
  ORDERED,
  PLATFORM,
  profile,
  sample,
  type SampleClient,
} from "../../support/sample-client.js";
import { createToolServer, type CallTool, type CallToolResult } from "../../support/peers/mcp.js";

type Serve = (request: Request) => Promise<Response>;
type McpClient = SampleClient<"mcp">;

interface Called {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

let called: Called[];
let requests: Request[];

beforeEach(() => {
  called = [];
  requests = [];
});

const { payment: _, status: __, ...rest } = sample;
const cart = { ...rest, id: "cart_1" };

/** §4.5: the structured content, and its twin as text. */
function result(structuredContent: Record<string, unknown>): CallToolResult {
  return {
    structuredContent,
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
  };
}

const answering: CallTool = (name, { id }) =>
  name.endsWith("_cart")
    ? result({ cart: { ...cart, ...(id === undefined ? {} : { id }) } })
    : result({ checkout: { ...sample, ...(id === undefined ? {} : { id }) } });

/** The protocol that replaced the handshake; one server for each request. */
function stateless(call: CallTool): Serve {
  const handler = createMcpHandler(() => createToolServer(tools, call));
  return (request) => handler.fetch(request);
}

/** The one with a handshake and sessions, which streams its answers. */
function stateful(call: CallTool): Serve {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known !== undefined) return known.handleRequest(request);
    if (request.headers.has("mcp-session-id")) return json({}, 404);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await createToolServer(tools, call).connect(transport);
    return transport.handleRequest(request);
  };
}

function recorded(call: CallTool): CallTool {
  return (name, parameters) => {
    called.push({ name, arguments: parameters });
    return call(name, parameters);
  };
}

/** Responses to calls get these fields, once what they answer has happened. */
function postponing(serve: Serve, fields: Map<string, string>): Serve {
  return async (request) => {
    const isCall = request.headers.has("request-id");
    const response = await serve(request);
    if (!isCall) return response;
    const body = await response.text();
    const headers = new Headers(response.headers);
    for (const [name, value] of fields) headers.set(name, value);
    fields.clear();
    return new Response(body, { status: response.status, headers });
  };
}

function shop(serve: Serve, options: Partial<ClientOptions<"mcp">> = {}): Promise<McpClient> {
  return connect<"mcp">({
    transport: mcp,
    retries: 0,
    fetch(url, init) {
      if (url.endsWith("/.well-known/proto")) return Promise.resolve(json(profile));
      const request = new Request(url, init);
      requests.push(request.clone());
      return serve(request);
    },
    ...options,
  });
}

const COMPLETED = { payment: { instruments: [] }, ap2: { checkout_mandate: "mandate" } };

const CALLS: readonly [string, (client: McpClient) => Promise<unknown>, object][] = [
  ["create_checkout", (each) => each.createCheckout(ORDERED), { checkout: ORDERED }],
  ["get_checkout", (each) => each.getCheckout({ id: "c" }), { id: "c" }],
  [
    "update_checkout",
    (each) => each.updateCheckout({ ...ORDERED, id: "c" } as never),
    { id: "c", checkout: ORDERED },
  ],
  [
    "complete_checkout",
    (each) => each.completeCheckout({ id: "c", ...COMPLETED } as never),
    { id: "c", checkout: COMPLETED },
  ],
  ["cancel_checkout", (each) => each.cancelCheckout({ id: "c" }), { id: "c" }],
  ["create_cart", (each) => each.createCart(ORDERED), { cart: ORDERED }],
  ["get_cart", (each) => each.getCart({ id: "c" }), { id: "c" }],
  ["update_cart", (each) => each.updateCart({ ...ORDERED, id: "c" }), { id: "c", cart: ORDERED }],
  ["cancel_cart", (each) => each.cancelCart({ id: "c" }), { id: "c" }],
];

describe.each([
  ["stateless", stateless],
  ["with sessions", stateful],
])("over MCP, %s", (_, serving) => {
  it.each(CALLS)("%s is a call of its tool", async (name, use, expected) => {
    const client = await shop(serving(recorded(answering)));
    const answer = await use(client);
    expect(answer).toMatchObject({ proto: { version: "2026-11-27" } });
    const [{ name: tool, arguments: given } = { name: "", arguments: {} }] = called;
    const { meta, ...others } = given;
    expect(tool).toBe(name);
    expect(others).toEqual(expected);
    expect(meta).toMatchObject({ "proto-agent": { profile: PLATFORM } });
    const isRead = name.startsWith("get_");
    expect(meta).toEqual(
      isRead
        ? expect.not.objectContaining({ "idempotency-key": expect.anything() })
        : expect.objectContaining({ "idempotency-key": expect.stringMatching(/^[\da-f-]{36}$/) }),
    );
    await client.$close();
  });

  it("sends arguments that the tool's schema takes", async () => {
    const client = await shop(serving(recorded(answering)));
    await client.createCheckout(ORDERED);
    await client.completeCheckout({ id: "c", ...COMPLETED } as never);
    expect(CreateCheckoutArguments.check(called[0]?.arguments)).toEqual([]);
    expect(CompleteCheckoutArguments.check(called[1]?.arguments)).toEqual([]);
    await client.$close();
  });

  it("gives an outcome as one (§7)", async () => {
    const messages = [
      { type: "error", code: "not_found", content: "It is gone.", severity: "unrecoverable" },
    ];
    const proto = { version: "2026-11-27", status: "error", capabilities: {} };
    const client = await shop(serving(() => result({ proto, messages })));
    const answer = await client.getCart({ id: "c" });
    expect(answer).toBeInstanceOf(BusinessOutcome);
    expect(answer).toMatchObject({ messages: [{ code: "not_found" }], body: { proto } });
    await client.$close();
  });

  it.each(Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[])(
    "throws a protocol error with its code: %s",
    async (code) => {
      const sent = toJsonRpcError(new ProtocolError(code, { content: "So it is." }));
      const client = await shop(
        serving(() => {
          throw new JsonRpcError(sent.code, sent.message, sent.data);
        }),
      );
      const error = await client.getCheckout({ id: "c" }).catch((each: unknown) => each);
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error).toMatchObject({ code, content: "So it is." });
      await client.$close();
    },
  );

  it("calls again with the key and the request id of the first", async () => {
    let failures = 2;
    const client = await shop(
      serving(
        recorded((name, parameters) => {
          if (failures-- <= 0) return answering(name, parameters);
          const sent = toJsonRpcError(new ProtocolError("temporarily_unavailable"));
          throw new JsonRpcError(sent.code, sent.message, sent.data);
        }),
      ),
      { retries: 2 },
    );
    await client.createCheckout(ORDERED);
    expect(called).toHaveLength(3);
    expect(new Set(called.map((each) => JSON.stringify(each.arguments))).size).toBe(1);
    const ids = requests.map(({ headers }) => headers.get("request-id")).filter(Boolean);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    await client.$close();
  });

  it("waits as long as the response to a call says", async () => {
    let failures = 1;
    const told = new Map<string, string>();
    const serve = serving((name, parameters) => {
      if (failures-- <= 0) return answering(name, parameters);
      told.set("retry-after", "7");
      const sent = toJsonRpcError(new ProtocolError("rate_limited"));
      throw new JsonRpcError(sent.code, sent.message, sent.data);
    });
    const client = await shop(postponing(serve, told), { retries: 1 });
    const { setTimeout } = globalThis;
    const waits: unknown[] = [];
    vi.stubGlobal("setTimeout", (run: () => void, milliseconds?: number) => {
      waits.push(milliseconds);
      return setTimeout(run, milliseconds === 7_000 ? 0 : milliseconds);
    });
    await client.getCart({ id: "c" });
    vi.unstubAllGlobals();
    expect(waits).toContain(7_000);
    await client.$close();
  });

  it("does not wait longer than it may, and says when to come back", async () => {
    const serve = serving(() => {
      const sent = toJsonRpcError(new ProtocolError("temporarily_unavailable"));
      throw new JsonRpcError(sent.code, sent.message, sent.data);
    });
    const told = new Map([["retry-after", "3600"]]);
    const client = await shop(postponing(serve, told), { retries: 2 });
    await expect(client.getCart({ id: "c" })).rejects.toMatchObject({
      code: "temporarily_unavailable",
      headers: { "Retry-After": "3600" },
    });
    expect(requests.filter(({ headers }) => headers.has("request-id"))).toHaveLength(1);
    await client.$close();
  });

  it("says who calls, on every request", async () => {
    const options = { apiKey: "key", bearer: "token" };
    const client = await shop(serving(answering), options);
    await client.getCart({ id: "c" });
    await client.$close();
    expect(requests.length).toBeGreaterThan(1);
    for (const { headers } of requests) {
      expect(headers.get("proto-agent")).toBe(`profile="${PLATFORM}"`);
      expect(headers.get("x-api-key")).toBe("key");
      expect(headers.get("authorization")).toBe("Bearer token");
    }
  });
});

describe("a result that is not what the protocol says", () => {
  it.each<[string, CallToolResult, object]>([
    ["nothing", { content: [] }, { code: "ANSWER_INVALID" }],
    [
      "a text",
      { content: [{ type: "text", text: "Sorry!" }] },
      { code: "ANSWER_INVALID", content: expect.stringContaining("is not JSON") },
    ],
    ["a resource of another name", result({ order: sample }), { code: "ANSWER_INVALID" }],
    ["a resource that is none", result({ checkout: 1 }), { code: "ANSWER_INVALID" }],
    [
      "a resource of another shape",
      result({ checkout: { ...sample, currency: 1 } }),
      { code: "ANSWER_INVALID", issues: [{ pointer: "/currency" }] },
    ],
    [
      "a protocol error as a tool's",
      { ...result({ code: "forbidden", content: "No." }), isError: true },
      { code: "forbidden", content: "No." },
    ],
    [
      "a tool that failed, in words",
      { content: [{ type: "text", text: "Sorry!" }], isError: true },
      { code: "ANSWER_INVALID", content: "Sorry!" },
    ],
    [
      "a tool that failed, in words that are JSON",
      { content: [{ type: "text", text: '"Out of stock."' }], isError: true },
      { code: "ANSWER_INVALID", content: '"Out of stock."' },
    ],
    [
      "a tool that failed, without a word",
      { content: [], isError: true },
      { code: "ANSWER_INVALID", content: expect.stringContaining("no structured content") },
    ],
  ])("fails the call: %s", async (_, given, expected) => {
    const client = await shop(stateless(() => given));
    await expect(client.getCheckout({ id: "c" })).rejects.toMatchObject(expected);
  });

  it("is read from its text if it has no structured content", async () => {
    const { content } = result({ checkout: sample as unknown as Record<string, unknown> });
    const client = await shop(stateless(() => ({ content })));
    expect(await client.getCheckout({ id: "c" })).toMatchObject({ id: sample.id });
  });
});

describe("what is wrong with the connection", () => {
  const both = [
    ["stateless", stateless],
    ["with sessions", stateful],
  ] as const;

  it.each(both)("is tried again: a network that is down, %s", async (_, serving) => {
    const serve = serving(answering);
    let failures = 2;
    const client = await shop(
      (request) => (failures-- > 0 ? Promise.reject(new TypeError("down")) : serve(request)),
      { retries: 2 },
    );
    expect(await client.getCart({ id: "c" })).toMatchObject({ id: "c" });
  });

  it.each<[string, () => Response, object]>([
    [
      "a network that is down",
      () => {
        throw new TypeError("down");
      },
      { code: "NETWORK" },
    ],
    [
      "a page",
      () => new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      { code: "ANSWER_INVALID" },
    ],
    [
      "a redirect",
      () => new Response(null, { status: 307, headers: { Location: "/x" } }),
      { code: "ANSWER_INVALID" },
    ],
    [
      "a choice of places",
      () => json({ code: "here_or_there", content: "Choose." }, 300),
      { code: "ANSWER_INVALID", content: expect.stringContaining("300") as string },
    ],
    [
      "no JSON",
      () => new Response("{", { headers: { "Content-Type": "application/json" } }),
      { code: "ANSWER_INVALID" },
    ],
    [
      "a refusal",
      () => json({ code: "unauthorized", content: "Who?" }, 401),
      { code: "unauthorized", content: "Who?" },
    ],
    ["a failure", () => json({}, 503), { code: "temporarily_unavailable" }],
    [
      "too many calls",
      () => json({}, 429, { "Retry-After": "9" }),
      { code: "rate_limited", headers: { "Retry-After": "9" } },
    ],
  ])("is an error of its own: %s", async (_, answer, expected) => {
    for (const [, serving] of both) {
      const serve = serving(answering);
      const onCall = (request: Request): Promise<Response> =>
        request.headers.has("request-id") ? Promise.resolve().then(answer) : serve(request);
      const always = (): Promise<Response> => Promise.resolve().then(answer);
      for (const each of [onCall, always]) {
        const client = await shop(each);
        await expect(client.getCart({ id: "c" })).rejects.toMatchObject(expected);
      }
    }
  });

  it.each(both)("is an answer that is too large, %s", async (_, serving) => {
    const large = { ...cart, more: "x".repeat(100_000) };
    const client = await shop(
      serving(() => result({ cart: large })),
      {
        limits: { answerBytes: 50_000 },
      },
    );
    await expect(client.getCart({ id: "c" })).rejects.toMatchObject({ code: "ANSWER_INVALID" });
  });

  it.each(both)("is waited for once: one that does not come about, %s", async (_, serving) => {
    const serve = serving(answering);
    let hanging = true;
    const client = await shop(
      (request) => {
        if (!hanging) return serve(request);
        hanging = false;
        return new Promise<never>(() => undefined);
      },
      { retries: 1, timeoutMs: 400 },
    );
    expect(await client.getCart({ id: "c" })).toMatchObject({ id: "c" });
  });

  it("is a stream that ends before its answer", async () => {
    const serve = stateless(answering);
    const client = await shop((request) =>
      request.headers.has("request-id")
        ? Promise.resolve(
            new Response(": nothing\n\n", { headers: { "Content-Type": "text/event-stream" } }),
          )
        : serve(request),
    );
    await expect(client.getCart({ id: "c" })).rejects.toMatchObject({ code: "NETWORK" });
  });

  it("is a session that the server has forgotten: the call has another", async () => {
    let serve = stateful(answering);
    const client = await shop((request) => serve(request));
    await client.getCart({ id: "c" });
    serve = stateful(answering);
    expect(await client.getCart({ id: "c" })).toMatchObject({ id: "c" });
  });

  it.each(both)("ends with the caller's signal, and other calls go on, %s", async (_, serving) => {
    const hanging: CallTool = (name, parameters) =>
      parameters["id"] === "slow"
        ? new Promise<never>(() => undefined)
        : answering(name, parameters);
    const client = await shop(serving(hanging));
    const controller = new AbortController();
    const slow = client.getCart({ id: "slow" }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    const fast = client.getCart({ id: "fast" });
    await expect(slow).rejects.toMatchObject({ code: "ABORTED" });
    expect(await fast).toMatchObject({ id: "fast" });
    expect(await client.getCart({ id: "again" })).toMatchObject({ id: "again" });
  });
});

it("asks for another token once, also while it connects", async () => {
  const bearer = vi.fn(({ refused }) => (refused === undefined ? "old" : "new"));
  const serve = stateless(answering);
  const client = await shop(
    (request) =>
      request.headers.get("authorization") === "Bearer new"
        ? serve(request)
        : Promise.resolve(json({}, 401)),
    { bearer },
  );
  expect(await client.getCart({ id: "c" })).toMatchObject({ id: "c" });
  expect(bearer).toHaveBeenCalledWith({ refused: "old" });
});

it("is refused where the business has no endpoint for MCP", async () => {
  const { proto } = profile as unknown as { proto: object };
  const fetch = () => Promise.resolve(json({ proto: { ...proto, services: {} } }));
  await expect(connect<"mcp">({ transport: mcp, fetch })).rejects.toMatchObject({
    code: "TRANSPORT_UNAVAILABLE",
  });
});
