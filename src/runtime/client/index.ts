/** A platform's client of a business (§4), with one method per operation, over REST by default. */

export type { AddedHeaders } from "../rest/added-headers.js";
export { ClientError, type ClientErrorCode } from "./client-error.js";
export { createClient, type Client } from "./create-client.js";
export type {
  AnyClientOptions,
  CallOptions,
  ClientDefinition,
  ClientOptions,
  ClientTransport,
} from "./definition.js";
export type { Drift } from "./drift.js";
