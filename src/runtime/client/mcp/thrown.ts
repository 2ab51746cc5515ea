/** Converts errors of the MCP client to those of every transport. */

import {
  ProtocolError as JsonRpcError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import { ProtocolError } from "../../error/index.js";
import { ClientError } from "../client-error.js";
import { invalidAnswer, parseStrictly } from "../read-answer.js";
import { errorOverMcp, jsonRpcError } from "./json-rpc-error.js";

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
  const answer = { code, message, ...(data === undefined ? {} : { data }) };
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
