/**
 * The steps of a call, over any transport, in the order of `answerCall`, `answerInTime` and `runEffect`. The request is validated, and the result
 * built, by `payloads.ts`; the key is claimed by `idempotent`. The last part is authentication (§5): the business's rules, and the check
 * that they name for an operation.
 */

import {
  type Authentication,
  type AuthenticationRules,
  type Check,
  type CheckOptions,
  forbidden,
  unauthorized,
  type Principal,
  ANONYMOUS,
  isAuthenticated,
  requireIdentified,
} from "../auth/check.js";
import { isTransient } from "../envelope/create-envelope.js";
import type { Negotiator, PlatformAgreement } from "../envelope/create-negotiator.js";
import { asProtocolError, ProtocolError } from "../error/protocol-error.js";
import { redactHookErrors } from "../log/quiet.js";
import type { Idempotency, StoredAnswer } from "../idempotency/claims.js";
import { fingerprintOf, clientOf } from "../idempotency/fingerprint.js";
import { answerToCaller, IdempotencyError } from "../idempotency/idempotency-error.js";
import { idempotent, type EffectResult } from "../idempotency/idempotent.js";
import { RegistryError } from "../negotiation/registry.js";
import { malformedProfile } from "../profile/cached-profile.js";
import { changesState, type Service } from "../service/operation.js";
import { recordKey } from "../storage/storage.js";
import { inSpan, setError } from "../tracing/span.js";
import type { JudgeAnswer } from "./answer-rules.js";
import { Deadline, DeadlineContext } from "./deadline-context.js";
import type { ServerOptions } from "./definition.js";
import { describeFailure, type Logged, type LogFields } from "./log-fields.js";
import {
  type Finish,
  buildResult,
  createPresent,
  validateRequest,
  contextFor,
  requestOf,
  type AnyHandler,
  type Call,
  type CallResult,
} from "./payloads.js";
import type { UnnamedPlatform } from "./platforms.js";
import { outcomeOfMissing } from "./release-refusals.js";
import type { CountedCall } from "./request-path.js";
import type { PlatformViews } from "./platform-views.js";
import type { Inbound, Writer } from "./transport.js";

const HANDLER_MS = 30_000;
const ANSWER_BYTES = 8_388_608;

/** What the steps of a call need of its business. It is made once. */
export interface CallSteps {
  readonly authenticate: Authenticate;
  /** False if every caller is anonymous: their answers then need no share of their own. */
  readonly mayAuthenticate: boolean;
  readonly negotiator: Negotiator;
  readonly unnamed: UnnamedPlatform;
  readonly views: PlatformViews;
  readonly handlers: ReadonlyMap<string, AnyHandler>;
  readonly finish: Finish | undefined;
  readonly judge: JudgeAnswer;
  readonly claims: Idempotency;
  /** Where a buyer can go on if the platform and the business have nothing in common. */
  readonly continueUrl: string;
  readonly options: ServerOptions;
}

/** A call whose caller and platform are known. */
interface KnownCall extends Call {
  readonly inbound: Inbound;
  readonly writer: Writer;
  readonly principal: Principal;
  /** Whose key it is; undefined for a call without a key, or one that changes nothing. */
  readonly client: string | undefined;
  readonly deadline: Deadline;
}

export type Answered = Logged<StoredAnswer>;

/**
 * The steps of a call: it is limited by a function before it is authenticated, or by caller after that; negotiated; and validated; its key is claimed; the
 * handler has its effect; and the answer is projected, validated, judged and written.
 * @returns the answer that the writer makes of the result, with what the log says of the call
 * @throws ProtocolError what the steps throw; `temporarily_unavailable` after `limits.handlerMs`: the call then goes on, and its answer is
 * stored under its key; the same where the caller has disconnected before the key is claimed. Whatever else is thrown is `internal_error`
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
  const call = await buildCall(steps, { inbound, writer, principal, platform, deadline });
  const refusal = validateRequest(call, steps, inbound.isChecked === true);
  if (refusal !== undefined) return write(call, refusal);
  return claimKey(steps, call, () => runEffect(steps, call));
}

/**
 * Calls the handler, and builds, judges and writes its result.
 * @returns the answer, and whether the key keeps it. What the handler throws and is no protocol error, and an answer that is invalid or
 * too large, may come after an effect: it is answered with `internal_error`, which the key keeps, so that there is no second effect
 * @throws ProtocolError that the handler has thrown, which says that nothing has happened
 */
