/** Rejects calls whose stream ends without a response. The MCP client would wait for them until its timeout. */

import { ClientError } from "../client-error.js";

declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

export interface StreamEnds {
  end(requestId: string | undefined, error?: unknown): void;
  /** Returns the result of a call, or rejects once there can be none. */
  orEnd<Result>(requestId: string | undefined, result: Promise<Result>): Promise<Result>;
}

/** The last chunk may still be on its way through the MCP client. */
const GRACE_MS = 1_000;

export function createStreamEnds(): StreamEnds {
  const waiting = new Map<string, (error: unknown) => void>();
  return {
    end(requestId, error) {
      if (requestId !== undefined) waiting.get(requestId)?.(error);
    },
    async orEnd(requestId = "", result) {
      let timer: unknown;
      const ended = new Promise<never>((_, reject) => {
        waiting.set(requestId, (error) => {
          if (error !== undefined) return reject(error);
          const nothing = new ClientError("NETWORK", {
            content: "The answer ended early.",
          });
          timer = setTimeout(() => reject(nothing), GRACE_MS);
        });
      });
      try {
        return await Promise.race([result, ended]);
      } finally {
        clearTimeout(timer);
        waiting.delete(requestId);
      }
    },
  };
}
