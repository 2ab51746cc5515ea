/** Creates unguessable, unique keys and ids in base64url. */

import { encodeBase64Url } from "../signature/base64.js";

/** @param bytes Default: 24, which is 192 bits. §8 requires 128, and a UUID has only 122. */
export function randomKey(bytes = 24): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}
