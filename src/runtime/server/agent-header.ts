/**
 * Reads the platform's profile URL from the agent header over REST (§4.8). It must be https, or http in development.
 */

import { RecentMap } from "../bounds/recent-map.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { ReleaseFacts } from "../service/release-values.js";
import { dictionaryOf } from "../signature/dictionary.js";
import { readWebUrl } from "../formats/web-url.js";

/** Caches recent values, since a platform sends the same value with every call. */
const read = { always: new RecentMap<string>(1_000), inDevelopment: new RecentMap<string>(1_000) };
const LONGEST_REMEMBERED = 512;

/** @throws ProtocolError `invalid_profile_url` */
export function profileUrlOf(value: string | undefined, development = false): string {
  const before = development ? read.inDevelopment : read.always;
  const known = value === undefined ? undefined : before.get(value);
  if (known !== undefined) return known;
  const url = requireProfileUrl(profileMemberOf(value), development);
  if (value !== undefined && value.length <= LONGEST_REMEMBERED) before.set(value, url);
  return url;
}

/** @throws ProtocolError `invalid_profile_url` if the call names no profile and the release requires that code */
export function requireNamed(
  agent: string | null,
  header: string,
  { missingProfile }: ReleaseFacts,
): void {
  if (missingProfile !== "invalid_profile_url" || agent) return;
  throw new ProtocolError("invalid_profile_url", {
    content: `The header ${header} is required: it names the platform's profile.`,
  });
}

/** Returns the string under the key `profile` of a dictionary (RFC 8941 §3.2). Undefined for anything else. */
export function profileMemberOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    const item = dictionaryOf("the agent header", value).get("profile")?.[0];
    return typeof item === "string" ? item : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks the profile URL that a call names (§5.3). It must be https, or http in development.
 * @throws ProtocolError `invalid_profile_url`
 */
export function requireProfileUrl(url: unknown, development: boolean): string {
  if (typeof url !== "string" || readWebUrl(url, development) === undefined)
    throw new ProtocolError("invalid_profile_url");
  return url;
}
