/**
 * A business's server: `fetch` for hosts that speak the Fetch standard, and `answer` for those with a socket of their
 * own and no use for a `Response`. Its core is what a server is, apart from its transports: made once of generated data, handlers and
 * ports, which are checked here.
 */

import { declaredHandlers } from "../envelope/create-envelope.js";
import { createNegotiator } from "../envelope/create-negotiator.js";
import { isWebUrl } from "../formats/web-url.js";
import { createIdempotency } from "../idempotency/claims.js";
import { isObject, own, type Members } from "../json/members.js";
import { readRegistry, endpointsOf } from "../negotiation/registry.js";
import { toResponse, type Answer } from "../rest/answer.js";
import type { WebResponse } from "../rest/web.js";
import {
  type OperationMap,
  methodName,
  type Operation,
  type Service,
} from "../service/operation.js";
import type { ReleaseFacts } from "../service/release-values.js";
import { createMemoryStorage } from "../storage/memory-storage.js";
import { StorageError, type Storage } from "../storage/storage.js";
import { printableText } from "../text/printable-text.js";
import { vocabularyOf, type Vocabulary } from "../vocabulary/vocabulary.js";
import { profileUrlOf } from "../rest/read-headers.js";
import { agreementWith, createAuthenticate, handlerMsOf, type CallSteps } from "./answer-call.js";
import { createJudgeAnswer } from "./answer-rules.js";
import { createCors } from "./cors.js";
import { Deadline } from "./deadline-context.js";
import type { ServerDefinition, ServerOptions, LogEntry } from "./definition.js";
import type { CallContext, CallingPlatform, Handlers } from "./handlers.js";
import { Lifecycle, type Readiness, type StopOptions } from "./lifecycle.js";
import { createFinish, contextFor, type AnyHandler } from "./payloads.js";
import { createUnnamedPlatform } from "./platforms.js";
import { createPublishedProfile, withSigningKeys } from "./published-profile.js";
import {
  createCountRequest,
  createFindRoute,
  createRequestPath,
  createSignAnswer,
} from "./request-path.js";
import { requireValidProfile, requireGenerated } from "./require-valid-profile.js";
import { createPlatformViews } from "./platform-views.js";
import type { Connection, Route, ServerRequest } from "./transport.js";

export interface Server {
  /** Never rejects: errors become responses and log entries. */
  fetch(request: ServerRequest): Promise<WebResponse>;
  /** Like `fetch`, with what the transport knows about the request. */
  answer(request: ServerRequest, connection?: Connection): Promise<Answer>;
}

export interface BusinessServer extends Server {
  /**
   * Returns the server's readiness, as `/readyz` does, for a page of your own. Asks the storage at most once a
   * second.
   */
  readiness(): Promise<Readiness>;
  /**
   * Stops a server that is mounted on your own listener. `/readyz` answers 503 at once, calls get 503 with
   * `Retry-After` after `delayMs`, and requests in flight finish. Close the listener, the workers and the storage
   * afterwards.
   * @returns false if requests were still in flight after `timeoutMs`
   */
  stop(options?: StopOptions): Promise<boolean>;
  /**
   * Builds the context that a handler of this operation would get, for changes that the business itself makes to a
   * platform's resource, such as on its own pages. The caller is anonymous and there is no time limit.
   * @throws TypeError if the operation is unknown
   */
  contextFor(operation: string, platform: CallingPlatform): CallContext;
}

/**
 * Creates a server (§4) from the generated definition, your handlers and options. Call the `createServer` of the
 * generated `server.ts`, which has the definition. Configuration errors are thrown here, before anything is served.
 * @throws TypeError if a handler is missing, authentication names an unknown operation, or `cors` is invalid
 * @throws ProfileNotGenerated if the profile publishes a capability or version that was not generated
 * @throws ProfileInvalid if the profile breaks the schemas of its release, or publishes an unusable key
 * @throws RegistryError if the profile has no registry in either shape of §2.1
 * @example
 * ```ts
 * import { open } from "@proto-gen/runtime/auth";
 * import { approvedPlatforms } from "@proto-gen/runtime/server";
 * import { createServer, type Handlers } from "./generated/server.js";
 *
 * declare const [handlers, profile]: [Handlers, object];
 * const platforms = approvedPlatforms({ "https://agent.example/profile.json": {} });
 * const server = createServer(handlers, { profile, platforms, authentication: open() });
 * const response = await server.fetch(new Request("https://shop.example/.well-known/proto"));
 * ```
 */
export function createServer<Operations extends OperationMap<Operations>, Name extends string>(
  definition: ServerDefinition<Name>,
  handlers: Handlers<Operations, Name>,
  options: ServerOptions<keyof Operations & string>,
): BusinessServer {
  const { store = createMemoryStorage(), health = true } = options;
  const core = createCore(definition, handlers, { ...options, store });
  const lifecycle = new Lifecycle(store);
  const discover = createPublishedProfile(definition.name, options);
  const { discoveryPath } = core.vocabulary;
  const discovery: Route = { page: "discovery", answer: ({ request }) => discover(request) };
  const endpoints = definition.transports.flatMap((transport) => transport.bind(core));
  const share = createCors(options.cors, core.vocabulary, core.services);
  const { pages } = options;

  const answerRequest = createRequestPath({
    limits: options.limits ?? {},
    countRequest: createCountRequest(options.rateLimit),
    signAnswer: createSignAnswer(options.signAnswers, core.services),
    log: options.log ?? (options.development === true ? logToConsole : undefined),
    findRoute: createFindRoute({
      ...{ pages, discoveryPath, discovery, endpoints, share, lifecycle, health },
    }),
  });

  const answer: BusinessServer["answer"] = (request, connection) =>
    lifecycle.during(() => answerRequest(request, connection));

  return {
    answer,
    readiness: () => lifecycle.readiness(),
    stop: (options) => lifecycle.stop(options),
    fetch: async (request) => toResponse(await answer(request)),
    contextFor: core.contextFor,
  };
}