async function runEffect(steps: CallSteps, call: KnownCall): Promise<EffectResult<Answered>> {
  try {
    const given = await handle(steps, call);
    const result = await buildResult(call, given, steps);
    const doubt = await judge(steps, call, result);
    const answer = write(call, result, doubt);
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
  return thrown instanceof IdempotencyError ? answerToCaller(thrown) : asProtocolError(thrown);
}

/**
 * A caller that fails to authenticate counts towards the limit of the anonymous, and is refused.
 * @throws ProtocolError `unauthorized`, `forbidden`, and `rate_limited` by a `RateLimiter`
 */
async function identifyCaller(
  { authenticate, options }: CallSteps,
  inbound: Inbound,
  deadline: Deadline,
): Promise<Principal> {
  let principal = ANONYMOUS;
  try {
    principal = await inSpan(options.tracer, "authenticate", () => authenticate(inbound, deadline));
  } finally {
    await inbound.count.caller(countedCall(inbound), principal);
  }
  return principal;
}

/**
 * @returns the agreement with the platform that the call names, or the one of a release in which it may name none
 * @throws ProtocolError `profile_unreachable`, `profile_malformed`, `profile_not_trusted`; RegistryError, which is `profile_malformed` too
 */
async function negotiate(
  steps: CallSteps,
  { operation, payload, profile }: Inbound,
  deadline: Deadline,
): Promise<PlatformAgreement> {
  if (profile === undefined) return steps.unnamed(operation, payload);
  const { tracer } = steps.options;
  return inSpan(tracer, "platform_profile", () => agreementWith(steps, profile, deadline));
}

/** @param url of the platform's profile */
export async function agreementWith(
  { negotiator, options }: Pick<CallSteps, "negotiator" | "options">,
  url: string,
  deadline: Deadline,
): Promise<PlatformAgreement> {
  const { profile, identity: content } = await options.platforms.get(url, deadline);
  return negotiator.agreementFor(profile, { url, content });
}

type KnownParts = Pick<KnownCall, "inbound" | "writer" | "principal" | "platform" | "deadline">;

/** Adds what the handler learns of the call, and whose its key is. */
async function buildCall(steps: CallSteps, parts: KnownParts): Promise<KnownCall> {
  const { inbound, principal, platform, deadline } = parts;
  const { operation, identifiers, payload, profile, requestId, message } = inbound;
  const { active: capabilities, configs, envelope } = platform;
  const { headers } = message.request;
  const key = changesState(operation) ? inbound.idempotencyKey : undefined;
  const client = key === undefined ? undefined : await clientOf(principal, headers, profile);
  const callId =
    key === undefined ? undefined : await recordKey(JSON.stringify([client, operation.id, key]));
  const { idempotencyKey } = inbound;
  const context = new DeadlineContext(
    { operation: operation.id, requestId, idempotencyKey, callId, headers, payload },
    { profile, capabilities, configs, envelope },
    principal,
    deadline,
    createPresent(steps, operation, platform),
  );
  return { ...parts, operation, identifiers, payload, context, client };
}

/**
 * Runs the effect once for the key, whose claim it holds meanwhile, or returns the answer that is stored under the key. Without a key, the
 * effect runs.
 * @throws IdempotencyError, as `answerToCaller` has it: `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited` for a client
 * with too many keys, `temporarily_unavailable` if the storage fails; and what the effect throws
 */
async function claimKey(
  { claims, mayAuthenticate }: CallSteps,
  { inbound, principal, client, deadline }: KnownCall,
  effect: () => Promise<EffectResult<Answered>>,
): Promise<Answered> {
  const { operation, idempotencyKey: key, parameters } = inbound;
  if (client === undefined || key === undefined) return (await effect()).answer;
  const claim = {
    client,
    isAnonymous: mayAuthenticate && !isAuthenticated(principal),
    operation: operation.id,
    key,
    fingerprint: await fingerprintOf(parameters),
    // Waiting ends at the deadline: otherwise repeated calls would pile up, and keep a slow storage slow.
    signal: deadline,
  };
  const result = await idempotent(claims, claim, (held) => {
    deadline.hold(held);
    return effect();
  });
  if (result.kind === "replayed") return logged(inbound, result.answer, { outcome: "replayed" });
  const { answer, failure } = result;
  return failure === undefined ? answer : { ...answer, log: { ...answer.log, cause: failure } };
}

/** @returns what the handler returns; in releases that have it so, an outcome for the `not_found` that it throws */
async function handle({ handlers, views, options }: CallSteps, call: Call): Promise<unknown> {
  const { operation, context } = call;
  const handler = handlers.get(operation.id) as AnyHandler;
  try {
    return await inSpan(options.tracer, "handler", async () => handler(requestOf(call), context));
  } catch (thrown) {
    const outcome = outcomeOfMissing(operation, thrown, views.facts);
    if (outcome === undefined) throw thrown;
    return outcome;
  }
}

/**
 * Looks for mistakes that no schema can express.
 * @returns one for the log; the answer is sent nevertheless
 * @throws DoubtfulAnswer in development, if amounts do not add up
 */
function judge(steps: CallSteps, call: KnownCall, result: CallResult): ReturnType<JudgeAnswer> {
  const { operation, payload, context, deadline } = call;
  return steps.judge(operation, result, {
    request: payload,
    askAs(profile) {
      const other = contextFor(steps, operation, { ...context.platform, profile }, deadline);
      return handle(steps, { ...call, context: other });
    },
  });
}

function write(
  { operation, writer, inbound }: KnownCall,
  result: CallResult,
  cause?: Error,
): Answered {
  const outcome = outcomeIn(result);
  return logged(inbound, writer.result(operation, result), { outcome, cause });
}

/** An answer with what the log says of its call. */
function logged(
  { operation, requestId, profile: platform }: Inbound,
  { status, headers, body, text }: StoredAnswer,
  { outcome, code, cause }: Pick<LogFields, "outcome" | "code" | "cause">,
): Answered {
  const log = { operation: operation.id, requestId, platform, outcome, code, cause };
  return { status, headers, body, text, log };
}

/** A client reads no more, and would never learn what the answer says. */
function requireSize(
  { options }: CallSteps,
  { operation, writer }: KnownCall,
  answer: Answered,
): void {
  const { answerBytes = ANSWER_BYTES } = options.limits ?? {};
  const size = writer.sizeOf(answer);
  if (size <= answerBytes) return;
  throw new RangeError(
    `the answer of ${operation.id} has ${size} bytes; limits.answerBytes is ${answerBytes}`,
  );
}

function countedCall({ operation, profile }: Inbound): CountedCall {
  return { operation: operation.id, profile };
}

/**
 * Summarizes the result of a call in one word for the log. Undefined for a resource without a status, such as a
 * cart or a search result.
 */
function outcomeIn({ kind, body }: CallResult): string | undefined {
  // It has been validated.
  const { status, messages } = body as {
    readonly status?: unknown;
    readonly messages?: readonly { readonly code?: unknown }[];
  };
  const word = kind === "outcome" ? messages?.[0]?.code : status;
  return typeof word === "string" ? word : undefined;
}

/** Names the hook in the log if it throws. */
const WHAT = "authentication";

/** @throws ProtocolError `unauthorized`, `forbidden`, or whichever a check throws */
type Authenticate = (inbound: Inbound, options: CheckOptions) => Promise<Principal>;

/** @throws TypeError if there are rules for an unknown operation: the intended one would be unprotected */
export function createAuthenticate(
  authentication: Authentication | undefined,
  services: readonly Service[],
): Authenticate {
  if (authentication === undefined) return () => Promise.resolve(ANONYMOUS);
  const rules = rulesOf(authentication);
  const checks = checksById(rules, services);
  return async (inbound, options) => {
    const { operation, identifiers, profile } = inbound;
    const check = checks.get(operation.id) ?? rules.default;
    const principal = await identify(check, inbound, options);
    const call = { operation: operation.id, identifiers, profile };
    if (rules.permit === undefined) return principal;
    // Only true permits: a rule without a return value must not permit anything.
    if ((await redactHookErrors(WHAT, async () => rules.permit?.(principal, call))) !== true)
      throw forbidden();
    return principal;
  };
}

async function identify(check: Check, inbound: Inbound, options: CheckOptions): Promise<Principal> {
  const { operation, profile, message } = inbound;
  const presented = { ...message, operation: operation.id, profile };
  const principal = await redactHookErrors(WHAT, async () => {
    const found = await check.authenticate(presented, options);
    if (found !== undefined) requireIdentified(found);
    return found;
  });
  if (principal === undefined) throw unauthorized(check.challenges);
  return principal;
}

function rulesOf(authentication: Authentication): AuthenticationRules {
  return "authenticate" in authentication ? { default: authentication } : authentication;
}

function checksById(
  { default: standard, operations = {} }: AuthenticationRules,
  services: readonly Service[],
): ReadonlyMap<string, Check> {
  requireCheck("default", standard);
  const served = new Set(services.flatMap(({ operations: each }) => each.map(({ id }) => id)));
  const checks = new Map<string, Check>();
  for (const [id, check] of Object.entries(operations)) {
    if (!served.has(id)) throw new TypeError(`authentication: unknown operation ${id}`);
    requireCheck(id, check);
    checks.set(id, check);
  }
  return checks;
}

function requireCheck(where: string, check: unknown): asserts check is Check {
  if (typeof (check as Check | undefined)?.authenticate === "function") return;
  throw new TypeError(`authentication: ${where} must be a check, such as open()`);
}
