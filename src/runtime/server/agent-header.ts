/** The platform's profile URL over REST (§4.8). In: the agent header's value. Out: an https URL; in development an http one, too. */

import { ProtocolError } from "../error/index.js";
import type { ReleaseFacts } from "../service/index.js";
import { dictionaryOf } from "../signature/dictionary.js";
import { requireProfileUrl } from "./profile-url.js";

/** What was read last, since a platform sends one value with every call. */
const read = { always: new Map<string, string>(), inDevelopment: new Map<string, string>() };
const REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 512;

/** @throws ProtocolError invalid_profile_url */
export function profileUrlOf(value: string | undefined, development = false): string {
  const before = development ? read.inDevelopment : read.always;
  const known = value === undefined ? undefined : before.get(value);
  if (known !== undefined) return known;
  const url = requireProfileUrl(profileMemberOf(value), development);
  remember(before, value as string, url);
  return url;
}

/** @throws ProtocolError invalid_profile_url, where the release wants that for a call that names no profile */
export function requireNamed(
  agent: string | null,
  header: string,
  { missingProfile }: ReleaseFacts,
): void {
  if (missingProfile !== "invalid_profile_url" || agent) return;
  throw new ProtocolError("invalid_profile_url", {
    content: `The call names no platform: the header ${header} is required.`,
  });
}

function remember(before: Map<string, string>, value: string, url: string): void {
  if (value.length > LONGEST_REMEMBERED) return;
  if (before.size >= REMEMBERED) before.delete(before.keys().next().value as string);
  before.set(value, url);
}

/** RFC 8941 §3.2: a dictionary whose key `profile` holds a string, and is there once. Undefined for anything else. */
export function profileMemberOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    const item = dictionaryOf("the agent header", value).get("profile")?.[0];
    return typeof item === "string" ? item : undefined;
  } catch {
    return undefined;
  }
}
