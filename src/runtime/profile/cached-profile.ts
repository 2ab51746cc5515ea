/** A cached profile, and its update after a fetch. */

import type { FetchedDocument } from "../document/document-fetch.js";
import type { PlatformProfile } from "../server/platforms.js";
import { lifetimeOf, type FreshnessBounds } from "./freshness.js";
import { sha256Hex } from "../digest/sha256.js";
import { JsonSyntaxError } from "../json/json-syntax-error.js";
import { parseJsonBytes } from "../json/parse-json-bytes.js";
import type { Members } from "../json/members.js";
import { RegistryError } from "../negotiation/registry-error.js";
import { requireSoundProfile, describePlace } from "./sound-profile.js";
import { ERROR_CODES } from "../error/error-codes.js";
import { ProtocolError } from "../error/protocol-error.js";

export interface CachedProfile {
  readonly platform: PlatformProfile;
  readonly bytes: number;
  readonly entityTag: string | undefined;
  readonly checkedAt: number;
  readonly freshUntil: number;
  readonly staleUntil: number;
}

interface KeepingBounds extends FreshnessBounds {
  readonly staleMs: number;
  readonly failureMs: number;
}

interface Keeping {
  /** The protocol's name. */
  readonly name: string;
  readonly url: string;
  readonly before: CachedProfile | undefined;
  readonly limits: KeepingBounds;
}

/** @throws ProtocolError `profile_malformed` */
export async function keptFrom(
  { status, headers, bytes }: FetchedDocument,
  { name, url, before, limits }: Keeping,
): Promise<CachedProfile> {
  const checkedAt = Date.now();
  const freshUntil = checkedAt + lifetimeOf(headers, checkedAt, limits);
  const times = { checkedAt, freshUntil, staleUntil: freshUntil + limits.staleMs };
  if (status === 304 && before !== undefined) return { ...before, ...times };
  const profile = readProfile(name, bytes);
  const platform = Object.freeze({ url, profile, identity: await sha256Hex(bytes) });
  const entityTag = headers.get("etag") ?? undefined;
  return { platform, bytes: bytes.length, entityTag, ...times };
}

/** Extends a profile while its host is down. Undefined once that has lasted too long. */
export function keptOn(
  before: CachedProfile | undefined,
  now: number,
  { failureMs }: KeepingBounds,
): CachedProfile | undefined {
  if (before === undefined || now >= before.staleUntil) return undefined;
  const next = Math.max(before.freshUntil, now + failureMs);
  return { ...before, checkedAt: now, freshUntil: Math.min(next, before.staleUntil) };
}

/**
 * Reads the valid entries of a platform's profile (§2.1). Frozen, because the result is shared by all calls.
 * @throws ProtocolError `profile_malformed`
 */
function readProfile(name: string, bytes: Uint8Array): Members {
  try {
    return frozen(requireSoundProfile(name, parseJsonBytes(bytes)).profile);
  } catch (cause) {
    if (cause instanceof JsonSyntaxError || cause instanceof RegistryError)
      throw malformedProfile(cause);
    throw cause;
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const member of Object.values(value))
    if (typeof member === "object" && member !== null) frozen(member as object);
  return Object.freeze(value);
}

/**
 * The error of an unreadable profile (§7). It tells the caller the first invalid place and the reason. For invalid
 * JSON only the position is given, never the text at it.
 */
export function malformedProfile(cause: RegistryError | JsonSyntaxError): ProtocolError {
  const why =
    cause instanceof JsonSyntaxError
      ? `${cause.code} in line ${cause.line}, column ${cause.column}`
      : describePlace(cause);
  const content = `${ERROR_CODES.profile_malformed.content} ${why}.`;
  return new ProtocolError("profile_malformed", { content, cause });
}
