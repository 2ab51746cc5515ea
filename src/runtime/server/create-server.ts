/**
 * A business's server: `fetch` for hosts that speak the Fetch standard, and `answer` for those with a socket of their
 * own and no use for a `Response`.
 */

import { ProtocolError } from "../error/protocol-error.js";
import { pathBelow } from "../rest/path-segments.js";
import { toResponse, type Answer } from "../rest/answer.js";
import type { WebResponse } from "../rest/web.js";
import type { OperationMap } from "../service/operation.js";
import { createMemoryStorage } from "../storage/memory-storage.js";
import { createSignAnswer } from "./answer-signer.js";
import { createCors } from "./cors.js";
import { createCore } from "./core.js";
import type { ServerDefinition, ServerOptions, LogEntry } from "./definition.js";
import type { CallContext, CallingPlatform, Handlers } from "./handlers.js";
import { Lifecycle, type Readiness, type StopOptions } from "./lifecycle.js";
import { createPublishedProfile } from "./published-profile.js";
import { createCountRequest } from "./rate-limit.js";
import { createRequestPath } from "./request-path.js";
import { pathOf } from "./request-target.js";
import type { Route, ServerRequest, Connection } from "./transport.js";
import { printableText } from "../text/printable-text.js";

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
  // Longest path first, since an endpoint may be below another.
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

/** The default report of errors in work that no call waits for. */
export function errorToConsole(error: unknown): void {
  print("background", error);
}

function print(of: string, error: unknown): void {
  const text = (error instanceof Error ? error.stack : undefined) ?? String(error ?? "");
  // A message may contain a caller's text, with control sequences for the terminal.
  const lines = text.split("\n").map((each) => printableText(each));
  console.error(`${of} ${lines.join("\n")}`);
}
