/**
 * A tokenizer's server (§4.6), with `fetch` and `answer` like a business's server.
 *
 * The steps: find the route, read headers and body, apply the rate limit, authenticate, validate the request,
 * determine the participant, create or resolve the token.
 *
 * A sandbox has one business, in memory, with a key that is lost with the process.
 */

import {
  type Check,
  type Presented,
  unauthorized,
  type Principal,
  requireIdentified,
  open,
} from "../auth/check.js";
import { bearer } from "../auth/bearer.js";
import type { LogEntry } from "../server/definition.js";
import { createMemoryStorage } from "../storage/memory-storage.js";
import { createRouter, pathBelow } from "../rest/router.js";
import { jsonAnswer, optionsAnswer, toResponse, type Answer } from "../rest/answer.js";
import { readSentHeaders, profileUrlOf } from "../rest/read-headers.js";
import { createCors } from "../server/cors.js";
import { Deadline } from "../server/deadline-context.js";
import type { Incoming } from "../server/transport.js";
import {
  type RateLimit,
  createCountRequest,
  type RequestCount,
  createRequestPath,
} from "../server/request-path.js";
import type { Server } from "../server/create-server.js";
import { describeFailure, type Logged } from "../server/log-fields.js";
import { redactHookErrors } from "../log/quiet.js";
import { vocabularyOf } from "../vocabulary/vocabulary.js";
import { detokenize, tokenize, type AdmittedCall } from "./tokenize.js";
import { readSecretBody } from "./read-request.js";
import { aesGcmSeal } from "./seal.js";
import { singleUse, type TokenPolicy } from "./token-policy.js";
import { type TokenizerOptions, operationOf, type TokenizerCall } from "./tokenizer-options.js";
import { createVault } from "./vault.js";
import type { Cancellation } from "../time/time.js";

const BEARER = /^Bearer /;

/** Mounted like a business's server: `serveNode(tokenizer, ...)`, `toNodeHandler(tokenizer)`. */
export type Tokenizer = Server;

interface ServedCall {
  readonly check: Check;
  perform(call: AdmittedCall): Promise<object>;
}

const CALL_MS = 10_000;

/**
 * Creates a tokenizer's server (§4.6). It verifies that a token is bound to the checkout and the participant before it
 * returns the credential (§5.6).
 * @throws TypeError if a path, check or option of `cors` is invalid, or detokenize does not require a bearer token
 * @example
 * ```ts
 * import { bearer, open } from "@proto-gen/runtime/auth";
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 * import { aesGcmSeal, createTokenizer, createVault } from "@proto-gen/runtime/tokenization";
 *
 * declare const [key, shops]: [Uint8Array, ReadonlyMap<string, { readonly id: string }>];
 * const seal = aesGcmSeal({ keys: { k1: key }, current: "k1" });
 * const tokenizer = createTokenizer({
 *   name: "proto",
 *   vault: createVault({ store: createMemoryStorage(), seal }),
 *   tokenize: { authentication: open() },
 *   detokenize: { authentication: bearer((token) => shops.get(token)) },
 *   participantOf: (accessToken) => shops.get(accessToken),
 * });
 * ```
 */
export function createTokenizer(options: TokenizerOptions): Tokenizer {
  const { name, basePath = "", limits = {}, rateLimit } = options;
  if (!/^(?:\/[\w.~-]+)*$/.test(basePath))
    throw new TypeError(
      "createTokenizer: basePath must be empty or a path such as /tokens, without a trailing slash",
    );
  const vocabulary = vocabularyOf(name);
  const served = servedCalls(options);
  const share = createCors(options.cors, vocabulary, []);
  const router = createRouter([...served.keys()].map(operationOf));

  async function answerTo(incoming: Incoming): Promise<Logged<Answer>> {
    const { request, target } = incoming;
    const route = router.route(request.method, pathBelow(basePath, target) ?? "");
    if (route.kind === "options") return optionsAnswer(route.allow);
    const operation = route.operation.id as TokenizerCall;
    return describeFailure({ operation }, () => {
      const { agent, requestId } = readSentHeaders(request, vocabulary, limits.headers);
      return describeFailure({ requestId }, () =>
        answerOperation(incoming, { operation, requestId, agent }),
      );
    });
  }

  async function answerOperation(
    { request, target, connection, count }: Incoming,
    { operation, requestId, agent }: NamedCall,
  ): Promise<Logged<Answer>> {
    const body = await readSecretBody(request, limits.body);
    // §4.6 requires no agent header, but a signature does, to find its key.
    const profile = agent === undefined ? undefined : profileUrlOf(agent);
    const presented = { request, target, body: body.bytes, connection, operation, profile };
    const { check, perform } = served.get(operation) as ServedCall;
    const deadline = new Deadline(request.signal);
    const work = async (): Promise<object> => {
      const caller = await admit(check, presented, count, deadline.signal);
      return perform({ body: body.value, caller, signal: deadline.signal });
    };
    return describeFailure({ platform: profile }, async () => ({
      ...jsonAnswer(200, await deadline.within(limits.callMs ?? CALL_MS, work())),
      log: { operation, requestId, platform: profile },
    }));
  }

  // Errors of the log must not lose a credential that was handed out.
  const answer = createRequestPath({
    limits: limits.headers ?? {},
    countRequest: createCountRequest(rateLimit as RateLimit | undefined, {
      asksAgain: true,
      around: (ask) => redactHookErrors("rateLimit", ask),
    }),
    log: options.log,
    findRoute: (request) => share({ answer: answerTo }, request),
  });

  return { answer, fetch: async (request) => toResponse(await answer(request)) };
}

