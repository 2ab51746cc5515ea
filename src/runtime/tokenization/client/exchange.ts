/** Makes one HTTP call to a tokenizer. */

import { tokenOf, type Bearer } from "../../client/credentials.js";
import type { Fetch, FetchResponse } from "../../client/index.js";
import { parseAnswer, readAnswer } from "../../client/read-answer.js";
import { errorFrom } from "../../client/received-error.js";
import { fetchOnce } from "../../client/send.js";
import type { Cancellation } from "../../time/cancellation.js";
import { abandon } from "../../rest/read-all.js";
import { withoutWords } from "./redact-client-errors.js";

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
