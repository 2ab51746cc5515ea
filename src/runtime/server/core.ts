/**
 * What every transport shares. In: generated data, handlers, ports; then calls, in no transport's terms.
 * Out: answers, as their transport writes them.
 *
 * The order of things: how often someone may call; who calls, and may; the platform and what both agree
 * to; the request's shape; the idempotency key; the handler; the answer's shape.
 */

import type { Principal } from "../auth/index.js";
import { ANONYMOUS, isAuthenticated } from "../auth/principal.js";
import { declaredHandlers } from "../envelope/declared-handlers.js";
import { createNegotiator, isTransient, type PlatformAgreement } from "../envelope/index.js";
import { asProtocolError, ProtocolError } from "../error/index.js";
import { isWebUrl } from "../formats/web-url.js";
import {
  createIdempotency,
  fingerprintOf,
  idempotent,
  type EffectResult,
  type Parameters,
  type StoredAnswer,
} from "../idempotency/index.js";
import { isObject, own, type Members } from "../json/members.js";
import { readRegistry } from "../negotiation/index.js";
import {
  changesState,
  methodName,
  type Operation,
  type ReleaseFacts,
  type Service,
} from "../service/index.js";
import { endpointsOf } from "../service/endpoints.js";
import { recordKey, type Storage } from "../storage/index.js";
import { inSpan, setError } from "../tracing/span.js";
import { vocabularyOf, type Vocabulary } from "../vocabulary/index.js";
import { profileUrlOf } from "./agent-header.js";
import { createJudgeAnswer } from "./answer-rules.js";
import { createAuthenticate } from "./authenticate.js";
import { clientOf } from "./client-of.js";
import type { Connection } from "./connection.js";
import { Deadline } from "./deadline.js";
import { DeadlineContext } from "./deadline-context.js";
import type { ServerDefinition, ServerOptions } from "./definition.js";
import type { CallContext, CallingPlatform } from "./handlers.js";
import { createFinish } from "./finisher.js";
import { outcomeIn } from "./outcome-in.js";
import {
  admit,
  performedOf,
  presented,
  requestOf,
  type AnyHandler,
  type Call,
  type Performed,
} from "./perform.js";
import { protocolErrorOf } from "./protocol-error-of.js";
import type { CountedCall, RequestCount } from "./rate-limit.js";
import { outcomeOfMissing } from "./release-refusals.js";
import { requireGenerated } from "./require-generated.js";
import { withSigningKeys } from "./published-profile.js";
import { requireValidProfile } from "./require-valid-profile.js";
import { createSurfaces } from "./surfaces.js";
import type { Trace } from "./trace.js";
import type { ServerRequest } from "./transport.js";
import { createUnnamedPlatform } from "./unnamed-platform.js";

/** The HTTP message that has a call: credentials are its own, and a signature covers it. */
export interface Message {
  readonly request: ServerRequest;
  /** Path and query; as they were sent where the connection knows that. */
  readonly target: string;
  /** As it was sent. */
  readonly body: Uint8Array;
  readonly connection: Connection;
  /** The origins of the endpoint that it came to, by the business's profile: `https://shop.example.com`. */
  readonly origins: readonly string[];
  /** Header fields that a signature of it has to cover beside those that it has, in lower case; none unless given. */
  readonly signedFields?: readonly string[];
}

/** A call that came in, read and checked as far as its transport knows. */
export interface Inbound {
  readonly operation: Operation;
  /** What names the resource: `id`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** Undefined where the platform sent none. */
  readonly payload: unknown;
  /** True where the transport has checked the payload: it is not what the operation's request is elsewhere. */
  readonly isChecked?: boolean;
  /** URL of the platform's profile (§5.3); undefined for a call that names none, where the release allows that. */
  readonly profile: string | undefined;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** What a duplicate must have in common (§4.8). */
  readonly parameters: Parameters;
  readonly message: Message;
  readonly count: RequestCount;
}

