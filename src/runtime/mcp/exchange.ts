/**
 * Answers one message over streamable HTTP (§4.5). The library implements MCP itself, in both eras: the earlier one
 * with the handshake `initialize`, and the stateless one after it.
 */

import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type Tool as ListedTool,
} from "@modelcontextprotocol/server";
import type { Json, JsonObject } from "../json/parse-json.js";
import type { Answer } from "../rest/answer.js";
import type { BareResponse, WebHeaders } from "../rest/web.js";
import type { Tool } from "../service/tool.js";
import type { JsonRpcError } from "../error/error-body.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { CalledTool, ToolResult } from "./call-tool.js";
import { preferenceFor } from "../rest/media-type.js";

type McpRequest = Parameters<ReturnType<typeof createMcpHandler>["fetch"]>[0];

// Every platform has this. The result has the global type, if a project declares one.
declare const Request: new (
  url: string,
  init: { readonly method: string; readonly headers: [string, string][] },
) => McpRequest;

/** What a client learns about the server and its tools. */
export interface ToolServer {
  readonly endpoint: string;
  readonly name: string;
  readonly version: string;
  readonly tools: readonly Tool[];
}

export interface Message {
  readonly headers: WebHeaders;
  readonly body: Json;
  readonly form: AnswerForm;
}

/** It never rejects. */
export type CallTool = (name: string, parameters: JsonObject) => Promise<CalledTool>;

/** The library sends `code`, `message` and `data` of an error that is thrown. */
class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: number;
  readonly data: JsonRpcError["data"];

  constructor({ message, data }: JsonRpcError, code: number) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface Exchanged {
  readonly answer: Answer;
  /** The reason why the library rejected the message, if it did. */
  readonly cause: Error | undefined;
  /** Undefined if the message called no tool. */
  readonly called: CalledTool | undefined;
}

export async function exchange(
  server: ToolServer,
  { headers, body, form }: Message,
  call: CallTool,
): Promise<Exchanged> {
  let cause: Error | undefined;
  const onerror = (error: Error): unknown => (cause ??= error);
  // Uses the endpoint's URL, since the constructor might reject the request's.
  const request = new Request(server.endpoint, { method: "POST", headers: sentHeaders(headers) });
  const serve = (await isLegacyRequest(request, body)) ? serveLegacy : serveStateless;
  const calls: CalledTool[] = [];
  const resultOf = async (tool: string, parameters: JsonObject): Promise<ToolResult> => {
    const called = await call(tool, parameters);
    calls.push(called);
    if (called.kind === "error") throw new Refusal(called.error, called.code ?? called.error.code);
    return called.result;
  };
  const answer = await serve({ request, body, form, onerror }, () => serverOf(server, resultOf));
  return { answer, cause: answer.status < 400 ? undefined : cause, called: calls[0] };
}

interface Exchange extends Pick<Message, "body" | "form"> {
  readonly request: McpRequest;
  readonly onerror: (error: Error) => unknown;
}

/** For the earlier era. The library's own handler would answer with event streams only. */
async function serveLegacy(
  { request, body, form, onerror }: Exchange,
  create: () => Server,
): Promise<Answer> {
  const server = create();
  const transport = new WebStandardStreamableHTTPServerTransport({
    // Stateless: nothing is kept between two messages.
    sessionIdGenerator: undefined,
    enableJsonResponse: form === "json",
    keepAliveMs: 0,
  });
  server.onerror = onerror;
  await server.connect(transport);
  try {
    return await answerOf(await transport.handleRequest(request, { parsedBody: body }));
  } finally {
    await server.close();
  }
}

async function serveStateless(
  { request, body, form, onerror }: Exchange,
  create: () => Server,
): Promise<Answer> {
  const handler = createMcpHandler(create, {
    legacy: "reject",
    onerror,
    // `auto` answers with JSON, as no notification precedes a result.
    responseMode: form === "stream" ? "sse" : "auto",
    // The tools never change, so there is nothing to subscribe to, and every response ends.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  return answerOf(await handler.fetch(request, { parsedBody: body }));
}

/** One server per message, so nothing is kept between two. */
function serverOf(
  { name, version, tools }: ToolServer,
  resultOf: (tool: string, parameters: JsonObject) => Promise<ToolResult>,
): Server {
  // The low-level server: the other one would turn every error into a result with `isError` (§7).
  const server = new Server({ name, version }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: tools as readonly object[] as ListedTool[],
  }));
  server.setRequestHandler("tools/call", async ({ params }) =>
    resultOf(params.name, (params.arguments ?? {}) as JsonObject),
  );
  return server;
}

/**
 * Buffers the response, even if the earlier era frames it as a stream: nothing precedes the result, the log waits for
 * it, and a signature needs its bytes (§5.4).
 */
async function answerOf(response: BareResponse): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  // The connection is the host's concern.
  const headers = pairsOf(response.headers).filter(([name]) => name !== "connection");
  const isSaid = headers.some(([name]) => name === "cache-control");
  return {
    status: response.status,
    headers: isSaid ? headers : [["cache-control", "no-store"], ...headers],
    body: bytes.length === 0 ? null : bytes,
  };
}

/** The library requires both forms to be accepted; the caller's choice was made before. */
function sentHeaders(headers: WebHeaders): [string, string][] {
  const others = pairsOf(headers).filter(([name]) => name !== "accept");
  return [...others, ["accept", "application/json, text/event-stream"]];
}

function pairsOf(headers: WebHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  headers.forEach((value, name) => pairs.push([name, value]));
  return pairs;
}

/** `either` if the caller lists both and prefers neither: the library chooses. */
type AnswerForm = "json" | "stream" | "either";

/** @throws ProtocolError `not_acceptable` */
export function answerFormFor(accept: string | null): AnswerForm {
  const json = preferenceFor(accept, "application/json");
  const stream = preferenceFor(accept, "text/event-stream");
  if (json.quality === 0 && stream.quality === 0)
    throw new ProtocolError("not_acceptable", {
      content: "Accept must include application/json or text/event-stream.",
    });
  if (json.quality !== stream.quality) return json.quality > stream.quality ? "json" : "stream";
  return stream.isNamed ? "either" : "json";
}