interface NamedCall {
  readonly operation: TokenizerCall;
  readonly requestId: string | undefined;
  readonly agent: string | undefined;
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
  throw new TypeError(
    `createTokenizer: ${where}.authentication must be a check, such as bearer(...)`,
  );
}

/**
 * Authenticates a caller of the tokenizer and applies the rate limit (§5).
 * @throws ProtocolError `rate_limited`, `unauthorized`, and whichever the check throws
 */
async function admit(
  check: Check,
  presented: Presented & { readonly operation: TokenizerCall },
  count: RequestCount,
  signal: Cancellation,
): Promise<Principal> {
  const { operation } = presented;
  await count.before({ operation });
  const principal = await redactHookErrors("authentication", async () => {
    const found = await check.authenticate(presented, { signal });
    if (found !== undefined) requireIdentified(found);
    return found;
  });
  if (principal === undefined) throw unauthorized(check.challenges);
  await count.caller({ operation }, principal);
  return principal;
}

/**
 * §4.6: detokenizing requires a bearer token, whatever check is configured. A check's challenges are tested here,
 * its principals at each call: `anyOf(bearer, open())` answers 401 to callers that `open` would accept.
 * @throws TypeError if the check does not ask for a bearer token, or accepts something else instead
 */
function requireBearer(check: Check): Check {
  const { challenges } = check;
  if (challenges.length === 0 || !challenges.every((each) => BEARER.test(each)))
    throw new TypeError("createTokenizer: detokenize needs a check of bearer tokens (§4.6)");
  return {
    challenges,
    async authenticate(presented, options) {
      const principal = await check.authenticate(presented, options);
      if (principal !== undefined && principal.kind !== "bearer") throw unauthorized(challenges);
      return principal;
    },
  };
}

export interface SandboxTokenizerOptions {
  /** The protocol's name, such as `proto`. */
  readonly name: string;
  /** Path of the base URL, without a trailing slash. Default: none. */
  readonly basePath?: string | undefined;
  /** The value of `binding.identity.access_token` that names the business in `/tokenize`. */
  readonly participant: string;
  /** The business's token for `/detokenize`, in `Authorization: Bearer`. */
  readonly bearer: string;
  /** Default: `singleUse()`. */
  readonly policy?: TokenPolicy | undefined;
  /** Entries never contain a credential, a token or an access token. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

const BUSINESS = { id: "business" };

/**
 * Creates a tokenizer for tests (§4.6), in memory. Anyone may create tokens for its one business. Never use it for real
 * cards.
 * @throws TypeError if `basePath` is invalid
 * @example
 * ```ts
 * import { serveNode } from "@proto-gen/runtime/node";
 * import { createSandboxTokenizer } from "@proto-gen/runtime/tokenization";
 *
 * const business = { participant: "sandbox_shop", bearer: "sandbox_secret" };
 * const tokenizer = createSandboxTokenizer({ name: "proto", basePath: "/v1", ...business });
 * const { url } = await serveNode(tokenizer, { port: 0, development: true });
 * ```
 */
export function createSandboxTokenizer(options: SandboxTokenizerOptions): Tokenizer {
  const { participant, bearer: secret, ...others } = options;
  const seal = aesGcmSeal({
    keys: { sandbox: crypto.getRandomValues(new Uint8Array(32)) },
    current: "sandbox",
  });
  return createTokenizer({
    ...others,
    // A page under development may be anywhere.
    cors: { origins: "*" },
    vault: createVault({ store: createMemoryStorage(), seal }),
    tokenize: { authentication: open() },
    detokenize: {
      authentication: bearer((token) => (token === secret ? BUSINESS : undefined)),
    },
    participantOf: (accessToken) => (accessToken === participant ? BUSINESS : undefined),
  });
}
