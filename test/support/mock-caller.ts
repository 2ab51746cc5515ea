/** A platform that calls a mock over REST and MCP with what a test says, and nothing that a client would mend. */

import type { OpenMock } from "./mock-process.js";

export interface Answered {
  readonly status: number;
  readonly body: Members;
}

export interface Members {
  readonly [name: string]: unknown;
}

/** The message of JSON-RPC. */
export interface ToolMessage {
  readonly result?: Members;
  readonly error?: Members;
}

export interface MockCaller {
  /** @param agent URL of the platform's profile; null for a call that names none */
  rest(method: string, path: string, body?: object, agent?: string | null): Promise<Answered>;
  /** @param agent as for `rest` */
  tool(name: string, args: object, agent?: string | null): Promise<ToolMessage>;
  /** For a release whose tools have no `meta`. */
  plainTool(name: string, args: object): Promise<ToolMessage>;
}

export function callerOf({ opened }: OpenMock): MockCaller {
  const { agentHeader, platform, endpoints } = opened;
  const metaKey = agentHeader.toLowerCase();
  return {
    async rest(method, path, body, agent = platform) {
      const response = await fetch(`${endpoints.rest}${path}`, {
        method,
        headers: {
          ...(agent === null ? {} : { [agentHeader]: `profile="${agent}"` }),
          "Content-Type": "application/json",
          "Request-Id": crypto.randomUUID(),
          "Idempotency-Key": crypto.randomUUID(),
          "Request-Signature": "unused",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Members };
    },
    tool(name, args, agent = platform) {
      const named = agent === null ? {} : { [metaKey]: { profile: agent } };
      const meta = { ...named, "idempotency-key": crypto.randomUUID() };
      return callTool(endpoints.mcp ?? "", { name, arguments: { meta, ...args } });
    },
    plainTool: (name, args) => callTool(endpoints.mcp ?? "", { name, arguments: args }),
  };
}

async function callTool(url: string, params: object): Promise<ToolMessage> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const line = /^(?:data: ?)?(\{.*\})$/m.exec(await response.text())?.[1] ?? "{}";
  return JSON.parse(line) as ToolMessage;
}
