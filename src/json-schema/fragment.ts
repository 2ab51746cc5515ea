/**
 * Reads the fragment of a reference. A document's author writes it, so that a malformed one is a mistake to report, with
 * the reason, and never an exception.
 */

export type Fragment =
  /** A JSON pointer, without percent-encoding; empty for the whole document. */
  | { readonly kind: "pointer"; readonly pointer: string }
  /** The name of an anchor. */
  | { readonly kind: "anchor"; readonly name: string }
  | { readonly kind: "malformed"; readonly reason: string };

/** @param fragment what follows the `#` */
export function readFragment(fragment: string): Fragment {
  const text = decode(fragment);
  if (text === undefined)
    return malformed("in its fragment, two hexadecimal digits must follow each % (RFC 3986 §2.1)");
  if (text !== "" && !text.startsWith("/")) return { kind: "anchor", name: text };
  return isPointer(text)
    ? { kind: "pointer", pointer: text }
    : malformed("in its JSON pointer, 0 or 1 must follow each ~ (RFC 6901 §3)");
}

/** The pointer in a fragment; undefined for an anchor, and for a malformed fragment. */
export function fragmentPointer(fragment: string): string | undefined {
  const read = readFragment(fragment);
  return read.kind === "pointer" ? read.pointer : undefined;
}

/** Why the fragment of a reference can lead nowhere; undefined if it is well formed. */
export function fragmentProblem(reference: string): string | undefined {
  const hash = reference.indexOf("#");
  const read = hash < 0 ? undefined : readFragment(reference.slice(hash + 1));
  return read?.kind === "malformed" ? read.reason : undefined;
}

/** True for text that RFC 6901 calls a JSON pointer. */
export function isPointer(text: string): boolean {
  return text === "" || (text.startsWith("/") && !/~(?![01])/.test(text));
}

/** Undefined for broken percent-encoding, also where the bytes are not UTF-8. */
function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function malformed(reason: string): Fragment {
  return { kind: "malformed", reason };
}
