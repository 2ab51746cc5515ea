/**
 * Makes one HTTP call to a tokenizer. Its errors keep the code and drop texts of other parties, which may repeat what
 * was sent: a credential.
 */

import { tokenOf, type Bearer } from "../../client/headers.js";
import type { Fetch, FetchResponse } from "../../client/fetch.js";
import { ClientError, type ClientErrorCode } from "../../client/client-error.js";
import { parseAnswer, readAnswer } from "../../client/read-answer.js";
import { errorFrom } from "../../client/received-error.js";
import { fetchOnce } from "../../client/send.js";
import type { Cancellation } from "../../time/cancellation.js";
import { abandon } from "../../rest/read-all.js";
import { nameOfThrown } from "../../error/redact-hook-errors.js";
import { ProtocolError } from "../../error/protocol-error.js";

const CONTENTS: Partial<Readonly<Record<ClientErrorCode, string>>> = {
  ANSWER_INVALID: "The tokenizer's answer violates the protocol.",
  NETWORK: "The tokenizer cannot be reached.",
  TIMEOUT: "The tokenizer took too long to answer.",
};

/**
 * Redacts errors of calls that carry credentials: keeps the code and drops texts of other parties, which may repeat
 * what was sent. Errors of neither kind, such as those of a token provider, are the caller's own.
 */
export function withoutWords(error: unknown): unknown {
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
export type Exchange = (path: string, body: Body, signal: Cancellation) => Promise<unknown>;

/** JSON, identical in each attempt. */
export type Body = Uint8Array<ArrayBuffer>;

export interface ExchangeOptions {
  /** Without a trailing slash. */
  readonly base: string;
  readonly call: Fetch;
  readonly bearer: Bearer | undefined;
  readonly answerBytes: number;
}

export function createExchange({ base, call, bearer, answerBytes }: ExchangeOptions): Exchange {
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
