/** Determines the code of MCP errors whose own code is not in the table (§7). */

import type { ProtocolError, ProtocolErrorOptions } from "../../error/index.js";
import { isObject, own, type Members } from "../../json/members.js";
import { ClientError } from "../client-error.js";
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
export function jsonRpcError(
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
export function errorOverMcp(
  status: number,
  body: unknown,
  options: ProtocolErrorOptions,
): ProtocolError {
  const error = isObject(body) ? own(body, "error") : undefined;
  return isObject(error)
    ? jsonRpcError(status, error, options)
    : errorOf(status, sentIn(body), options, withoutResource(status));
}

/** Over MCP, a 404 concerns the endpoint or its session, never a tool's resource. */
function withoutResource(status: number | undefined): number | undefined {
  return status === 404 ? 501 : status;
}
