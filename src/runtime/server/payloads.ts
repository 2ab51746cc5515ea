/**
 * Validates the request of a call before its handler runs, and builds the result from what the handler returns, over any transport: it
 * is put into its envelope, projected for the platform, given to the finishers, and validated. Finishers run last on a resource and may
 * change it before it is sent, for example to sign all of it. The validators and projections themselves are those of `platform-views.ts`.
 */

import { ANONYMOUS } from "../auth/check.js";
import { BusinessOutcome, errorEnvelope } from "../envelope/business-outcome.js";
import { attachEnvelope, withPaymentHandlers } from "../envelope/create-envelope.js";
import type { PlatformAgreement } from "../envelope/create-negotiator.js";
import type { Message } from "../envelope/message.js";
import { FoundIssue } from "../schema/issue.js";
import { issueText, MAX_ISSUES, ProtocolError } from "../error/protocol-error.js";
import { findUnwritable, type Unwritable } from "../json/find-unwritable.js";
import { isObject, own, type Members } from "../json/members.js";
import type { Surface } from "../schema/surface.js";
import type { Issue, Validator } from "../schema/validator-interface.js";
import type { Operation, Service } from "../service/operation.js";
import { viewAt } from "../service/subset-validators.js";
import { DeadlineContext, type SentParts, type Deadline } from "./deadline-context.js";
import type { ServerOptions } from "./definition.js";
import type { CallContext, CallingPlatform } from "./handlers.js";
import { outcomeOfMissingMandate, refusePlatform } from "./release-refusals.js";
import type { PlatformViews } from "./platform-views.js";

export interface Call {
  readonly operation: Operation;
  /** The identifiers of the resource, such as `id`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** Undefined if the platform sent none. */
  readonly payload: unknown;
  readonly platform: PlatformAgreement;
  readonly context: CallContext;
}

/** What a response depends on. */
interface Answering {
  readonly operation: Operation;
  readonly platform: Pick<PlatformAgreement, "active" | "envelope">;
  readonly context: CallContext;
}

/** What a call results in, before its transport writes it. */
export interface CallResult {
  readonly kind: "resource" | "outcome";
  readonly body: object;
}

/** A handler, untyped: its operation determines the types. */
export type AnyHandler = (request: object, context: CallContext) => unknown;

/** What a request is validated with. */
interface Validating extends Presenting {
  /** Where a buyer can go on if the platform and the business have nothing in common. */
  readonly continueUrl: string;
}

/** What a result is built with. */
interface Building extends Validating {
  readonly finish: Finish | undefined;
}

/** What a resource is presented with. */
interface Presenting {
  readonly views: PlatformViews;
  readonly options: ServerOptions;
}

/**
 * Checks that both sides have the operation's capability and that the request is valid, by the generated validator of the operation for
 * the active capabilities.
 * @param isChecked true if the transport has checked the payload
 * @returns the result if the call is refused with an outcome: no capability in common, or a missing mandate
 * @throws ProtocolError `invalid_request`; `version_unsupported` for a platform of a later version, in releases that have it so
 */
export function validateRequest(
  call: Call,
  steps: Validating,
  isChecked: boolean,
): CallResult | undefined {
  const { operation, payload, platform } = call;
  const { active } = platform;
  const { views, continueUrl } = steps;
  const { facts } = views;
  if (!active.has(operation.capability)) return refusePlatform({ platform, facts, continueUrl });
  views.requireSearchInput({ operation, payload, active });
  if (payload === undefined || isChecked) return undefined;
  const issues = views.request(operation, active)?.check(payload, MAX_ISSUES) ?? [];
  if (issues.length === 0) return requireOneResource(call);
  const outcome = outcomeOfMissingMandate(issues, active, facts);
  if (outcome !== undefined) return outcomeOf(call, outcome, steps, continueUrl);
  throw new ProtocolError("invalid_request", { content: issueText(issues), issues });
}

/**
 * @throws ProtocolError `invalid_request` if the payload names another resource than the path or the tool's argument
 */
function requireOneResource({ operation, identifiers, payload }: Call): undefined {
  for (const name of operation.repeatedIdentifiers ?? []) {
    const repeated = isObject(payload) ? own(payload, name) : undefined;
    if (repeated === identifiers[name]) continue;
    const content = `$.${name} must be the resource that the call names`;
    throw new ProtocolError("invalid_request", { content });
  }
  return undefined;
}

/** The handler's argument: the payload together with the identifiers. */
export function requestOf({ identifiers, payload }: Call): object {
  const sent = typeof payload === "object" && payload !== null ? payload : {};
  return { ...sent, ...identifiers };
}

