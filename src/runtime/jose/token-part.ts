/** Parses a part of a token as JSON (RFC 7515 §2), strictly and in its only encoding, so that all parsers agree. */

import { parseJsonBytes } from "../json/parse-json-bytes.js";
import { isObject, own, type Members } from "../json/members.js";
import { decodeBase64Url } from "../signature/base64.js";

/** Undefined if it is not JSON in base64url, or parsers might read it differently. */
export function jsonPart(part: string): unknown {
  const bytes = decodeBase64Url(part);
  if (bytes === undefined) return undefined;
  try {
    return parseJsonBytes(bytes);
  } catch {
    return undefined;
  }
}

/** The key id of a header. Undefined if it names none, or requires extensions (RFC 7515 §4.1.11). */
export function keyIdIn(part: string): string | undefined {
  const header = objectPart(part);
  if (header === undefined || own(header, "crit") !== undefined) return undefined;
  const keyId = own(header, "kid");
  return typeof keyId === "string" ? keyId : undefined;
}

export function objectPart(part: string): Members | undefined {
  const value = jsonPart(part);
  return isObject(value) ? value : undefined;
}
