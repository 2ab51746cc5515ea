/** A platform's client of a business (§4), with one method per operation, over REST by default. */

export { BusinessOutcome } from "../envelope/business-outcome.js";
export { ProtocolError } from "../error/index.js";
export {
  type CallIdentity,
  CLIENT_ERROR_CODES,
  ClientError,
  type ClientErrorCode,
  type ClientErrorOptions,
  type ClientErrorRow,
} from "./client-error.js";
export type { Business, Client, ClientMembers, Method, ResultOf } from "./client.js";
export { createClient } from "./create-client.js";
export type { Bearer, TokenProvider, TokenRequest } from "./credentials.js";
export type {
  AnyClientOptions,
  CallingOptions,
  CallOptions,
  ClientDefinition,
  ClientLimits,
  ClientOptions,
  EndpointOptions,
  ValidationMode,
} from "./definition.js";
export type { Drift } from "./drift.js";
export type { Fetch, FetchInit, FetchResponse } from "./fetch.js";
export type { AddedHeaders, HeaderValue, OutgoingRequest } from "./headers.js";
export { rest } from "./rest.js";
export type { Send, SendRequest } from "./send.js";
export type { BusinessKeys, SentMessage, SignaturePort, Signatures } from "./signatures.js";
export type {
  Attempt,
  ClientTransport,
  ClientConnection,
  Outbound,
  Received,
  TransportContext,
} from "./transport.js";
