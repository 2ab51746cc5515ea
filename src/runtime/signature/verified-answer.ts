/**
 * Verifies the signature of a response (§5.4). This consumes the body, so the result is an equivalent response with
 * the bytes already read.
 */

import { ProtocolError } from "../error/index.js";
import { headerList } from "../rest/header-list.js";
import type { WebStream } from "../rest/index.js";
import type { FetchResponse } from "../client/fetch.js";
import { invalidAnswer, readAnswer, type ReadOptions } from "../client/read-answer.js";
import type { ResponseMessage } from "./message.js";

export interface Verification {
  /** True if a response without a signature is rejected. Errors need no signature (§5.4). */
  readonly isRequired: boolean;
  readonly reading: ReadOptions;
  /** @throws ProtocolError if the signature is invalid */
  verify(answer: ResponseMessage): Promise<unknown>;
}

/** @throws ClientError `ANSWER_INVALID`, `NETWORK` */
export async function verifiedAnswer(
  response: FetchResponse,
  { isRequired, reading, verify }: Verification,
): Promise<FetchResponse> {
  const { status, headers } = response;
  const isSigned = headers.get("signature") !== null || headers.get("signature-input") !== null;
  if (!isSigned && (status >= 400 || !isRequired)) return response;
  const bytes = await readAnswer(response, reading);
  try {
    const body = bytes.length === 0 ? null : bytes;
    await verify({ status, headers: headerList(headers), body });
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw invalidAnswer(`The answer's signature is invalid: ${cause.content}`, { cause });
  }
  return { status, headers, body: streamOf(bytes) };
}

/** Lets the bytes be read again. */
function streamOf(bytes: Uint8Array): WebStream {
  let left: Uint8Array | undefined = bytes;
  const reader = {
    read() {
      const value = left;
      left = undefined;
      return Promise.resolve(value === undefined ? { done: true } : { done: false, value });
    },
    cancel: () => Promise.resolve(),
  };
  return { getReader: () => reader, cancel: () => Promise.resolve() };
}
