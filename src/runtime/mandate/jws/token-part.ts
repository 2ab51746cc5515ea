/** A part of a token as JSON (RFC 7515 §2): in its one encoding, and read strictly, so that all read the same. */

import { parseJsonBytes } from "../../json/index.js";
import { isObject, own, type Members } from "../../json/members.js";
import { decodeBase64Url } from "../../signature/base64.js";

/** Undefined for what is no JSON in base64url, or JSON that two readers could take for two things. */
export function jsonPart(part: string): unknown {
  const bytes = decodeBase64Url(part);
  if (bytes === undefined) return undefined;
  try {
    return parseJsonBytes(bytes);
  } catch {
    return undefined;
  }
}

/** A header that names its key, and asks for nothing that readers would have to know (RFC 7515 §4.1.11). */
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
