/**
 * Redacts errors of calls that carry credentials: keeps the code and drops texts of other parties, which may repeat
 * what was sent.
 */

import { ClientError, type ClientErrorCode } from "../../client/index.js";
import { nameOfThrown } from "../../error/name-of-thrown.js";
import { ProtocolError } from "../../error/index.js";

const CONTENTS: Partial<Readonly<Record<ClientErrorCode, string>>> = {
  ANSWER_INVALID: "The tokenizer's answer violates the protocol.",
  NETWORK: "The tokenizer cannot be reached.",
  TIMEOUT: "The tokenizer took too long to answer.",
};

/** Errors of neither kind, such as those of a token provider, are the caller's own. */
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
