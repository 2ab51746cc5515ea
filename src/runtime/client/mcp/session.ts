/**
 * Opens an MCP connection on demand. A failed connection is replaced at the next attempt, and a lost session within
 * the same one. A connection belongs to no single call, so aborting a call does not affect others.
 */

import {
  Client,
  ProtocolError as JsonRpcError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type CallToolResult,
} from "@modelcontextprotocol/client";
import type { Cancellation } from "../../time/time.js";
import type { ProtocolError } from "../../error/protocol-error.js";
import { ClientError } from "../client-error.js";
import type { TransportContext } from "../definition.js";
import { createMcpFetch, type McpFetch } from "./mcp-fetch.js";
import { thrownOf } from "./thrown.js";

export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

export interface Session {
  /** @throws ProtocolError, ClientError */
  call(
    tool: ToolCall,
    headers: Readonly<Record<string, string>>,
    signal: Cancellation,
  ): Promise<CallToolResult>;
  close(): Promise<void>;
}

interface Open {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  readonly wire: McpFetch;
  /** True if the server has forgotten the session (MCP, session management: a 404 to a request that names one). */
  isLost(): boolean;
}

export function createSession(context: TransportContext): Session {
  let opening: Promise<Open> | undefined;

  function opened(): Promise<Open> {
    if (opening !== undefined) return opening;
    const mine = open(context);
    opening = mine;
    mine.catch(() => forget(mine));
    return mine;
  }

  function forget(one: Promise<Open>): void {
    if (opening === one) opening = undefined;
  }

  async function call(
    tool: ToolCall,
    headers: Readonly<Record<string, string>>,
    signal: Cancellation,
    mayReopen = true,
  ): Promise<CallToolResult> {
    const mine = opened();
    let one: Open | undefined;
    // If connecting takes too long for one call, the next one opens a new connection.
    signal.addEventListener("abort", () => {
      if (one === undefined) forget(mine);
    });
    try {
      one = await mine;
      return await callOver(one, tool, headers, signal);
    } catch (thrown) {
      const error = thrownOf(thrown);
      const isLost = one?.isLost() === true;
      if (isLost || (error instanceof ClientError && error.code === "NETWORK")) forget(mine);
      // Nothing was done: MCP requires a new session, in which the call is repeated with the same key.
      if (isLost && mayReopen) return call(tool, headers, signal, false);
      throw error;
    }
  }

  return {
    call: (tool, headers, signal) => call(tool, headers, signal),
    async close() {
      const last = opening;
      opening = undefined;
      const one = await last?.catch(() => undefined);
      // The server may not support ending a session (405), or be gone.
      await one?.transport.terminateSession().catch(() => undefined);
      await one?.client.close();
    },
  };
}

async function open(context: TransportContext): Promise<Open> {
  try {
    return await connected(context);
  } catch (thrown) {
    if (!lacksHandshake(thrown)) throw thrown;
    // Given a session id, the MCP client skips the handshake; an empty one is never sent.
    return connected(context, { sessionId: "" });
  }
}

async function connected(
  context: TransportContext,
  session: { readonly sessionId?: string } = {},
): Promise<Open> {
  let isLost = false;
  const wire = createMcpFetch({
    ...context,
    async send(url, request, signal) {
      const response = await context.send(url, request, signal);
      isLost ||= response.status === 404 && request.headers["mcp-session-id"] !== undefined;
      return response;
    },
  });
  const client = new Client(
    { name: "proto-gen", version: context.version },
    // No tool of the protocol asks the client for input.
    { versionNegotiation: { mode: "auto" }, inputRequired: { autoFulfill: false } },
  );
  // The MCP client uses the platform's types, of which the runtime declares only what it uses.
  const transport = new StreamableHTTPClientTransport(new URL(context.endpoint) as never, {
    fetch: wire.fetch as never,
    requestInit: { redirect: "manual" },
    ...session,
  });
  await client.connect(transport);
  return { client, transport, wire, isLost: () => isLost };
}

/** JSON-RPC 2.0 §5.1. */
const INTERNAL_ERROR = "-32603";

/** Protocol codes about the request. The others are about who may call, or when. */
const UNKNOWN_METHOD: ReadonlySet<string> = new Set([
  "invalid_request",
  "not_found",
  "method_not_allowed",
]);

/** True if the server does not support `initialize`: it says so, or its error is not about who may call, or when. */
function lacksHandshake(thrown: unknown): boolean {
  if (!(thrown instanceof JsonRpcError || thrown instanceof SdkHttpError)) return false;
  const { code, received } = thrownOf(thrown) as ProtocolError;
  return received === undefined ? UNKNOWN_METHOD.has(code) : received.code !== INTERNAL_ERROR;
}

async function callOver(
  { client, wire }: Open,
  tool: ToolCall,
  headers: Readonly<Record<string, string>>,
  signal: Cancellation,
): Promise<CallToolResult> {
  const request = { method: "tools/call", params: { ...tool } } as const;
  const options = { headers, signal: signal as never, timeout: MAX_TIMEOUT_MS };
  const id = headers["Request-Id"];
  const result = client.request(request, options);
  const received = wire.bodies.during(id, wire.ends.orEnd(id, result));
  return wire.retryAfterByRequest.during(id, received);
}

/** The attempt has its own timeout, so disable the MCP client's. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
