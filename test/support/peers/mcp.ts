/**
 * Tools behind the official MCP server, listed and called by the official client. The client
 * compiles every `outputSchema` that it lists and holds structured results against it.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Tool,
} from "@modelcontextprotocol/client";
import { createMcpHandler, InMemoryTransport, Server } from "@modelcontextprotocol/server";

export type { CallToolResult, Tool };

export type CallTool = (
  name: string,
  parameters: Readonly<Record<string, unknown>>,
) => CallToolResult | Promise<CallToolResult>;

/** The protocol of the initialize handshake, and the stateless one that replaced it. */
export const MCP_TRANSPORTS = ["in memory", "http 2025-11-25", "http 2026-07-28"] as const;
export type McpTransport = (typeof MCP_TRANSPORTS)[number];

const IMPLEMENTATION = { name: "proto-gen-test", version: "0.0.0" };

/** Runs `use` with a client that is connected to a server of the tools, then closes both. */
export async function withMcpClient<T>(
  transport: McpTransport,
  tools: readonly object[],
  call: CallTool,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  return transport === "in memory"
    ? inMemory(tools, call, use)
    : overHttp(transport === "http 2026-07-28" ? "auto" : "legacy", tools, call, use);
}

/** A low-level server: it serves descriptors as they are, and checks no arguments. */
export function createToolServer(tools: readonly object[], call: CallTool): Server {
  const server = new Server(IMPLEMENTATION, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: tools as Tool[] }));
  server.setRequestHandler("tools/call", ({ params }) => call(params.name, params.arguments ?? {}));
  return server;
}

async function inMemory<T>(
  tools: readonly object[],
  call: CallTool,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(IMPLEMENTATION);
  const server = createToolServer(tools, call);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  try {
    return await use(client);
  } finally {
    await client.close();
    await server.close();
  }
}

async function overHttp<T>(
  mode: "auto" | "legacy",
  tools: readonly object[],
  call: CallTool,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const handler = createMcpHandler(() => createToolServer(tools, call));
  try {
    return await withHttpClient(mode, "/mcp", (message) => handler.fetch(message), use);
  } finally {
    await handler.close();
  }
}

/** Runs `use` with a client of what answers below a loopback address. */
export async function withHttpClient<T>(
  mode: "auto" | "legacy",
  endpoint: string,
  handle: (request: Request) => Promise<Response>,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const http = createServer((request, response) => {
    void answer(request, response, handle);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const client = new Client(IMPLEMENTATION, { versionNegotiation: { mode } });
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}${endpoint}`)),
    );
    return await use(client);
  } finally {
    await client.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  }
}

/** node:http in terms of fetch. */
async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = method === "GET" || method === "HEAD" ? null : await buffer(incoming);
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    body,
  });
  const response = await handle(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}
