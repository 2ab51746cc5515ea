/**
 * The path of every request, in order: it is routed, the size of its header is checked, its transport reads and answers it, and the
 * answer is signed and logged. A route has no other way in, so none that is added later can leave a step out. A transport that has
 * read a call passes it to `answerCall` of `answer-call.ts`, which takes it through its steps.
 *
 * The interfaces of the rate limit and of the signer stand below. A request counts towards the
 * limit once: a call before it is answered, for a function, or as soon as its caller is known, for a `RateLimiter`; a page before it is
 * answered. What ends before either (an unknown path, a body that is not JSON, an answer to OPTIONS) counts as a request of the address
 * that it came from.
 */

import { ANONYMOUS, type Principal } from "../auth/check.js";
import { asProtocolError, ProtocolError } from "../error/protocol-error.js";
import { errorAnswer, type Answer, type AnswerHeaders } from "../rest/answer.js";
import {
  type HeaderLimits,
  requireHeaderSize,
  createRejectDuplicateHeaders,
} from "../rest/read-headers.js";
import { pathOf, targetOf } from "../rest/request-target.js";
import { pathBelow } from "../rest/router.js";
import { headerList } from "../rest/web.js";
import type { Operation, Service } from "../service/operation.js";
import type { RequestMessage } from "../signature/message.js";
import type { ShareRoute } from "./cors.js";
import type { LogEntry } from "./definition.js";
import type { Lifecycle } from "./lifecycle.js";
import { describeFailure, failureOf, type Logged, createLogCall } from "./log-fields.js";
import type {
  BoundEndpoint,
  Connection,
  FindPage,
  Incoming,
  Route,
  ServerRequest,
} from "./transport.js";

/** What a server answers. */
interface Served {
  readonly pages: FindPage | undefined;
  readonly discoveryPath: string;
  readonly discovery: Route;
  readonly endpoints: readonly BoundEndpoint[];
  readonly share: ShareRoute;
  readonly lifecycle: Lifecycle;
  /** False if the probes of the lifecycle are not served. */
  readonly health: boolean;
}

/**
 * Pages first, then the business's profile, the probes, and the endpoints, which answer `temporarily_unavailable` once the server stops.
 */
export function createFindRoute(served: Served): RequestPathOptions["findRoute"] {
  const { pages, discoveryPath, discovery, share, lifecycle, health } = served;
  // Longest path first, since an endpoint may be below another.
  const endpoints = [...served.endpoints].sort((one, other) => other.path.length - one.path.length);
  return (request, target, connection) => {
    const page = pages?.(request, connection);
    if (page !== undefined) return page;
    if (pathBelow(discoveryPath, target) === "") return share(discovery, request);
    const probe = health ? lifecycle.probe(pathOf(target)) : undefined;
    if (probe !== undefined) return probe;
    const endpoint = endpoints.find(({ path }) => pathBelow(path, target) !== undefined);
    if (endpoint !== undefined) {
      const { answer, error } = endpoint;
      const whileOpen: Route["answer"] = (incoming) => {
        lifecycle.requireOpen();
        return answer(incoming);
      };
      return share({ answer: whileOpen, error }, request);
    }
    throw new ProtocolError("not_found", { content: "There is nothing at this path." });
  };
}

interface RequestPathOptions {
  readonly limits: HeaderLimits;
  readonly countRequest: CountRequest;
  readonly signAnswer?: SignAnswer | undefined;
  readonly log: ((entry: LogEntry) => void) | undefined;
  /** @throws ProtocolError not_found */
  findRoute(request: ServerRequest, target: string, connection: Connection): Route;
}

/** Never rejects: errors become answers and log entries. */
type AnswerRequest = (request: ServerRequest, connection?: Connection) => Promise<Answer>;

const NO_CONNECTION: Connection = Object.freeze({});

/**
 * @returns the path of a request: routed (`not_found`; `invalid_request` for its target and for repeated fields), its header measured
 * (`headers_too_large`), answered by its route, counted (`rate_limited`) unless the route has done so, signed, and logged. A step that
 * throws ends it, with an error in the words of the route's transport
 */
