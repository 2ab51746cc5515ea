/**
 * A business's server over REST. In: generated data, handlers, ports. Out: `fetch`, which mounts on
 * whatever speaks the Fetch standard.
 *
 * The order of things: route, headers, body; the platform and what both agree to; the request's shape;
 * the idempotency key; the handler; the answer's shape.
 */

import { createNegotiator, type PlatformAgreement } from "../envelope/index.js";
import { asProtocolError, errorBody, ProtocolError } from "../error/index.js";
import {
  createMemoryStore,
  fingerprintOf,
  idempotent,
  type Cancellation,
  IdempotencyError,
  type EffectResult,
  type StoredAnswer,
} from "../idempotency/index.js";
import { readRegistry, RegistryError } from "../negotiation/index.js";
import {
  createRouter,
  discoveryResponse,
  encodeJson,
  jsonResponse,
  optionsResponse,
  pathBelow,
  readHeaders,
  readJsonBody,
  withoutBody,
  type RequestHeaders,
  type RestOperation,
  type WebRequest,
  type WebResponse,
} from "../rest/index.js";
import type { Operation, OperationMap } from "../service/index.js";
import { vocabularyOf } from "../vocabulary/index.js";
import { profileUrlOf } from "./agent-header.js";
import type { LogEntry, ServerDefinition, ServerOptions } from "./definition.js";
import { handlerName, type CallContext, type Handlers } from "./handlers.js";
import {
  admit,
  createSurfaces,
  perform,
  type AnyHandler,
  type Call,
  type Performed,
} from "./perform.js";

