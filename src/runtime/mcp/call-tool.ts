/** Passes tool calls to the server's core. Errors are results: over HTTP they are sent with status 200, so the log gets their own. */

import { ProtocolError } from "../error/protocol-error.js";
import { toJsonRpcError, type JsonRpcError } from "../error/error-body.js";
import type { JsonObject } from "../json/parse-json.js";
import type { RequestHeaders } from "../rest/read-headers.js";
import type { ServerCore } from "../server/core.js";
import type { Inbound } from "../server/inbound.js";
import { describeFailure, failureOf, type LogFields } from "../server/log-fields.js";
import type { Operation } from "../service/operation.js";
import { parametersOf, readArguments, type ToolOperation } from "./read-arguments.js";
import { createToolWriter, readAnswer, type ToolAnswer } from "./tool-answer.js";

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
