/**
 * Converts the results of tool calls (§4.5, §7) to answers that can be stored, and back. The stored bytes are the
 * structured content, or the JSON-RPC error.
 */

import { toJsonRpcError, type JsonRpcError } from "../error/error-body.js";
import type { ProtocolError } from "../error/protocol-error.js";
import type { StoredAnswer } from "../idempotency/claim.js";
import { encodeJson, jsonAnswer } from "../rest/answer.js";
import type { Writer } from "../server/inbound.js";
import type { Performed } from "../server/perform.js";
import type { Operation } from "../service/operation.js";
import type { ReleaseFacts } from "../service/release-facts.js";

/** The status distinguishes them in the store: an error's own, or 200. */
export function createToolWriter(facts: ReleaseFacts): Writer {
  return {
    performed: (operation, performed) =>
      jsonAnswer(200, structuredContent(operation, performed, facts)),
    error: (error: ProtocolError) => jsonAnswer(error.status, toJsonRpcError(error, facts)),
    // The result contains the JSON twice: as a value, and as a text with escaped quotes.
    sizeOf: ({ body }) => body.length + encodeJson([textOf(body)]).length,
  };
}

export type ToolAnswer =
  | { readonly kind: "result"; readonly result: ToolResult }
  | { readonly kind: "error"; readonly status: number; readonly error: JsonRpcError };

/** A type alias, because interfaces lack the index signature that the library requires. */
export type ToolResult = {
  readonly structuredContent: Record<string, unknown>;
  readonly content: { readonly type: "text"; readonly text: string }[];
};

/** A replay has the same text, and the same JSON beside it. */
export function readAnswer({ status, body }: StoredAnswer): ToolAnswer {
  const text = textOf(body);
  const value: unknown = JSON.parse(text);
  if (status !== 200) return { kind: "error", status, error: value as JsonRpcError };
  const structuredContent = value as Record<string, unknown>;
  return { kind: "result", result: { structuredContent, content: [{ type: "text", text }] } };
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/** The resource is under its key (§4.5), or in some releases the content itself. An error envelope replaces it. */
function structuredContent(
  { mcp, verb }: Operation,
  { kind, body }: Performed,
  { toolResult }: ReleaseFacts,
): object {
  if (kind === "outcome" || mcp === undefined) return body;
  const resource = verb === "complete" ? withPartialOrder(body) : body;
  return toolResult === "bare" ? resource : { [mcp.result]: resource };
}

/** §4.5: only the id and the page of a completed checkout's order are included. */
function withPartialOrder(checkout: object): object {
  const { order } = checkout as { readonly order?: unknown };
  if (typeof order !== "object" || order === null) return checkout;
  const part = Object.entries(order).filter(([name]) => name === "id" || name === "permalink_url");
  return { ...checkout, order: Object.fromEntries(part) };
}
