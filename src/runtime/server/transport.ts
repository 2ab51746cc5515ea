/** The interface of transports: each binds the server's core to the paths of its endpoints. */

import type { Answer, WebRequest } from "../rest/index.js";
import type { Connection } from "./connection.js";
import type { ServerCore } from "./core.js";
import type { ProtocolError } from "../error/index.js";
import type { Logged } from "./log-fields.js";
import type { RequestCount } from "./rate-limit.js";

/** The request as the server receives it. Unlike `WebRequest`, it has its URL. */
export interface ServerRequest extends WebRequest {
  readonly url: string;
}

export interface Incoming {
  readonly request: ServerRequest;
  /** Path and query: as they were sent if the server knows that, and otherwise from the URL. */
  readonly target: string;
  readonly connection: Connection;
  readonly count: RequestCount;
}

/** Answers a request. */
export interface Route {
  /**
   * Name of a page, for the log and the rate limit; the request is counted before it is answered. Undefined for
   * calls, which are counted when they are performed.
   */
  readonly page?: string | undefined;
  /**
   * True for health checks by the business's own machines: they are not rate limited, and only failures are logged.
   */
  readonly isProbe?: boolean;
  answer(incoming: Incoming): Logged<Answer> | Promise<Logged<Answer>>;
  /** Formats an error. Default: as over REST. */
  readonly error?: ((error: ProtocolError) => Answer) | undefined;
}

/** @throws ProtocolError, which the server handles */
export type Endpoint = (incoming: Incoming) => Promise<Logged<Answer>>;

export interface BoundEndpoint {
  /** Path of the endpoint's URL. */
  readonly path: string;
  readonly answer: Endpoint;
  readonly error?: Route["error"];
}

/**
 * Finds what the server answers besides calls, such as pages for people. Must have no effects: only `answer` of the
 * returned route runs after the request was counted.
 */
export type FindPage = (
  request: ServerRequest,
  connection: Connection,
) => (Omit<Route, "page"> & { readonly page: string }) | undefined;

export interface Transport {
  /** Returns one binding per endpoint path that this transport serves. */
  bind(core: ServerCore): readonly BoundEndpoint[];
}
