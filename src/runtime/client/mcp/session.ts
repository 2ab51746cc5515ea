/**
 * A connection that is there when it is needed. In: calls of tools. Out: their results. One that failed is
 * made anew by the next attempt; it belongs to no call, so that the end of one does not end another.
 */

import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
} from "@modelcontextprotocol/client";
import type { Cancellation } from "../../idempotency/index.js";
import { ProtocolError } from "../../error/index.js";
import { ClientError } from "../client-error.js";
import type { TransportContext } from "../transport.js";
import { createMcpFetch } from "./mcp-fetch.js";
import { thrownOf } from "./thrown.js";

declare const URL: new (url: string) => object;

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
}

export function createSession(context: TransportContext): Session {
  const wire = createMcpFetch(context);
  let opening: Promise<Open> | undefined;

  async function open(): Promise<Open> {
    const client = new Client(
      { name: "proto-gen", version: context.version },
      // No tool of the protocol asks back.
      { versionNegotiation: { mode: "auto" }, inputRequired: { autoFulfill: false } },
    );
    // The MCP client's types are the platform's own, of which the runtime declares what it uses.
    const transport = new StreamableHTTPClientTransport(new URL(context.endpoint) as never, {
      fetch: wire.fetch as never,
      requestInit: { redirect: "manual" },
    });
    await client.connect(transport);
    return { client, transport };
  }

  function opened(): Promise<Open> {
    if (opening !== undefined) return opening;
    const mine = open();
    opening = mine;
    mine.catch(() => forget(mine));
    return mine;
  }

  function forget(one: Promise<Open>): void {
    if (opening === one) opening = undefined;
  }

  return {
    async call(tool, headers, signal) {
      const mine = opened();
      let isOpen = false;
      // A connection that does not come about keeps nobody waiting twice.
      signal.addEventListener("abort", () => {
        if (!isOpen) forget(mine);
      });
      try {
        const { client } = await mine;
        isOpen = true;
        const request = { method: "tools/call", params: { ...tool } } as const;
        const options = { headers, signal: signal as never, timeout: MAX_TIMEOUT_MS };
        const result = client.request(request, options);
        const id = headers["Request-Id"];
        const received = wire.bodies.during(id, wire.ends.orEnd(id, result));
        return await wire.postponements.during(id, received);
      } catch (thrown) {
        const error = thrownOf(thrown);
        if (losesConnection(error)) forget(mine);
        throw error;
      }
    },
    async close() {
      const last = opening;
      opening = undefined;
      const one = await last?.catch(() => undefined);
      // A server may know no end of sessions (405), or be gone.
      await one?.transport.terminateSession().catch(() => undefined);
      await one?.client.close();
    },
  };
}

/** The attempt has its own end of time. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A session that the server has forgotten is a 404 (MCP, session management). */
function losesConnection(error: unknown): boolean {
  return error instanceof ClientError
    ? error.code === "NETWORK"
    : error instanceof ProtocolError && error.code === "not_found";
}
