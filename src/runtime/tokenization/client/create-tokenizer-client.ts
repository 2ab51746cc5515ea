/**
 * A client of a tokenizer, with the two calls of §4.6. Its errors keep the code and drop texts of other parties, which may repeat what was
 * sent: a credential.
 */

import { ClientError, type ClientErrorCode } from "../../client/client-error.js";
import { checkedCredential, type Bearer, tokenOf } from "../../client/headers.js";
import { parseAnswer, readAnswer, errorFrom } from "../../client/read-answer.js";
import { repeat } from "../../client/repeat.js";
import { platformFetch, type Fetch, type FetchResponse, fetchOnce } from "../../client/send.js";
import { ProtocolError } from "../../error/protocol-error.js";
import { callableUrl } from "../../formats/web-url.js";
import { isObject, own } from "../../json/members.js";
import { nameOfThrown } from "../../log/quiet.js";
import { abandon } from "../../rest/read-json-body.js";
import type { Cancellation } from "../../time/time.js";
import { isSourceCredential, type SourceCredential } from "../credential.js";
import type { Binding } from "../participant.js";
import type { TokenPolicyName } from "../token-policy.js";
import type { TokenCredential } from "../tokenize.js";

export interface TokenizerClientOptions {
  /** The https URL that the handler's specification publishes. */
  readonly baseUrl: string;
  /** The participant's token for `Authorization`, or a function that returns it. Required for detokenize. */
  readonly bearer?: Bearer | undefined;
  /**
   * The handler's `token_policy`. With `single_use`, detokenize is never retried: a lost response may have used up
   * the token. Default: single_use.
   */
  readonly policy?: TokenPolicyName | undefined;
  /** Number of retries of a call that may be retried. Default: 2. */
  readonly retries?: number | undefined;
  /** Time limit of one attempt, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum size of a response, in bytes. Default: 64 KiB. */
  readonly answerBytes?: number | undefined;
  /** Default: the platform's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Allows http and hosts on this machine. Never use it in production. */
  readonly development?: boolean | undefined;
}

interface TokenCallOptions {
  /** Aborts the call immediately, even between retries. */
  readonly signal?: Cancellation | undefined;
}

/**
 * Both methods throw `ProtocolError` for errors of the tokenizer, with its code only, and `ClientError` for others:
 * `REQUEST_INVALID`, `ANSWER_INVALID`, `NETWORK`, `TIMEOUT`, `ABORTED`. No error contains anything that was sent or
 * received, which may be a credential.
 */
export interface TokenizerClient {
  /** Every response has a new token. A token whose response was lost expires. */
  tokenize<Credential extends SourceCredential>(
    credential: Credential,
    binding: Binding,
    options?: TokenCallOptions,
  ): Promise<TokenCredential>;
  /** Throws `not_found` if the token is used, expired or bound to something else (§5.6). */
  detokenize(
    token: string,
    binding: Binding,
    options?: TokenCallOptions,
  ): Promise<SourceCredential>;
}

const RETRY_AFTER_MS = 30_000;
/** The most that an instrument can be expected to carry. */
const MAX_TOKEN = 4_096;

/**
 * Creates a client of a tokenizer (§4.6): a platform tokenizes, and the business detokenizes.
 * @throws ClientError `OPTIONS_INVALID`
 * @example
 * ```ts
 * import { createTokenizerClient } from "@proto-gen/runtime/tokenization";
 *
 * const tokenizer = createTokenizerClient({ baseUrl: "https://tokens.example/v1", bearer: "shop_token" });
 * const card = { type: "card", number: "4242424242424242", expiry_month: 12, expiry_year: 2030 };
 * const { token } = await tokenizer.tokenize(card, { checkout_id: "checkout_1" });
 * const credential = await tokenizer.detokenize(token, { checkout_id: "checkout_1" });
 * ```
 */
export function createTokenizerClient(options: TokenizerClientOptions): TokenizerClient {
  const { policy = "single_use", timeoutMs = 10_000, retries = 2, bearer } = options;
  if (typeof bearer === "string") checkedCredential("bearer", bearer);
  const exchange = createExchange({
    base: baseOf(options),
    call: options.fetch ?? platformFetch,
    bearer,
    answerBytes: options.answerBytes ?? 65_536,
  });

  async function call(
    path: string,
    body: Body,
    times: number,
    { signal }: TokenCallOptions,
  ): Promise<unknown> {
    const repeating = { retries: times, timeoutMs, retryAfterMs: RETRY_AFTER_MS, signal };
    try {
      return await repeat((attempt) => exchange(path, body, attempt), repeating);
    } catch (error) {
      throw withoutWords(error);
    }
  }

  return Object.freeze({
    async tokenize(credential, binding, more = {}) {
      if (!isSourceCredential(credential))
        throw invalid("credential must be a credential with a type.");
      const body = encoded({ credential, binding: checkedBinding(binding) });
      const answer = await call("/tokenize", body, retries, more);
      if (!isTokenCredential(answer)) throw invalidAnswer();
      return answer;
    },
    async detokenize(token, binding, more = {}) {
      if (bearer === undefined)
        throw new ClientError("OPTIONS_INVALID", {
          content: "bearer: detokenize requires a token.",
        });
      if (!isToken(token)) throw invalid("token must be a token.");
      const body = encoded({ token, binding: checkedBinding(binding) });
      const answer = await call("/detokenize", body, policy === "single_use" ? 0 : retries, more);
      if (!isSourceCredential(answer)) throw invalidAnswer();
      return answer;
    },
  } satisfies TokenizerClient);
}