export function createRequestPath(options: RequestPathOptions): AnswerRequest {
  const { limits, countRequest, signAnswer } = options;
  const rejectDuplicateHeaders = createRejectDuplicateHeaders();
  const logCall = createLogCall(options.log);

  function routed(request: ServerRequest, connection: Connection): Routed {
    let target: string | undefined;
    try {
      rejectDuplicateHeaders(connection.rawHeaders);
      target = targetOf(request, connection);
      return { target, route: options.findRoute(request, target, connection) };
    } catch (thrown) {
      return { target, route: NO_ROUTE, refusal: asProtocolError(thrown) };
    }
  }

  async function answered({ route, target = "", refusal }: Routed, received: Received) {
    const { request, count } = received;
    const { page } = route;
    const given = await orError(route, async () => {
      if (refusal !== undefined) throw refusal;
      // A header that is too large is refused in the words of the route's transport.
      requireHeaderSize(request.headers, limits);
      if (page !== undefined) await count.anonymous({ page });
      return route.answer({ ...received, target });
    });
    if (count.isCounted || route.isProbe === true) return given;
    return orError(route, () =>
      describeFailure(given.log ?? {}, async () => {
        await count.anonymous({ operation: given.log?.operation, page });
        return given;
      }),
    );
  }

  return async (request, connection = NO_CONNECTION) => {
    const began = performance.now();
    const count = countRequest(connection.remoteAddress);
    const found = routed(request, connection);
    const given = await answered(found, { request, connection, count });
    const { route, target } = found;
    const { log, status, headers, body } = await signed(signAnswer, given, {
      ...{ request, connection, target: target ?? "" },
    });
    const sent = { status, headers, body };
    const path = target === undefined ? undefined : pathOf(target);
    const isQuiet = route.isProbe === true && sent.status < 500;
    if (!isQuiet) logCall(request, { ...log, path, page: route.page, began }, sent);
    return sent;
  };
}

interface Routed {
  readonly route: Route;
  /** Undefined for a request whose target cannot be read. */
  readonly target: string | undefined;
  /** Why there is no route. */
  readonly refusal?: ProtocolError;
}

type Received = Omit<Incoming, "target">;

const NO_ROUTE: Route = { answer: () => Promise.reject(new ProtocolError("not_found")) };

/** An error is written in the words of the route's transport. */
async function orError(
  { error: write = errorAnswer }: Route,
  step: () => Promise<Logged<Answer>>,
): Promise<Logged<Answer>> {
  try {
    return await step();
  } catch (thrown) {
    const { error, log } = failureOf(thrown);
    return { ...write(error), log };
  }
}

async function signed(
  sign: SignAnswer | undefined,
  given: Logged<Answer>,
  to: AnsweredRequest,
): Promise<Logged<Answer>> {
  if (sign === undefined) return given;
  const { log, ...answer } = given;
  // An answer that cannot be signed is not sent: the caller gets `internal_error`, and may repeat the call.
  return orError(NO_ROUTE, () =>
    describeFailure(log ?? {}, async () => {
      const result = await sign(log?.operation, answer, to);
      return { ...result.answer, log: log && { ...log, unsigned: result.unsigned } };
    }),
  );
}

export interface LimitedCall {
  /**
   * The operation's id; over MCP, the method if it is not a tool call, such as `tools/list`. Undefined for pages, the
   * published profile, and requests refused before it was known, such as an unknown path or an unreadable body.
   */
  readonly operation: string | undefined;
  /** `discovery`, or the name of a page. Undefined for operations. */
  readonly page: string | undefined;
  /** The profile URL that the call names, unverified. Undefined if it names none. */
  readonly profile: string | undefined;
  /** Undefined if the server does not know it. */
  readonly remoteAddress: string | undefined;
}

/** Returns the seconds until the caller may call again, or undefined if it may call now. */
export type RateLimit<Call = LimitedCall> = (
  call: Call,
) => number | undefined | void | Promise<number | undefined | void>;

/** A call of a known caller: its principal, or `ANONYMOUS` if nobody authenticated. */
export interface PrincipalCall extends Pick<LimitedCall, "remoteAddress"> {
  readonly principal?: Principal | undefined;
}

/** The result of `createRateLimiter`. It is asked after authentication, even if that failed or is not configured. */
export interface RateLimiter {
  (call: PrincipalCall): number | undefined | Promise<number | undefined>;
  readonly byPrincipal: true;
}

/** @throws ProtocolError `rate_limited`, with `Retry-After` */
async function heedRateLimit<Call>(limit: RateLimit<Call> | undefined, call: Call): Promise<void> {
  const seconds: unknown = await limit?.(call);
  if (seconds === undefined || seconds === null) return;
  // A JavaScript hook may return anything: only undefined or null lets a call through.
  if (typeof seconds !== "number")
    throw new TypeError("rateLimit must return a number of seconds, or undefined");
  // A hook that divides by zero still means that there were too many calls.
  const wait = Number.isFinite(seconds) ? String(Math.max(1, Math.ceil(seconds))) : "1";
  throw new ProtocolError("rate_limited", { headers: { "Retry-After": wait } });
}

/** What is known of a request before its caller is. */
export type CountedCall = Partial<Pick<LimitedCall, "operation" | "page" | "profile">>;

/** Asks the limit about one request: once, unless `asksAgain`. */
export interface RequestCount {
  /** True once the limit has been asked about the request. */
  readonly isCounted: boolean;
  /** Before authentication, for a function. @throws ProtocolError `rate_limited` */
  before(call: CountedCall): Promise<void>;
  /** Once the caller is known, for a `RateLimiter`. @throws ProtocolError `rate_limited` */
  caller(call: CountedCall, principal: Principal): Promise<void>;
  /** For requests without authentication. @throws ProtocolError `rate_limited` */
  anonymous(call: CountedCall): Promise<void>;
}

