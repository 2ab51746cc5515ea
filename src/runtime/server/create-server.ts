/**
 * A business's server. In: generated data, handlers, ports. Out: `fetch`, which mounts on whatever speaks
 * the Fetch standard, and `answer`, for whoever has a socket and no use for a `Response`.
 */

import { ProtocolError } from "../error/index.js";
import { pathBelow, toResponse, type Answer, type WebResponse } from "../rest/index.js";
import type { OperationMap } from "../service/index.js";
import { createMemoryStorage } from "../storage/index.js";
import { createSignAnswer } from "./answer-signer.js";
import type { Connection } from "./connection.js";
import { createCors } from "./cors.js";
import { createCore } from "./core.js";
import { logToConsole } from "./development-log.js";
import type { ServerDefinition, ServerOptions } from "./definition.js";
import type { CallContext, CallingPlatform, Handlers } from "./handlers.js";
import { createLifecycle, type Readiness, type StopOptions } from "./lifecycle.js";
import { createPublishedProfile } from "./published-profile.js";
import { createCountRequest } from "./rate-limit.js";
import { createRequestPath } from "./request-path.js";
import { pathOf } from "./request-target.js";
import type { Route, ServerRequest } from "./transport.js";

export interface Server {
  /** Never rejects: what goes wrong is an answer, and in the log. */
  fetch(request: ServerRequest): Promise<WebResponse>;
  /** The same, with what the request's carrier knows beside it. */
  answer(request: ServerRequest, connection?: Connection): Promise<Answer>;
}

export interface BusinessServer extends Server {
  /** Whether the server takes calls, for a page of your own; `/readyz` says the same. The storage is asked once a second at most. */
  readiness(): Promise<Readiness>;
  /**
   * Ends a server that is mounted on a listener of your own: `/readyz` answers 503 at once, calls are answered with 503 and
   * `Retry-After` after `delayMs`, and requests in flight finish. Then close the listener, the workers and the storage.
   * @returns false if requests were still in flight after `timeoutMs`
   */
  stop(options?: StopOptions): Promise<boolean>;
  /**
   * What a handler of this operation would learn of a call, where the business acts by itself on what a platform
   * has begun, such as in its own pages: of an anonymous caller, without a time limit.
   * @throws TypeError for an operation that there is not
   */
  contextFor(operation: string, platform: CallingPlatform): CallContext;
}

/**
 * @throws TypeError without a handler for each operation, for a check of one that there is not, and for an option of `cors` that no
 *   browser would take
 * @throws ProfileNotGenerated where the profile publishes a capability, or a version, that was not generated
 * @throws ProfileInvalid where the profile breaks the schemas of its release, or publishes a key that verifies nothing
 * @throws RegistryError where the profile has no registry in either shape of §2.1
 */
export function createServer<Operations extends OperationMap<Operations>, Name extends string>(
  definition: ServerDefinition<Name>,
  handlers: Handlers<Operations, Name>,
  options: ServerOptions<keyof Operations & string>,
): BusinessServer {
  const { store = createMemoryStorage(), health = true } = options;
  const core = createCore(definition, handlers, { ...options, store });
  const lifecycle = createLifecycle(store);
  const discover = createPublishedProfile(definition.name, options);
  const { discoveryPath } = core.vocabulary;
  const discovery: Route = { page: "discovery", answer: ({ request }) => discover(request) };
  // The longest first: an endpoint may stand below another.
  const endpoints = definition.transports
    .flatMap((transport) => transport.bind(core))
    .sort((left, right) => right.path.length - left.path.length);

  const share = createCors(options.cors, core.vocabulary, core.services);

  function findRoute(request: ServerRequest, target: string, connection: Connection): Route {
    const page = options.pages?.(request, connection);
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
  }

  const answerRequest = createRequestPath({
    limits: options.limits ?? {},
    countRequest: createCountRequest(options.rateLimit),
    signAnswer: createSignAnswer(options.signAnswers, core.services),
    log: options.log ?? (options.development === true ? logToConsole : undefined),
    findRoute,
  });

  const answer: BusinessServer["answer"] = (request, connection) =>
    lifecycle.during(() => answerRequest(request, connection));

  return {
    answer,
    readiness: lifecycle.readiness,
    stop: lifecycle.stop,
    fetch: async (request) => toResponse(await answer(request)),
    contextFor: core.contextFor,
  };
}