/** The default log in development: prints errors for whoever writes the handlers. */
export function logToConsole({ level, operation, status, cause }: LogEntry): void {
  if (level === "error") print(`${operation ?? "request"}: ${status}`, cause);
}

/**
 * The default report of errors in work that no call waits for. While a storage fails it is repeated, in one line that says why:
 * `background storage_unavailable: the database could not read records: connect ECONNREFUSED 127.0.0.1:5432`.
 */
export function errorToConsole(error: unknown): void {
  print("background", error);
}

function print(of: string, error: unknown): void {
  const errors = withCauses(error);
  const messages = errors.map(messageOf);
  const isOutage = errors.some((each) => each instanceof StorageError);
  const text = isOutage
    ? messages.join(": ")
    : [stackOf(error), ...messages.slice(1)].join("\n  cause: ");
  // A message may contain a caller's text, with control sequences for the terminal.
  const lines = (isOutage ? [text] : text.split("\n")).map((each) => printableText(each));
  console.error(`${of} ${lines.join("\n")}`);
}

function stackOf(error: unknown): string {
  return (error instanceof Error ? error.stack : undefined) ?? String(error ?? "");
}

/** Bounds the chain: an error may be its own cause. */
const MAX_CAUSES = 5;

/** The error and its causes. Of the addresses of a host that all fail, the first one's error stands for all. */
function withCauses(error: unknown, most = MAX_CAUSES): readonly Error[] {
  if (!(error instanceof Error) || most === 0) return [];
  const { errors } = error as { readonly errors?: unknown };
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  if (first instanceof Error) return withCauses(first, most - 1);
  return [error, ...withCauses(error.cause, most - 1)];
}

/** The message of a system's error has its code and host; a database has its code apart. */
function messageOf({ name, message, code }: Error & { readonly code?: unknown }): string {
  const said = message === "" ? name : message.replace(/\.$/, "");
  return typeof code !== "string" || said.includes(code) ? said : `${said} (${code})`;
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
  /** For `answerCall`, to which a transport passes the calls that it reads. */
  readonly steps: CallSteps;
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

function createCore(
  definition: ServerDefinition,
  handlers: object,
  options: ServerOptions & { readonly store: Storage },
): ServerCore {
  const { name, agreement, validators, releaseValues: release } = definition;
  const member = own(options.profile as Members, name);
  const services = served(definition, member);
  const declared = isObject(member)
    ? declaredHandlers(member, release?.responseConfigs)
    : undefined;
  const views = createPlatformViews(definition, release, declared, services);
  const registry = readRegistry(member);
  requireGenerated(name, agreement, registry);
  const { development = false } = options;
  const profile = withSigningKeys(options);
  requireValidProfile({ name, profile, development }, definition.profileValidators);
  const shape = { name, agreement, registryShape: registry.shape };
  const negotiator = createNegotiator({ ...shape, extras: release?.envelope });

  const steps: CallSteps = {
    ...{ options, views, negotiator },
    authenticate: createAuthenticate(options.authentication, services),
    mayAuthenticate: options.authentication !== undefined,
    unnamed: createUnnamedPlatform({ name, agreement, negotiator, views }),
    handlers: handlersById(definition.services, handlers),
    finish: createFinish(options.finishers, definition.services, definition.surface),
    judge: createJudgeAnswer(definition, options),
    claims: createIdempotency(options.store, options.idempotency),
    continueUrl: options.continueUrl ?? rootOf(services),
  };
  return {
    ...{ vocabulary: vocabularyOf(name), services, options, validators, facts: views.facts },
    mayOmitPlatform: release?.platformProfile === "optional",
    steps,
    activeFor: (agent) => activeFor(steps, agent),
    contextFor: (id, platform) =>
      contextFor(steps, operationOf(services, id), platform, new Deadline(undefined)),
  };
}

/** @throws TypeError for an operation that the services lack */
function operationOf(services: readonly Service[], id: string): Operation {
  const all = services.flatMap(({ operations }) => operations);
  const operation = all.find((each) => each.id === id);
  if (operation === undefined) throw new TypeError(`there is no operation ${id}`);
  return operation;
}

async function activeFor(
  steps: CallSteps,
  agent: string | undefined,
): Promise<ReadonlySet<string> | undefined> {
  try {
    if (agent === undefined) return undefined;
    const { options } = steps;
    const url = profileUrlOf(agent, options.development);
    const deadline = new Deadline(undefined);
    const ms = handlerMsOf(options);
    return (await deadline.within(ms, agreementWith(steps, url, deadline))).active;
  } catch {
    return undefined;
  }
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

/** The root of the host that serves the business, for buyers. */
function rootOf(services: readonly Service[]): string {
  const [endpoint] = services.flatMap(({ endpoints }) => Object.values(endpoints));
  if (endpoint === undefined) throw new TypeError("continueUrl: no service has an endpoint");
  return new URL("/", endpoint).href;
}
