/**
 * The steps of a call, in the order of `answerCall`. Each takes what the steps before it have found, and returns what it adds.
 */

import { type Principal, ANONYMOUS, isAuthenticated } from "../auth/principal.js";
import type { PlatformAgreement } from "../envelope/create-negotiator.js";
import { fingerprintOf } from "../idempotency/fingerprint.js";
import { idempotent, type EffectResult } from "../idempotency/idempotent.js";
import type { Idempotency } from "../idempotency/claims.js";
import type { StoredAnswer } from "../idempotency/claim.js";
import { changesState, type Operation } from "../service/operation.js";
import { recordKey } from "../storage/record-key.js";
import { inSpan } from "../tracing/span.js";
import type { JudgeAnswer } from "./answer-rules.js";
import type { Authenticate } from "./authenticate.js";
import { clientOf } from "./client-of.js";
import { DeadlineContext, type SentParts, type Deadline } from "./deadline-context.js";
import type { ServerOptions } from "./definition.js";
import type { Finish } from "./finisher.js";
import type { CallContext, CallingPlatform } from "./handlers.js";
import type { Inbound, Writer } from "./transport.js";
import type { Logged, LogFields } from "./log-fields.js";
import {
  admit,
  performedOf,
  presentResource,
  requestOf,
  type AnyHandler,
  type Call,
  type Performed,
} from "./perform.js";
import type { CountedCall } from "./rate-limit.js";
import { outcomeOfMissing } from "./release-refusals.js";
import type { Surfaces } from "./surfaces.js";
import type { UnnamedPlatform } from "./platforms.js";

/** A call that did not come over HTTP lacks these. */
const NOT_SENT: Omit<SentParts, "operation"> = {
  requestId: undefined,
  idempotencyKey: undefined,
  callId: undefined,
  headers: undefined,
};

const ANSWER_BYTES = 8_388_608;

/** What the steps of a call need of its business. It is made once. */
export interface CallSteps {
  readonly authenticate: Authenticate;
  /** False if every caller is anonymous: their answers then need no share of their own. */
  readonly mayAuthenticate: boolean;
  readonly agreementWith: (url: string, deadline: Deadline) => Promise<PlatformAgreement>;
  readonly unnamed: UnnamedPlatform;
  readonly surfaces: Surfaces;
  readonly handlers: ReadonlyMap<string, AnyHandler>;
  readonly finish: Finish | undefined;
  readonly judge: JudgeAnswer;
  readonly claims: Idempotency;
  /** Where a buyer can go on if the platform and the business have nothing in common. */
  readonly continueUrl: string;
  readonly options: ServerOptions;
}

/** A call whose caller and platform are known. */
export interface KnownCall extends Call {
  readonly inbound: Inbound;
  readonly writer: Writer;
  readonly principal: Principal;
  /** Whose key it is; undefined for a call without a key, or one that changes nothing. */
  readonly client: string | undefined;
  readonly deadline: Deadline;
}

export type Answered = Logged<StoredAnswer>;

/** A caller that fails to authenticate counts as anonymous. */
export async function identifyCaller(
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

export async function negotiate(
  { agreementWith, unnamed, options }: CallSteps,
  { operation, payload, profile }: Inbound,
  deadline: Deadline,
): Promise<PlatformAgreement> {
  if (profile === undefined) return unnamed(operation, payload);
  return inSpan(options.tracer, "platform_profile", () => agreementWith(profile, deadline));
}

type Described = Pick<KnownCall, "inbound" | "writer" | "principal" | "platform" | "deadline">;

export async function describeCall(steps: CallSteps, described: Described): Promise<KnownCall> {
  const { inbound, writer, principal, platform, deadline } = described;
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
    presentFor(steps, operation, platform),
  );
  return {
    inbound,
    writer,
    principal,
    platform,
    deadline,
    operation,
    identifiers,
    payload,
    context,
    client,
  };
}

