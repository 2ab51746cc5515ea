/** Decodes bytes, which must be UTF-8. */

// `ignoreBOM` keeps the byte order mark, which the parser then rejects.
const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws TypeError if the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}
