/** The thumbprint of a key (RFC 7638), a name that no other key has. */

import { sha256 } from "../digest/sha256.js";
import { encodeUtf8 } from "../rest/encode-utf8.js";
import { encodeBase64Url } from "./base64.js";
import type { Point } from "./signing-key.js";

/** SHA-256 of the required members in alphabetical order (§3.2), in base64url. */
export async function thumbprintOf({ crv, kty, x, y }: Point): Promise<string> {
  return encodeBase64Url(await sha256(encodeUtf8(JSON.stringify({ crv, kty, x, y }))));
}
