/**
 * A tokenizer's server (§4.6). In: a vault, and ports. Out: `fetch` and `answer`, as a business's server has
 * them.
 *
 * The order of things: the path; headers and body; how often someone may call; who calls; the request's
 * shape; for whom the token is; the token.
 */

import type { Check } from "../auth/index.js";
import {
  createRouter,
  jsonAnswer,
  optionsAnswer,
  pathBelow,
  readSentHeaders,
  toResponse,
  type Answer,
} from "../rest/index.js";
import { profileUrlOf } from "../server/agent-header.js";
import { createCors } from "../server/cors.js";
import { Deadline } from "../server/deadline.js";
import type { Incoming, RateLimit, Server } from "../server/index.js";
import { ownWords } from "../server/own-words.js";
import { createCountRequest } from "../server/rate-limit.js";
import { createRequestPipeline } from "../server/request-pipeline.js";
import { vocabularyOf } from "../vocabulary/index.js";
import { admit } from "./admit.js";
import { detokenize } from "./detokenize.js";
import { operationOf, type TokenizerCall } from "./operations.js";
import { MAX_BYTES, readSecretBody } from "./read-body.js";
import { requireBearer } from "./require-bearer.js";
import { singleUse } from "./token-policy.js";
import { tokenize, type AdmittedCall } from "./tokenize.js";
import type { TokenizerOptions } from "./tokenizer-options.js";

/** To mount as a business's server: `serveNode(tokenizer, ...)`, `toNodeHandler(tokenizer)`. */
export type Tokenizer = Server;

interface ServedCall {
  readonly check: Check;
  perform(call: AdmittedCall): Promise<object>;
}

const CALL_MS = 10_000;

/** @throws TypeError for a path, a check or an option of `cors` that is none, and where detokenize asks for no bearer token */
export function createTokenizer(options: TokenizerOptions): Tokenizer {
  const { name, basePath = "", limits = {}, rateLimit } = options;
  if (!/^(?:\/[\w.~-]+)*$/.test(basePath))
    throw new TypeError("createTokenizer: basePath is no path");
  const vocabulary = vocabularyOf(name);
  const served = servedCalls(options);
  const share = createCors(options.cors, vocabulary, []);
  const router = createRouter([...served.keys()].map(operationOf));

  async function answerTo({
    request,
    target,
    connection,
    trace,
    count,
  }: Incoming): Promise<Answer> {
    const route = router.route(request.method, pathBelow(basePath, target) ?? "");
    if (route.kind === "options") return optionsAnswer(route.allow);
    const operation = route.operation.id as TokenizerCall;
    trace.operation = operation;
    const { agent, requestId } = readSentHeaders(request, vocabulary, limits.headers);
    trace.requestId = requestId;
    const body = await readSecretBody(request, limits.body);
    // §4.6 asks for no agent header; a signature needs one, and finds its key there.
    const profile = agent === undefined ? undefined : profileUrlOf(agent);
    if (profile !== undefined) trace.platform = profile;
    const presented = { request, target, body: body.bytes, connection, operation, profile };
    const { check, perform } = served.get(operation) as ServedCall;
    const deadline = new Deadline(request.signal);
    const work = async (): Promise<object> => {
      const caller = await admit(check, presented, count, deadline.signal);
      return perform({ body: body.value, caller, signal: deadline.signal });
    };
    return jsonAnswer(200, await deadline.within(limits.callMs ?? CALL_MS, work()));
  }

  // A credential that was given out is not lost for a line of a log.
  const answer = createRequestPipeline({
    vocabulary,
    limits: { ...limits.body, ...limits.headers, maxBytes: limits.body?.maxBytes ?? MAX_BYTES },
    countRequest: createCountRequest(rateLimit as RateLimit | undefined, {
      asksAgain: true,
      around: (ask) => ownWords("rateLimit", ask),
    }),
    log: options.log,
    findRoute: (request) => share({ answer: answerTo }, request),
  });

  return { answer, fetch: async (request) => toResponse(await answer(request)) };
}

function servedCalls(options: TokenizerOptions): ReadonlyMap<TokenizerCall, ServedCall> {
  const { vault, policy = singleUse(), participantOf, now = Date.now } = options;
  const ports = { vault, policy, participantOf, now };
  const { tokenize: making, detokenize: giving } = options;
  const served = new Map<TokenizerCall, ServedCall>();
  if (making !== undefined) {
    const check = requireCheck("tokenize", making.authentication);
    served.set("tokenize", { check, perform: (call) => tokenize(ports, making, call) });
  }
  if (giving !== undefined) {
    const check = requireBearer(requireCheck("detokenize", giving.authentication));
    served.set("detokenize", { check, perform: (call) => detokenize(ports, giving, call) });
  }
  return served;
}

function requireCheck(where: TokenizerCall, check: Check | undefined): Check {
  if (typeof check?.authenticate === "function") return check;
  throw new TypeError(`createTokenizer: ${where}.authentication is no check, such as bearer(...)`);
}
