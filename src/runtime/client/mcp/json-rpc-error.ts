/** Which code an error over MCP gets that has none of the table (§7). */

import type { ProtocolError, ProtocolErrorOptions } from "../../error/index.js";
import { isObject, own, type Members } from "../../json/members.js";
import { ClientError } from "../client-error.js";
import { errorOf, sentIn } from "../received-error.js";
import { wordsOfError } from "./error-words.js";

/** JSON-RPC 2.0 §5.1. Those from -32099 to -32000 mean what each server wants them to. */
const STATUS: ReadonlyMap<unknown, number> = new Map([
  [-32700, 400],
  [-32600, 400],
  // The method is missing, or the tool; not the resource, which a 404 would say.
  [-32601, 501],
  [-32602, 400],
  [-32603, 500],
]);

/**
 * Of an error of JSON-RPC.
 *
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

/** The error of a response, whose body is read as one of MCP. */
export function overMcp(
  status: number,
  error: ProtocolError | ClientError,
): ProtocolError | ClientError {
  if (error instanceof ClientError) return error;
  const { headers = {}, answer } = error;
  return errorOverMcp(status, answer, { headers, answer });
}

/** Of a response with a status that is no success, whose body may be an error of JSON-RPC. */
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

/** Over MCP, a 404 speaks of the endpoint or its session, and never of what a tool is asked for. */
function withoutResource(status: number | undefined): number | undefined {
  return status === 404 ? 501 : status;
}