/** How a transport writes what is answered: as it is sent, and as it is stored. */
export interface Writer {
  performed(operation: Operation, performed: Performed): StoredAnswer;
  error(error: ProtocolError): StoredAnswer;
  /** The bytes that are sent for it. */
  sizeOf(answer: StoredAnswer): number;
}

export interface ServerCore {
  readonly vocabulary: Vocabulary;
  readonly services: readonly Service[];
  readonly facts: ReleaseFacts;
  readonly options: ServerOptions;
  /** True if a call need not name its platform. */
  readonly mayOmitPlatform: boolean;
  /** For what a transport has beside payloads: the arguments of tools. */
  readonly validators: ServerDefinition["validators"];
  /** @throws ProtocolError */
  call(inbound: Inbound, writer: Writer, trace: Trace): Promise<StoredAnswer>;
  /**
   * The capabilities that the business and a platform both have. Undefined for a platform that does not say who it is, or whose
   * profile cannot be read now: a call of such a platform says what is wrong.
   *
   * @param agent the value of the agent header
   */
  activeFor(agent: string | undefined): Promise<ReadonlySet<string> | undefined>;
  /** @throws TypeError for an operation that there is not */
  contextFor(operation: string, platform: CallingPlatform): CallContext;
}

export function createCore(
  definition: ServerDefinition,
  handlers: object,
  options: ServerOptions & { readonly store: Storage },
): ServerCore {
  const { name, agreement, validators } = definition;
  const byId = handlersById(definition.services, handlers);
  const finish = createFinish(options.finishers, definition.services, definition.surface);
  const member = own(options.profile as Members, name);
  const { releaseValues: release } = definition;
  const declared = isObject(member)
    ? declaredHandlers(member, release?.responseConfigs)
    : undefined;
  const services = served(definition, member);
  const surfaces = createSurfaces(definition, release, declared, services);
  const judge = createJudgeAnswer(definition, options);
  const continueUrl = options.continueUrl ?? rootOf(services);
  // In development the root is http, which buyers are not sent to (§3.3).
  const outcomeUrl = continueUrl.startsWith("https:") ? continueUrl : undefined;
  const registry = readRegistry(member);
  requireGenerated(name, agreement, registry);
  const { development = false } = options;
  const profile = withSigningKeys(options);
  requireValidProfile({ name, profile, development }, definition.profileValidators);
  const negotiator = createNegotiator({
    ...{ name, agreement, registryShape: registry.shape },
    extras: definition.releaseValues?.envelope,
  });
  const unnamed = createUnnamedPlatform({ name, agreement, negotiator, surfaces });
  const authenticate = createAuthenticate(options.authentication, services);
  const mayAuthenticate = options.authentication !== undefined;
  const claims = createIdempotency(options.store, options.idempotency);
  const { tracer } = options;
  const { handlerMs = 30_000, answerBytes = 8_388_608 } = options.limits ?? {};

  function call(inbound: Inbound, writer: Writer, trace: Trace): Promise<StoredAnswer> {
    const { id } = inbound.operation;
    return inSpan(tracer, id, async (span) => {
      try {
        await inbound.count.before(countedCall(inbound));
        const deadline = new Deadline(inbound.message.request.signal);
        return await deadline.within(handlerMs, admitted(inbound, deadline, writer, trace));
      } catch (thrown) {
        throw protocolErrorOf(thrown);
      } finally {
        const { platform, outcome, code } = trace;
        if (platform !== undefined) span?.setAttribute("proto.platform", platform);
        if (outcome !== undefined) span?.setAttribute("proto.outcome", outcome);
        if (code !== undefined) setError(span, code);
      }
    });
  }

  async function agreementWith(url: string, deadline: Deadline): Promise<PlatformAgreement> {
    const { profile, identity: content } = await options.platforms.get(url, deadline);
    return negotiator.agreementFor(profile, { url, content });
  }

  async function admitted(
    inbound: Inbound,
    deadline: Deadline,
    writer: Writer,
    trace: Trace,
  ): Promise<StoredAnswer> {
    const { operation, identifiers, payload, profile, requestId, message } = inbound;
    const { idempotencyKey: key } = inbound;
    if (profile !== undefined) trace.platform = profile;
    const principal = await counted(inbound, () =>
      inSpan(tracer, "authenticate", async () => authenticate(inbound, deadline)),
    );
    const platform =
      profile === undefined
        ? unnamed(operation, payload)
        : await inSpan(tracer, "platform_profile", () => agreementWith(profile, deadline));
    const { active: capabilities, configs, envelope } = platform;
    const caller = { profile, capabilities, configs, envelope };
    const present = (resource: object): object => presented(one, resource, surfaces, options);
    const { headers } = message.request;
    const isKeyed = key !== undefined && changesState(operation);
    // Not waited for where it is known at once.
    const hashed = isKeyed ? clientOf(principal, headers, profile) : undefined;
    const client = typeof hashed === "object" ? await hashed : hashed;
    const callId = isKeyed
      ? await recordKey(JSON.stringify([client, operation.id, key]))
      : undefined;
    const asked = { operation: operation.id, requestId, idempotencyKey: key, callId, headers };
    const context = new DeadlineContext(asked, caller, principal, deadline, present);
    const one: Call = { operation, identifiers, payload, platform, context };
    const refused = admit(one, surfaces, { continueUrl, isChecked: inbound.isChecked === true });
    if (refused !== undefined) {
      trace.outcome = outcomeIn(refused);
      return writer.performed(operation, refused);
    }
    const effect = (): Promise<EffectResult> => effectOf(one, writer, trace);
    if (client === undefined || key === undefined) return (await effect()).answer;
    const fingerprint = fingerprintOf(inbound.parameters);
    const claim = {
      client,
      isAnonymous: mayAuthenticate && !isAuthenticated(principal),
      operation: operation.id,
      key,
      fingerprint: typeof fingerprint === "string" ? fingerprint : await fingerprint,
      // Those who come again would otherwise wait beside their earlier selves, and keep a slow storage slow.
      signal: deadline,
    };
    const result = await idempotent(claims, claim, effect);
    if (result.kind === "replayed") trace.outcome = "replayed";
    else if (result.failure !== undefined) trace.cause = result.failure;
    return result.answer;
  }

  /**
   * A handler that throws a protocol error says that nothing has happened. What else it throws, and an
   * answer that is none, may come after an effect: the key keeps the error, so that none comes twice.
   */
  async function effectOf(one: Call, writer: Writer, trace: Trace): Promise<EffectResult> {
    const { operation } = one;
    try {
      const handler = byId.get(operation.id) as AnyHandler;
      const given = await givenBy(handler, one);
      const made = performedOf(one, given, surfaces, options, finish, outcomeUrl);
      const performed = made instanceof Promise ? await made : made;
      const judged = judge(operation, performed, {
        request: one.payload,
        askAs(profile) {
          const other = contextFor(operation.id, { ...one.context.platform, profile });
          return givenBy(handler, { ...one, context: other });
        },
      });
      const doubt = judged instanceof Promise ? await judged : judged;
      if (doubt !== undefined) trace.cause = doubt;
      const answer = writer.performed(operation, performed);
      requireSize(operation, writer.sizeOf(answer), answerBytes);
      trace.outcome = outcomeIn(performed);
      return { answer, store: !isTransient(given) };
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown;
      const error = asProtocolError(thrown);
      trace.code = error.code;
      trace.cause = thrown;
      return { answer: writer.error(error), store: true };
    }
  }

  async function givenBy(handler: AnyHandler, one: Call): Promise<unknown> {
    try {
      return await inSpan(tracer, "handler", async () => handler(requestOf(one), one.context));
    } catch (thrown) {
      const outcome = outcomeOfMissing(one.operation, thrown, surfaces.facts);
      if (outcome === undefined) throw thrown;
      return outcome;
    }
  }

  function contextFor(id: string, platform: CallingPlatform): CallContext {
    const operation = services
      .flatMap(({ operations }) => operations)
      .find((each) => each.id === id);
    if (operation === undefined) throw new TypeError(`there is no operation ${id}`);
    const { capabilities: active, envelope } = platform;
    const present = (resource: object): object => presented(one, resource, surfaces, options);
    const absent = { requestId: undefined, headers: undefined };
    const asked = { operation: id, idempotencyKey: undefined, callId: undefined, ...absent };
    const deadline = new Deadline(undefined);
    const context = new DeadlineContext(asked, platform, ANONYMOUS, deadline, present);
    const one = { operation, platform: { active, envelope }, context };
    return context;
  }

  async function activeFor(agent: string | undefined): Promise<ReadonlySet<string> | undefined> {
    try {
      if (agent === undefined) return undefined;
      const url = profileUrlOf(agent, options.development);
      const deadline = new Deadline(undefined);
      return (await deadline.within(handlerMs, agreementWith(url, deadline))).active;
    } catch {
      return undefined;
    }
  }

  return {
    ...{ vocabulary: vocabularyOf(name), services, options, validators },
    ...{ call, activeFor, contextFor, facts: surfaces.facts },
    mayOmitPlatform: definition.releaseValues?.platformProfile === "optional",
  };
}

