/**
 * The interface of transports, and what a request and a call are on their way through the server: each transport binds the server's
 * core to the paths of its endpoints, reads calls (`Inbound`), and writes their answers (`Writer`). The last part is the transport
 * over REST (§4.2 to §4.4).
 */

import { restErrorBody } from "../error/error-body.js";
import type { ProtocolError } from "../error/protocol-error.js";
import type { StoredAnswer } from "../idempotency/claims.js";
import type { Parameters } from "../idempotency/fingerprint.js";
import { jsonAnswer, optionsAnswer, type Answer } from "../rest/answer.js";
import {
  readHeaders,
  type RequestHeaders,
  profileUrlOf,
  requireNamed,
} from "../rest/read-headers.js";
import { readJsonBody } from "../rest/read-json-body.js";
import { canonicalTarget } from "../rest/request-target.js";
import { createRouter, pathBelow, type RestOperation, type Router } from "../rest/router.js";
import type { WebRequest } from "../rest/web.js";
import type { Operation, Service, TransportName } from "../service/operation.js";
import type { ReleaseFacts } from "../service/release-values.js";
import { answerCall } from "./answer-call.js";
import type { ServerCore } from "./create-server.js";
import { describeFailure, type Logged } from "./log-fields.js";
import type { CallResult } from "./payloads.js";
import type { RequestCount } from "./request-path.js";

/** The members of a certificate that are used (RFC 5280). Node's `X509Certificate` has them. */
export interface PeerCertificate {
  /** One line per attribute: `CN=agent.example`. */
  readonly subject: string;
  readonly issuer: string;
  /** `DNS:agent.example, URI:https://agent.example/`. */
  readonly subjectAltName?: string | undefined;
  readonly serialNumber: string;
  /** SHA-256, in hexadecimal with colons. */
  readonly fingerprint256: string;
  /** DER. */
  readonly raw: Uint8Array;
}

export interface Connection {
  /** The request target as it was on the request line. The URL of a `Request` is normalized. */
  readonly target?: string | undefined;
  /** Alternating names and values as they were sent. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The IP address of the sender. */
  readonly remoteAddress?: string | undefined;
  /** The client's certificate, but only if whoever terminated TLS has verified it. */
  readonly peerCertificate?: PeerCertificate | undefined;
}

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

/**
 * A path with the services whose endpoint it is. Several services may share one, since operation names are distinct.
 */
export interface ServedPath {
  /** Path of the endpoint's URL. */
  readonly path: string;
  readonly endpoint: string;
  /** Name of the first service at this path, like `version`. */
  readonly name: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  /** Origins of the endpoints at this path, such as `https://shop.example.com`. */
  readonly origins: readonly string[];
}

export function servicesByPath(
  services: readonly Service[],
  transport: TransportName,
): readonly ServedPath[] {
  const served = new Map<string, ServedPath>();
  for (const { name, version, endpoints, operations } of services) {
    const endpoint = endpoints[transport];
    if (endpoint === undefined) continue;
    const { pathname: path, origin } = new URL(endpoint);
    const known = served.get(path) ?? {
      ...{ path, endpoint, name, version },
      ...{ operations: [], origins: [] },
    };
    served.set(path, {
      ...known,
      operations: [...known.operations, ...operations],
      origins: [...new Set([...known.origins, origin])],
    });
  }
  return [...served.values()];
}

/** The HTTP message of a call, which has its credentials and is covered by its signature. */
interface Message {
  readonly request: ServerRequest;
  /** Path and query: as they were sent if the connection knows that. */
  readonly target: string;
  /** As it was sent. */
  readonly body: Uint8Array;
  readonly connection: Connection;
  /** The origins of its endpoint in the business's profile, such as `https://shop.example.com`. */
  readonly origins: readonly string[];
  /** Further header fields, in lower case, that a signature of the call must cover. Default: none. */
  readonly signedFields?: readonly string[];
}