/**
 * Builds what the platform gets from what the handler returned, synchronously unless a finisher is asynchronous.
 * @throws InvalidAnswer, and Error if a finisher throws: the caller gets `internal_error`
 */
export function buildResult(
  call: Call,
  answer: unknown,
  steps: Building,
): CallResult | Promise<CallResult> {
  const { views, options, finish, continueUrl } = steps;
  if (answer instanceof BusinessOutcome) {
    // In development the root is http, which buyers are not sent to (§3.3).
    const url = continueUrl.startsWith("https:") ? continueUrl : undefined;
    return outcomeOf(call, answer, steps, url);
  }
  const agreed = resourceOf(call, answer, views, options);
  const { operation, context } = call;
  const finishing = finish?.(agreed, { operation, platform: context.platform });
  if (finishing === undefined) return resourceIn(call, agreed, views);
  return Promise.resolve(finishing).then((body) => resourceIn(call, body, views));
}

/**
 * A resource as the call's platform receives it, before finishers, for handlers that store what they answer.
 * @throws InvalidAnswer
 */
export function presentResource(
  call: Answering,
  resource: object,
  views: PlatformViews,
  options: ServerOptions,
): object {
  const { operation, platform } = call;
  const { finishers = {} } = options;
  const body = resourceOf(call, resource, views, options);
  // Skip issues of capabilities with a finisher: it may still add what is missing.
  const isLeft = ({ capability = "" }: Issue): boolean => !Object.hasOwn(finishers, capability);
  requireValid(operation, views, views.response(operation, platform.active), body, isLeft);
  return body;
}

/** A call that did not come over HTTP lacks these. */
const NOT_SENT: Omit<SentParts, "operation"> = {
  requestId: undefined,
  idempotencyKey: undefined,
  callId: undefined,
  headers: undefined,
};

/** A resource as a handler's call would give it, for handlers that keep what they answer. */
export function createPresent(
  { views, options }: Presenting,
  operation: Operation,
  platform: Pick<PlatformAgreement, "active" | "envelope">,
): (resource: object, context: CallContext) => object {
  return (resource, context) =>
    presentResource({ operation, platform, context }, resource, views, options);
}

/** The context of a call that no platform has sent: its caller is anonymous. */
export function contextFor(
  steps: Presenting,
  operation: Operation,
  platform: CallingPlatform,
  deadline: Deadline,
): CallContext {
  const { capabilities: active, envelope } = platform;
  const present = createPresent(steps, operation, { active, envelope });
  const parts = { ...NOT_SENT, operation: operation.id };
  return new DeadlineContext(parts, platform, ANONYMOUS, deadline, present);
}

function resourceIn({ operation, platform }: Call, body: object, views: PlatformViews): CallResult {
  requireValid(operation, views, views.response(operation, platform.active), body);
  return { kind: "resource", body };
}

function outcomeOf(
  { platform, operation, identifiers, context }: Call,
  outcome: BusinessOutcome,
  { views, options }: Presenting,
  fallback: string | undefined,
): CallResult {
  const { continueUrl = fallback } = outcome;
  const messages = translated(outcome.messages, context, options.translate);
  const body = errorEnvelope({
    envelope: views.envelopeOf(platform.envelope, operation.capability),
    messages: views.outcomeMessages(messages, Object.keys(identifiers).length > 0),
    continueUrl,
  });
  requireValid(operation, views, views.outcome(operation), body);
  return { kind: "outcome", body };
}

/** §2.5: removes credentials. DESIGN §9: removes everything that this platform has not negotiated. */
function resourceOf(
  { operation, platform, context }: Answering,
  answer: unknown,
  views: PlatformViews,
  options: ServerOptions,
): object {
  const given = typeof answer === "object" && answer !== null ? answer : {};
  const { translate } = options;
  const messages = own(given as Members, "messages");
  const resource =
    translate === undefined || !Array.isArray(messages)
      ? given
      : { ...given, messages: translated(messages as Message[], context, translate) };
  const named = options.paymentHandlers;
  const handlers = views.handlersOf(
    operation,
    named === undefined ? "declared" : named(resource, context),
  );
  const listed = views.envelopeOf(platform.envelope, operation.capability);
  const envelope = handlers === undefined ? listed : withPaymentHandlers(listed, handlers);
  const whole = attachEnvelope(views.withoutCredentials(resource), envelope);
  return views.project(operation, platform.active, whole);
}

/** The messages of a response, in a language of the caller. */
function translated<Each extends Message>(
  messages: readonly Each[],
  { languages }: Pick<CallContext, "languages">,
  translate: ServerOptions["translate"],
): readonly Each[] {
  if (translate === undefined || languages.length === 0) return messages;
  return messages.map((message) => {
    const content = translate(message, languages);
    return content === undefined ? message : { ...message, content };
  });
}