function countedCall({ operation, profile }: Inbound): CountedCall {
  return { operation: operation.id, profile };
}

/** A caller that fails to authenticate counts as anonymous. */
async function counted(inbound: Inbound, identify: () => Promise<Principal>): Promise<Principal> {
  let principal = ANONYMOUS;
  try {
    principal = await identify();
  } finally {
    await inbound.count.caller(countedCall(inbound), principal);
  }
  return principal;
}

/** A client reads no more, and would never learn what the answer says. */
function requireSize({ id }: Operation, size: number, answerBytes: number): void {
  if (size <= answerBytes) return;
  throw new RangeError(
    `the answer of ${id} has ${size} bytes; limits.answerBytes is ${answerBytes}`,
  );
}

/** Where the profile that is published says; where it says nothing, as when the code was generated. */
function served({ services }: ServerDefinition, member: unknown): readonly Service[] {
  if (!isObject(member)) return services;
  return services.map((service) => ({
    ...service,
    endpoints: requireUrls({ ...service.endpoints, ...endpointsOf(service, member) }),
  }));
}

/** The release's schema takes `https:host` for a URI, which it is. */
function requireUrls(endpoints: Service["endpoints"]): Service["endpoints"] {
  for (const endpoint of Object.values(endpoints))
    if (!isWebUrl(endpoint)) throw new TypeError(`the endpoint ${endpoint} is not a URL`);
  return endpoints;
}

function handlersById(services: readonly Service[], handlers: object): Map<string, AnyHandler> {
  const own = new Map(Object.entries(handlers as Readonly<Record<string, unknown>>));
  return new Map(
    services.flatMap(({ operations }) =>
      operations.map(({ id }) => {
        const handler = own.get(methodName(id));
        if (typeof handler !== "function")
          throw new TypeError(`there is no handler ${methodName(id)} for the operation ${id}`);
        return [id, handler as AnyHandler] as const;
      }),
    ),
  );
}

declare const URL: new (relative: string, base: string) => { readonly href: string };

/** The root of the host that serves the business, for buyers. */
function rootOf(services: readonly Service[]): string {
  const [endpoint] = services.flatMap(({ endpoints }) => Object.values(endpoints));
  if (endpoint === undefined) throw new TypeError("continueUrl: no service has an endpoint");
  return new URL("/", endpoint).href;
}
