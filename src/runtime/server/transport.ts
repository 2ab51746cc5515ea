/** How calls come in. In: the server's core. Out: who answers requests for which path. */

import type { Answer, WebRequest } from "../rest/index.js";
import type { Connection } from "./connection.js";
import type { ServerCore } from "./core.js";
import type { ProtocolError } from "../error/index.js";
import type { Logged } from "./log-fields.js";
import type { RequestCount } from "./rate-limit.js";

/** A request as the server gets it: with its URL, which `WebRequest` leaves to its readers. */
export interface ServerRequest extends WebRequest {
  readonly url: string;
}

export interface Incoming {
  readonly request: ServerRequest;
  /** The request target: as it was sent where the server knows it, else the URL's path and query. */
  readonly target: string;
  readonly connection: Connection;
  readonly count: RequestCount;
}

/** What answers a request. */
export interface Route {
  /**
   * The name of a page, for the log and the rate limit: the request is counted before it is answered. Undefined for calls, which are
   * counted by what performs them.
   */
  readonly page?: string | undefined;
  /** True for a question of the business's own machines, which come all the time: it is not counted, and logged only if it fails. */
  readonly isProbe?: boolean;
  answer(incoming: Incoming): Logged<Answer> | Promise<Logged<Answer>>;
  /** How an error is written; as over REST unless given. */
  readonly error?: ((error: ProtocolError) => Answer) | undefined;
}

/** @throws ProtocolError, which it leaves to the server */
export type Endpoint = (incoming: Incoming) => Promise<Logged<Answer>>;

export interface BoundEndpoint {
  /** Of the endpoint's URL. */
  readonly path: string;
  readonly answer: Endpoint;
  readonly error?: Route["error"];
}

/**
 * What a server answers beside calls, such as pages for people. In: a request. Out: the route, if it is one of these. It only looks: what
 * the route's `answer` does is done when the request has been counted.
 */
export type FindPage = (
  request: ServerRequest,
  connection: Connection,
) => (Omit<Route, "page"> & { readonly page: string }) | undefined;

export interface Transport {
  /** One for each service that is served this way: the path of its endpoint, and what answers there. */
  bind(core: ServerCore): readonly BoundEndpoint[];
}