/** A call as its transport has read it. */
export interface Inbound {
  readonly operation: Operation;
  /** The identifiers of the resource, such as `id`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** Undefined if the platform sent none. */
  readonly payload: unknown;
  /** True if the transport has validated the payload itself, as the arguments of a tool that has no payload apart from them. */
  readonly isChecked?: boolean;
  /** URL of the platform's profile (§5.3). Undefined if the call names none, in releases that allow it. */
  readonly profile: string | undefined;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The values that must be equal in a duplicate under the same key (§4.8). */
  readonly parameters: Parameters;
  readonly message: Message;
  readonly count: RequestCount;
}

/** Writes answers in the form of a transport, which are sent and stored as they are. */
export interface Writer {
  /** The status and the JSON of a resource or an outcome. */
  result(operation: Operation, result: CallResult): StoredAnswer;
  /** The status and the JSON of an error. */
  error(error: ProtocolError): StoredAnswer;
  /** The number of bytes that are sent for this answer. */
  sizeOf(answer: StoredAnswer): number;
}

const NO_CONTENT: StoredAnswer = { status: 204, headers: [], body: new Uint8Array(0) };

/** A business outcome is a result, so its status is 200 (§7). */
function createWriter(facts: ReleaseFacts): Writer {
  return {
    result({ rest }, { kind, body }) {
      const status = kind === "resource" ? (rest?.success ?? 200) : 200;
      return status === 204 ? NO_CONTENT : jsonAnswer(status, body);
    },
    error: (error) => jsonAnswer(error.status, restErrorBody(error, facts)),
    sizeOf: ({ body }) => body.length,
  };
}

export const restTransport: Transport = {
  bind: (core) =>
    servicesByPath(core.services, "rest").map((served) => ({
      path: served.path,
      answer: endpointOf(core, createRouter(served.operations), served),
      error: (error) => jsonAnswer(error.status, restErrorBody(error, core.facts), error.headers),
    })),
};

/**
 * Finds the operation, reads the call, has it answered, and leaves the body out for HEAD.
 * @throws ProtocolError `not_found`, `method_not_allowed`, `uri_too_long`, `invalid_request` for the path; `headers_too_large`,
 * `invalid_request`, `invalid_profile_url` for the header; what `readJsonBody` and `answerCall` throw
 */
function endpointOf(core: ServerCore, router: Router, served: ServedPath): Endpoint {
  const { facts } = core;
  const writer = createWriter(facts);
  return async (incoming) => {
    const { request, target } = incoming;
    const route = router.route(request.method, pathBelow(served.path, target) ?? "");
    if (route.kind === "options") return optionsAnswer(route.allow);
    const { operation, parameters: identifiers, head } = route;
    return describeFailure({ operation: operation.id }, async () => {
      const { agentHeader } = core.vocabulary;
      if (!core.mayOmitPlatform) requireNamed(request.headers.get(agentHeader), agentHeader, facts);
      const headers = readHeaders(request, operation, core.vocabulary, core.options.limits);
      const inbound = await describeFailure({ requestId: headers.requestId }, () =>
        read(core, served, incoming, { operation, identifiers, headers }),
      );
      const answer = await answerCall(core.steps, inbound, writer);
      return head ? { ...answer, body: null } : answer;
    });
  };
}

interface Named extends Pick<Inbound, "identifiers"> {
  readonly operation: RestOperation;
  readonly headers: RequestHeaders;
}

/** Reads the body, the agent header, and what must be equal in a duplicate under the same key. */
async function read(
  { options, mayOmitPlatform }: ServerCore,
  { origins }: ServedPath,
  { request, target, connection, count }: Incoming,
  { operation, identifiers, headers }: Named,
): Promise<Inbound> {
  const { agent, requestId, idempotencyKey } = headers;
  const body = await readJsonBody(request, operation.rest.body, options.limits);
  const isUnnamed = mayOmitPlatform && agent === undefined;
  return {
    operation,
    identifiers,
    payload: body.value,
    requestId,
    idempotencyKey,
    count,
    profile: isUnnamed ? undefined : profileUrlOf(agent, options.development),
    parameters: {
      method: request.method,
      target: canonicalTarget(target, operation.rest.path, identifiers),
      // Handlers cannot distinguish a missing body from an empty object.
      value: body.value ?? {},
    },
    message: { request, target, body: body.bytes, connection, origins },
  };
}
