/**
 * Every request of every server passes through here: header checks, size limits, the rate limit, routing, the log.
 * There is no other way to a route, so no new route can bypass one of them.
 *
 * Each request is counted once. Operations are counted when the caller is known; everything else before it is
 * answered. Requests that end earlier (an unknown path, a body that is not JSON, a response to OPTIONS) count for the
 * sender's address.
 */

import { asProtocolError, ProtocolError } from "../error/index.js";
import { errorAnswer, type Answer, type BodyLimits, type HeaderLimits } from "../rest/index.js";
import { requireHeaderSize } from "../rest/read-headers.js";
import type { Vocabulary } from "../vocabulary/index.js";
import type { SignAnswer } from "./answer-signer.js";
import type { Connection } from "./connection.js";
import type { LogEntry } from "./definition.js";
import { createLogCall } from "./log-call.js";
import type { CountRequest, RequestCount } from "./rate-limit.js";
import { pathOf, targetOf } from "./request-target.js";
import { createRequireSingletons } from "./singletons.js";
import { newTrace, traceError, type Trace } from "./trace.js";
import type { Route, ServerRequest } from "./transport.js";

export interface PipelineOptions {
  readonly vocabulary: Vocabulary;
  readonly limits: HeaderLimits & BodyLimits;
  readonly countRequest: CountRequest;
  readonly signAnswer?: SignAnswer | undefined;
  readonly log: ((entry: LogEntry) => void) | undefined;
  /** @throws ProtocolError `not_found` */
  findRoute(request: ServerRequest, target: string, connection: Connection): Route;
}

/** Never rejects: errors become responses and log entries. */
export type AnswerRequest = (request: ServerRequest, connection?: Connection) => Promise<Answer>;

const NO_CONNECTION: Connection = Object.freeze({});
const MAX_BYTES = 1_048_576;

export function createRequestPipeline(options: PipelineOptions): AnswerRequest {
  const { limits, countRequest, signAnswer, findRoute } = options;
  const requireSingletons = createRequireSingletons();
  const logCall = createLogCall(options.log);

  async function answerTo(
    request: ServerRequest,
    connection: Connection,
    trace: Trace,
    count: RequestCount,
  ): Promise<Answer> {
    let route: Route | undefined;
    const given = await orError(
      trace,
      () => route,
      async () => {
        requireSingletons(connection.rawHeaders);
        const target = targetOf(request, connection);
        trace.path = pathOf(target);
        // Find the route first, so that its transport formats an error about the size.
        route = findRoute(request, target, connection);
        requireHeaderSize(request.headers, limits);
        requireBodySize(request, limits);
        const { page } = route;
        if (page !== undefined) {
          trace.page = page;
          await count.anonymous({ page });
        }
        if (route.isProbe === true) trace.isProbe = true;
        return await route.answer({ request, target, connection, trace, count });
      },
    );
    if (count.isCounted || route?.isProbe === true) return given;
    const { operation, page } = trace;
    return orError(
      trace,
      () => route,
      async () => {
        await count.anonymous({ operation, page });
        return given;
      },
    );
  }

  return async (request, connection = NO_CONNECTION) => {
    const trace = newTrace();
    const count = countRequest(connection.remoteAddress);
    const given = await answerTo(request, connection, trace, count);
    const sent = signAnswer === undefined ? given : await signed(signAnswer, given, trace);
    if (trace.isProbe !== true || sent.status >= 500) logCall(request, trace, sent);
    return sent;
  };
}

async function orError(
  trace: Trace,
  routeOf: () => Route | undefined,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (thrown) {
    const error = asProtocolError(thrown);
    // The traced status was for a response that is not sent.
    delete trace.status;
    traceError(trace, error);
    return routeOf()?.error?.(error) ?? errorAnswer(error);
  }
}

async function signed(sign: SignAnswer, given: Answer, trace: Trace): Promise<Answer> {
  try {
    return await sign(trace.operation, given);
  } catch (thrown) {
    // An unsigned response must not be sent. The caller can retry.
    const error = asProtocolError(thrown);
    traceError(trace, error);
    return errorAnswer(error);
  }
}

/** Checks the announced size before anything reads the body. */
function requireBodySize({ headers }: ServerRequest, { maxBytes = MAX_BYTES }: BodyLimits): void {
  if (Number(headers.get("content-length")) > maxBytes)
    throw new ProtocolError("content_too_large", {
      content: `The body is larger than ${maxBytes} bytes.`,
    });
}
