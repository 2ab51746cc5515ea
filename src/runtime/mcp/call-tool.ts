/** Passes tool calls to the server's core. Errors are also traced, since over HTTP they are sent with status 200. */

import {
  asProtocolError,
  ProtocolError,
  toJsonRpcError,
  type JsonRpcError,
} from "../error/index.js";
import type { JsonObject } from "../json/index.js";
import type { RequestHeaders } from "../rest/index.js";
import type { Inbound, ServerCore, Trace } from "../server/index.js";
import type { Operation } from "../service/index.js";
import { parametersOf, readArguments, type ToolOperation } from "./read-arguments.js";
import { traceError } from "../server/trace.js";
import { createToolWriter, readAnswer, type ToolResult } from "./tool-answer.js";

/** JSON-RPC 2.0 §5.1, "Invalid params". MCP requires it for unknown tools. */
const INVALID_PARAMS = -32602;

/** Thrown instead of a result, to be sent as a JSON-RPC error. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: number;
  readonly data: JsonRpcError["data"];

  constructor({ message, data }: JsonRpcError, code: number) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export type ToolCaller = (
  tool: string,
  sent: JsonObject,
  headers: RequestHeaders,
  exchange: ToolExchange,
) => Promise<ToolResult>;

/** What is known of a request before its message is processed. */
export interface ToolExchange extends Pick<Inbound, "message" | "count"> {
  readonly trace: Trace;
}

/** @throws Refusal, when called */
export function createToolCaller(core: ServerCore, operations: readonly Operation[]): ToolCaller {
  const byTool = new Map(operations.filter(isTool).map((each) => [each.mcp.tool, each]));
  const writer = createToolWriter(core.facts);
  return async (tool, sent, headers, { message, trace, count }) => {
    const operation = byTool.get(tool);
    if (operation === undefined) throw unknownTool(trace);
    trace.operation = operation.id;
    try {
      const signedFields = signedFieldsOf(operation, core);
      const inbound = {
        ...inboundOf(operation, sent, headers, core),
        message: { ...message, signedFields },
        count,
      };
      const answer = readAnswer(await core.call(inbound, writer, trace));
      if (answer.kind === "result") return answer.result;
      throw refuse(trace, answer.error, answer.status);
    } catch (thrown) {
      if (thrown instanceof Refusal) throw thrown;
      const error = asProtocolError(thrown);
      traceError(trace, error);
      trace.errorHeaders = error.headers;
      throw refuse(trace, toJsonRpcError(error, core.facts), error.status);
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

function unknownTool(trace: Trace): Refusal {
  const error = new ProtocolError("not_found", { content: "The tool does not exist." });
  return refuse(trace, toJsonRpcError(error), error.status, INVALID_PARAMS);
}

function refuse(
  trace: Trace,
  error: JsonRpcError,
  status: number,
  code: number = error.code,
): Refusal {
  trace.status = status;
  trace.code = error.data.code;
  return new Refusal(error, code);
}
