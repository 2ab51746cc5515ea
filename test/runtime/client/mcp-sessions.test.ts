/** What a client does with servers of MCP that forget sessions, or have no handshake (MCP, Streamable HTTP: session management). */

import { describe, expect, it } from "vitest";
import { mcp } from "@proto-gen/runtime/client/mcp";
import {
  connect,
  json,
  ORDERED,
  sample,
  scripted,
  type Answering,
  type Sent,
} from "../../support/sample-client.js";

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Refused {
  readonly status: number;
  readonly body?: object | string;
}

interface SmallServer {
  /** How a session is opened; undefined for a server that knows no method but `tools/call`. */
  readonly open?: (session: number) => string | undefined;
  /** What methods that the server does not know get. */
  readonly unknown?: Refused;
  /** Calls of tools that are refused. */
  readonly refuse?: (session: string | null, call: number) => Refused | undefined;
}

/** As stores write it by hand, without a library. */
function smallServer({ open, unknown = METHOD_NOT_FOUND, refuse = () => undefined }: SmallServer) {
  const methods: string[] = [];
  let sessions = 0;
  let calls = 0;
  const answer: Answering = ({ method: verb, headers, body }) => {
    if (verb !== "POST") return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(body) as Message;
    methods.push(method);
    const send = (result: object, fields: Record<string, string> = {}) =>
      json({ jsonrpc: "2.0", id, result }, 200, fields);
    if (method === "tools/call") {
      const refused = refuse(headers.get("mcp-session-id"), ++calls);
      const resource = { checkout: sample };
      return refused === undefined
        ? send({ structuredContent: resource, content: [] })
        : refusal(refused, id);
    }
    if (open === undefined || !/^(?:initialize|notifications\/)/.test(method))
      return refusal(unknown, id);
    if (method !== "initialize") return new Response(null, { status: 202 });
    const session = open(++sessions);
    return send(
      {
        protocolVersion: params["protocolVersion"],
        capabilities: { tools: {} },
        serverInfo: { name: "store", version: "1" },
      },
      session === undefined ? {} : { "Mcp-Session-Id": session },
    );
  };
  return { answer, methods };
}

const METHOD_NOT_FOUND: Refused = {
  status: 200,
  body: { code: -32601, message: "Method not found" },
};
const SESSION_NOT_FOUND: Refused = {
  status: 404,
  body: { code: -32001, message: "Session not found" },
};

/** Sent as it is, without JSON-RPC around it. */
const PLAIN_ERROR = JSON.stringify({ code: "invalid_request", content: "Unknown method." });

function refusal({ status, body }: Refused, id: unknown): Response {
  if (typeof body === "string") return new Response(body, { status });
  if (body === undefined) return new Response(null, { status });
  return json({ jsonrpc: "2.0", id: id ?? null, error: body }, status);
}

async function clientOf(server: SmallServer) {
  const { answer, methods } = smallServer(server);
  const { fetch, calls } = scripted(answer);
  const client = await connect<"mcp">({ fetch, transport: mcp, retries: 0 });
  const toolCalls = (): readonly Sent[] =>
    calls.filter(({ body }) => body.includes('"tools/call"'));
  return { client, methods, toolCalls };
}

describe("a session that the server has forgotten", () => {
  it("is opened again, and the call repeated with its key", async () => {
    const { client, methods, toolCalls } = await clientOf({
      open: (session) => `s${session}`,
      refuse: (session, call) => (session === "s1" && call > 1 ? SESSION_NOT_FOUND : undefined),
    });
    expect(await client.getCheckout({ id: "c" })).toMatchObject({ id: sample.id });
    expect(await client.createCheckout(ORDERED)).toMatchObject({ id: sample.id });
    expect(methods.filter((method) => method === "initialize")).toHaveLength(2);
    const [, lost, again] = toolCalls();
    const session = ({ headers }: Sent) => headers.get("mcp-session-id");
    expect([session(lost!), session(again!)]).toEqual(["s1", "s2"]);
    const paramsOf = ({ body }: Sent) => (JSON.parse(body) as Message).params;
    expect(paramsOf(again!)).toEqual(paramsOf(lost!));
    expect(paramsOf(lost!)).toMatchObject({
      arguments: { meta: { "idempotency-key": expect.any(String) } },
    });
    // §5.4: signatures cover the key as a header, also of a call whose arguments have it.
    const { meta } = (paramsOf(lost!) as { arguments: { meta: Record<string, string> } }).arguments;
    expect(lost!.headers.get("idempotency-key")).toBe(meta["idempotency-key"]);
    expect(toolCalls()[0]!.headers.get("idempotency-key")).toBeNull();
    for (const name of ["idempotency-key", "request-id"])
      expect(again!.headers.get(name)).toBe(lost!.headers.get(name));
  });

  it("is opened again once for calls that met it together", async () => {
    const { client, methods } = await clientOf({
      open: (session) => `s${session}`,
      refuse: (session, call) => (session === "s1" && call > 1 ? SESSION_NOT_FOUND : undefined),
    });
    await client.getCheckout({ id: "c" });
    await Promise.all([1, 2, 3].map(() => client.getCheckout({ id: "c" })));
    expect(methods.filter((method) => method === "initialize")).toHaveLength(2);
  });

  it("is opened again once for one call, which then says what it met", async () => {
    const { client, toolCalls } = await clientOf({
      open: (session) => `s${session}`,
      refuse: () => SESSION_NOT_FOUND,
    });
    const error = await client.getCheckout({ id: "c" }).catch((each: unknown) => each);
    expect(error).toMatchObject({
      content: "Session not found",
      received: { code: "-32001", status: 404 },
    });
    expect(error).not.toMatchObject({ code: "not_found" });
    expect(toolCalls()).toHaveLength(2);
  });

  it("is not opened again where a checkout is missing", async () => {
    const data = { code: "not_found", content: "No such checkout." };
    const { client, methods, toolCalls } = await clientOf({
      open: (session) => `s${session}`,
      refuse: () => ({ status: 200, body: { code: -32000, message: data.content, data } }),
    });
    for (const _ of [1, 2])
      await expect(client.getCheckout({ id: "c" })).rejects.toMatchObject(data);
    expect(toolCalls()).toHaveLength(2);
    expect(methods.filter((method) => method === "initialize")).toHaveLength(1);
  });

  it("is none where the server has no sessions: a 404 is what the call met", async () => {
    const { client, toolCalls } = await clientOf({
      open: () => undefined,
      refuse: () => ({ status: 404, body: "<html>" }),
    });
    const error = await client.getCheckout({ id: "c" }).catch((each: unknown) => each);
    // The endpoint is missing: whether the checkout is, nobody has said.
    expect(error).toMatchObject({ received: { code: undefined, status: 404 } });
    expect(error).not.toMatchObject({ code: "not_found" });
    expect(toolCalls()).toHaveLength(1);
  });
});

