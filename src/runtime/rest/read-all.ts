/**
 * Reads a stream up to a size limit. There is no timer here: a client's attempt has its own, and a server adds one in
 * `read-json-body.ts`.
 */
import { ProtocolError } from "../error/protocol-error.js";
import type { WebHeaders, WebReader, WebStream } from "./web.js";

const LEAST_CAPACITY = 4_096;

/**
 * A `Content-Length` beyond the limit is conclusive; one within it proves nothing.
 * @throws {ProtocolError} `content_too_large`
 */
export function requireLength(body: WebStream, headers: WebHeaders, maxBytes: number): void {
  if (Number(headers.get("content-length")) > maxBytes) {
    abandon(body);
    throw tooLarge(maxBytes);
  }
}

/**
 * @param next returns the next chunk, like a stream's reader
 * @throws {ProtocolError} `content_too_large`; whatever `next` throws
 */
export async function readAll(next: WebReader["read"], maxBytes: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array(0);
  let length = 0;
  for (;;) {
    const { done, value: chunk = new Uint8Array(0) } = await next();
    if (done) return length === bytes.length ? bytes : bytes.slice(0, length);
    const needed = length + chunk.length;
    if (needed > maxBytes) throw tooLarge(maxBytes);
    // Most bodies are a single chunk, which is not shared.
    if (length === 0) bytes = chunk;
    else {
      // Copies chunks, since a list of a million one-byte chunks would take far more than a megabyte.
      if (needed > bytes.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(LEAST_CAPACITY, 2 * needed)));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(chunk, length);
    }
    length = needed;
  }
}

export function tooLarge(maxBytes: number): ProtocolError {
  const content = `The body is larger than ${maxBytes} bytes.`;
  return new ProtocolError("content_too_large", { content });
}

/** Tells the sender to stop, without waiting for a reaction that may never come. */
export function abandon(stream: WebStream | WebReader): void {
  stream.cancel().catch(() => undefined);
}
