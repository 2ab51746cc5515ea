/**
 * Encodes text as UTF-8 and decodes it, strictly. Short texts share a buffer, since allocating one takes ten times as
 * long as the encoding.
 */

// `ignoreBOM` keeps the byte order mark, which the parser then rejects.
const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws TypeError if the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}

const encoder = /* @__PURE__ */ new TextEncoder();

const BUFFER_BYTES = 65_536;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MOST_BYTES = 3;

let buffer: Uint8Array | undefined;
let used = 0;

export function encodeUtf8(text: string): Uint8Array {
  const most = text.length * MOST_BYTES;
  if (most > BUFFER_BYTES / 4) return encoder.encode(text);
  if (buffer === undefined || used + most > BUFFER_BYTES) {
    buffer = new Uint8Array(BUFFER_BYTES);
    used = 0;
  }
  const { written } = encoder.encodeInto(text, buffer.subarray(used, used + most));
  const bytes = buffer.subarray(used, used + written);
  used += written;
  return bytes;
}
