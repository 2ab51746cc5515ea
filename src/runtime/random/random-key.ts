/** Keys and ids that nobody guesses and nobody makes twice. Out: base64url. */

import { encodeBase64Url } from "../signature/base64.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/** 192 bits unless told: §8 asks for 128, and a UUID has 122. */
export function randomKey(bytes = 24): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}
