/**
 * Adds the `Retry-After` of a response (RFC 9110 §10.2.3) to its error, as over REST. JSON-RPC has no place for it.
 */

import { ProtocolError } from "../../error/index.js";

export interface RetryAfterByRequest {
  /** Records the header of a call's response. Ignored if nobody is waiting for the call. */
  tell(requestId: string | undefined, retryAfter: string | undefined): void;
  /** @throws ProtocolError, ClientError */
  during<Result>(requestId: string | undefined, result: Promise<Result>): Promise<Result>;
}

export function createRetryAfterByRequest(): RetryAfterByRequest {
  const told = new Map<string, string | undefined>();
  return {
    tell(requestId = "", retryAfter) {
      if (told.has(requestId)) told.set(requestId, retryAfter);
    },
    async during(requestId = "", result) {
      told.set(requestId, undefined);
      try {
        return await result;
      } catch (thrown) {
        throw postponed(thrown, told.get(requestId));
      } finally {
        told.delete(requestId);
      }
    },
  };
}

function postponed(error: unknown, retryAfter: string | undefined): unknown {
  if (retryAfter === undefined || !(error instanceof ProtocolError)) return error;
  const { code, content, headers, cause, received, answer } = error;
  return new ProtocolError(code, {
    content,
    cause,
    answer,
    headers: { "Retry-After": retryAfter, ...headers },
    received,
  });
}