declare const URL: new (url: string) => { readonly pathname: string; readonly search: string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const AbortController: new () => { readonly signal: Cancellation };

/** A request as the server gets it: with its URL, which `WebRequest` leaves to its readers. */
export interface ServerRequest extends WebRequest {
  readonly url: string;
}

export interface Server {
  fetch(request: ServerRequest): Promise<WebResponse>;
}

/** Operations that change nothing need no key (§4.8). */
const READS: ReadonlySet<string> = new Set(["read", "search", "lookup"]);

export function createServer<Operations extends OperationMap<Operations>, Name extends string>(
  definition: ServerDefinition<Operations, Name>,
  handlers: Handlers<Operations, Name>,
  options: ServerOptions,
): Server {
  const { name, agreement, surface, service } = definition;
  const operations = Object.values<Operation>({ ...service.operations });
  const router = createRouter(operations);
  const byId = handlersById(operations, handlers);
  const surfaces = createSurfaces(surface);
  const member = (options.profile as Readonly<Record<string, unknown>>)[name];
  const negotiator = createNegotiator({
    name,
    agreement,
    registryShape: readRegistry(member).shape,
  });
  const store = options.idempotency ?? createMemoryStore();
  const vocabulary = vocabularyOf(name);
  const endpoint = new URL(service.endpoints.rest ?? "https://unknown.invalid").pathname;
  const profileBytes = encodeJson(options.profile);

  async function answer(request: ServerRequest): Promise<WebResponse> {
    const seen: { operation?: RestOperation; requestId?: string | undefined } = {};
    try {
      const { pathname, search } = new URL(request.url);
      if (pathname === vocabulary.discoveryPath)
        return await discoveryResponse(profileBytes, request);
      const path = pathBelow(endpoint, pathname);
      if (path === undefined) throw new ProtocolError("not_found");
      const route = router.route(request.method, path);
      if (route.kind === "options") return optionsResponse(route.allow);
      seen.operation = route.operation;
      const headers = readHeaders(request, route.operation, vocabulary, options.limits);
      seen.requestId = headers.requestId;
      const sent = await answerTo(
        request,
        route.operation,
        route.parameters,
        headers,
        pathname + search,
      );
      const response = jsonResponse(sent.status, sent.body, Object.fromEntries(sent.headers));
      log({ level: "info", status: sent.status, ...logged(seen) });
      return route.head ? withoutBody(response) : response;
    } catch (thrown) {
      const error = protocolErrorOf(thrown);
      const { code, status, cause } = error;
      const level = status >= 500 ? "error" : "info";
      log({ level, status, code, ...logged(seen), ...(cause === undefined ? {} : { cause }) });
      return jsonResponse(status, errorBody(error), error.headers);
    }
  }

  async function answerTo(
    request: ServerRequest,
    operation: RestOperation,
    identifiers: Readonly<Record<string, string>>,
    headers: RequestHeaders,
    target: string,
  ): Promise<StoredAnswer> {
    const body = await readJsonBody(request, operation.rest.body, options.limits);
    const signal = (request.signal ?? new AbortController().signal) as Cancellation;
    const url = profileUrlOf(headers.agent);
    const platform = await agreementWith(url, signal);
    const context: CallContext = {
      operation: operation.id,
      platform: { profile: url, capabilities: platform.active },
      requestId: headers.requestId,
      idempotencyKey: headers.idempotencyKey,
      signal,
    };
    const call: Call = { operation, identifiers, payload: body.value, platform, context };
    const refused = admit(call, surfaces, options);
    if (refused !== undefined) return restAnswer(operation, refused);
    const key = headers.idempotencyKey;
    if (key === undefined || READS.has(operation.verb)) return (await effectOf(call)).answer;
    const claim = {
      client: await clientOf(request, url),
      operation: operation.id,
      key,
      fingerprint: await fingerprintOf({ method: request.method, target, body: body.bytes }),
      signal,
    };
    return (await idempotent(store, claim, () => effectOf(call))).answer;
  }

  async function agreementWith(url: string, signal: Cancellation): Promise<PlatformAgreement> {
    const { profile, identity } = await options.platforms.get(url, signal);
    return negotiator.agreementFor(profile, { url, content: identity });
  }

  /**
   * A handler that throws a protocol error says that nothing has happened. What else it throws, and an
   * answer that is none, may come after an effect: the key keeps the error, so that none comes twice.
   */
  async function effectOf(call: Call): Promise<EffectResult> {
    const operation = call.operation as RestOperation;
    try {
      const performed = await perform(
        call,
        byId.get(operation.id) as AnyHandler,
        surfaces,
        options,
      );
      return { answer: restAnswer(operation, performed), store: true };
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown;
      const error = asProtocolError(thrown);
      log({
        level: "error",
        status: error.status,
        code: error.code,
        cause: thrown,
        operation: operation.id,
        requestId: call.context.requestId,
      });
      return { answer: answerWith(error.status, errorBody(error)), store: true };
    }
  }

  function log(entry: LogEntry): void {
    options.log?.(entry);
  }

  return { fetch: answer };
}

function handlersById(operations: readonly Operation[], handlers: object): Map<string, AnyHandler> {
  const own = new Map(Object.entries(handlers as Readonly<Record<string, unknown>>));
  return new Map(
    operations.map(({ id }) => {
      const handler = own.get(handlerName(id));
      if (typeof handler !== "function")
        throw new TypeError(`there is no handler ${handlerName(id)} for the operation ${id}`);
      return [id, handler as AnyHandler];
    }),
  );
}

function logged(seen: {
  readonly operation?: RestOperation;
  readonly requestId?: string | undefined;
}): Pick<LogEntry, "operation" | "requestId"> {
  return { operation: seen.operation?.id, requestId: seen.requestId };
}

/** A business outcome is a result: 200 (§7). */
function restAnswer({ rest }: RestOperation, { kind, body }: Performed): StoredAnswer {
  return answerWith(kind === "resource" ? rest.success : 200, body);
}

function answerWith(status: number, body: object): StoredAnswer {
  return { status, headers: [], body: encodeJson(body) };
}

/**
 * An unsigned agent header can be forged: with the credentials beside it, nobody gets another's answers
 * (DESIGN §12). Hashed, since stores keep it.
 */
async function clientOf({ headers }: WebRequest, profile: string): Promise<string> {
  const credentials = [headers.get("authorization"), headers.get("x-api-key")];
  const body = new TextEncoder().encode(JSON.stringify(credentials));
  return fingerprintOf({ method: "client", target: profile, body });
}

function protocolErrorOf(thrown: unknown): ProtocolError {
  if (thrown instanceof RegistryError)
    return new ProtocolError("profile_malformed", { cause: thrown });
  if (!(thrown instanceof IdempotencyError)) return asProtocolError(thrown);
  const { code, retryAfterSeconds } = thrown;
  const headers =
    retryAfterSeconds === undefined
      ? {}
      : { headers: { "Retry-After": String(retryAfterSeconds) } };
  switch (code) {
    case "idempotency_key_invalid":
      return new ProtocolError("invalid_request", { content: thrown.message });
    case "idempotency_key_reused":
      return new ProtocolError("idempotency_key_reused");
    case "idempotency_in_progress":
    case "idempotency_lease_lost":
      return new ProtocolError("idempotency_in_progress", headers);
    case "idempotency_unavailable":
      return new ProtocolError("temporarily_unavailable", { cause: thrown });
  }
}
