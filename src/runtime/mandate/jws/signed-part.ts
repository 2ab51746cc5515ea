/** The signed part of a checkout: everything that is sent except `ap2`, which holds the signature. */

import type { Members } from "../../json/members.js";
import { canonicalJson } from "../../json/canonical-json.js";
import { encodeUtf8 } from "../../rest/encode-utf8.js";

/** @throws Error if the checkout is not JSON */
export function signedPart(checkoutBody: object): Uint8Array {
  return encodeUtf8(canonicalJson(without(checkoutBody, new Set(["ap2"]))));
}

export function without(object: object, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
