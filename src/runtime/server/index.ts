/** A business's server (§4): call `createServer` with your handlers and mount its `fetch`. */

export { BusinessOutcome } from "../envelope/index.js";
export type { AnswerSigner, WholeAnswer } from "./answer-signer.js";
export type { CallHeaders } from "./deadline-context.js";
export type { CorsOptions } from "./cors.js";
export { type BusinessServer, createServer, type Server } from "./create-server.js";
export type { Span, SpanOptions, Tracer } from "../tracing/span.js";
export type { Readiness, StopOptions } from "./lifecycle.js";
export type { LogEntry, ServerDefinition, ServerLimits, ServerOptions } from "./definition.js";
export type { FinishedCall, Finisher, Finishers } from "./finisher.js";
export type {
  AnswerOf,
  CallContext,
  CallingPlatform,
  Handler,
  Handlers,
  RequestOf,
} from "./handlers.js";
export { DoubtfulAnswer } from "./answer-rules.js";
export { InvalidAnswer } from "./perform.js";
export { approvedPlatforms, type PlatformProfile, type PlatformProfiles } from "./platforms.js";
export { type NotGenerated, ProfileNotGenerated } from "./require-generated.js";
export {
  ProfileInvalid,
  type ProfileProblem,
  type ProfileValidators,
} from "./require-valid-profile.js";
export type { Rate } from "./call-times.js";
export { createRateLimiter, type RateLimiterOptions } from "./create-rate-limiter.js";
export type { LimitedCall, PrincipalCall, RateLimit, RateLimiter } from "./rate-limit.js";
export { rest } from "./rest-transport.js";
export type {
  FindPage,
  Incoming,
  Route,
  ServerRequest,
  Transport,
  Connection,
  PeerCertificate,
} from "./transport.js";