function baseOf({ baseUrl, development = false }: TokenizerClientOptions): string {
  const url = callableUrl(baseUrl, development);
  if (url === undefined || url.search !== "" || url.hash !== "") {
    const content = "baseUrl: expected an https URL of a public host, without a query.";
    throw new ClientError("OPTIONS_INVALID", { content });
  }
  return url.origin + url.pathname.replace(/\/$/, "");
}

/** Copies only the known members, so nothing else of the caller's object is sent. */
function checkedBinding({ checkout_id, identity }: Binding): Binding {
  if (!isText(checkout_id)) throw invalid("binding.checkout_id must be a non-empty string.");
  if (identity === undefined) return { checkout_id };
  const { access_token } = identity;
  if (!isText(access_token))
    throw invalid("binding.identity.access_token must be a non-empty string.");
  return { checkout_id, identity: { access_token } };
}

function encoded(body: object): Body {
  try {
    return new TextEncoder().encode(JSON.stringify(body));
  } catch {
    throw invalid("The request cannot be written as JSON.");
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isToken(value: unknown): value is string {
  return isText(value) && value.length <= MAX_TOKEN;
}

function isTokenCredential(value: unknown): value is TokenCredential {
  return isObject(value) && isText(own(value, "type")) && isToken(own(value, "token"));
}

function invalid(content: string): ClientError {
  return new ClientError("REQUEST_INVALID", { content });
}

function invalidAnswer(): ClientError {
  return withoutWords(new ClientError("ANSWER_INVALID")) as ClientError;
}

const CONTENTS: Partial<Readonly<Record<ClientErrorCode, string>>> = {
  ANSWER_INVALID: "The tokenizer's answer violates the protocol.",
  NETWORK: "The tokenizer cannot be reached.",
  TIMEOUT: "The tokenizer took too long to answer.",
};

/**
 * Redacts errors of calls that carry credentials: keeps the code and drops texts of other parties, which may repeat
 * what was sent. Errors of neither kind, such as those of a token provider, are the caller's own.
 */
function withoutWords(error: unknown): unknown {
  if (error instanceof ProtocolError) return bareProtocolError(error);
  if (!(error instanceof ClientError)) return error;
  const content = CONTENTS[error.code];
  return content === undefined
    ? error
    : new ClientError(error.code, { content, cause: bareCause(error.cause) });
}

/** Keeps the status if it says more than the code. */
function bareProtocolError({ code, headers, received }: ProtocolError): ProtocolError {
  const wait = headers?.["Retry-After"];
  return new ProtocolError(code, {
    headers: wait !== undefined && /^\d{1,9}$/.test(wait) ? { "Retry-After": wait } : undefined,
    received: received && { code: undefined, status: received.status },
  });
}

/** Some implementations of `fetch` attach the request to their errors. */
function bareCause(cause: unknown): Error | undefined {
  return cause === undefined ? undefined : new Error(nameOfThrown(cause));
}

/** @throws ProtocolError, ClientError: neither contains anything that was sent or received */
type Exchange = (path: string, body: Body, signal: Cancellation) => Promise<unknown>;

/** JSON, identical in each attempt. */
type Body = Uint8Array<ArrayBuffer>;

interface ExchangeOptions {
  /** Without a trailing slash. */
  readonly base: string;
  readonly call: Fetch;
  readonly bearer: Bearer | undefined;
  readonly answerBytes: number;
}

function createExchange({ base, call, bearer, answerBytes }: ExchangeOptions): Exchange {
  function sendWith(
    token: string | undefined,
    path: string,
    body: Body,
    signal: Cancellation,
  ): Promise<FetchResponse> {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const headers = {
      Accept: "application/json",
      "Content-Type": "application/json",
      ...authorization,
    };
    const init = { method: "POST", headers, body, redirect: "manual", signal } as const;
    return fetchOnce(call, base + path, init);
  }

  /** Renews a rejected token once: a call that was not admitted has used up nothing. */
  async function send(path: string, body: Body, signal: Cancellation): Promise<FetchResponse> {
    const token = await tokenOf(bearer);
    const response = await sendWith(token, path, body, signal);
    if (response.status !== 401 || typeof bearer !== "function") return response;
    const next = await tokenOf(bearer, token);
    if (next === token) return response;
    if (response.body !== null) abandon(response.body);
    return sendWith(next, path, body, signal);
  }

  return async (path, body, signal) => {
    try {
      const response = await send(path, body, signal);
      const reading = { maxBytes: answerBytes, signal };
      if (response.status !== 200) throw await errorFrom(response, reading);
      return parseAnswer(response, await readAnswer(response, reading));
    } catch (error) {
      throw withoutWords(error);
    }
  };
}
