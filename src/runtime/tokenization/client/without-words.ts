/**
 * Errors of calls that have credentials in them. In: what went wrong. Out: the same by its code, without
 * what another party has said of it: that may repeat what was sent.
 */

import { ClientError, type ClientErrorCode } from "../../client/index.js";
import { nameOfThrown } from "../../error/name-of-thrown.js";
import { ProtocolError } from "../../error/index.js";

const CONTENTS: Partial<Readonly<Record<ClientErrorCode, string>>> = {
  ANSWER_INVALID: "The tokenizer's answer is not what the protocol says.",
  NETWORK: "The tokenizer cannot be reached.",
  TIMEOUT: "The tokenizer took too long to answer.",
};

/** What is neither of ours, such as what a token provider throws, is the caller's own. */
export function withoutWords(error: unknown): unknown {
  if (error instanceof ProtocolError) return bareProtocolError(error);
  if (!(error instanceof ClientError)) return error;
  const content = CONTENTS[error.code];
  return content === undefined
    ? error
    : new ClientError(error.code, { content, cause: bareCause(error.cause) });
}

/** The status, where it says more than the code. */
function bareProtocolError({ code, headers, received }: ProtocolError): ProtocolError {
  const wait = headers?.["Retry-After"];
  return new ProtocolError(code, {
    headers: wait !== undefined && /^\d{1,9}$/.test(wait) ? { "Retry-After": wait } : undefined,
    received: received && { code: undefined, status: received.status },
  });
}

/** Some implementations of `fetch` hang the request on what they throw. */
function bareCause(cause: unknown): Error | undefined {
  return cause === undefined ? undefined : new Error(nameOfThrown(cause));
}
