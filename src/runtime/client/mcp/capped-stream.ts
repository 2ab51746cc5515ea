/** Limits the size of a stream: it fails once more bytes arrive. */

import type { WebReader, WebStream } from "../../rest/web.js";
import { abandon } from "../../rest/read-all.js";
import { ClientError } from "../client-error.js";
import { invalidAnswer } from "../read-answer.js";

interface Controller {
  enqueue(chunk: Uint8Array): void;
  close(): void;
  error(reason: unknown): void;
}

// Every platform has this, but the ECMAScript declarations do not.
declare const ReadableStream: new (source: {
  pull(controller: Controller): Promise<void>;
  cancel(reason: unknown): Promise<void>;
}) => WebStream;

export interface StreamListener {
  /** Called with each chunk that is passed on. */
  keep(chunk: Uint8Array): void;
  /** Called once the stream ends, with the error if there is one. */
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
          // A copy, because readers of the stream may transfer its chunks.
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
