/** Converts errors of the MCP client, and of JSON-RPC, to those of every transport. */

import {
  ProtocolError as JsonRpcError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import { ProtocolError, type ProtocolErrorOptions } from "../../error/protocol-error.js";
import { ClientError } from "../client-error.js";
import { invalidAnswer, parseStrictly } from "../read-answer.js";
import { isObject, own, type Members, defined } from "../../json/members.js";
import { errorOf, sentIn } from "../received-error.js";
import { wordsOfError } from "./error-words.js";

/** JSON-RPC 2.0 §5.1. Servers define the codes from -32099 to -32000 themselves. */
const STATUS: ReadonlyMap<unknown, number> = new Map([
  [-32700, 400],
  [-32600, 400],
  // The method or tool is missing, not the resource, which a 404 would mean.
  [-32601, 501],
  [-32602, 400],
  [-32603, 500],
]);

/**
 * For a JSON-RPC error.
 * @param status of its response; undefined for a success
 */
function jsonRpcError(
  status: number | undefined,
  error: Members,
  options: ProtocolErrorOptions,
): ProtocolError {
  const code = own(error, "code");
  const message = own(error, "message");
  const words = wordsOfError(typeof message === "string" ? message : undefined, own(error, "data"));
  const sent = {
    ...words,
    code: words.code ?? (typeof code === "number" ? String(code) : undefined),
  };
  return errorOf(status, sent, options, STATUS.get(code) ?? withoutResource(status));
}

/** Interprets the body of an error response as one of MCP. */
export function overMcp(
  status: number,
  error: ProtocolError | ClientError,
): ProtocolError | ClientError {
  if (error instanceof ClientError) return error;
  const { headers = {}, answer } = error;
  return errorOverMcp(status, answer, { headers, answer });
}

/** For a response whose status is not a success; its body may be a JSON-RPC error. */
function errorOverMcp(status: number, body: unknown, options: ProtocolErrorOptions): ProtocolError {
  const error = isObject(body) ? own(body, "error") : undefined;
  return isObject(error)
    ? jsonRpcError(status, error, options)
    : errorOf(status, sentIn(body), options, withoutResource(status));
}

/** Over MCP, a 404 concerns the endpoint or its session, never a tool's resource. */
function withoutResource(status: number | undefined): number | undefined {
  return status === 404 ? 501 : status;
}

/** @param received the parsed response, if known */
export function thrownOf(thrown: unknown, received?: unknown): unknown {
  const own = ownOf(thrown);
  if (own !== undefined) return own;
  if (thrown instanceof JsonRpcError) return ofJsonRpc(thrown);
  if (thrown instanceof SdkHttpError && thrown.status >= 400) return ofStatus(thrown);
  if (!(thrown instanceof SdkError)) return thrown;
  if (thrown.code === SdkErrorCode.RequestTimeout)
    return new ClientError("TIMEOUT", { cause: thrown });
  if (LOST.has(thrown.code)) return new ClientError("NETWORK", { cause: thrown });
  return invalidAnswer("The answer violates MCP.", { cause: thrown, answer: received });
}

const LOST: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.NotConnected,
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.SendFailed,
]);

/** An error thrown on this side and wrapped on its way. Returns a copy, since calls share a connection. */
function ownOf(thrown: unknown): ClientError | ProtocolError | undefined {
  for (let each = thrown; each instanceof Error; each = each.cause) {
    if (each instanceof ProtocolError) return each;
    if (!(each instanceof ClientError)) continue;
    const { code, content, issues, cause, answer } = each;
    return new ClientError(code, { content, issues, cause, answer });
  }
  return undefined;
}

/** §7: the data has the code. Without it, JSON-RPC's own code says whose fault it is. */
function ofJsonRpc({ code, data, message }: JsonRpcError): ProtocolError {
  const answer = { code, message, ...defined({ data }) };
  return jsonRpcError(undefined, answer, { answer });
}

/** For a response that no call waited for; its body may be a JSON-RPC error. */
function ofStatus({ status, data }: SdkHttpError): ProtocolError {
  const { text } = data;
  const answer = typeof text === "string" ? parsed(text) : undefined;
  return errorOverMcp(status, answer, { answer });
}

function parsed(text: string): unknown {
  try {
    return parseStrictly(new TextEncoder().encode(text));
  } catch {
    return undefined;
  }
}
