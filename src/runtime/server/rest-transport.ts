/** Serves calls over REST (§4.2 to §4.4). */

import { restErrorBody } from "../error/index.js";
import type { StoredAnswer } from "../idempotency/index.js";
import {
  createRouter,
  jsonAnswer,
  optionsAnswer,
  pathBelow,
  readHeaders,
  readJsonBody,
  withoutBody,
  type RequestHeaders,
  type Router,
} from "../rest/index.js";
import type { ReleaseFacts } from "../service/index.js";
import { profileUrlOf, requireNamed } from "./agent-header.js";
import type { ServerCore, Writer } from "./core.js";
import { canonicalTarget } from "./request-target.js";
import { servicesByPath, type ServedPath } from "./services-by-path.js";
import type { Endpoint, Transport } from "./transport.js";

const NO_CONTENT: StoredAnswer = { status: 204, headers: [], body: new Uint8Array(0) };

/** A business outcome is a result, so its status is 200 (§7). */
function createWriter(facts: ReleaseFacts): Writer {
  return {
    performed({ rest }, { kind, body }) {
      const status = kind === "resource" ? (rest?.success ?? 200) : 200;
      return status === 204 ? NO_CONTENT : jsonAnswer(status, body);
    },
    error: (error) => jsonAnswer(error.status, restErrorBody(error, facts)),
    sizeOf: ({ body }) => body.length,
  };
}

export const rest: Transport = {
  bind: (core) =>
    servicesByPath(core.services, "rest").map((served) => ({
      path: served.path,
      answer: endpointOf(core, createRouter(served.operations), served),
      error: (error) => jsonAnswer(error.status, restErrorBody(error, core.facts), error.headers),
    })),
};

function endpointOf(core: ServerCore, router: Router, served: ServedPath): Endpoint {
  const { vocabulary, options, facts } = core;
  const { agentHeader } = vocabulary;
  const { path: base, origins } = served;
  const writer = createWriter(facts);
  const isUnnamed = ({ agent }: RequestHeaders): boolean =>
    core.mayOmitPlatform && agent === undefined;
  return async ({ request, target, connection, trace, count }) => {
    const route = router.route(request.method, pathBelow(base, target) ?? "");
    if (route.kind === "options") return optionsAnswer(route.allow);
    const { operation, parameters: identifiers } = route;
    trace.operation = operation.id;
    if (!core.mayOmitPlatform) requireNamed(request.headers.get(agentHeader), agentHeader, facts);
    const headers = readHeaders(request, operation, vocabulary, options.limits);
    trace.requestId = headers.requestId;
    const body = await readJsonBody(request, operation.rest.body, options.limits);
    const inbound = {
      operation,
      identifiers,
      payload: body.value,
      profile: isUnnamed(headers) ? undefined : profileUrlOf(headers.agent, options.development),
      requestId: headers.requestId,
      idempotencyKey: headers.idempotencyKey,
      parameters: {
        method: request.method,
        target: canonicalTarget(target, operation.rest.path, identifiers),
        // Handlers cannot distinguish a missing body from an empty object.
        value: body.value ?? {},
      },
      message: { request, target, body: body.bytes, connection, origins },
      count,
    };
    const answer = await core.call(inbound, writer, trace);
    return route.head ? withoutBody(answer) : answer;
  };
}
