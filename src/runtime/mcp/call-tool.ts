/**
 * Passes tool calls to the server's core, and converts their results (§4.5, §7) to answers that can be stored, and
 * back. Errors are results: over HTTP they are sent with status 200, so the log gets their own.
 */

import { ProtocolError } from "../error/protocol-error.js";
import { toJsonRpcError, type JsonRpcError } from "../error/error-body.js";
import type { JsonObject } from "../json/parse-json.js";
import type { RequestHeaders } from "../rest/read-headers.js";
import type { ServerCore } from "../server/core.js";
import type { Inbound, Writer } from "../server/transport.js";
import { describeFailure, failureOf, type LogFields } from "../server/log-fields.js";
import type { Operation } from "../service/operation.js";
import { parametersOf, readArguments, type ToolOperation } from "./read-arguments.js";
import type { StoredAnswer } from "../idempotency/claim.js";
import { encodeJson, jsonAnswer } from "../rest/answer.js";
import type { Performed } from "../server/perform.js";
import type { ReleaseFacts } from "../service/release-values.js";

/** JSON-RPC 2.0 §5.1, "Invalid params". MCP requires it for unknown tools. */
const INVALID_PARAMS = -32602;

export type CalledTool = ToolAnswer & {
  readonly log: LogFields;
  /** JSON-RPC's code, if it is not that of the error. */
  readonly code?: number;
  /** The HTTP header fields of an error. */
  readonly errorHeaders?: Readonly<Record<string, string>> | undefined;
};

export type ToolCaller = (
  tool: string,
  sent: JsonObject,
  headers: RequestHeaders,
  exchange: ToolExchange,
) => Promise<CalledTool>;

/** What is known of a request before its message is processed. */
export type ToolExchange = Pick<Inbound, "message" | "count">;

export function createToolCaller(core: ServerCore, operations: readonly Operation[]): ToolCaller {
  const byTool = new Map(operations.filter(isTool).map((each) => [each.mcp.tool, each]));
  const writer = createToolWriter(core.facts);
  return async (tool, sent, headers, { message, count }) => {
    const operation = byTool.get(tool);
    if (operation === undefined) return unknownTool();
    try {
      const answered = await describeFailure({ operation: operation.id }, () => {
        const signedFields = signedFieldsOf(operation, core);
        const inbound = inboundOf(operation, sent, headers, core);
        return core.call({ ...inbound, message: { ...message, signedFields }, count }, writer);
      });
      const { log = {} } = answered;
      const answer = readAnswer(answered);
      return answer.kind === "error" ? refusal(answer, log) : { ...answer, log };
    } catch (thrown) {
      const { error, log } = failureOf(thrown);
      const answer = { status: error.status, error: toJsonRpcError(error, core.facts) };
      return { ...refusal(answer, log), errorHeaders: error.headers };
    }
  };
}

export function isTool(operation: Operation): operation is ToolOperation {
  return operation.mcp !== undefined;
}

function inboundOf(
  operation: ToolOperation,
  sent: JsonObject,
  headers: RequestHeaders,
  core: ServerCore,
): Omit<Inbound, "message" | "count"> {
  return {
    operation,
    ...readArguments(operation, sent, headers, core),
    requestId: headers.requestId,
    parameters: parametersOf(operation, sent),
  };
}

/** §5.4: the other fields that a signed call must cover follow from the request, whatever the transport. */
function signedFieldsOf({ mcp }: ToolOperation, { vocabulary }: ServerCore): readonly string[] {
  const agent = vocabulary.agentHeader.toLowerCase();
  return mcp.idempotencyKey.required ? [agent, "idempotency-key"] : [agent];
}

function unknownTool(): CalledTool {
  const error = new ProtocolError("not_found", { content: "The tool does not exist." });
  const answer = { status: error.status, error: toJsonRpcError(error) };
  return { ...refusal(answer, {}), code: INVALID_PARAMS };
}

function refusal(
  { status, error }: { readonly status: number; readonly error: JsonRpcError },
  log: LogFields,
): CalledTool {
  return { kind: "error", status, error, log: { ...log, status, code: error.data.code } };
}

/**
 * Converts the results of tool calls (§4.5, §7) to answers that can be stored, and back. The stored bytes are the
 * structured content, or the JSON-RPC error. The status distinguishes them in the store: an error's own, or 200.
 */
function createToolWriter(facts: ReleaseFacts): Writer {
  return {
    performed: (operation, performed) =>
      jsonAnswer(200, structuredContent(operation, performed, facts)),
    error: (error: ProtocolError) => jsonAnswer(error.status, toJsonRpcError(error, facts)),
    // The result contains the JSON twice: as a value, and as a text with escaped quotes.
    sizeOf: ({ body }) => body.length + encodeJson([textOf(body)]).length,
  };
}

type ToolAnswer =
  | { readonly kind: "result"; readonly result: ToolResult }
  | { readonly kind: "error"; readonly status: number; readonly error: JsonRpcError };

/** A type alias, because interfaces lack the index signature that the library requires. */
export type ToolResult = {
  readonly structuredContent: Record<string, unknown>;
  readonly content: { readonly type: "text"; readonly text: string }[];
};

/** A replay has the same text, and the same JSON beside it. */
function readAnswer({ status, body }: StoredAnswer): ToolAnswer {
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
