/** A server of MCP that answers every call of a tool with the same message, whatever it is. */

import { json, type Answering } from "./sample-client.js";

interface Called {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly protocolVersion?: string };
}

/**
 * As stores in the field have it: `initialize` and calls, and nothing else.
 *
 * @param answer the members of the message beside `jsonrpc` and `id`
 * @param respond how the message is sent; as JSON with status 200 unless given
 */
export function answersOverMcp(
  answer: object,
  respond: (message: object) => Response = (message) => json(message),
): Answering {
  return ({ method: verb, body }) => {
    if (verb !== "POST") return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(body) as Called;
    if (method.startsWith("notifications/")) return new Response(null, { status: 202 });
    if (method === "tools/call") return respond({ jsonrpc: "2.0", id, ...answer });
    if (method !== "initialize")
      return json(
        { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } },
        400,
      );
    const result = {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "store", version: "1" },
    };
    return json({ jsonrpc: "2.0", id, result });
  };
}
