/**
 * A business's server. In: generated data, handlers, ports. Out: `fetch`, which mounts on whatever speaks
 * the Fetch standard, and `answer`, for whoever has a socket and no use for a `Response`.
 */

import { asProtocolError, ProtocolError } from "../error/index.js";
import {
  errorAnswer,
  pathBelow,
  toResponse,
  type Answer,
  type WebResponse,
} from "../rest/index.js";
import type { OperationMap } from "../service/index.js";
import { createSignAnswer, type SignAnswer } from "./answer-signer.js";
import type { Connection } from "./connection.js";
import { createCore } from "./core.js";
import type { ServerDefinition, ServerOptions } from "./definition.js";
import type { CallContext, CallingPlatform, Handlers } from "./handlers.js";
import { createLogCall } from "./log-call.js";
import { pathOf, targetOf } from "./request-target.js";
import { createPublishedProfile } from "./published-profile.js";
import { createRequireSingletons } from "./singletons.js";
import { newTrace, traceError, type Trace } from "./trace.js";
import type { Endpoint, ServerRequest } from "./transport.js";

function asErrorAnswer(thrown: unknown, trace: Trace): Answer {
  const error = asProtocolError(thrown);
  traceError(trace, error);
  return errorAnswer(error);
}

async function signed(sign: SignAnswer, given: Answer, trace: Trace): Promise<Answer> {
  try {
    return await sign(trace.operation, given);
  } catch (thrown) {
    // Nobody could sign it: asked for again, it comes again.
    return asErrorAnswer(thrown, trace);
  }
}

export interface Server {
  /** Never rejects: what goes wrong is an answer, and in the log. */
  fetch(request: ServerRequest): Promise<WebResponse>;
  /** The same, with what the request's carrier knows beside it. */
  answer(request: ServerRequest, connection?: Connection): Promise<Answer>;
}

export interface BusinessServer extends Server {
  /**
   * What a handler of this operation would learn of a call, where the business acts by itself on what a platform
   * has begun, such as in its own pages: of an anonymous caller, without a time limit.
   * @throws TypeError for an operation that there is not
   */
  contextFor(operation: string, platform: CallingPlatform): CallContext;
}

const NO_CONNECTION: Connection = Object.freeze({});

/**
 * @throws TypeError without a handler for each operation, and for a check of one that there is not
 * @throws ProfileNotGenerated where the profile publishes a capability, or a version, that was not generated
 * @throws ProfileInvalid where the profile breaks the schemas of its release, or publishes a key that verifies nothing
 * @throws RegistryError where the profile has no registry in either shape of §2.1
 */
export function createServer<Operations extends OperationMap<Operations>, Name extends string>(
  definition: ServerDefinition<Name>,
  handlers: Handlers<Operations, Name>,
  options: ServerOptions<keyof Operations & string>,
): BusinessServer {
  const core = createCore(definition, handlers, options);
  const discover = createPublishedProfile(definition.name, options);
  const signAnswer = createSignAnswer(options.signAnswers, core.services);
  const { discoveryPath } = core.vocabulary;
  const requireSingletons = createRequireSingletons(core.vocabulary);
  const logCall = createLogCall(options.log);
  // The longest first: an endpoint may stand below another.
  const endpoints = definition.transports
    .flatMap((transport) => transport.bind(core))
    .sort((left, right) => right.path.length - left.path.length);

  function endpointFor(target: string): Endpoint {
    const found = endpoints.find(({ path }) => pathBelow(path, target) !== undefined);
    if (found !== undefined) return found.answer;
    throw new ProtocolError("not_found", { content: "There is nothing at this path." });
  }

  /** @throws at once what is wrong before there is an endpoint */
  function answerTo(request: ServerRequest, connection: Connection, trace: Trace): Promise<Answer> {
    requireSingletons(connection.rawHeaders);
    const target = targetOf(request, connection);
    trace.path = pathOf(target);
    if (pathBelow(discoveryPath, target) === "") return discover(request);
    return endpointFor(target)({ request, target, connection, trace });
  }

  async function answer(request: ServerRequest, connection = NO_CONNECTION): Promise<Answer> {
    const trace = newTrace();
    let given: Answer;
    try {
      given = await answerTo(request, connection, trace);
    } catch (thrown) {
      given = asErrorAnswer(thrown, trace);
    }
    const sent = signAnswer === undefined ? given : await signed(signAnswer, given, trace);
    logCall(request, trace, sent);
    return sent;
  }

  return {
    answer,
    fetch: async (request) => toResponse(await answer(request)),
    contextFor: core.contextFor,
  };
}
