/** A business's server (§4): handlers in, `fetch` out. */

export { BusinessOutcome } from "./business-outcome.js";
export { createServer, type Server, type ServerRequest } from "./create-server.js";
export type { LogEntry, ServerDefinition, ServerOptions } from "./definition.js";
export type {
  AnswerOf,
  CallContext,
  Handler,
  HandlerName,
  Handlers,
  RequestOf,
} from "./handlers.js";
export { InvalidAnswer } from "./perform.js";
export type { PlatformProfile, PlatformProfiles } from "./platforms.js";
