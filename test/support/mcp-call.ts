/** Calls of tools as they stand on the wire, in both eras of MCP, without a client that mends anything. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Server } from "@proto-gen/runtime/server";
import { MCP_ENDPOINT, WHOLE } from "./sample-business.js";

/** The one with the handshake, of which each message may stand alone, and the one without. */
export const MCP_ERAS = ["2025-11-25", "2026-07-28"] as const;
export type McpEra = (typeof MCP_ERAS)[number];

export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The message of JSON-RPC. */
  readonly message: {
    readonly id: Json;
    readonly result?: { readonly structuredContent: JsonObject; readonly content: JsonObject[] };
    readonly error?: { readonly code: number; readonly message: string; readonly data: JsonObject };
  };
}

export interface McpAsk {
  readonly era?: McpEra;
  readonly id?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function metaOf(platform: string = WHOLE, key?: string): JsonObject {
  const agent = { "proto-agent": { profile: platform } };
  return key === undefined ? agent : { ...agent, "idempotency-key": key };
}

export function callTool(
  server: Server,
  tool: string,
  parameters: JsonObject,
  { era = "2025-11-25", id = 1, headers = {} }: McpAsk = {},
): Promise<McpAnswer> {
  const params = { name: tool, arguments: parameters };
  const message = { jsonrpc: "2.0", id, method: "tools/call", params };
  return era === "2025-11-25"
    ? post(server, message, headers)
    : post(server, stateless(message), { ...statelessHeaders(tool, era), ...headers });
}

function stateless<M extends { readonly params: object }>(message: M): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { ...message, params: { ...message.params, _meta } };
}

function statelessHeaders(tool: string, era: McpEra): Record<string, string> {
  return { "MCP-Protocol-Version": era, "Mcp-Method": "tools/call", "Mcp-Name": tool };
}

/** A body that is no string is sent as JSON. */
export async function post(
  server: Server,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  url = MCP_ENDPOINT,
): Promise<McpAnswer> {
  const request = new Request(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return answerOf(await server.fetch(request));
}

export async function answerOf(response: Response): Promise<McpAnswer> {
  const text = await response.text();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const json = isStream ? (/^data: ([^\n]*)$/m.exec(text)?.[1] ?? "null") : text || "null";
  const message = JSON.parse(json) as McpAnswer["message"];
  return { status: response.status, headers: response.headers, text, message };
}
