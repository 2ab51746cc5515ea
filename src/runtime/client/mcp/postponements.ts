/**
 * When a call may come again. In: `Retry-After` of the response that has its error (RFC 9110 §10.2.3), for which JSON-RPC
 * has no place. Out: that error, with the field, as errors over REST have it.
 */

import { ProtocolError } from "../../error/index.js";

export interface Postponements {
  /** Of the response to a call; of one that nobody waits for any more, nothing is kept. */
  tell(requestId: string | undefined, retryAfter: string | undefined): void;
  /** @throws ProtocolError, ClientError */
  during<Result>(requestId: string | undefined, result: Promise<Result>): Promise<Result>;
}

export function createPostponements(): Postponements {
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
