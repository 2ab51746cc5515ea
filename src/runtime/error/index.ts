/**
 * What a call fails with (§7): protocol errors, business outcomes, and the messages that both carry.
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
