/** A stream that ends where it has more bytes than allowed. */

import type { WebReader, WebStream } from "../../rest/index.js";
import { abandon } from "../../rest/read-all.js";
import { ClientError } from "../client-error.js";
import { invalidAnswer } from "../read-answer.js";

interface Controller {
  enqueue(chunk: Uint8Array): void;
  close(): void;
  error(reason: unknown): void;
}

// Every platform has it, but ECMAScript's own declarations do not.
declare const ReadableStream: new (source: {
  pull(controller: Controller): Promise<void>;
  cancel(reason: unknown): Promise<void>;
}) => WebStream;

export interface StreamListener {
  /** Each chunk that is passed on. */
  keep(chunk: Uint8Array): void;
  /** Every end, with the error if it is one. */
  end(error?: unknown): void;
}

export function cappedStream(
  stream: WebStream,
  maxBytes: number,
  { keep, end }: StreamListener,
): WebStream {
  const reader = stream.getReader();
  let left = maxBytes;

  async function next(): Promise<Uint8Array | undefined> {
    const { done, value } = await read(reader);
    left -= value?.length ?? 0;
    if (left < 0) throw invalidAnswer(`The answer is larger than ${maxBytes} bytes.`);
    return done ? undefined : (value ?? new Uint8Array(0));
  }

  return new ReadableStream({
    async pull(controller) {
      try {
        const chunk = await next();
        if (chunk !== undefined) {
          // A copy: whoever reads the stream may transfer its chunks.
          keep(chunk.slice());
          return controller.enqueue(chunk);
        }
        controller.close();
        end();
      } catch (error) {
        abandon(reader);
        controller.error(error);
        end(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function read(reader: WebReader): ReturnType<WebReader["read"]> {
  try {
    return await reader.read();
  } catch (cause) {
    throw new ClientError("NETWORK", { cause });
  }
}
