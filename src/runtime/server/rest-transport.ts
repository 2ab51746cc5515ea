/** Serves calls over REST (§4.2 to §4.4). */

import { restErrorBody } from "../error/error-body.js";
import type { StoredAnswer } from "../idempotency/claims.js";
import { createRouter, type RestOperation, type Router, pathBelow } from "../rest/router.js";
import { jsonAnswer, optionsAnswer } from "../rest/answer.js";
import { readHeaders, type RequestHeaders } from "../rest/read-headers.js";
import { readJsonBody } from "../rest/read-json-body.js";
import type { ReleaseFacts } from "../service/release-values.js";
import { profileUrlOf, requireNamed } from "./agent-header.js";
import { answerCall } from "./answer-call.js";
import type { ServerCore } from "./create-server.js";
import { describeFailure } from "./log-fields.js";
import { canonicalTarget } from "../rest/request-target.js";
import {
  type Endpoint,
  type Incoming,
  type Transport,
  servicesByPath,
  type ServedPath,
  type Inbound,
  type Writer,
} from "./transport.js";

const NO_CONTENT: StoredAnswer = { status: 204, headers: [], body: new Uint8Array(0) };

/** A business outcome is a result, so its status is 200 (§7). */
function createWriter(facts: ReleaseFacts): Writer {
  return {
    result({ rest }, { kind, body }) {
      const status = kind === "resource" ? (rest?.success ?? 200) : 200;
      return status === 204 ? NO_CONTENT : jsonAnswer(status, body);
    },
    error: (error) => jsonAnswer(error.status, restErrorBody(error, facts)),
    sizeOf: ({ body }) => body.length,
  };
}

export const restTransport: Transport = {
  bind: (core) =>
    servicesByPath(core.services, "rest").map((served) => ({
      path: served.path,
      answer: endpointOf(core, createRouter(served.operations), served),
      error: (error) => jsonAnswer(error.status, restErrorBody(error, core.facts), error.headers),
    })),
};

function endpointOf(core: ServerCore, router: Router, served: ServedPath): Endpoint {
  const { facts } = core;
  const writer = createWriter(facts);
  return async (incoming) => {
    const { request, target } = incoming;
    const route = router.route(request.method, pathBelow(served.path, target) ?? "");
    if (route.kind === "options") return optionsAnswer(route.allow);
    const { operation, parameters: identifiers, head } = route;
    return describeFailure({ operation: operation.id }, async () => {
      const { agentHeader } = core.vocabulary;
      if (!core.mayOmitPlatform) requireNamed(request.headers.get(agentHeader), agentHeader, facts);
      const headers = readHeaders(request, operation, core.vocabulary, core.options.limits);
      const inbound = await describeFailure({ requestId: headers.requestId }, () =>
        read(core, served, incoming, { operation, identifiers, headers }),
      );
      const answer = await answerCall(core.steps, inbound, writer);
      return head ? { ...answer, body: null } : answer;
    });
  };
}

interface Named extends Pick<Inbound, "identifiers"> {
  readonly operation: RestOperation;
  readonly headers: RequestHeaders;
}

/** @throws ProtocolError for a body or an agent header that cannot be read */
async function read(
  { options, mayOmitPlatform }: ServerCore,
  { origins }: ServedPath,
  { request, target, connection, count }: Incoming,
  { operation, identifiers, headers }: Named,
): Promise<Inbound> {
  const { agent, requestId, idempotencyKey } = headers;
  const body = await readJsonBody(request, operation.rest.body, options.limits);
  const isUnnamed = mayOmitPlatform && agent === undefined;
  return {
    operation,
    identifiers,
    payload: body.value,
    requestId,
    idempotencyKey,
    count,
    profile: isUnnamed ? undefined : profileUrlOf(agent, options.development),
    parameters: {
      method: request.method,
      target: canonicalTarget(target, operation.rest.path, identifiers),
      // Handlers cannot distinguish a missing body from an empty object.
      value: body.value ?? {},
    },
    message: { request, target, body: body.bytes, connection, origins },
  };
}
