/** A platform that calls a mock over REST and MCP with what a test says, and nothing that a client would mend. */

import type { OpenMock } from "./mock-process.js";

export interface Answered {
  readonly status: number;
  readonly body: Members;
}

export interface Members {
  readonly [name: string]: unknown;
}

export interface MockCaller {
  /** @param agent URL of the platform's profile; null for a call that names none */
  rest(method: string, path: string, body?: object, agent?: string | null): Promise<Answered>;
  /** The message of JSON-RPC. */
  tool(
    name: string,
    args: object,
    agent?: string,
  ): Promise<{ readonly result?: Members; readonly error?: Members }>;
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
    async tool(name, args, agent = platform) {
      const meta = { [metaKey]: { profile: agent }, "idempotency-key": crypto.randomUUID() };
      const params = { name, arguments: { meta, ...args } };
      const response = await fetch(endpoints.mcp ?? "", {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
      const line = /^(?:data: ?)?(\{.*\})$/m.exec(await response.text())?.[1] ?? "{}";
      return JSON.parse(line) as Awaited<ReturnType<MockCaller["tool"]>>;
    },
  };
}
