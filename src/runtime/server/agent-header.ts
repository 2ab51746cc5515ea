/** The platform's profile URL (§4.8). In: the agent header's value. Out: an https URL. */

import { parseDictionary } from "structured-headers";
import { ProtocolError } from "../error/index.js";

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly protocol: string; readonly href: string };
};

/** @throws ProtocolError invalid_profile_url */
export function profileUrlOf(value: string | undefined): string {
  const url = memberOf(value);
  if (url === undefined || !URL.canParse(url) || new URL(url).protocol !== "https:")
    throw new ProtocolError("invalid_profile_url");
  return url;
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
