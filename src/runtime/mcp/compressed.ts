/** Compresses large responses that are the same for many clients, if the client accepts that (RFC 9110 §12.5.3). */

import { codingQuality } from "../rest/accept.js";
import type { Answer, WebHeaders } from "../rest/index.js";

interface Stream {
  readonly readable: unknown;
  readonly writable: unknown;
}

// Every platform has these, but the ECMAScript declarations do not.
declare const CompressionStream: new (format: "gzip") => Stream;
declare const Blob: new (parts: readonly Uint8Array[]) => {
  stream(): { pipeThrough(stream: Stream): unknown };
};
declare const Response: new (body: unknown) => { arrayBuffer(): Promise<ArrayBuffer> };

/** Smaller bodies are not worth it. */
const LEAST_BYTES = 1_000;

/** Call this before signing: signatures cover the bytes that are sent. */
export async function compressed(answer: Answer, headers: WebHeaders): Promise<Answer> {
  const { body, status } = answer;
  if (!(body instanceof Uint8Array) || body.length < LEAST_BYTES) return answer;
  const varying: Answer = { ...answer, headers: [...answer.headers, ["vary", "accept-encoding"]] };
  if (codingQuality(headers.get("accept-encoding"), "gzip") === 0) return varying;
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return {
    status,
    headers: [...varying.headers, ["content-encoding", "gzip"]],
    body: new Uint8Array(await new Response(packed).arrayBuffer()),
  };
}
