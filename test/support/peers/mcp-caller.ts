/** The official MCP client as a platform. It has listed the tools, and checks structured results by their schemas. */

import { randomUUID } from "node:crypto";
import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { agentHeader, unknownName, type Answer, type Call } from "./release-caller.js";
import type { Caller, CallerOptions } from "./release-caller.js";
import type { ReleaseDocuments } from "./release-documents.js";

export async function openMcp(options: CallerOptions): Promise<Caller> {
  const { documents, endpoint, platform } = options;
  const client = new Client({ name: "platform", version: "1.0.0" });
  const headers = namesPlatform(documents)
    ? {}
    : { [agentHeader(documents)]: `profile="${platform}"` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }),
  );
  await client.listTools();
  return {
    async call(call) {
      const { operation } = call;
      const schema = documents.mcp(operation).answer;
      try {
        const { structuredContent: content } = await client.callTool({
          name: operation,
          arguments: argumentsOf(options, call),
        });
        return { operation, status: 200, body: resourceIn(content), schema };
      } catch (error) {
        return refusal(operation, error);
      }
    },
    close: () => client.close(),
  };
}

/** Whether calls have a `meta`. If not, only the header can name the platform. */
export function namesPlatform(documents: ReleaseDocuments): boolean {
  return documents.mcp("create_checkout").meta.length > 0;
}

/** The checkout is a member of the result, which the document names so; an error envelope is the result itself. */
export function resourceIn(content: unknown): unknown {
  const { checkout = content } = (content ?? {}) as { readonly checkout?: unknown };
  return checkout;
}

function refusal(operation: string, error: unknown): Answer {
  if (!(error instanceof ProtocolError)) throw error;
  return { operation, status: error.code, body: error.data, schema: undefined };
}

/** The arguments that the method requires. */
export function argumentsOf(
  { documents, platform }: CallerOptions,
  { operation, id, payload, key = randomUUID(), without = [] }: Call,
): Record<string, unknown> {
  const { required, meta } = documents.mcp(operation);
  const metaValues: Readonly<Record<string, unknown>> = {
    [`${documents.protocol}-agent`]: { profile: platform },
    "idempotency-key": key,
  };
  const values: Readonly<Record<string, unknown>> = {
    id,
    checkout: payload,
    idempotency_key: key,
    meta: Object.fromEntries(
      meta
        .filter((name) => !without.includes(name))
        .map((name) => [name, metaValues[name] ?? unknownName(name)]),
    ),
  };
  // A payload that no argument has as a whole is one of members.
  const members = required.includes("checkout") ? {} : payload;
  const named = required.filter((name) => !without.includes(name));
  return {
    ...Object.fromEntries(named.map((name) => [name, values[name] ?? unknownName(name)])),
    ...members,
  };
}
