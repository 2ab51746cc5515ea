/** Protocol errors (§7): the table of codes, the exception, and the form on the wire. */

export {
  type ErrorBody,
  errorBody,
  type JsonRpcError,
  restErrorBody,
  toJsonRpcError,
} from "./error-body.js";
export { ERROR_CODES, type ErrorRow, type ProtocolErrorCode } from "./error-codes.js";
export {
  asProtocolError,
  ProtocolError,
  type ProtocolErrorOptions,
  type ReceivedError,
} from "./protocol-error.js";
