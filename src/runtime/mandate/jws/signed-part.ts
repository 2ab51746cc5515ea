/** What of a checkout the business signs: all of it as it is sent, but for `ap2`, where the signature stands. */

import type { Members } from "../../json/members.js";
import { canonicalJson } from "../../json/canonical-json.js";
import { encodeUtf8 } from "../../rest/encode-utf8.js";

/** @throws Error for a checkout that is not JSON */
export function signedPart(checkoutBody: object): Uint8Array {
  return encodeUtf8(canonicalJson(without(checkoutBody, new Set(["ap2"]))));
}

export function without(object: object, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
