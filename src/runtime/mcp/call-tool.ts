/**
 * A call of a tool, as the core sees it. In: a tool's name, and its arguments. Out: what it gives, or an
 * error of JSON-RPC, which the trace has too, since over HTTP it is a 200.
 */

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

/** JSON-RPC 2.0 §5.1, "Invalid params": MCP has it for a tool that is not known. */
const INVALID_PARAMS = -32602;

/** Thrown instead of a result: what JSON-RPC sends. */
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

/** What is the same for whatever a message asks for. */
export interface ToolExchange extends Pick<Inbound, "message" | "count"> {
  readonly trace: Trace;
}

/** @throws Refusal, from the caller */
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

/** §5.4: what else a signed call needs follows from the request, whatever it is sent over. */
function signedFieldsOf({ mcp }: ToolOperation, { vocabulary }: ServerCore): readonly string[] {
  const agent = vocabulary.agentHeader.toLowerCase();
  return mcp.idempotencyKey.required ? [agent, "idempotency-key"] : [agent];
}

function unknownTool(trace: Trace): Refusal {
  const error = new ProtocolError("not_found", { content: "There is no such tool." });
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
