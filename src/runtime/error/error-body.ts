/** How an error goes over the wire (§7): as a body over REST, as an `error` of JSON-RPC over MCP. */
import type { ProtocolErrorCode } from "./error-codes.js";
import type { ProtocolError } from "./protocol-error.js";

export interface ErrorBody {
  readonly code: ProtocolErrorCode;
  readonly content: string;
}

export interface JsonRpcError {
  readonly code: -32000 | -32001;
  readonly message: string;
  readonly data: ErrorBody;
}

export function errorBody({ code, content }: ProtocolError): ErrorBody {
  return { code, content };
}

export function toJsonRpcError(error: ProtocolError): JsonRpcError {
  return { code: error.jsonRpcCode, message: error.content, data: errorBody(error) };
}
