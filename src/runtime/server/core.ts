/** What a server is, apart from its transports: made once of generated data, handlers and ports, which are checked here. */

import { declaredHandlers } from "../envelope/create-envelope.js";
import { createNegotiator, type PlatformAgreement } from "../envelope/create-negotiator.js";
import { isWebUrl } from "../formats/web-url.js";
import { createIdempotency } from "../idempotency/claims.js";
import { isObject, own, type Members } from "../json/members.js";
import { readRegistry } from "../negotiation/registry.js";
import { methodName, type Operation, type Service } from "../service/operation.js";
import type { ReleaseFacts } from "../service/release-values.js";
import { endpointsOf } from "../service/endpoints.js";
import type { Storage } from "../storage/storage.js";
import { vocabularyOf, type Vocabulary } from "../vocabulary/vocabulary.js";
import { profileUrlOf } from "./agent-header.js";
import { createJudgeAnswer } from "./answer-rules.js";
import { createAuthenticate } from "./authenticate.js";
import { contextFor, type Answered, type CallSteps } from "./call-steps.js";
import { Deadline } from "./deadline-context.js";
import type { ServerDefinition, ServerOptions } from "./definition.js";
import type { CallContext, CallingPlatform } from "./handlers.js";
import { createFinish } from "./finisher.js";
import type { Inbound, Writer } from "./transport.js";
import type { AnyHandler } from "./perform.js";
import { answerCall, handlerMsOf } from "./request-path.js";
import { withSigningKeys } from "./published-profile.js";
import { requireValidProfile, requireGenerated } from "./require-valid-profile.js";
import { createSurfaces } from "./surfaces.js";
import { createUnnamedPlatform } from "./platforms.js";

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
  call(inbound: Inbound, writer: Writer): Promise<Answered>;
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
  const { name, agreement, validators, releaseValues: release } = definition;
  const member = own(options.profile as Members, name);
  const services = served(definition, member);
  const declared = isObject(member)
    ? declaredHandlers(member, release?.responseConfigs)
    : undefined;
  const surfaces = createSurfaces(definition, release, declared, services);
  const registry = readRegistry(member);
  requireGenerated(name, agreement, registry);
  const { development = false } = options;
  const profile = withSigningKeys(options);
  requireValidProfile({ name, profile, development }, definition.profileValidators);
  const shape = { name, agreement, registryShape: registry.shape };
  const negotiator = createNegotiator({ ...shape, extras: release?.envelope });

  async function agreementWith(url: string, deadline: Deadline): Promise<PlatformAgreement> {
    const { profile: found, identity: content } = await options.platforms.get(url, deadline);
    return negotiator.agreementFor(found, { url, content });
  }

  const steps: CallSteps = {
    ...{ options, surfaces, agreementWith },
    authenticate: createAuthenticate(options.authentication, services),
    mayAuthenticate: options.authentication !== undefined,
    unnamed: createUnnamedPlatform({ name, agreement, negotiator, surfaces }),
    handlers: handlersById(definition.services, handlers),
    finish: createFinish(options.finishers, definition.services, definition.surface),
    judge: createJudgeAnswer(definition, options),
    claims: createIdempotency(options.store, options.idempotency),
    continueUrl: options.continueUrl ?? rootOf(services),
  };
  return {
    ...{ vocabulary: vocabularyOf(name), services, options, validators, facts: surfaces.facts },
    mayOmitPlatform: release?.platformProfile === "optional",
    call: (inbound, writer) => answerCall(steps, inbound, writer),
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
  { agreementWith, options }: CallSteps,
  agent: string | undefined,
): Promise<ReadonlySet<string> | undefined> {
  try {
    if (agent === undefined) return undefined;
    const url = profileUrlOf(agent, options.development);
    const deadline = new Deadline(undefined);
    const ms = handlerMsOf(options);
    return (await deadline.within(ms, agreementWith(url, deadline))).active;
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
