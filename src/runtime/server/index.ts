/** A business's server (§4): call `createServer` with your handlers and mount its `fetch`. */

export {
  type ResponseHandler,
  type ResponseHandlers,
  attachEnvelope,
  createEnvelope,
} from "../envelope/create-envelope.js";
export { createNegotiator } from "../envelope/create-negotiator.js";
export { project } from "../envelope/member-removals.js";
export { type Idempotency, createIdempotency } from "../idempotency/claims.js";
export { fingerprintOf } from "../idempotency/fingerprint.js";
export { IdempotencyError } from "../idempotency/idempotency-error.js";
export { idempotent } from "../idempotency/idempotent.js";
export { type Answer, errorAnswer, toResponse, withoutBody } from "../rest/answer.js";
export { createDiscovery } from "./published-profile.js";
export { readJsonBody } from "../rest/read-json-body.js";
export type { CorsOptions } from "./cors.js";
export { createRateLimiter } from "./create-rate-limiter.js";
export { type BusinessServer, type Server, createServer } from "./create-server.js";
export type { LogEntry, ServerDefinition, ServerLimits, ServerOptions } from "./definition.js";
export { type FinishedCall, type Finisher, type Finishers, InvalidAnswer } from "./payloads.js";
export type { CallContext, CallingPlatform, Handlers } from "./handlers.js";
export { matchLanguage } from "./deadline-context.js";
export type { Readiness } from "./lifecycle.js";
export { approvedPlatforms } from "./platforms.js";
export type { RateLimit, RateLimiter } from "./request-path.js";
export { ProfileInvalid, ProfileNotGenerated } from "./require-valid-profile.js";
export type { Connection, FindPage, Incoming, Route, ServerRequest } from "./transport.js";
export { restTransport } from "./transport.js";

export { routeByHost } from "./route-by-host.js";
