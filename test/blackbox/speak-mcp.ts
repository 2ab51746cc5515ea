/**
 * A platform over MCP (§4.5): one POST a call, as revision 2026-07-28 has it. In: a tool and what
 * it is asked. Out: the same answer that REST gives. Both forms of an answer are read: JSON and a
 * stream of events.
 */

import { randomUUID } from "node:crypto";
import type { Purchase } from "./fixture.js";
import type { Body } from "./shapes.js";
import { there } from "./shapes.js";
import type { Answer, Ask, Refused, Tool } from "./speak.js";

const REVISION = "2026-07-28";
const NEEDS_KEY: readonly string[] = ["complete_checkout", "cancel_checkout"];

/** What MCP itself asks of every request, in `_meta`. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "blackbox", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface ToolResult {
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

export interface RpcAnswer {
  readonly status: number;
  readonly text: string;
  readonly result?: ToolResult;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Refused };
}

/** The one message of a JSON answer, or the last of a stream (the answer ends it). */
function message(type: string, text: string): string {
  if (!type.startsWith("text/event-stream")) return text;
  const events = text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5))
      .join("\n"),
  );
  return there(events.filter((event) => event.trim() !== "").at(-1), "answer in the stream");
}

/** A call on its way: the headers and the one message. */
export interface ToolRequest {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The call of a tool with the arguments as they are given, right or wrong.
 *
 * @param added headers beside the protocol's
 */
export function toolRequest(name: string, args: unknown, added: Ask["headers"] = {}): ToolRequest {
  const params = { name, arguments: args, _meta: ENVELOPE };
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...added,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: randomUUID(), method: "tools/call", params }),
  };
}

export function callTool(mcp: string, name: string, args: unknown): Promise<RpcAnswer> {
  return sendMessage(mcp, toolRequest(name, args));
}

export async function sendMessage(mcp: string, request: ToolRequest): Promise<RpcAnswer> {
  const response = await fetch(mcp, request);
  const text = message(response.headers.get("content-type") ?? "", await response.text());
  return { ...(JSON.parse(text) as Partial<RpcAnswer>), status: response.status, text };
}

/** The `meta` of a call (§4.5): who asks, and the key where the tool needs one. */
export function metaOf(platform: string, key?: string): object {
  return {
    "proto-agent": { profile: platform },
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
}

function argumentsOf(business: Purchase, tool: Tool, ask: Ask): object {
  const key = ask.key ?? (NEEDS_KEY.includes(tool) ? randomUUID() : undefined);
  const resource = tool.endsWith("_cart") ? "cart" : "checkout";
  return {
    meta: metaOf(ask.platform ?? business.platform, key),
    ...(ask.id === undefined ? {} : { id: ask.id }),
    ...(ask.payload === undefined ? {} : { [resource]: ask.payload }),
  };
}

export async function overMcp(business: Purchase, tool: Tool, ask: Ask = {}): Promise<Answer> {
  const args = argumentsOf(business, tool, ask);
  const answer = await sendMessage(business.mcp, toolRequest(tool, args, ask.headers));
  const said = answer.result?.structuredContent ?? {};
  const body = (said["checkout"] ?? said["cart"] ?? said) as Body;
  const refused = answer.error && { code: "", content: "", ...answer.error.data };
  const { status, text } = answer;
  return { body, refused, status, rpc: answer.error?.code, text };
}