describe("a server without a handshake", () => {
  it.each<[string, Refused]>([
    ["method not found", METHOD_NOT_FOUND],
    ["method not found, with status 400", { ...METHOD_NOT_FOUND, status: 400 }],
    ["method not found, with status 404", { ...METHOD_NOT_FOUND, status: 404 }],
    ["an error of its own", { status: 400, body: { code: -32001, message: "Unknown method" } }],
    ["an error of its own, with status 200", { status: 200, body: { code: -1, message: "What?" } }],
    ["404", { status: 404 }],
    ["405", { status: 405 }],
    ["a page", { status: 404, body: "<html>" }],
    ["501", { status: 501 }],
    ["501 with a page", { status: 501, body: "<html>" }],
    ["method not found, with status 500", { ...METHOD_NOT_FOUND, status: 500 }],
    ["method not found, with status 501", { ...METHOD_NOT_FOUND, status: 501 }],
    ["invalid request", { status: 400, body: { code: -32600, message: "Invalid Request" } }],
    ["invalid params", { status: 200, body: { code: -32602, message: "Unknown method" } }],
    ...["invalid_request", "not_found", "method_not_allowed"].flatMap((code) => {
      const data = { code, content: "There is no method initialize." };
      const status = code === "not_found" ? 404 : code === "invalid_request" ? 400 : 405;
      return [200, status].flatMap((sent): [string, Refused][] => [
        [`${code}, with ${sent}`, { status: sent, body: { code: -32601, message: "No.", data } }],
        [
          `-32000 and ${code}, with ${sent}`,
          { status: sent, body: { code: -32000, message: "No.", data } },
        ],
      ]);
    }),
    ["the protocol's error alone", { status: 400, body: PLAIN_ERROR }],
  ])("is called without it: %s", async (_what, unknown) => {
    const { client, methods, toolCalls } = await clientOf({ unknown });
    for (const _ of [1, 2, 3])
      expect(await client.getCheckout({ id: "c" })).toMatchObject({ id: sample.id });
    expect(methods.filter((method) => method === "initialize")).toHaveLength(1);
    expect(toolCalls().map(({ headers }) => headers.get("mcp-session-id"))).toEqual([
      null,
      null,
      null,
    ]);
    await client.$close();
  });

  it.each<[string, Refused, object]>([
    ["not authenticated", { status: 401 }, { code: "unauthorized" }],
    ["not allowed", { status: 403 }, { code: "forbidden" }],
    ["too many calls", { status: 429 }, { code: "rate_limited" }],
    ["down", { status: 503 }, { code: "temporarily_unavailable" }],
    ["in trouble", { status: 500 }, { code: "internal_error" }],
    [
      "in trouble, with status 200",
      { status: 200, body: { code: -32603, message: "Internal error" } },
      { code: "internal_error" },
    ],
    [
      "an error of the protocol",
      {
        status: 400,
        body: {
          code: -32001,
          message: "No.",
          data: { code: "invalid_profile_url", content: "No." },
        },
      },
      { code: "invalid_profile_url", content: "No." },
    ],
  ])("is not one that refuses the caller: %s", async (_what, unknown, expected) => {
    const { client, toolCalls } = await clientOf({ unknown });
    await expect(client.getCheckout({ id: "c" })).rejects.toMatchObject(expected);
    expect(toolCalls()).toHaveLength(0);
  });
});
