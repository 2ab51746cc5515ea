/**
 * One message over streamable HTTP (§4.5). In: the message, already parsed, and what answers calls of
 * tools. Out: an answer. MCP itself is the library's, in both of its eras: that of the handshake
 * `initialize`, and the stateless one after it.
 */

import { createMcpHandler, Server, type Tool as ListedTool } from "@modelcontextprotocol/server";
import type { Json, JsonObject } from "../json/index.js";
import type { Answer, BareResponse, WebHeaders } from "../rest/index.js";
import type { Tool } from "../service/index.js";
import type { ToolResult } from "./tool-answer.js";

type McpHandler = ReturnType<typeof createMcpHandler>;

// Every platform has it. What it makes is the global type, where a project declares any.
declare const Request: new (
  url: string,
  init: { readonly method: string; readonly headers: [string, string][] },
) => Parameters<McpHandler["fetch"]>[0];

/** What a client learns of who it talks to, and what it may call. */
export interface ToolServer {
  readonly endpoint: string;
  readonly name: string;
  readonly version: string;
  readonly tools: readonly Tool[];
}

export interface Message {
  readonly headers: WebHeaders;
  readonly body: Json;
}

/** An error that it throws is sent with its `code`, `message` and `data`. */
export type CallTool = (name: string, parameters: JsonObject) => Promise<ToolResult>;

export interface Exchanged {
  readonly answer: Answer;
  /** Why the library refused the message, if it did. */
  readonly cause: Error | undefined;
}

export async function exchange(
  server: ToolServer,
  { headers, body }: Message,
  call: CallTool,
): Promise<Exchanged> {
  let cause: Error | undefined;
  const handler = createMcpHandler(() => serverOf(server, call), {
    onerror: (error) => (cause ??= error),
    // The tools never change, so there is nothing to listen to, and every answer has an end.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  // The endpoint's URL, not the request's: no constructor refuses it, whatever a client has sent.
  const request = new Request(server.endpoint, { method: "POST", headers: pairsOf(headers) });
  const answer = await answerOf(await handler.fetch(request, { parsedBody: body }));
  return { answer, cause: answer.status < 400 ? undefined : cause };
}

/** One for each message: nothing of a client is kept between two. */
function serverOf({ name, version, tools }: ToolServer, call: CallTool): Server {
  // The low-level server: the other one makes of every error a result that says `isError` (§7).
  const server = new Server({ name, version }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: tools as readonly object[] as ListedTool[],
  }));
  server.setRequestHandler("tools/call", async ({ params }) =>
    call(params.name, (params.arguments ?? {}) as JsonObject),
  );
  return server;
}

/**
 * Whole, although the older era frames it as a stream of events: nothing comes before the result, the
 * log waits for it, and a signature needs its bytes (§5.4).
 */
async function answerOf(response: BareResponse): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  // The connection is for whoever has it.
  const headers = pairsOf(response.headers).filter(([name]) => name !== "connection");
  const isSaid = headers.some(([name]) => name === "cache-control");
  return {
    status: response.status,
    headers: isSaid ? headers : [["cache-control", "no-store"], ...headers],
    body: bytes.length === 0 ? null : bytes,
  };
}

function pairsOf(headers: WebHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  headers.forEach((value, name) => pairs.push([name, value]));
  return pairs;
}
