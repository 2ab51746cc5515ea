/** Calls over REST (§4.2 to §4.4). */

import { errorBody } from "../error/index.js";
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
import { profileUrlOf } from "./agent-header.js";
import type { ServerCore, Writer } from "./core.js";
import { servicesByPath, type ServedPath } from "./services-by-path.js";
import type { Endpoint, Transport } from "./transport.js";

const NO_CONTENT: StoredAnswer = { status: 204, headers: [], body: new Uint8Array(0) };

/** A business outcome is a result: 200 (§7). */
const WRITER: Writer = {
  performed({ rest }, { kind, body }) {
    const status = kind === "resource" ? (rest?.success ?? 200) : 200;
    return status === 204 ? NO_CONTENT : jsonAnswer(status, body);
  },
  error: (error) => jsonAnswer(error.status, errorBody(error)),
  sizeOf: ({ body }) => body.length,
};

export const rest: Transport = {
  bind: (core) =>
    servicesByPath(core.services, "rest").map((served) => ({
      path: served.path,
      answer: endpointOf(core, createRouter(served.operations), served),
    })),
};

function endpointOf(core: ServerCore, router: Router, served: ServedPath): Endpoint {
  const { vocabulary, options } = core;
  const { path: base, origins } = served;
  const isUnnamed = ({ agent }: RequestHeaders): boolean =>
    core.mayOmitPlatform && agent === undefined;
  return async ({ request, target, connection, trace, count }) => {
    const route = router.route(request.method, pathBelow(base, target) ?? "");
    if (route.kind === "options") return optionsAnswer(route.allow);
    const { operation, parameters: identifiers } = route;
    trace.operation = operation.id;
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
      parameters: { method: request.method, target, body: body.bytes },
      message: { request, target, body: body.bytes, connection, origins },
      count,
    };
    const answer = await core.call(inbound, WRITER, trace);
    return route.head ? withoutBody(answer) : answer;
  };
}
