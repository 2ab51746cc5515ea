/** How calls come in. In: the server's core. Out: who answers requests for which path. */

import type { Answer, WebRequest } from "../rest/index.js";
import type { Connection } from "./connection.js";
import type { ServerCore } from "./core.js";
import type { Trace } from "./trace.js";

/** A request as the server gets it: with its URL, which `WebRequest` leaves to its readers. */
export interface ServerRequest extends WebRequest {
  readonly url: string;
}

export interface Incoming {
  readonly request: ServerRequest;
  /** The request target: as it was sent where the server knows it, else the URL's path and query. */
  readonly target: string;
  readonly connection: Connection;
  readonly trace: Trace;
}

/** @throws ProtocolError, which it leaves to the server unless it has words of its own for it */
export type Endpoint = (incoming: Incoming) => Promise<Answer>;

export interface Transport {
  /** One for each service that is served this way: the path of its endpoint, and what answers there. */
  bind(core: ServerCore): readonly { readonly path: string; readonly answer: Endpoint }[];
}
