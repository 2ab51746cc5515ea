/**
 * The parts of every response (§2.2, §7): its envelope, its messages, and the projection to what the platform
 * negotiated.
 */

export { BusinessOutcome, type BusinessOutcomeOptions } from "./business-outcome.js";
export type { ResponseConfigs } from "./declared-handlers.js";
export {
  asRefused,
  asTransient,
  isTransient,
  attachEnvelope,
  createEnvelope,
  withPaymentHandlers,
} from "./create-envelope.js";
export type {
  Envelope,
  EnvelopeCapabilities,
  EnvelopeMember,
  EnvelopeOptions,
  RegistryShape,
  ResponseHandler,
  ResponseHandlers,
} from "./create-envelope.js";
export { createNegotiator } from "./create-negotiator.js";
export type {
  CapabilityConfigs,
  Negotiator,
  NegotiatorOptions,
  PlatformAgreement,
  ProfileIdentity,
} from "./create-negotiator.js";
export { withoutCredentials } from "./credentials.js";
export { errorEnvelope, negotiationFailure } from "./error-envelope.js";
export type {
  ErrorEnvelope,
  ErrorEnvelopeOptions,
  FailureBody,
  NegotiationFailureOptions,
} from "./error-envelope.js";
export { errorMessage, infoMessage, warningMessage } from "./message.js";
export type { ErrorMessage, InfoMessage, Message, Severity, WarningMessage } from "./message.js";
export { project, projector } from "./project.js";
export { createSelectEnvelope, type SelectEnvelope } from "./relevant-capabilities.js";
export {
  WRITTEN_MESSAGES,
  writtenInfo,
  writtenMessage,
  type WrittenCode,
  type WrittenInfoCode,
  type WrittenMessage,
} from "./written-messages.js";
export { outcomeMessages, withReleaseMessages } from "./release-messages.js";
