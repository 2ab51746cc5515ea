/** RFC 7638: a key's own name, which another key does not have. */

import { sha256 } from "../digest/sha256.js";
import { encodeUtf8 } from "../rest/encode-utf8.js";
import { encodeBase64Url } from "./base64.js";
import type { Point } from "./signing-key.js";

/** SHA-256 of the required members, in alphabetical order (§3.2), in base64url. */
export async function thumbprintOf({ crv, kty, x, y }: Point): Promise<string> {
  return encodeBase64Url(await sha256(encodeUtf8(JSON.stringify({ crv, kty, x, y }))));
}