/** A resource as a handler's call would give it, for handlers that keep what they answer. */
function presentFor(
  { surfaces, options }: Pick<CallSteps, "surfaces" | "options">,
  operation: Operation,
  platform: Pick<PlatformAgreement, "active" | "envelope">,
): (resource: object, context: CallContext) => object {
  return (resource, context) =>
    presentResource({ operation, platform, context }, resource, surfaces, options);
}

/** The context of a call that no platform has sent: its caller is anonymous. */
export function contextFor(
  steps: Pick<CallSteps, "surfaces" | "options">,
  operation: Operation,
  platform: CallingPlatform,
  deadline: Deadline,
): CallContext {
  const { capabilities: active, envelope } = platform;
  const present = presentFor(steps, operation, { active, envelope });
  const parts = { ...NOT_SENT, operation: operation.id };
  return new DeadlineContext(parts, platform, ANONYMOUS, deadline, present);
}

export function validateRequest(
  { surfaces, continueUrl, options: { translate } }: CallSteps,
  call: KnownCall,
): Performed | undefined {
  const isChecked = call.inbound.isChecked === true;
  return admit(call, surfaces, { continueUrl, isChecked, translate });
}

export async function claimKey(
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
  const result = await idempotent(claims, claim, effect);
  if (result.kind === "replayed") return logged(inbound, result.answer, { outcome: "replayed" });
  const { answer, failure } = result;
  return failure === undefined ? answer : { ...answer, log: { ...answer.log, cause: failure } };
}

export async function handle(
  { handlers, surfaces, options }: CallSteps,
  call: Call,
): Promise<unknown> {
  const { operation, context } = call;
  const handler = handlers.get(operation.id) as AnyHandler;
  try {
    return await inSpan(options.tracer, "handler", async () => handler(requestOf(call), context));
  } catch (thrown) {
    const outcome = outcomeOfMissing(operation, thrown, surfaces.facts);
    if (outcome === undefined) throw thrown;
    return outcome;
  }
}

/** What the platform gets of what the handler gave, validated. */
export function project(
  { surfaces, options, finish, continueUrl }: CallSteps,
  call: Call,
  given: unknown,
): Performed | Promise<Performed> {
  // In development the root is http, which buyers are not sent to (§3.3).
  const outcomeUrl = continueUrl.startsWith("https:") ? continueUrl : undefined;
  return performedOf(call, given, surfaces, options, finish, outcomeUrl);
}

export function judge(
  steps: CallSteps,
  call: KnownCall,
  performed: Performed,
): ReturnType<JudgeAnswer> {
  const { operation, payload, context, deadline } = call;
  return steps.judge(operation, performed, {
    request: payload,
    askAs(profile) {
      const other = contextFor(steps, operation, { ...context.platform, profile }, deadline);
      return handle(steps, { ...call, context: other });
    },
  });
}

export function write(
  { operation, writer, inbound }: KnownCall,
  performed: Performed,
  cause?: Error,
): Answered {
  const outcome = outcomeIn(performed);
  return logged(inbound, writer.performed(operation, performed), { outcome, cause });
}

/** An answer with what the log says of its call. */
export function logged(
  { operation, requestId, profile: platform }: Inbound,
  { status, headers, body, text }: StoredAnswer,
  { outcome, code, cause }: Pick<LogFields, "outcome" | "code" | "cause">,
): Answered {
  const log = { operation: operation.id, requestId, platform, outcome, code, cause };
  return { status, headers, body, text, log };
}

/** A client reads no more, and would never learn what the answer says. */
export function requireSize(
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

export function countedCall({ operation, profile }: Inbound): CountedCall {
  return { operation: operation.id, profile };
}

/** The members of a response that are read; it has already been validated. */
interface Body {
  readonly status?: unknown;
  readonly messages?: readonly { readonly code?: unknown }[];
}

/**
 * Summarizes the result of a call in one word for the log. Undefined for a resource without a status, such as a
 * cart or a search result.
 */
function outcomeIn({ kind, body }: Performed): string | undefined {
  const { status, messages } = body as Body;
  const word = kind === "outcome" ? messages?.[0]?.code : status;
  return typeof word === "string" ? word : undefined;
}
