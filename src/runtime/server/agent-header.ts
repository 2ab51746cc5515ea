/** The platform's profile URL over REST (§4.8). In: the agent header's value. Out: an https URL. */

import { parseDictionary } from "structured-headers";
import { requireProfileUrl } from "./profile-url.js";

/** @throws ProtocolError invalid_profile_url */
export function profileUrlOf(value: string | undefined): string {
  return requireProfileUrl(memberOf(value));
}

/** RFC 8941 §3.2: a dictionary whose key `profile` holds a string. */
function memberOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    const item = parseDictionary(value).get("profile")?.[0];
    return typeof item === "string" ? item : undefined;
  } catch {
    return undefined;
  }
}
