/**
 * The path of every request, in order: it is routed, its size is checked, its transport reads and answers it, and the
 * answer is signed and logged. `answerCall` is the middle of that path for the calls of operations. A route has no other way in,
 * so none that is added later can leave a step out.
 *
 * A request counts towards the rate limit once: a call by `answerCall`, as soon as it is known who calls; a page before it is answered. What ends before
 * either (an unknown path, a body that is not JSON, an answer to OPTIONS) counts as a request of the address that it came from.
 */

import { isTransient } from "../envelope/create-envelope.js";
import { asProtocolError, ProtocolError } from "../error/protocol-error.js";
import type { EffectResult } from "../idempotency/idempotent.js";
import { IdempotencyError } from "../idempotency/idempotency-error.js";
import { errorAnswer, type Answer } from "../rest/answer.js";
import type { BodyLimits } from "../rest/read-json-body.js";
import {
  type HeaderLimits,
  requireHeaderSize,
  createRejectDuplicateHeaders,
} from "../rest/read-headers.js";
import { inSpan, setError } from "../tracing/span.js";
import type { SignAnswer } from "./answer-signer.js";
import {
  claimKey,
  countedCall,
  describeCall,
  handle,
  identifyCaller,
  judge,
  logged,
  negotiate,
  project,
  requireSize,
  validateRequest,
  write,
  type Answered,
  type CallSteps,
  type KnownCall,
} from "./call-steps.js";
import { Deadline } from "./deadline-context.js";
import type { LogEntry, ServerOptions } from "./definition.js";
import { describeFailure, failureOf, type Logged, createLogCall } from "./log-fields.js";
import type { CountRequest } from "./rate-limit.js";
import { pathOf, targetOf } from "./request-target.js";
import type { Incoming, Route, ServerRequest, Connection, Inbound, Writer } from "./transport.js";
import { RegistryError } from "../negotiation/registry-error.js";
import { malformedProfile } from "../profile/cached-profile.js";

const QUOTA = "This client has too many stored answers. Retry when the first of them has expired.";

export interface RequestPathOptions {
  readonly limits: HeaderLimits & BodyLimits;
  readonly countRequest: CountRequest;
  readonly signAnswer?: SignAnswer | undefined;
  readonly log: ((entry: LogEntry) => void) | undefined;
  /** @throws ProtocolError not_found */
  findRoute(request: ServerRequest, target: string, connection: Connection): Route;
}

/** Never rejects: errors become answers and log entries. */
export type AnswerRequest = (request: ServerRequest, connection?: Connection) => Promise<Answer>;

const NO_CONNECTION: Connection = Object.freeze({});
const MAX_BYTES = 1_048_576;

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
      // A request that is too large is refused in the words of the route's transport.
      requireHeaderSize(request.headers, limits);
      requireBodySize(request, limits);
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
    const { log, status, headers, body } = await signed(signAnswer, given);
    const sent = { status, headers, body };
    const { route, target } = found;
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
): Promise<Logged<Answer>> {
  if (sign === undefined) return given;
  const { log, ...answer } = given;
  // An answer that cannot be signed is not sent; the caller may repeat the call.
  return orError(NO_ROUTE, () =>
    describeFailure(log ?? {}, async () => ({ ...(await sign(log?.operation, answer)), log })),
  );
}

/** Refuses a request by its Content-Length, before anything reads its body. */
function requireBodySize({ headers }: ServerRequest, { maxBytes = MAX_BYTES }: BodyLimits): void {
  if (Number(headers.get("content-length")) > maxBytes)
    throw new ProtocolError("content_too_large", {
      content: `The body is larger than ${maxBytes} bytes.`,
    });
}

const HANDLER_MS = 30_000;

/**
 * The steps of a call: it is limited by address or, once it is authenticated, by caller; negotiated; and validated; its key is claimed; the
 * handler has its effect; and the answer is projected, validated, judged and written. A caller gets a 503 after
 * `limits.handlerMs`; the call goes on, and its answer is stored under its key.
 * @throws ProtocolError
 */
export function answerCall(steps: CallSteps, inbound: Inbound, writer: Writer): Promise<Answered> {
  const { options } = steps;
  const { operation, requestId, profile: platform } = inbound;
  return describeFailure({ operation: operation.id, requestId, platform }, () =>
    inSpan(options.tracer, operation.id, async (span) => {
      if (platform !== undefined) span?.setAttribute("proto.platform", platform);
      try {
        await inbound.count.before(countedCall(inbound));
        const deadline = new Deadline(inbound.message.request.signal);
        const work = answerInTime(steps, inbound, writer, deadline);
        const answer = await deadline.within(handlerMsOf(options), work);
        const { outcome, code } = answer.log ?? {};
        if (outcome !== undefined) span?.setAttribute("proto.outcome", outcome);
        if (code !== undefined) setError(span, code);
        return answer;
      } catch (thrown) {
        throw protocolErrorOf(thrown);
      }
    }),
  );
}

/** How many milliseconds a call may take. */
export function handlerMsOf({ limits: { handlerMs = HANDLER_MS } = {} }: ServerOptions): number {
  return handlerMs;
}

async function answerInTime(
  steps: CallSteps,
  inbound: Inbound,
  writer: Writer,
  deadline: Deadline,
): Promise<Answered> {
  const principal = await identifyCaller(steps, inbound, deadline);
  const platform = await negotiate(steps, inbound, deadline);
  const call = await describeCall(steps, { inbound, writer, principal, platform, deadline });
  const refusal = validateRequest(steps, call);
  if (refusal !== undefined) return write(call, refusal);
  return claimKey(steps, call, () => haveEffect(steps, call));
}

/**
 * A handler that throws a protocol error says that nothing has happened. What else it throws, and an invalid answer, may come after
 * an effect: the key keeps the error, so that there is no second effect.
 */
async function haveEffect(steps: CallSteps, call: KnownCall): Promise<EffectResult<Answered>> {
  try {
    const given = await handle(steps, call);
    const performed = await project(steps, call, given);
    const doubt = await judge(steps, call, performed);
    const answer = write(call, performed, doubt);
    requireSize(steps, call, answer);
    return { answer, store: !isTransient(given) };
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    const error = asProtocolError(thrown);
    const answer = logged(call.inbound, call.writer.error(error), {
      code: error.code,
      cause: thrown,
    });
    return { answer, store: true };
  }
}

/** Maps whatever was thrown during a call to a protocol error (§7). */
function protocolErrorOf(thrown: unknown): ProtocolError {
  if (thrown instanceof RegistryError) return malformedProfile(thrown);
  if (!(thrown instanceof IdempotencyError)) return asProtocolError(thrown);
  const { code, retryAfterSeconds } = thrown;
  const headers =
    retryAfterSeconds === undefined
      ? {}
      : { headers: { "Retry-After": String(retryAfterSeconds) } };
  switch (code) {
    case "idempotency_key_invalid":
      return new ProtocolError("invalid_request", { content: thrown.message });
    case "idempotency_key_reused":
      return new ProtocolError("idempotency_key_reused");
    case "idempotency_in_progress":
    case "idempotency_lease_lost":
      return new ProtocolError("idempotency_in_progress", headers);
    case "idempotency_quota_exceeded":
      return new ProtocolError("rate_limited", { content: QUOTA, ...headers, cause: thrown });
    case "idempotency_unavailable":
      return new ProtocolError("temporarily_unavailable", {
        headers: { "Retry-After": String(retryAfterSeconds ?? 1) },
        cause: thrown,
      });
  }
}
