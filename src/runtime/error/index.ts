/**
 * The errors of calls (§7): protocol errors, business outcomes, and the messages in both.
 */

export { BusinessOutcome } from "../envelope/business-outcome.js";
export {
  type ErrorMessage,
  type InfoMessage,
  type Message,
  type WarningMessage,
  errorMessage,
  infoMessage,
  warningMessage,
} from "../envelope/message.js";
export { WRITTEN_MESSAGES } from "../envelope/written-messages.js";
export { ERROR_CODES, type ProtocolErrorCode } from "./error-codes.js";
export { ProtocolError, asProtocolError } from "./protocol-error.js";