type CountRequest = (remoteAddress: string | undefined) => RequestCount;

interface CountOptions {
  /** True if a function is asked again once the caller is known. */
  readonly asksAgain?: boolean | undefined;
  /** Wraps each call of the limit. */
  readonly around?: ((ask: () => Promise<void>) => Promise<void>) | undefined;
}

/** A function receives `principal` only once the caller is known. */
export function createCountRequest(
  limit: RateLimit | undefined,
  { asksAgain = false, around = (ask) => ask() }: CountOptions = {},
): CountRequest {
  const isByPrincipal = limit !== undefined && isRateLimiter(limit);
  return (remoteAddress) => {
    let isCounted = false;
    const ask = (call: CountedCall, principal?: Principal): Promise<void> => {
      isCounted = true;
      const { operation, page, profile } = call;
      const told = { operation, page, profile, remoteAddress };
      return around(() =>
        heedRateLimit<LimitedCall & PrincipalCall>(
          limit,
          principal === undefined ? told : { ...told, principal },
        ),
      );
    };
    return {
      get isCounted() {
        return isCounted;
      },
      before: async (call) => (isByPrincipal ? undefined : ask(call)),
      caller: async (call, principal) =>
        isByPrincipal || asksAgain ? ask(call, principal) : undefined,
      anonymous: async (call) => ask(call, isByPrincipal ? ANONYMOUS : undefined),
    };
  };
}

function isRateLimiter(limit: RateLimit): limit is RateLimiter {
  return "byPrincipal" in limit;
}

/** A response whose bytes are complete, not streamed. */
export interface WholeAnswer extends Answer {
  readonly body: Uint8Array | null;
}

/** The signatures that a request asks for (RFC 9421 §5). */
export interface AskedSignatures {
  /** The value of `Accept-Signature`, as it was sent. */
  readonly accept: string;
  /** Returns the request as it is signed by its sender, with the origin of the endpoint; without its body. */
  request(): RequestMessage;
  /** Reports why a signature is missing, for the log. */
  report(reason: string): void;
}

export interface AnswerSigner {
  /**
   * Returns the header fields to add. Undefined if the response is not to be signed.
   * @param asked the signatures that the request asks for, if it does
   */
  sign(
    operation: Operation,
    answer: WholeAnswer,
    asked?: AskedSignatures,
  ): Promise<AnswerHeaders> | undefined;
}

/** The request that is answered. */
interface AnsweredRequest {
  readonly request: ServerRequest;
  readonly connection: Connection;
  /** Path and query, as they were sent. */
  readonly target: string;
}

interface SignedAnswer {
  readonly answer: Answer;
  /** Why a signature that the request asked for is missing. */
  readonly unsigned?: string | undefined;
}

type SignAnswer = (
  operation: string | undefined,
  answer: Answer,
  to: AnsweredRequest,
) => Promise<SignedAnswer>;

/** Signs responses exactly as they are sent, over any transport. Undefined without a signer. */
export function createSignAnswer(
  signer: AnswerSigner | undefined,
  services: readonly Service[],
): SignAnswer | undefined {
  if (signer === undefined) return undefined;
  const byId = new Map(
    services.flatMap((service) =>
      service.operations.map((each) => [each.id, { operation: each, service }] as const),
    ),
  );
  return async (id, answer, to) => {
    const found = id === undefined ? undefined : byId.get(id);
    if (found === undefined || !isWhole(answer)) return { answer };
    const accept = to.request.headers.get("accept-signature");
    const reasons: string[] = [];
    const asked = accept === null ? undefined : askedOf(accept, to, found.service, reasons);
    const added = await signer.sign(found.operation, answer, asked);
    const unsigned = reasons.length === 0 ? undefined : reasons.join("; ");
    if (added === undefined) return { answer, unsigned };
    return { answer: { ...answer, headers: [...answer.headers, ...added] }, unsigned };
  };
}

function askedOf(
  accept: string,
  { request, connection, target }: AnsweredRequest,
  { endpoints }: Service,
  reasons: string[],
): AskedSignatures {
  return {
    accept,
    request() {
      const { method, url, headers } = request;
      // A proxy may have changed the scheme and the host; the sender has those of the endpoint.
      const endpoint = Object.values(endpoints).find(
        (each) => pathBelow(new URL(each).pathname, target) !== undefined,
      );
      const { protocol, host } = new URL(endpoint ?? url);
      return {
        ...{ method, target, body: null, authority: host },
        scheme: protocol === "https:" ? "https" : "http",
        headers: connection.rawHeaders ?? headerList(headers),
      };
    },
    report: (reason) => reasons.push(reason),
  };
}

function isWhole(answer: Answer): answer is WholeAnswer {
  return answer.body === null || answer.body instanceof Uint8Array;
}