/** Validates exactly what is sent: it must be plain JSON with usable ids and a currency, and match its schema. */
function requireValid(
  operation: Operation,
  views: Pick<PlatformViews, "unaddressable">,
  validator: Validator<unknown> | undefined,
  body: object,
  counts: (issue: Issue) => boolean = () => true,
): void {
  const { id } = operation;
  const unwritable = findUnwritable(body);
  if (unwritable !== undefined) throw new InvalidAnswer(id, [unwritableIssue(unwritable)]);
  const unaddressable = views.unaddressable(operation, body);
  if (unaddressable.length > 0) throw new InvalidAnswer(id, unaddressable);
  if (own(body as Members, "currency") === "") throw new InvalidAnswer(id, [EMPTY_CURRENCY]);
  const first = validator?.check(body, MAX_ISSUES) ?? [];
  const found = first.filter(counts);
  // Ignored issues may have filled the limit and hidden one that counts.
  const hidden = found.length === 0 && first.length >= MAX_ISSUES;
  const issues = hidden
    ? (validator?.check(body).filter(counts).slice(0, MAX_ISSUES) ?? [])
    : found;
  if (issues.length > 0) throw new InvalidAnswer(id, issues);
}

/** The currency of a checkout, cart or order: schemas only require a string. */
const EMPTY_CURRENCY = new FoundIssue({
  rule: { code: "minLength", text: "must not be empty" },
  pointer: "/currency",
  expected: 1,
  attribution: undefined,
});

const UNWRITABLE = { code: "type", text: "cannot be written as JSON: " } as const;

function unwritableIssue({ pointer, reason }: Unwritable): Issue {
  return new FoundIssue({ rule: UNWRITABLE, pointer, expected: reason, attribution: undefined });
}

/** A handler's answer breaks its schema. The caller only learns that there was an internal error. */
export class InvalidAnswer extends Error {
  override readonly name = "InvalidAnswer";
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    super(`the answer of ${operation} is not valid: ${issueText(issues)}`);
    this.issues = issues;
  }
}

export interface FinishedCall {
  readonly operation: Operation;
  readonly platform: CallingPlatform;
}

/**
 * Takes the resource in its envelope, projected for this platform, and returns what is validated, sent, and stored
 * for duplicates (§4.8). Throwing results in a stored 500, since the handler's effect has happened.
 */
export type Finisher = (body: object, call: FinishedCall) => object | Promise<object>;

/** By capability: an operation's own, or an extension of it. */
export type Finishers = Readonly<Record<string, Finisher>>;

/** Returns undefined, instead of a promise, if there is nothing to do. */
export type Finish = (body: object, call: FinishedCall) => Promise<object> | undefined;

type Named = readonly [capability: string, finisher: Finisher];

/** @throws TypeError if no operation's resource has the capability: its signatures would be missing */
export function createFinish(
  finishers: Finishers | undefined,
  services: readonly Service[],
  surface: Surface,
): Finish | undefined {
  if (finishers === undefined) return undefined;
  const own = new Map(Object.entries(finishers));
  const byOperation = new Map(
    services.flatMap(({ operations }) =>
      operations.map((each) => [each.id, finishersOf(each, own, surface)] as const),
    ),
  );
  const known = new Set([...byOperation.values()].flat().map(([name]) => name));
  const lost = [...own.keys()].find((name) => !known.has(name));
  if (lost !== undefined)
    throw new TypeError(`finishers: unknown capability ${lost}: no operation's resource has it`);
  return (body, call) => {
    const { capabilities } = call.platform;
    const named = byOperation.get(call.operation.id)?.filter(([name]) => capabilities.has(name));
    return named === undefined || named.length === 0 ? undefined : finished(body, call, named);
  };
}

/** In the order of the extension graph, the root's first. */
function finishersOf(
  { capability, surface: places }: Operation,
  finishers: ReadonlyMap<string, Finisher>,
  surface: Surface,
): readonly Named[] {
  const contributions = viewAt(surface, places?.response)?.contributions ?? [];
  const names = new Set([capability, ...contributions.flatMap((each) => each.capability ?? [])]);
  return [...names].flatMap((name) => {
    const finisher = finishers.get(name);
    return finisher === undefined ? [] : [[name, finisher] as const];
  });
}

async function finished(
  body: object,
  call: FinishedCall,
  finishers: readonly Named[],
): Promise<object> {
  let whole = body;
  for (const [name, finisher] of finishers) {
    try {
      whole = await finisher(whole, call);
    } catch (cause) {
      // Wraps protocol errors too: one would say that the handler's effect has not happened.
      throw new Error(`the finisher of ${name} failed`, { cause });
    }
  }
  return whole;
}
