/**
 * The parts of every response (§2.2, §7): its envelope, its messages, and the projection to what the platform
 * negotiated.
 */

export { BusinessOutcome, type BusinessOutcomeOptions } from "./business-outcome.js";
export {
  asRefused,
  asTransient,
  isTransient,
  attachEnvelope,
  createEnvelope,
  withPaymentHandlers,
  type Envelope,
  type EnvelopeCapabilities,
  type EnvelopeMember,
  type EnvelopeOptions,
  type RegistryShape,
  type ResponseHandler,
  type ResponseHandlers,
  type ResponseConfigs,
} from "./create-envelope.js";
export {
  createNegotiator,
  type CapabilityConfigs,
  type Negotiator,
  type NegotiatorOptions,
  type PlatformAgreement,
  type ProfileIdentity,
} from "./create-negotiator.js";
export {
  errorEnvelope,
  negotiationFailure,
  type ErrorEnvelope,
  type ErrorEnvelopeOptions,
  type FailureBody,
  type NegotiationFailureOptions,
} from "./error-envelope.js";
export {
  errorMessage,
  infoMessage,
  warningMessage,
  type ErrorMessage,
  type InfoMessage,
  type Message,
  type Severity,
  type WarningMessage,
} from "./message.js";
export { project, projector, withoutCredentials } from "./member-removals.js";
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
