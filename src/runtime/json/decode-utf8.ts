/** Bytes as text, which must be UTF-8. */

// Every platform has it, but ECMAScript's own declarations do not.
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

// `ignoreBOM` keeps the mark in the text, where the parser refuses it.
const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws TypeError */
export function decodeUtf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}
